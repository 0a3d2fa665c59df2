import type { FieldView, WrittenBy } from "../src/api.ts";

/** True for a value that is as it was at first. */
export const isInitial = ({ default: initial }: FieldView, value: unknown): boolean =>
  value === undefined || JSON.stringify(value) === JSON.stringify(initial);

/** Longer values are folded. */
const LONGEST = 60;

/** A value in a few words. */
export function shortText(value: unknown): string {
  const text = JSON.stringify(value) ?? "";
  if (text.length <= LONGEST) return text;
  if (Array.isArray(value)) return `${value.length} ${value.length === 1 ? "entry" : "entries"}`;
  if (typeof value === "object" && value !== null) return cut(`{ ${Object.keys(value).join(", ")} }`);
  return cut(text);
}

const cut = (text: string): string => (text.length <= LONGEST ? text : `${text.slice(0, LONGEST)}…`);

/** Who wrote a value, and when and why. */
export interface WrittenText {
  readonly who: string;
  readonly more: string;
}

const NOBODY: WrittenText = { who: "nobody", more: "" };

/** What is known of the write that made a value. */
interface Write {
  readonly values: Readonly<Record<string, unknown>>;
  readonly written: WrittenBy[string] | undefined;
}

/** Says who wrote a value, in which turn and step, and on what grounds. */
export function writtenText(field: FieldView, { values, written }: Write): WrittenText {
  if (isInitial(field, values[field.name])) return NOBODY;
  const present = values["runtime_turn_id"];
  switch (written?.outcome) {
    case "proposal": {
      const { by, decidedBy, reason } = written;
      return { who: `${by}, committed by ${decidedBy}`, more: sentence(reason, placeOf(written, present)) };
    }
    case "approved": {
      const { by, approvedBy, edited } = written;
      return {
        who: `${by}, approved by ${approvedBy}${edited ? " with an edit" : ""}`,
        more: placeOf(written, present),
      };
    }
    case "node":
      return { who: written.by, more: placeOf(written, present) };
    case "edit":
      return { who: written.by, more: sentence(written.reason, placeOf(written, present)) };
    case "input":
      return { who: "what was said", more: placeOf(written, present) };
    case "default":
      return NOBODY;
    case "unknown":
    case undefined:
    default:
      return { who: "not known", more: "" };
  }
}

interface Place {
  readonly turnId: string | null;
  readonly step: number | null;
}

function placeOf({ turnId, step }: Place, present: unknown): string {
  const turn = turnId === null ? "" : turnId === present ? "this turn" : "an earlier turn";
  return [turn, step === null ? "" : `step ${step}`].filter((text) => text !== "").join(", ");
}

const sentence = (reason: string, place: string): string => [reason, place].filter((text) => text !== "").join(" · ");
