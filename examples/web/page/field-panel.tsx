import { useEffect, useState } from "preact/hooks";
import type { FieldView, WrittenBy } from "../src/api.ts";
import { readWrittenBy } from "./connection.ts";
import { Name } from "./name.tsx";
import { Panel } from "./panel.tsx";
import { isDefault, shortText, type WrittenText, writtenText } from "./field-text.ts";

interface FieldPanelProps {
  readonly fields: readonly FieldView[];
  readonly values: Readonly<Record<string, unknown>>;
  readonly threadId: string;
  /** Authors are loaded again when the revision changes. */
  readonly revision: string | null;
}

/** Fields of the state with their values and authors. */
export function FieldPanel({ fields, values, threadId, revision }: FieldPanelProps) {
  const [all, setAll] = useState(false);
  const [written, setWritten] = useState<WrittenBy>({});
  useEffect(() => {
    let active = true;
    readWrittenBy(threadId).then(
      (found) => active && setWritten(found),
      () => undefined,
    );
    return () => {
      active = false;
    };
  }, [threadId, revision]);
  const shown = fields.filter((field) => all || !isDefault(field, values[field.name]));
  return (
    <Panel title="State and authors">
      <label class="toggle">
        <input type="checkbox" checked={all} onChange={(event) => setAll(event.currentTarget.checked)} /> Show fields
        with default values
      </label>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls has to be reachable by keyboard */}
      <div class="scroll" role="region" aria-label="Fields" tabIndex={0}>
        <table>
          <caption class="hidden">Fields, their values and authors</caption>
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
      {shown.length === 0 && <p class="quiet">Every field has its default value.</p>}
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
          lifetime: {lifetime}; {owners.includes("any") ? "any agent can write it" : `owned by ${owners.join(", ")}`}
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
