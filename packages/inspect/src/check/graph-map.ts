import type { StateDeclaration } from "@tidemark/core-state";
import type { NodeFacts } from "@tidemark/state-manager/internal";

/** LangGraph's names of the start and the end of a graph. */
export const START = "__start__";
export const END = "__end__";

/** A node of a graph, as far as the graph declares it. */
export interface MappedNode<Graph extends object = object> {
  readonly name: string;
  /** Null for a plain function, which can write every field. */
  readonly facts: NodeFacts | null;
  /** Nodes that always run after it. */
  readonly always: readonly string[];
  /** Nodes that can run after it. Null if it may go to any. */
  readonly may: readonly string[] | null;
  /** Nodes that run after it and others together. */
  readonly joins: readonly string[];
  /** Targets of each of its conditional edges. Null for one that does not list them. */
  readonly choices: readonly (readonly string[] | null)[];
  /** The graph that the node is. */
  readonly inner: Graph | null;
  /** Fields that such a graph returns. */
  readonly returns: readonly string[];
}

/** What a compiled graph declares, read without running it. */
export interface GraphMap<Graph extends object = object> {
  /** Null for a graph that declares no state. */
  readonly state: StateDeclaration | null;
  /** Nodes by name, with the start. */
  readonly nodes: ReadonlyMap<string, MappedNode<Graph>>;
  /** Names of its fields. */
  readonly channels: readonly string[];
  /** Nodes that wait for several others, each with those. */
  readonly waits: readonly { readonly from: readonly string[]; readonly to: string }[];
  /** Fields of which one step keeps one value, because they have no reducer. */
  readonly single: readonly string[];
  /** Fields that the graph returns. */
  readonly output: readonly string[];
  readonly hasStore: boolean;
  readonly hasCheckpointer: boolean;
  /** True if the checkpointer has the migrations of the state, or the state declares them. */
  readonly hasMigrations: boolean;
  readonly beginsTurns: boolean;
  /** Limits that were passed to a graph of agents. Null for any other graph. */
  readonly limits: Readonly<Record<string, unknown>> | null;
  /** Steps that a run may take. Null if the caller decides. */
  readonly recursionLimit: number | null;
}

/** Nodes that can run after a node. A node that may go anywhere leads to all others. */
export const after = ({ nodes }: GraphMap, { always, joins, may }: MappedNode): readonly string[] => [
  ...new Set([...always, ...joins, ...(may ?? [...nodes.keys(), END])]),
];

/** Names that can be reached from others, with these. */
export function reached(from: readonly string[], next: (name: string) => readonly string[]): ReadonlySet<string> {
  const seen = new Set(from);
  for (const name of seen) for (const each of next(name)) seen.add(each);
  return seen;
}

/** Finds the nodes that can run after a name. */
export const nextIn =
  (map: GraphMap): ((name: string) => readonly string[]) =>
  (name) => {
    const node = map.nodes.get(name);
    return node === undefined ? [] : after(map, node);
  };
