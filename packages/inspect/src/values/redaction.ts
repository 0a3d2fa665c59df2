import type { HiddenNames, PartPath } from "./hidden-names.ts";
import { HiddenTexts, jsonIn } from "./hidden-texts.ts";
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
export const REDACTED = "[redacted]";

/** Names of secrets. Counts of tokens are not secrets, so only text is redacted by name. */
const SECRET_NAME =
  /(?:^|[_-])(?:pass(?:word|wd|phrase)?|secret|token|api[_-]?key|apikey|authorization|auth|cookie|credentials?|private[_-]?key|session[_-]?key|access[_-]?key)(?:$|[_-])/i;

/** Beginnings of text that only secrets have, and the password of a URL. */
const SECRET_TEXT =
  /(?<=:\/\/[^\s/@:]*:)[^\s/@]+(?=@)|\b(?:sk-[\w-]{16,}|sk_(?:live|test)_\w{16,}|gh[pousr]_\w{20,}|xox[abprs]-[\w-]{10,}|AKIA[0-9A-Z]{16}|eyJ[\w-]{10,}[.][\w-]{10,}[.][\w-]{5,}|Bearer [\w.~+/-]{16,})|-----BEGIN [A-Z ]*PRIVATE KEY-----[^-]*(?:-----END [A-Z ]*PRIVATE KEY-----)?/g;

/** A text without what has the form of a secret. For texts that belong to no field. */
export const withoutSecrets = (text: string): string => text.replaceAll(SECRET_TEXT, REDACTED);

/** Redacts a text that was said about values. */
export function redactedText(redact: Redaction, field: string, text: string): string {
  const shown = redact(field, text);
  return typeof shown === "string" ? shown : "";
}

/** A name in camel case as words. */
const words = (name: string): string => name.replaceAll(/(?<=[a-z0-9])(?=[A-Z])/g, "_");

/** Depth to which values are remembered: lists of records, and those in a record. */
const REMEMBERED_DEPTH = 4;

/** Rules of a redaction. */
export interface RedactionRules {
  /** Names that are hidden wherever they occur. */
  readonly hidden: HiddenNames;
  /** Hidden values of threads, which are looked for in texts besides those that the same value contains. */
  readonly texts: Pick<HiddenTexts, "conceal">;
  /** Names whose values are looked for in texts. */
  readonly mentioned: HiddenNames;
  readonly custom: Redact | undefined;
  /** True for the name of a field. The application also decides about what has such a name elsewhere, as in a question. */
  readonly isField: (name: string) => boolean;
}

/**
 * Redacts secrets by their name or form, hidden names wherever they occur, their values in texts, and what the application decides. A value
 * without anything to redact is returned itself. Without a decision of the application, which may be another one each time, values are redacted
 * once.
 */
export function redaction({ hidden, texts, mentioned, custom, isField }: RedactionRules): Redaction {
  const redact = custom === undefined ? redactOnce(hidden) : redactWith(hidden, custom, isField);
  return (field, value) => {
    const shown = redact(value, [field]);
    if (mentioned.isEmpty) return shown;
    const inside = new HiddenTexts(mentioned);
    inside.collect(field, value);
    const without = inside.conceal(shown, REDACTED);
    return texts.conceal(without, REDACTED);
  };
}

/**
 * Redacts parts of values without the whole ones. Null where only the whole value decides: for a hidden field, and where the application
 * decides, which sees a list or a record before its parts.
 */
export function partRedaction({ hidden, texts, custom }: RedactionRules): (field: string) => PartRedaction | null {
  if (custom !== undefined) return () => null;
  const redact = redactOnce(hidden);
  const redactPart: PartRedaction = (field, path, part) => {
    const outer = path.map((_, index) => [field, ...path.slice(0, index)]);
    const isInside = part !== null && outer.some((place) => hidden.hides(place));
    const shown = isInside ? REDACTED : redact(part, [field, ...path]);
    return texts.conceal(shown, REDACTED);
  };
  return (field) => (hidden.hides([field]) ? null : redactPart);
}

/** True for the version of a field, which is shown: it says whether a proposal is stale. */
const isVersion = (value: Plain, [field, ...path]: PartPath): boolean =>
  typeof value === "number" &&
  ((field === "runtime_field_versions" && path.length === 1) ||
    (field === "control_proposals" && path.at(-2) === "baseVersions"));

const isHidden = (hidden: HiddenNames, value: Plain, path: PartPath): boolean =>
  value !== null && hidden.hides(path) && !isVersion(value, path);

/** Name that decides whether a text is a secret: the last one of its path. */
const nameAt = (path: PartPath): string => path.findLast((key) => typeof key === "string") ?? "";

/** True for a text that is masked because of its name. */
export const isSecretPlace = (path: PartPath): boolean => SECRET_NAME.test(words(nameAt(path)));

type RedactPath = (value: Plain, path: PartPath) => Plain;

function redactWith(hidden: HiddenNames, custom: Redact, isField: (name: string) => boolean): RedactPath {
  type Place = Parameters<Redact>[1];
  const redact = (value: Plain, path: PartPath, places: readonly Place[]): Plain => {
    if (isHidden(hidden, value, path)) return REDACTED;
    let shown = value;
    for (const place of places) shown = custom(shown, place);
    if (typeof shown === "string") return redactText(shown, path, (each) => redact(each, path, places.slice(0, 1)));
    if (shown === null || typeof shown !== "object") return shown;
    return redactItems(shown, (each, key) => {
      const inside = places.map(({ field, path: at }) => ({ field, path: [...at, key] }));
      const own = typeof key === "string" && isField(key) ? [{ field: key, path: [] }] : [];
      return redact(each, [...path, key], [...inside, ...own]);
    });
  };
  return (value, path) => redact(value, path, [{ field: String(path[0]), path: path.slice(1) }]);
}

function redactOnce(hidden: HiddenNames): RedactPath {
  const remembered = new WeakMap<object, { readonly name: string; readonly shown: Plain }>();
  const redact = (value: Plain, path: PartPath, depth: number): Plain => {
    if (isHidden(hidden, value, path)) return REDACTED;
    if (typeof value === "string")
      return redactText(value, path, hidden.isEmpty ? null : (each) => redact(each, path, depth + 1));
    if (value === null || typeof value !== "object") return value;
    // A path decides by more than the last name.
    const isKept = depth < REMEMBERED_DEPTH && hidden.areSingle;
    const name = hidden.isEmpty ? nameAt(path) : `${String(path[0])} ${nameAt(path)}`;
    const known = isKept ? remembered.get(value) : undefined;
    if (known?.name === name) return known.shown;
    const shown = redactItems(value, (each, key) => redact(each, [...path, key], depth + 1));
    if (isKept) remembered.set(value, { name, shown });
    return shown;
  };
  return (value, path) => redact(value, path, 0);
}

/** Redacts a text by its name and form, and the parts of JSON that is a text. */
function redactText(text: string, path: PartPath, redactJson: ((value: Plain) => Plain) | null): string {
  if (text !== "" && isSecretPlace(path)) return REDACTED;
  const inside = redactJson === null ? null : jsonIn(text);
  const shown = inside === null ? null : redactJson?.(inside);
  const kept = shown === null || shown === undefined || shown === inside ? text : JSON.stringify(shown);
  return withoutSecrets(kept);
}

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
