import type { ApprovalRequest } from "@tidemark/core-state";
import { isPlainRecord } from "@tidemark/reducers/internal";

/**
 * Returns a text whose invisible characters are written out, such as `\u{202e}`: characters that change the order of
 * the text around them, that have no width, or that control a terminal.
 *
 * Line breaks, tabs, and the joiners inside of emoji and of scripts that need them stay as they are.
 */
export const visibleText = (text: string): string =>
  text.replaceAll(INVISIBLE, (character, at: number) => (hasUse(character, text, at) ? character : written(character)));

const INVISIBLE = /[\p{Default_Ignorable_Code_Point}\p{Cc}\p{Cs}\u2028\u2029\u2800\uFFF9-\uFFFB]/gu;

const written = (character: string): string => `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`;

function hasUse(character: string, text: string, at: number): boolean {
  if (character === "\n" || character === "\t") return true;
  const before = text.slice(Math.max(0, at - 2), at);
  const after = text.slice(at + character.length, at + character.length + 2);
  if (character === "\r") return after.startsWith("\n");
  if (character === "\uFE0F" || character === "\uFE0E") return /\p{Emoji}$/u.test(before);
  const joins = character === "\u200D" && /[\p{Extended_Pictographic}\p{Emoji_Modifier}\uFE0F]$/u.test(before);
  if (joins && /^\p{Extended_Pictographic}/u.test(after)) return true;
  return (character === "\u200C" || character === "\u200D") && JOINING_END.test(before) && JOINING_START.test(after);
}

/** Scripts whose spelling needs joiners. */
const SCRIPTS = [
  "Arabic",
  "Bengali",
  "Devanagari",
  "Gujarati",
  "Gurmukhi",
  "Kannada",
  "Khmer",
  "Malayalam",
  "Mongolian",
  "Myanmar",
  "Oriya",
  "Sinhala",
  "Syriac",
  "Tamil",
  "Telugu",
  "Tibetan",
];
const JOINING = SCRIPTS.map((script) => `\\p{Script=${script}}`).join("");
const JOINING_END = new RegExp(`[${JOINING}]$`, "u");
const JOINING_START = new RegExp(`^[${JOINING}]`, "u");

/** Returns a request for approval as people see it: no part of it is invisible. Its hash remains that of what would run. */
export const visibleRequest = (request: ApprovalRequest): ApprovalRequest => ({
  ...request,
  stepObjective: visibleText(request.stepObjective),
  payload: visibleRecord(request.payload),
});

/** Returns a record whose texts and keys are visible, at any depth. */
const visibleRecord = (record: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> =>
  Object.fromEntries(Object.entries(record).map(([key, value]) => [visibleText(key), visibleValue(value)]));

function visibleValue(value: unknown): unknown {
  if (typeof value === "string") return visibleText(value);
  if (Array.isArray(value)) return value.map(visibleValue);
  return isPlainRecord(value) ? visibleRecord(value) : value;
}
