import { uuid5 } from "@langchain/langgraph-checkpoint";
import type { TaskIds } from "./task-ids.ts";

/** LangGraph derives the id of a task from its place, and stores nothing else of it. */
export const taskIds: TaskIds = ({ node, checkpointId, step, namespace, tasks }) => {
  const place = [namespace === "" ? node : `${namespace}|${node}`, String(step), node];
  const sent = Array.from({ length: tasks }, (_, index) => ["__pregel_push", String(index)] as const);
  const keys = [["__pregel_pull", [`branch:to:${node}`]] as const, ...sent];
  return keys.map((key) => uuid5(JSON.stringify([...place, ...key]), checkpointId));
};
