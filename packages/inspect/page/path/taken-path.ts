import type { ThreadStep } from "../../src/history/thread-steps.ts";

/** Line of a graph that a thread has taken. */
export interface TakenEdge {
  readonly from: string;
  readonly to: string;
  /** Number of times that the thread took it. */
  readonly count: number;
  /** True if the shown turn took it. */
  readonly isOnPath: boolean;
}

/** Nodes and lines that a thread has taken. */
export interface TakenPath {
  readonly nodes: readonly string[];
  readonly edges: readonly TakenEdge[];
  /** Nodes of the shown turn, up to the shown step. */
  readonly onPath: ReadonlySet<string>;
  /** Nodes of the shown step. Empty for an edit and a fork, in which none ran. */
  readonly here: ReadonlySet<string>;
}

/** Stands for the input of a turn. */
export const BEGIN = "input";

const nodesOf = ({ nodes }: ThreadStep): readonly string[] => (nodes.length > 0 ? [...new Set(nodes)] : [BEGIN]);

/** False for an edit and a fork, in which nothing of the graph ran. */
const isShown = ({ nodes, source }: ThreadStep): boolean => nodes.length > 0 || source === "loop" || source === "input";

/** The last step before another one in which something of the graph ran. An edit in between may have changed what runs next. */
function ranBefore(byId: ReadonlyMap<string, ThreadStep>, step: ThreadStep): ThreadStep | undefined {
  let before = byId.get(step.parent ?? "");
  while (before !== undefined && !isShown(before)) before = byId.get(before.parent ?? "");
  return before;
}

/** Follows the steps of a thread: which nodes ran after which, and which of them ran before a step in its turn. */
export function takenPath(steps: readonly ThreadStep[], at: ThreadStep | null): TakenPath {
  const byId = new Map(steps.map((step) => [step.id, step]));
  const path = new Set<string>();
  for (let step = at ?? undefined; step !== undefined && step.turn === at?.turn; step = byId.get(step.parent ?? ""))
    path.add(step.id);
  const nodes = new Set<string>();
  const onPath = new Set<string>();
  const edges = new Map<string, { from: string; to: string; count: number; isOnPath: boolean }>();
  for (const step of steps) {
    if (!isShown(step)) continue;
    const isOnPath = path.has(step.id);
    for (const name of nodesOf(step)) {
      nodes.add(name);
      if (isOnPath) onPath.add(name);
    }
    const parent = ranBefore(byId, step);
    if (parent === undefined || step.nodes.length === 0) continue;
    for (const from of nodesOf(parent)) {
      for (const to of nodesOf(step)) {
        const key = JSON.stringify([from, to]);
        const edge = edges.get(key) ?? { from, to, count: 0, isOnPath: false };
        edges.set(key, { ...edge, count: edge.count + 1, isOnPath: edge.isOnPath || isOnPath });
      }
    }
  }
  const here = at !== null && isShown(at) ? nodesOf(at) : [];
  return { nodes: [...nodes], edges: [...edges.values()], onPath, here: new Set(here) };
}
