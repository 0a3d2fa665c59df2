import { useEffect, useState } from "preact/hooks";
import type { FieldView, WrittenBy } from "../src/api.ts";
import { readWrittenBy } from "./connection.ts";
import { Name } from "./name.tsx";
import { Panel } from "./panel.tsx";
import { isInitial, shortText, type WrittenText, writtenText } from "./field-text.ts";

interface FieldPanelProps {
  readonly fields: readonly FieldView[];
  readonly values: Readonly<Record<string, unknown>>;
  readonly threadId: string;
  /** Who wrote what is asked anew whenever this is another one. */
  readonly revision: string | null;
}

/** The fields of the state, what stands in them, and who wrote that. */
export function FieldPanel({ fields, values, threadId, revision }: FieldPanelProps) {
  const [all, setAll] = useState(false);
  const [written, setWritten] = useState<WrittenBy>({});
  useEffect(() => {
    let wanted = true;
    readWrittenBy(threadId).then(
      (found) => wanted && setWritten(found),
      () => undefined,
    );
    return () => {
      wanted = false;
    };
  }, [threadId, revision]);
  const shown = fields.filter((field) => all || !isInitial(field, values[field.name]));
  return (
    <Panel title="State, and who wrote it">
      <label class="toggle">
        <input type="checkbox" checked={all} onChange={(event) => setAll(event.currentTarget.checked)} /> Also fields
        that are as they were at first
      </label>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls has to be reachable by keyboard */}
      <div class="scroll" role="region" aria-label="Fields" tabIndex={0}>
        <table>
          <caption class="hidden">Fields, their values, and who wrote them</caption>
          <thead>
            <tr>
              <th scope="col">Field</th>
              <th scope="col">Value</th>
              <th scope="col">Written by</th>
            </tr>
          </thead>
          <tbody>
            {shown.map((field) => (
              <FieldRow
                key={field.name}
                field={field}
                value={values[field.name]}
                written={writtenText(field, { values, written: written[field.name] })}
              />
            ))}
          </tbody>
        </table>
      </div>
      {shown.length === 0 && <p class="quiet">Every field is as it was at first.</p>}
    </Panel>
  );
}

interface FieldRowProps {
  readonly field: FieldView;
  readonly value: unknown;
  readonly written: WrittenText;
}

function FieldRow({ field, value, written: { who, more } }: FieldRowProps) {
  const { name, description, lifetime, owners } = field;
  const text = JSON.stringify(value, null, 2) ?? "";
  const short = shortText(value);
  return (
    <tr>
      <th scope="row">
        <code>
          <Name name={name} />
        </code>
        <p>{description}</p>
        <small>
          lives for the {lifetime}; {owners.includes("any") ? "anybody writes it" : ` writes it`}
        </small>
      </th>
      <td>
        {short === text ? (
          <code>{text}</code>
        ) : (
          <details>
            <summary>{short}</summary>
            <pre>{text}</pre>
          </details>
        )}
      </td>
      <td>
        <Name name={who} />
        {more !== "" && <p>{more}</p>}
      </td>
    </tr>
  );
}
