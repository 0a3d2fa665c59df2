import { isPlainRecord } from "@tidemark/reducers/internal";
import { jsonKind } from "../kernel/json-kind.ts";

/** Maximum number of members to show in full. */
const MAX_MEMBERS = 10;
const SHOWN_MEMBERS = 3;
/** Maximum length of a text to show in full. */
const MAX_CHARACTERS = 200;
const SHOWN_CHARACTERS = 100;

/**
 * Truncates a value for a prompt or a log. The size of the result is limited.
 *
 * A list of more than 10 items becomes a text with their number and the first 3. An object of more than 10 keys is reduced to
 * its first 3, with the number of the others under `...`. A text of more than 200 characters is cut to 100. Values nested deeper
 * than `maxDepth` (defaults to 3) are replaced by their kind. Other values are unchanged.
 *
 * @example
 * ```ts
 * import { summarize } from "@tidemark/state-manager/internal";
 *
 * console.log(summarize({ hours: [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11] })); // { hours: 'List with 11 items: [1, 2, 3]... (truncated)' }
 * ```
 */
export function summarize(value: unknown, { maxDepth = 3 }: { readonly maxDepth?: number } = {}): unknown {
  return short(value, { maxDepth, depth: 0 });
}

interface Level {
  readonly maxDepth: number;
  readonly depth: number;
}

function short(value: unknown, level: Level): unknown {
  const { depth, maxDepth } = level;
  if (depth >= maxDepth) return `<Max depth ${maxDepth} reached: ${jsonKind(value).replace(/^an? /, "")}>`;
  const inside = { maxDepth, depth: depth + 1 };
  if (typeof value === "string") return shortText(value);
  if (Array.isArray(value)) return shortList(value, inside);
  if (isPlainRecord(value)) return shortRecord(value, inside);
  return typeof value === "number" || typeof value === "boolean" || value === null ? value : `<${jsonKind(value)}>`;
}

function shortText(text: string): string {
  if (text.length <= MAX_CHARACTERS) return text;
  // Count by code points, so that no emoji is cut in half.
  const characters = Array.from(text);
  if (characters.length <= MAX_CHARACTERS) return text;
  return `${characters.slice(0, SHOWN_CHARACTERS).join("")}... (truncated from ${characters.length} chars)`;
}

function shortList(list: readonly unknown[], inside: Level): unknown {
  if (list.length <= MAX_MEMBERS) return list.map((each) => short(each, inside));
  const first = list.slice(0, SHOWN_MEMBERS).map((each) => JSON.stringify(short(each, inside)));
  return `List with ${list.length} items: [${first.join(", ")}]... (truncated)`;
}

function shortRecord(record: Readonly<Record<string, unknown>>, inside: Level): unknown {
  const members = Object.entries(record);
  const shown = members.length <= MAX_MEMBERS ? members : members.slice(0, SHOWN_MEMBERS);
  const entries = shown.map(([key, each]) => [shortText(key), short(each, inside)]);
  const left = members.length - shown.length;
  return Object.fromEntries(left === 0 ? entries : [...entries, ["...", `${left} more keys (truncated)`]]);
}
