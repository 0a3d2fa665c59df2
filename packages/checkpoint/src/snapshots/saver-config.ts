import type { RunnableConfig } from "@langchain/core/runnables";
import { checkpointErrors } from "../kernel/errors.ts";
import { kindOf } from "../kernel/value-kind.ts";

/** Checkpoint that a config names. */
export interface Asked {
  readonly threadId: string | undefined;
  readonly namespace: string | undefined;
  readonly checkpointId: string | undefined;
}

type IdName = "thread_id" | "checkpoint_id";

/** An id as text. Throws `checkpoint/invalidId` for what is neither text nor a number. */
function textOf(id: IdName, value: unknown): string | undefined {
  if (value === undefined || value === "") return undefined;
  if (typeof value === "number") return String(value);
  if (typeof value !== "string") throw checkpointErrors.invalidId({ id, found: kindOf(value) });
  return value;
}

/** The id of a thread as text. Throws `checkpoint/invalidId` also for an id that a lock in Postgres could not name. */
function threadIdOf(value: unknown): string | undefined {
  const threadId = textOf("thread_id", value);
  if (threadId?.includes("\0") === true)
    throw checkpointErrors.invalidId({ id: "thread_id", found: "text with a NUL character" });
  return threadId;
}

/** Reads what a config asks for; nothing in an id has a meaning. Throws `checkpoint/invalidId`. */
export function asked(config: RunnableConfig): Asked {
  const { thread_id, checkpoint_ns, checkpoint_id, thread_ts }: Record<string, unknown> = config.configurable ?? {};
  return {
    threadId: threadIdOf(thread_id),
    namespace: typeof checkpoint_ns === "string" ? checkpoint_ns : undefined,
    checkpointId:
      textOf("checkpoint_id", checkpoint_id ?? undefined) ?? textOf("checkpoint_id", thread_ts ?? undefined),
  };
}

/** The thread that a config must name. Throws `checkpoint/missingId` and `checkpoint/invalidId`. */
export function requireThread(config: RunnableConfig): string {
  const { threadId } = asked(config);
  if (threadId === undefined) throw checkpointErrors.missingId({ id: "thread_id" });
  return threadId;
}

/** Throws `checkpoint/missingId` and `checkpoint/invalidId` for what is not the id of a thread; JavaScript may pass anything. */
export function requireThreadId(threadId: unknown): void {
  if (typeof threadId !== "string") throw checkpointErrors.invalidId({ id: "thread_id", found: kindOf(threadId) });
  if (threadIdOf(threadId) === undefined) throw checkpointErrors.missingId({ id: "thread_id" });
}

/** A config that names one checkpoint. */
export const configOf = (threadId: string, namespace: string, checkpointId: string): RunnableConfig => ({
  configurable: { thread_id: threadId, checkpoint_ns: namespace, checkpoint_id: checkpointId },
});
