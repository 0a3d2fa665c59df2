import type { BaseChannel } from "@langchain/langgraph/channels";
import type { Fields } from "../kernel/field.ts";
import type { StateDeclaration } from "../state/state.ts";

/** State declaration of a compiled graph, as far as its type shows it. */
export type StateOf<Graph> = Graph extends { readonly "~state"?: infer State extends StateDeclaration }
  ? State
  : Graph extends {
        readonly builder: { readonly _inputDefinition: { readonly "~fields"?: infer Declared extends Fields } };
      }
    ? StateDeclaration<Declared>
    : StateDeclaration;

/** Names of the fields that a caller may pass to a compiled graph, as far as its type shows them. */
export type InputOf<Graph> = Graph extends { readonly "~input"?: infer Names extends string }
  ? Names
  : keyof StateOf<Graph>["fields"] & string;

/**
 * Returns the state declaration of a compiled graph that was made with `toStateSchema`, and null for any other graph.
 *
 * @example
 * ```ts
 * import { END, START, StateGraph } from "@langchain/langgraph";
 * import { AgentState } from "@tidemark/core-state";
 * import { stateOf, toStateSchema } from "@tidemark/core-state/langgraph";
 *
 * const graph = new StateGraph(toStateSchema(AgentState))
 *   .addNode("greet", () => ({}))
 *   .addEdge(START, "greet")
 *   .addEdge("greet", END)
 *   .compile();
 * console.log(stateOf(graph) === AgentState); // true
 * ```
 */
export function stateOf<Graph extends object>(graph: Graph): StateOf<Graph> | null {
  const channels: unknown = Reflect.get(graph, "channels");
  if (typeof channels !== "object" || channels === null) return null;
  const states = Object.values(channels).flatMap((value: unknown) => (isMarked(value) ? [value[STATE]] : []));
  // The schemas of a graph's input and output, and of a node's input, declare only some of its fields.
  const [largest] = states.toSorted((one, other) => sizeOf(other) - sizeOf(one));
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- only toStateSchema marks channels, with the declaration that it received
  return largest === undefined ? null : (largest as StateOf<Graph>);
}

/** Attaches the declaration to a channel, so that `stateOf` finds it in the compiled graph. */
export const markChannel = (channel: BaseChannel, state: StateDeclaration): BaseChannel =>
  Object.defineProperty(channel, STATE, { value: state });

/** Key of the declaration on a channel, the same for every copy of the package. */
const STATE: unique symbol = Symbol.for("tidemark.state");

interface MarkedChannel {
  readonly [STATE]: StateDeclaration;
}

const isMarked = (value: unknown): value is MarkedChannel =>
  typeof value === "object" && value !== null && STATE in value;

const sizeOf = ({ fields }: StateDeclaration): number => Object.keys(fields).length;
