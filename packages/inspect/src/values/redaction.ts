import { isPlainList, type Plain } from "./plain-value.ts";

/** Decides what is shown. Gets the field, the path inside it and the value; returns the value to show. */
export type Redact = (
  value: Plain,
  place: { readonly field: string; readonly path: readonly (string | number)[] },
) => Plain;

/** Returns what is shown of the value of a field. */
export type Redaction = (field: string, value: Plain) => Plain;

/** Returns what is shown of a part of the value of a field: the same as in the redacted value. */
export type PartRedaction = (field: string, path: readonly (string | number)[], part: Plain) => Plain;

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

/** Depth to which values are remembered: lists of records, and those in a record. */
const REMEMBERED_DEPTH = 4;

/**
 * Redacts secrets by their name or form, hidden fields as a whole, and what the application decides. A value without anything to redact is
 * returned itself. Without a decision of the application, which may be another one each time, values are redacted once.
 */
export function redaction(hidden: ReadonlySet<string>, custom: Redact | undefined): Redaction {
  const redact = custom === undefined ? redactOnce() : redactWith(custom);
  return (field, value) => (hidden.has(field) && value !== null ? REDACTED : redact(field, value));
}

/**
 * Redacts parts of values without the whole ones. Null where only the whole value decides: for a hidden field, and where the application
 * decides, which sees a list or a record before its parts.
 */
export function partRedaction(
  hidden: ReadonlySet<string>,
  custom: Redact | undefined,
): (field: string) => PartRedaction | null {
  if (custom !== undefined) return () => null;
  const redact = redactOnce();
  const redactPart: PartRedaction = (field, path, part) => redact(nameAt(field, path), part);
  return (field) => (hidden.has(field) ? null : redactPart);
}

/** Name that decides whether a text is a secret: the last one of its path, or that of the field. */
const nameAt = (field: string, path: readonly (string | number)[]): string =>
  path.findLast((key) => typeof key === "string") ?? field;

function redactWith(custom: Redact): Redaction {
  const redact = (value: Plain, field: string, path: readonly (string | number)[]): Plain => {
    const shown = custom(value, { field, path });
    if (typeof shown === "string") return redactText(shown, nameAt(field, path));
    if (shown === null || typeof shown !== "object") return shown;
    return redactItems(shown, (each, key) => redact(each, field, [...path, key]));
  };
  return (field, value) => redact(value, field, []);
}

function redactOnce(): Redaction {
  const remembered = new WeakMap<object, { readonly name: string; readonly shown: Plain }>();
  const redact = (value: Plain, name: string, depth: number): Plain => {
    if (typeof value === "string") return redactText(value, name);
    if (value === null || typeof value !== "object") return value;
    const known = depth < REMEMBERED_DEPTH ? remembered.get(value) : undefined;
    if (known?.name === name) return known.shown;
    const shown = redactItems(value, (each, key) => redact(each, typeof key === "string" ? key : name, depth + 1));
    if (depth < REMEMBERED_DEPTH) remembered.set(value, { name, shown });
    return shown;
  };
  return (field, value) => redact(value, field, 0);
}

const redactText = (text: string, name: string): string =>
  text !== "" && SECRET_NAME.test(words(name)) ? REDACTED : text.replaceAll(SECRET_TEXT, REDACTED);

/** Redacts the parts of a list or record. Returns it itself if they all stay. */
function redactItems(
  shown: readonly Plain[] | { readonly [name: string]: Plain },
  redact: (each: Plain, key: string | number) => Plain,
): Plain {
  if (isPlainList(shown)) {
    const items = shown.map(redact);
    return items.every((each, index) => each === shown[index]) ? shown : items;
  }
  let isSame = true;
  const entries = Object.entries(shown).map(([key, each]): [string, Plain] => {
    const part = redact(each, key);
    isSame &&= part === each;
    return [key, part];
  });
  return isSame ? shown : Object.fromEntries(entries);
}
