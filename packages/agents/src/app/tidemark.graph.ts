import type { Fields, StateDeclaration } from "@tidemark/core-state";
import type { FieldName, NodeAnswer, NodeDefinition } from "@tidemark/state-manager/internal/langgraph";
import { defineNode, type GraphNodeOf } from "@tidemark/state-manager/langgraph";
import { type Agent, type AgentDefinition, defineAgent, type KnownOptionsOnly } from "../run/agent.graph.ts";
import type { AgentAnswer, AgentShape, InputsOf, NamesIn } from "../run/agent-types.graph.ts";
import type { ToolSchemas } from "../run/model-agent-types.graph.ts";
import { type AppState, appState } from "./app-state.ts";
import { type App, type AppOptions, createApp } from "./app.graph.ts";
import {
  type StateMiddleware,
  stateMiddleware,
  type StateMiddlewareOptions,
} from "../middleware/state-middleware.graph.ts";

/** Makers of agents, nodes and applications of one state. */
export interface Tidemark<State extends StateDeclaration> {
  /** The state: the declared fields, and those that agents need. */
  readonly state: State;
  /** Declares an agent, as `defineAgent` does. */
  agent<
    const Declared extends AgentShape<State>,
    Answer extends AgentAnswer<State, Declared>,
    Schemas extends ToolSchemas = ToolSchemas,
  >(
    definition: KnownOptionsOnly<Declared> & AgentDefinition<State, Declared, Answer, Schemas>,
  ): Agent<Declared["name"], NamesIn<Declared, "reads" | "writes" | "proposes"> & string, InputsOf<Declared>>;
  /** Creates a node of a custom graph, as `defineNode` does. */
  node<const Owner extends string, Answer extends NodeAnswer<State, Owner | Role>, const Role extends string = never>(
    definition: NodeDefinition<State, Owner, Role, Answer>,
  ): GraphNodeOf<State>;
  /** Creates an application of agents. */
  app<
    const Each extends Agent<string, FieldName<State>>,
    const In extends FieldName<State> = never,
    const Out extends FieldName<State> = never,
  >(
    options: AppOptions<State, Each, In, Out>,
  ): App<State, In, Out, Each["name"]>;
  /**
   * Creates a middleware with the fields of the state, for `createDeepAgent` and `createAgent` of LangChain, and for their subagents.
   *
   * Tools of the main agent write the fields of its owner, and an invalid update becomes an error that the model reads. What a subagent has
   * changed is proposed in its name and committed before the next call of the model: files by path, other records by key. A change of a place that somebody
   * else has changed meanwhile stays a proposal, unless `policies` says otherwise. `approvals` asks a person before a call, also of a subagent. Open a session
   * with the graph of the agent and this `state`. An unknown option throws `core-state/unknownOption`.
   */
  middleware(options?: StateMiddlewareOptions<State>): StateMiddleware;
}

/**
 * Fixes the types of an application by its state: agents, nodes and the application need no type arguments, and no state is passed twice.
 *
 * The fields that agents need are added to those of the state, as `state`. A page of a browser that imports the declared state
 * from a separate file gets no graph.
 *
 * @example
 * ```ts
 * import { defineState, field, tidemark } from "tidemark";
 * import { scriptedModel } from "tidemark/testing";
 * import { z } from "zod";
 *
 * const Desk = defineState({
 *   version: 1,
 *   fields: { city: field(z.string().nullable(), { default: null, owner: "travel", lifetime: "thread" }) },
 * });
 * const desk = tidemark(Desk);
 *
 * const refunds = desk.agent({
 *   name: "refunds",
 *   instructions: "Look the invoice up before you pay.",
 *   tools: {
 *     refund: {
 *       description: "Refunds an invoice.",
 *       inputs: z.object({ id: z.string(), amount: z.number() }),
 *       approve: ({ inputs }) => inputs.amount > 100,
 *       run: ({ amount }) => ({ refunded: amount }),
 *     },
 *   },
 * });
 *
 * const model = scriptedModel([{ toolCalls: [{ name: "refund", args: { id: "a", amount: 180 } }] }, "Refunded."]);
 * const app = desk.app({ agents: [refunds], model });
 *
 * const kim = app.session("kim");
 * const turn = await kim.send("Refund invoice a");
 * if (turn.status === "waiting") {
 *   const done = await kim.approve(turn.approvals[0]);
 *   if (done.status === "done") console.log(done.answer); // Refunded.
 * }
 * ```
 */
export function tidemark<Declared extends Fields>(state: StateDeclaration<Declared>): Tidemark<AppState<Declared>> {
  const declared = appState(state);
  return Object.freeze<Tidemark<AppState<Declared>>>({
    state: declared,
    agent: (definition) => defineAgent(declared, definition),
    node: (definition) => defineNode(declared, definition),
    app: (options) => createApp({ declared, own: state }, options),
    middleware: (options) => stateMiddleware(declared, options),
  });
}
