import type { TaskIds } from "./task-ids.ts";
import type { ThreadStep, ThreadSteps } from "./thread-steps.ts";

/** Checkpoints that a node has stored as a separate graph. */
export interface Subgraph {
  readonly namespace: string;
  /** Nodes that lead to it, the outer one first. */
  readonly nodes: readonly string[];
  /** Step in which its outer node ran. Null for one that is kept between turns, and while the node has not finished. */
  readonly step: Pick<ThreadStep, "id" | "label"> | null;
}

/** Finds the steps in which subgraphs ran, and sorts by them: LangGraph names subgraphs after the tasks of their nodes. */
export function subgraphSteps(
  namespaces: readonly string[],
  { steps }: ThreadSteps,
  taskIds: TaskIds | undefined,
): readonly Subgraph[] {
  const outer = new Set(namespaces.map(nodeOf));
  const places = new Map<string, { readonly index: number; readonly step: ThreadStep }>();
  for (const [index, step] of steps.entries()) {
    if (step.parent === null) continue;
    for (const node of new Set(step.nodes)) {
      if (!outer.has(node)) continue;
      const tasks = { checkpointId: step.parent, step: step.step ?? 0, namespace: "", tasks: step.nodes.length };
      for (const task of taskIds?.({ node, ...tasks }) ?? []) places.set(`${node}:${task}`, { index, step });
    }
  }
  return namespaces
    .map((namespace) => ({ namespace, place: places.get(namespace.split("|")[0] ?? "") }))
    .toSorted((one, other) => (one.place?.index ?? steps.length) - (other.place?.index ?? steps.length))
    .map(({ namespace, place }) => ({
      namespace,
      nodes: namespace.split("|").map(nodeOf),
      step: place === undefined ? null : { id: place.step.id, label: place.step.label },
    }));
}

/** Node of a namespace, or of its part. */
const nodeOf = (part: string): string => part.split(/[:|]/)[0] ?? part;
