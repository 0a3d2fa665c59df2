import type { StateDeclaration } from "@tidemark/core-state";

/** Key of the mark, shared by all copies of the package. */
const MARK = Symbol.for("tidemark.turnStart");

/**
 * Marks a node function that calls `turnStart`, so that a session recognizes it. `turnStart` itself is marked.
 *
 * @example
 * ```ts
 * import { AgentState } from "@tidemark/core-state";
 * import { markTurnStart } from "@tidemark/state-manager/internal/langgraph";
 * import { turnStart } from "@tidemark/state-manager/langgraph";
 *
 * const begin = turnStart(AgentState);
 * const node = markTurnStart(async (values: Parameters<typeof begin>[0]) => ({ ...(await begin(values)), control_iteration: 1 }));
 * ```
 */
export function markTurnStart<Node extends object>(node: Node): Node {
  Object.defineProperty(node, MARK, { value: true });
  return node;
}

/** True for a state with turn fields or a turn id. */
export const hasTurns = ({ fields }: StateDeclaration): boolean =>
  Object.hasOwn(fields, "runtime_turn_id") || Object.values(fields).some(({ lifetime }) => lifetime === "turn");

/** Properties in which LangGraph stores the function of a node, or the parts of a composed one, and LangChain the middleware of a hook. */
const INSIDE = ["bound", "func", "steps", "nodes", "first", "middle", "last", "middleware"];

/** Graphs in which a mark was found. The others are searched again, because their nodes may not be complete. */
const found = new WeakSet<object>();

/** True if the graph or one of its subgraphs has a node created by `turnStart`. A graph that has one is searched once. */
export function beginsTurns(graph: object): boolean {
  if (found.has(graph)) return true;
  const begins = hasMark(graph);
  if (begins) found.add(graph);
  return begins;
}

function hasMark(graph: object): boolean {
  const seen = new Set<unknown>();
  const waiting: unknown[] = [Reflect.get(graph, "nodes")];
  for (let next = waiting.pop(); next !== undefined || waiting.length > 0; next = waiting.pop()) {
    if (!isThing(next) || seen.has(next)) continue;
    seen.add(next);
    if (Reflect.get(next, MARK) === true) return true;
    const group: object = next;
    const isGroup = Array.isArray(group) || Object.getPrototypeOf(group) === Object.prototype;
    const inside: readonly unknown[] = isGroup
      ? Object.values(group)
      : INSIDE.map((name): unknown => Reflect.get(group, name));
    waiting.push(...inside);
  }
  return false;
}

const isThing = (value: unknown): value is object =>
  (typeof value === "object" && value !== null) || typeof value === "function";
