import type { Field } from "../kernel/field.ts";
import { taskKey } from "./task-key.ts";
import { runningConfig } from "../kernel/tried-reducer.graph.ts";
import { USER_UPDATES, UserUpdates, type UserUpdatesChange } from "./user-updates.ts";

/** A write of a user field. */
export interface UserWrite {
  readonly declared: Field;
  readonly form: "update" | "value";
  readonly value: unknown;
  readonly schemaVersion: number;
}

type Send = (writes: readonly (readonly [channel: string, value: UserUpdatesChange])[]) => void;
type Reader = (name: string, fresh: boolean) => unknown;

const isFunction = (value: unknown): value is Send & Reader => typeof value === "function";

/**
 * True for recorded updates that a graph passes to a graph inside of it, or gets back from there: all of them, in a task.
 *
 * An input, an `updateState` or the update of a command could claim writes that no node of the thread has made. Single updates are written
 * without this check, by {@link recordUserWrites}. A command is checked outside of a task, like the first check of an input; what it contains is
 * never stored, because the reducer marks it as passed by a graph.
 */
export function mayPassUserUpdates(value: unknown): boolean {
  if (!UserUpdates.safeParse(value).success) return false;
  const config = runningConfig();
  if (config === undefined) return true;
  const { __pregel_task_id: task, checkpoint_ns: namespace } = config.configurable ?? {};
  return typeof task === "string" && !/^__start__:[^|]*$/.test(String(namespace ?? ""));
}

/**
 * Records writes of user fields in the running task, next to the writes themselves: both are stored in one checkpoint, or neither.
 *
 * Does nothing outside of a task, and in a thread without a user.
 */
export async function recordUserWrites(writes: readonly UserWrite[]): Promise<void> {
  const config = runningConfig();
  const configurable: Readonly<Record<string, unknown>> = config?.configurable ?? {};
  const { __pregel_send: send, __pregel_read: read, __pregel_task_id: task } = configurable;
  if (!isFunction(send) || !isFunction(read)) return;
  const known = UserUpdates.safeParse(valueOf(read, USER_UPDATES));
  if (!known.success || known.data.user === null || known.data.inherited) return;
  const { user, reads, revision } = known.data;
  const turnId = valueOf(read, "runtime_turn_id");
  const by: unknown = config?.metadata?.["langgraph_node"];
  const { thread_id: thread, checkpoint_id: at } = configurable;
  // An `updateState` has no task. The updates before it were stored with an earlier read, or are numbered.
  const source =
    typeof task === "string" ? await taskKey(config) : JSON.stringify(["edit", thread, at, reads, revision]);
  for (const { declared, form, value, schemaVersion } of writes) {
    if (value === undefined) continue;
    const add = {
      key: `${source}/${declared.name}`,
      user,
      field: declared.name,
      form,
      value,
      by: typeof by === "string" ? by : "",
      turnId: typeof turnId === "string" ? turnId : null,
      schemaVersion,
    };
    send([[USER_UPDATES, { add }]]);
  }
}

/** Value of a channel at the start of the step; undefined for an empty channel, and for a graph without it. */
function valueOf(read: Reader, name: string): unknown {
  try {
    return read(name, false);
  } catch {
    return undefined;
  }
}
