import type { RecordedAnswer } from "../running/cassette.ts";
import { isPlainList, isPlainRecord, plainValue } from "../values/plain-value.ts";
import type { LaneStep, NodeWrites } from "./lane.ts";
import type { RecordedCalls } from "./recorded-calls.graph.ts";
import type { RecordedQuestion } from "./recorded-people.graph.ts";

/** A stored turn, with what its models, tools and people answered. */
export interface RecordedTurn extends RecordedCalls {
  readonly threadId: string;
  /** Checkpoints of the turn, the stored input first. */
  readonly steps: readonly [LaneStep, ...LaneStep[]];
  readonly answers: readonly RecordedAnswer[];
  readonly questions: readonly RecordedQuestion[];
}

/** Turns of a lane: each begins with an input. */
export function turnsOf(path: readonly LaneStep[]): readonly (readonly [LaneStep, ...LaneStep[]])[] {
  const turns: [LaneStep, ...LaneStep[]][] = [];
  for (const each of path) {
    if (each.step.source === "input") turns.push([each]);
    else turns.at(-1)?.push(each);
  }
  return turns;
}

/** Tasks that did what a person has approved. They are not run again: what they wrote is taken from the thread. */
export function effectTasks({ tasks }: LaneStep): readonly NodeWrites[] {
  return tasks.filter(({ writes }) =>
    writes.some(([channel, value]) => {
      const log = channel === "runtime_audit_log" ? plainValue(value) : null;
      return isPlainList(log) && log.some((each) => isPlainRecord(each) && each["action"] === "effect");
    }),
  );
}
