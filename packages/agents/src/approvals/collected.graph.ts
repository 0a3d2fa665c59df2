import { getConfig } from "@langchain/langgraph";
import type { ApprovalRequest } from "@tidemark/core-state";
import { collectedIn, collectedWrite } from "@tidemark/state-manager/internal/langgraph";
import { checkpointOfTask, saverOf } from "../kernel/task-checkpoint.graph.ts";

/**
 * Stores a request with the approvals that it has so far, for a task that asks until there are enough. A task cannot write to the state
 * before it ends, so they are kept with its question.
 */
export async function keepCollected(request: ApprovalRequest): Promise<void> {
  const configurable = getConfig()?.configurable ?? {};
  const own = await checkpointOfTask(configurable);
  const task: unknown = configurable["__pregel_task_id"];
  if (own === null || typeof task !== "string") return;
  const { writes, taskId } = collectedWrite(task, request);
  await saverOf(configurable)?.putWrites(own.config, writes, taskId);
}

/** Reads what {@link keepCollected} has stored for the present task. Undefined without it. */
export async function collectedOfTask(): Promise<unknown> {
  const configurable = getConfig()?.configurable ?? {};
  const own = await checkpointOfTask(configurable);
  const task: unknown = configurable["__pregel_task_id"];
  return own === null || typeof task !== "string" ? undefined : collectedIn(own, task);
}
