import type { StateDeclaration } from "@tidemark/core-state";

/** The same for every copy of the package. */
const MARK = Symbol.for("tidemark.turnStart");

/**
 * Marks a function that calls a `turnStart`, so that a session on the graph finds it. `turnStart` itself is marked.
 *
 * @example
 * ```ts
 * import { AgentState } from "@tidemark/core-state";
 * import { markTurnStart } from "@tidemark/state-manager/internal/langgraph";
 * import { turnStart } from "@tidemark/state-manager/langgraph";
 *
 * const begin = turnStart(AgentState);
 * const node = markTurnStart((values: Parameters<typeof begin>[0]) => ({ ...begin(values), control_iteration: 1 }));
 * ```
 */
export function markTurnStart<Node extends object>(node: Node): Node {
  Object.defineProperty(node, MARK, { value: true });
  return node;
}

/** True for a state with fields that a new turn resets or that name the turn. */
export const hasTurns = ({ fields }: StateDeclaration): boolean =>
  Object.hasOwn(fields, "runtime_turn_id") || Object.values(fields).some(({ lifetime }) => lifetime === "turn");

/** Where LangGraph keeps the function of a node, and the parts of one that is made of several. */
const INSIDE = ["bound", "func", "steps", "nodes", "first", "middle", "last"];

/** True when a node of the graph, or of a graph inside it, is marked. */
export function beginsTurns(graph: object): boolean {
  const met = new Set<unknown>();
  const waiting: unknown[] = [Reflect.get(graph, "nodes")];
  for (let next = waiting.pop(); next !== undefined || waiting.length > 0; next = waiting.pop()) {
    if (!isThing(next) || met.has(next)) continue;
    met.add(next);
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
