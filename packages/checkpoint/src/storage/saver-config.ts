import type { RunnableConfig } from "@langchain/core/runnables";
import { checkpointErrors } from "../errors.ts";

/** Which checkpoint a config asks for. */
export interface Asked {
  readonly threadId: string | undefined;
  readonly namespace: string | undefined;
  readonly checkpointId: string | undefined;
}

const textOf = (value: unknown): string | undefined => {
  if (typeof value === "number") return String(value);
  return typeof value === "string" && value !== "" ? value : undefined;
};

/** Reads what a config asks for; ids are text, and nothing in them has a meaning. */
export function asked(config: RunnableConfig): Asked {
  const { thread_id, checkpoint_ns, checkpoint_id, thread_ts }: Record<string, unknown> = config.configurable ?? {};
  return {
    threadId: textOf(thread_id),
    namespace: typeof checkpoint_ns === "string" ? checkpoint_ns : undefined,
    checkpointId: textOf(checkpoint_id) ?? textOf(thread_ts),
  };
}

/** The thread that a config must name. Throws `checkpoint/missingId`. */
export function requireThread(config: RunnableConfig): string {
  const { threadId } = asked(config);
  if (threadId === undefined) throw checkpointErrors.missingId({ id: "thread_id" });
  return threadId;
}

/** Throws `checkpoint/missingId` for an id that no config could name. */
export function requireThreadId(threadId: string): void {
  if (threadId === "") throw checkpointErrors.missingId({ id: "thread_id" });
}

/** A config that names one checkpoint. */
export const configOf = (threadId: string, namespace: string, checkpointId: string): RunnableConfig => ({
  configurable: { thread_id: threadId, checkpoint_ns: namespace, checkpoint_id: checkpointId },
});
