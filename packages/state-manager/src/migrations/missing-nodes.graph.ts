import type { CheckpointTuple } from "@langchain/langgraph-checkpoint";
import { withoutUndefined } from "../kernel/without-undefined.ts";

const BRANCH = "branch:to:";

/**
 * Returns the names of nodes that a checkpoint would run next but the graph does not have.
 *
 * LangGraph does not report them: it runs nothing, and a resume returns normally.
 */
export function findMissingNodes(
  graph: { readonly nodes: Readonly<Record<string, unknown>> },
  { checkpoint }: Pick<CheckpointTuple, "checkpoint">,
): readonly string[] {
  // LangGraph removes an edge from the values as soon as its node has run.
  const wanted = Object.keys(withoutUndefined(checkpoint.channel_values))
    .filter((channel) => channel.startsWith(BRANCH))
    .map((channel) => channel.slice(BRANCH.length));
  return [...new Set([...wanted, ...sentTo(checkpoint.channel_values["__pregel_tasks"])])].filter(
    (node) => !Object.hasOwn(graph.nodes, node),
  );
}

/** Nodes of the tasks created with `Send`. */
function sentTo(tasks: unknown): readonly string[] {
  if (!Array.isArray(tasks)) return [];
  // LangGraph 1.4.8 stores the tasks as the second of two lists.
  return tasks
    .flat()
    .map((task: unknown): unknown => (typeof task === "object" && task !== null ? Reflect.get(task, "node") : null))
    .filter((node): node is string => typeof node === "string");
}
