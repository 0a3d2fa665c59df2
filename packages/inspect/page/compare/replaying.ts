import { signal } from "@preact/signals";
import type { ShownReplay } from "../../src/writing/shown-replay.ts";
import { problemOf } from "../elements/use-action.tsx";
import { ask, send } from "../server/api.ts";
import { opposite, showField, showStep, showView, state, step, stepsById, threadId } from "../store/store.ts";

/** The replay that runs, and how many have run: the page reads the newest one. */
export const replaying = signal({ isBusy: false, problem: null as string | null, count: 0 });

/** True for a field of the chosen step. A turn also differs in the nodes that run, in a question, or in its error. */
export const isField = (name: string): boolean => state.value.value?.fields.some((each) => each.name === name) === true;

/** Runs the turn of the chosen step again with its recorded values, and shows it beside the stored one, at its first difference. */
export async function replay(): Promise<void> {
  const [thread, turn] = [threadId.value, step.value?.turn];
  opposite.value = thread;
  showView("compare");
  if (replaying.value.isBusy || thread === null || turn === undefined || turn < 1) return;
  replaying.value = { ...replaying.value, isBusy: true, problem: null };
  const end = (problem: string | null): void => {
    replaying.value = { isBusy: false, problem, count: replaying.value.count + 1 };
  };
  try {
    await send("replay", { thread, turn });
    const { replay: found } = await ask<{ readonly replay: ShownReplay | null }>("replay", { thread, turn });
    end(null);
    const difference = found?.result.turns[0]?.difference ?? null;
    const at = [...stepsById.value.values()].find(({ label }) => label === difference?.step);
    if (difference === null || at === undefined || threadId.value !== thread) return;
    await showStep(at.id, { replace: true });
    if (isField(difference.field)) showField(difference.field);
  } catch (error) {
    end(problemOf(error));
  }
}
