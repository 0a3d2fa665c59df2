import type { FieldView, WrittenBy } from "../../src/api.ts";

/** True for a value equal to the default of its field. */
export const isDefault = ({ default: defaultValue }: FieldView, value: unknown): boolean =>
  value === undefined || JSON.stringify(value) === JSON.stringify(defaultValue);

/** Longest value shown in full, in characters. */
const MAX_LENGTH = 60;

/** Short form of a value. */
export function shortText(value: unknown): string {
  const text = JSON.stringify(value) ?? "";
  if (text.length <= MAX_LENGTH) return text;
  if (Array.isArray(value)) return `${value.length} ${value.length === 1 ? "entry" : "entries"}`;
  if (typeof value === "object" && value !== null) return cut(`{ ${Object.keys(value).join(", ")} }`);
  return cut(text);
}

const cut = (text: string): string => (text.length <= MAX_LENGTH ? text : `${text.slice(0, MAX_LENGTH)}…`);

/** Author of a value, and details of the write. */
export interface WrittenText {
  readonly who: string;
  readonly more: string;
}

const NOBODY: WrittenText = { who: "nobody", more: "" };

/** Values of the state, and the write that produced a field. */
interface Write {
  readonly values: Readonly<Record<string, unknown>>;
  readonly written: WrittenBy[string] | undefined;
}

/** Describes who wrote a value, in which turn and step, and why. */
export function writtenText(field: FieldView, { values, written }: Write): WrittenText {
  if (isDefault(field, values[field.name])) return NOBODY;
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
      return { who: "the input", more: placeOf(written, present) };
    case "user":
      return { who: written.by, more: "in a conversation of this user" };
    case "default":
      return NOBODY;
    case "unknown":
    case undefined:
    default:
      return { who: "unknown", more: "" };
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
