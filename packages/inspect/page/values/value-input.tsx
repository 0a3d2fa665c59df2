import type { Plain } from "../../src/values/plain-value.ts";

/** A value that is being written: text as it is, anything else as JSON. */
export interface WrittenValue {
  readonly text: string;
  readonly isJson: boolean;
}

/** A value as it is written. */
export const writtenOf = (value: Plain | undefined): WrittenValue =>
  typeof value === "string"
    ? { text: value, isJson: false }
    : { text: JSON.stringify(value ?? null, null, 2), isJson: true };

/** The value that was written. Throws with what is wrong with its JSON. */
export function valueOf({ text, isJson }: WrittenValue): unknown {
  if (!isJson) return text;
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new Error(
      `This is not valid JSON: ${error instanceof Error ? error.message : String(error)}. To enter text, select “Text”.`,
      {
        cause: error,
      },
    );
  }
}

/** Writes a value. */
export function ValueInput({
  id,
  label,
  value,
  onChange,
}: {
  readonly id: string;
  readonly label: string;
  readonly value: WrittenValue;
  readonly onChange: (value: WrittenValue) => void;
}) {
  const lines = value.text.split("\n").length;
  return (
    <div class="value-input">
      <textarea
        id={id}
        class="input code"
        aria-label={label}
        rows={Math.max(2, Math.min(12, lines))}
        spellcheck={false}
        value={value.text}
        onInput={(event) => onChange({ ...value, text: event.currentTarget.value })}
      />
      <div class="kinds" role="group" aria-label="Kind of value">
        {([false, true] as const).map((isJson) => (
          <button
            key={String(isJson)}
            type="button"
            aria-pressed={value.isJson === isJson}
            class={`tab${value.isJson === isJson ? " on" : ""}`}
            onClick={() => onChange({ ...value, isJson })}
          >
            {isJson ? "JSON" : "Text"}
          </button>
        ))}
      </div>
    </div>
  );
}
