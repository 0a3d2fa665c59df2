import type { PendingWrite } from "../source/history-source.ts";
import { recordOf } from "../source/json-rows.ts";
import { type Plain, plainValue } from "../values/plain-value.ts";
import type { Redaction } from "../values/redaction.ts";

/** Question that waits for an answer. */
export interface OpenInterrupt {
  readonly id: string;
  /** Value that was passed to `interrupt`. */
  readonly value: Plain;
}

/** Writes that tasks left at the end of a branch. */
export interface Pending {
  /** Questions that wait for an answer. */
  readonly interrupts: readonly OpenInterrupt[];
  /** Messages of errors that ended tasks. */
  readonly errors: readonly string[];
}

/** Reads the open questions and the errors among the writes of a checkpoint. */
export function pendingOf(writes: readonly PendingWrite[]): Pending {
  const answered = new Set(
    writes.flatMap(([task, channel, value]) => (isAnswer(channel, value) || isOutput(channel) ? [task] : [])),
  );
  const interrupts: OpenInterrupt[] = [];
  const errors: string[] = [];
  for (const [task, channel, value] of writes) {
    if (channel === "__error__") errors.push(errorText(value));
    if (channel !== "__interrupt__" || answered.has(task)) continue;
    for (const each of [value].flat()) {
      const { id, value: asked } = recordOf(each);
      if (typeof id === "string" && !answered.has(id)) interrupts.push({ id, value: plainValue(asked) });
    }
  }
  return { interrupts, errors };
}

/** Redacts questions and errors. */
export const shownPending = ({ interrupts, errors }: Pending, redact: Redaction): Pending => ({
  interrupts: interrupts.map((each) => ({ ...each, value: redact("__interrupt__", each.value) })),
  errors: errors.map((each) => redact("__error__", each)).filter((each) => typeof each === "string"),
});

/** True for an answer. One that was taken back is an empty list. */
const isAnswer = (channel: string, value: unknown): boolean =>
  channel === "__resume__" && !(Array.isArray(value) && value.length === 0);

/** True for a channel that only a finished task writes. */
const isOutput = (channel: string): boolean => channel === "__no_writes__" || !channel.startsWith("__");

function errorText(value: unknown): string {
  const { message, name } = recordOf(value instanceof Error ? { name: value.name, message: value.message } : value);
  if (typeof message === "string")
    return typeof name === "string" && name !== "Error" ? `${name}: ${message}` : message;
  return typeof value === "string" ? value : JSON.stringify(plainValue(value));
}
