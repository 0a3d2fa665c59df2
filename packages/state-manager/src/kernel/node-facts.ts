import { isPlainRecord } from "@tidemark/reducers/internal";

/** A tool of an agent, as far as it is declared. */
export interface ToolFacts {
  readonly name: string;
  /** True if a rule says when a person has to approve a call. */
  readonly asks: boolean;
  /** True if its function takes the runtime, whose key is the same when a call is repeated. */
  readonly takesKey: boolean;
}

/** What a node declares about itself, for programs that read a graph without running it. */
export interface NodeFacts {
  /** `agent` was made by `agentNode`, `node` by `defineNode`, `commit` by `commitNode`; `framework` belongs to a graph of agents. */
  readonly kind: "agent" | "commit" | "framework" | "node";
  /** Names under which it writes fields. */
  readonly writesAs: readonly string[];
  /** Fields that an agent receives. Absent if the node receives them all. */
  readonly reads?: readonly string[];
  /** Fields that an agent may return. Absent if nothing but the owners limits them. */
  readonly writes?: readonly string[];
  /** Fields that an agent may propose changes to. */
  readonly proposes?: readonly string[];
  /** Agents that it can hand its work to. Absent if its function decides. */
  readonly handoffs?: readonly string[];
  /** Handling of proposals whose field has changed, by field, of a node that commits them. */
  readonly policies?: object;
  /** Context types that an agent needs, and those that it stores. */
  readonly requires?: readonly string[];
  readonly provides?: readonly string[];
  /** Tools of an agent with a model. */
  readonly tools?: readonly ToolFacts[];
  /** True for an agent that changes nothing outside the state. */
  readonly readOnly?: boolean;
  /** True for an agent whose runs a person has to approve, by a rule of the graph. */
  readonly asks?: boolean;
  /** True for an agent that counts its run in fields that keep one value, as one alone in its step may. */
  readonly counts?: boolean;
  /** Longest run of an agent, in seconds. */
  readonly timeoutSeconds?: number;
  /** The only agent that a turn starts with, of the node that starts the turns of a graph of agents. */
  readonly entry?: string;
  /** True for the first node of a graph of agents that knows the prices of models. */
  readonly hasPrices?: boolean;
}

/** Key of the facts, shared by all copies of the package. */
const FACTS = Symbol.for("tidemark.node");

/** Attaches facts to a node. */
export const withFacts = <Node extends object>(node: Node, facts: NodeFacts): Node =>
  Object.defineProperty(node, FACTS, { value: facts, configurable: true });

/** The facts of a node, or of what LangGraph made of it. Null for a node of another kind, such as a plain function. */
export function factsOf(node: unknown): NodeFacts | null {
  for (let inner = node; isThing(inner); inner = Reflect.get(inner, "func") ?? Reflect.get(inner, "bound")) {
    const facts: unknown = Reflect.get(inner, FACTS);
    if (isFacts(facts)) return facts;
  }
  return null;
}

/**
 * Policies of the commits of a compiled graph and of the graphs inside of it that say who may decide a proposal, by field.
 *
 * @internal
 */
export function commitRules(graph: unknown, seen: ReadonlySet<unknown> = new Set()): Readonly<Record<string, unknown>> {
  const nodes: unknown = isThing(graph) && !seen.has(graph) ? Reflect.get(graph, "nodes") : null;
  const rules = Object.values(isPlainRecord(nodes) ? nodes : {}).flatMap((node: unknown) => [
    ...Object.entries(factsOf(node)?.policies ?? {}).filter(([, policy]) => isPlainRecord(policy)),
    ...Object.entries(commitRules(isThing(node) ? Reflect.get(node, "bound") : null, new Set([...seen, graph]))),
  ]);
  return Object.fromEntries(rules);
}

const isFacts = (facts: unknown): facts is NodeFacts => isPlainRecord(facts) && Array.isArray(facts["writesAs"]);

const isThing = (value: unknown): value is object =>
  (typeof value === "object" && value !== null) || typeof value === "function";
