import type { CheckpointTuple } from "@langchain/langgraph-checkpoint";
import { withoutUndefined } from "../kernel/without-undefined.ts";

const BRANCH = "branch:to:";

/**
 * Names the nodes that a checkpoint wants to run next and that the graph does not have.
 *
 * The host says nothing of them: it runs nothing, and a resume returns as if all were well.
 */
export function findMissingNodes(
  graph: { readonly nodes: Readonly<Record<string, unknown>> },
  { checkpoint }: Pick<CheckpointTuple, "checkpoint">,
): readonly string[] {
  // The host takes an edge out of the values as soon as its node has run.
  const wanted = Object.keys(withoutUndefined(checkpoint.channel_values))
    .filter((channel) => channel.startsWith(BRANCH))
    .map((channel) => channel.slice(BRANCH.length));
  return [...new Set([...wanted, ...sentTo(checkpoint.channel_values["__pregel_tasks"])])].filter(
    (node) => !Object.hasOwn(graph.nodes, node),
  );
}

/** The nodes to which tasks were sent one by one. */
function sentTo(tasks: unknown): readonly string[] {
  if (!Array.isArray(tasks)) return [];
  // LangGraph 1.4.8 stores the tasks as the second of two lists.
  return tasks
    .flat()
    .map((task: unknown): unknown => (typeof task === "object" && task !== null ? Reflect.get(task, "node") : null))
    .filter((node): node is string => typeof node === "string");
}
