import type { Plain } from "./plain-value.ts";

/** Decides what is shown. Gets the field, the path inside it and the value; returns the value to show. */
export type Redact = (
  value: Plain,
  place: { readonly field: string; readonly path: readonly (string | number)[] },
) => Plain;

/** Returns what is shown of the value of a field. */
export type Redaction = (field: string, value: Plain) => Plain;

/** Shown instead of a value that must not leave the process. */
const REDACTED = "[redacted]";

/** Names of secrets. Counts of tokens are not secrets, so only text is redacted by name. */
const SECRET_NAME =
  /(?:^|[_-])(?:pass(?:word|wd|phrase)?|secret|token|api[_-]?key|apikey|authorization|auth|cookie|credentials?|private[_-]?key|session[_-]?key|access[_-]?key)(?:$|[_-])/i;

/** Beginnings of text that only secrets have. */
const SECRET_TEXT =
  /\b(?:sk-[\w-]{16,}|sk_(?:live|test)_\w{16,}|gh[pousr]_\w{20,}|xox[abprs]-[\w-]{10,}|AKIA[0-9A-Z]{16}|eyJ[\w-]{10,}[.][\w-]{10,}[.][\w-]{5,}|Bearer [\w.~+/-]{16,})|-----BEGIN [A-Z ]*PRIVATE KEY-----[^-]*(?:-----END [A-Z ]*PRIVATE KEY-----)?/g;

/** A name in camel case as words. */
const words = (name: string): string => name.replaceAll(/(?<=[a-z0-9])(?=[A-Z])/g, "_");

/** Redacts secrets by their name or form, hidden fields as a whole, and what the application decides. */
export function redaction(hidden: ReadonlySet<string>, custom: Redact | undefined): Redaction {
  const redactPart = (value: Plain, field: string, path: readonly (string | number)[]): Plain => {
    const name = path.findLast((key) => typeof key === "string") ?? field;
    const shown = custom === undefined ? value : custom(value, { field, path });
    if (typeof shown === "string") {
      if (shown !== "" && SECRET_NAME.test(words(name))) return REDACTED;
      return shown.replaceAll(SECRET_TEXT, REDACTED);
    }
    if (shown === null || typeof shown !== "object") return shown;
    if (Array.isArray(shown)) return shown.map((each: Plain, index) => redactPart(each, field, [...path, index]));
    const entries = Object.entries(shown).map(([key, each]): [string, Plain] => [
      key,
      redactPart(each, field, [...path, key]),
    ]);
    return Object.fromEntries(entries);
  };
  return (field, value) => (hidden.has(field) && value !== null ? REDACTED : redactPart(value, field, []));
}
