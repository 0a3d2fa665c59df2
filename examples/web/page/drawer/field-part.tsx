import { useState } from "preact/hooks";
import type { FieldView, WrittenBy } from "../../src/api.ts";
import { isDefault, shortText, type WrittenText, writtenText } from "./field-text.ts";
import { Name } from "./name.tsx";

interface FieldPartProps {
  readonly fields: readonly FieldView[];
  readonly values: Readonly<Record<string, unknown>>;
  readonly writtenBy: WrittenBy;
}

/** Fields of the state with their values and authors. */
export function FieldPart({ fields, values, writtenBy }: FieldPartProps) {
  const [all, setAll] = useState(false);
  const shown = fields.filter((field) => all || !isDefault(field, values[field.name]));
  return (
    <section>
      <h3>Fields</h3>
      <label class="toggle">
        <input type="checkbox" checked={all} onChange={(event) => setAll(event.currentTarget.checked)} /> Show fields
        with default values
      </label>
      {shown.length === 0 && <p class="quiet">Every field has its default value.</p>}
      <ul class="fields">
        {shown.map((field) => (
          <FieldItem
            key={field.name}
            field={field}
            value={values[field.name]}
            written={writtenText(field, { values, written: writtenBy[field.name] })}
          />
        ))}
      </ul>
    </section>
  );
}

interface FieldItemProps {
  readonly field: FieldView;
  readonly value: unknown;
  readonly written: WrittenText;
}

function FieldItem({ field, value, written: { who, more } }: FieldItemProps) {
  const { name, description, lifetime, owners } = field;
  const text = JSON.stringify(value, null, 2) ?? "";
  return (
    <li>
      <details>
        <summary>
          <code>
            <Name name={name} />
          </code>
          <span class="value">{shortText(value)}</span>
          <span class="who">
            <Name name={who} />
          </span>
        </summary>
        <p>{description}</p>
        <p class="quiet">
          lifetime: {lifetime}; {owners.includes("any") ? "any agent can write it" : `owned by ${owners.join(", ")}`}
          {more !== "" && `; ${more}`}
        </p>
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls has to be reachable by keyboard */}
        <pre role="region" aria-label={`Value of ${name}`} tabIndex={0}>
          {text}
        </pre>
      </details>
    </li>
  );
}
