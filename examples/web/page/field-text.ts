import type { FieldView, WrittenBy } from "../src/api.ts";

/** True for a value that is as it was at first. */
export const isInitial = ({ initial }: FieldView, value: unknown): boolean =>
  value === undefined || JSON.stringify(value) === JSON.stringify(initial);

/** Longer values are folded. */
const LONGEST = 60;

/** A value in a few words. */
export function shortText(value: unknown): string {
  const text = JSON.stringify(value) ?? "";
  if (text.length <= LONGEST) return text;
  if (Array.isArray(value)) return `${value.length} ${value.length === 1 ? "entry" : "entries"}`;
  if (typeof value === "object" && value !== null) return `{ ${Object.keys(value).join(", ")} }`;
  return `${text.slice(0, LONGEST)}…`;
}

/** Who wrote a value, and on what grounds. */
export function writtenText(
  field: FieldView,
  value: unknown,
  written: WrittenBy[string] | undefined,
): { readonly who: string; readonly more: string } {
  if (isInitial(field, value)) return { who: "nobody", more: "" };
  switch (written?.outcome) {
    case "proposal": {
      const { by, decidedBy, reason, turnId, step } = written;
      return { who: `${by}, committed by ${decidedBy}`, more: [reason, ...placeOf(turnId, step)].join(" ") };
    }
    case "node":
      return { who: written.by, more: placeOf(written.turnId, written.step).join(" ") };
    case "edit":
      return { who: written.by, more: [written.reason, ...placeOf(written.turnId, written.step)].join(" ") };
    case "input":
      return { who: "what was said", more: placeOf(written.turnId, written.step).join(" ") };
    case "initial":
      return { who: "nobody", more: "" };
    case "unknown":
    case undefined:
    default:
      return { who: "not known", more: "" };
  }
}

const placeOf = (turnId: string | null, step: number | null): readonly string[] => [
  ...(turnId === null ? [] : [turnId.replaceAll("_", " ")]),
  ...(step === null ? [] : [`step ${step}`]),
];
