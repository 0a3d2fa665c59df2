import type { FieldAtStep, StateAtStep } from "../../src/reader/answers.ts";
import type { ValuePart } from "../../src/reader/value-parts.ts";
import type { ValuePath } from "../../src/values/value-diff.ts";
import { ask } from "../server/api.ts";
import { namespace, state } from "./store.ts";
import { WINDOW } from "./window-size.ts";

/** Reads a part of the value of a field at a step. */
export const loadPart = (
  at: { readonly threadId: string; readonly step: string; readonly field: string },
  path: ValuePath,
  range: { readonly from: number; readonly count: number },
): Promise<ValuePart> => {
  const place = { thread: at.threadId, namespace: namespace.value, step: at.step, field: at.field };
  return ask<ValuePart>("part", { ...place, path: JSON.stringify(path), ...range, window: WINDOW });
};

/** Reads the value of a field as a whole, for forms that write it. Returns the field, whose value may still be too large. */
export async function loadWhole(name: string): Promise<FieldAtStep | null> {
  const shown = state.value.value;
  const known = shown?.fields.find((each) => each.name === name) ?? null;
  if (shown === null || known === null || known.windows?.length === 0) return known;
  const place = { thread: shown.threadId, namespace: namespace.value, step: shown.step.id, field: name };
  const answer = await ask<StateAtStep>("state", place);
  const read = answer.fields.find((each) => each.name === name);
  if (read === undefined) return null;
  const whole: FieldAtStep = { ...known, value: read.value, isWhole: read.isWhole, windows: [] };
  const shownNow = state.value.value;
  if (shownNow?.step.id === shown.step.id) {
    const fields = shownNow.fields.map((each) => (each.name === name ? whole : each));
    state.value = { ...state.value, value: { ...shownNow, fields } };
  }
  return whole;
}
