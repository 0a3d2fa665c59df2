import type { BaseCheckpointSaver } from "@langchain/langgraph-checkpoint";
import { defineState, type StateDeclaration } from "@tidemark/core-state";
import { stateOf } from "@tidemark/core-state/langgraph";
import { type SessionSettings, SETTINGS, type SteeringSource } from "@tidemark/state-manager/internal/langgraph";
import { openSession, type Session, type SessionGraph, type TurnOptions } from "@tidemark/state-manager/langgraph";

/** LangGraph's configuration of the runs that the inspector starts. */
export type RunConfig = NonNullable<TurnOptions["config"]>;

/** A graph that the inspector runs, with the saver of its threads. */
export interface InspectedGraph {
  readonly graph: SessionGraph;
  readonly saver: BaseCheckpointSaver;
  /** State of a graph of Tidemark. Null for any other graph: then nobody owns a field. */
  readonly state: StateDeclaration | null;
  /** Configuration of the runs, such as their context. */
  readonly config: RunConfig;
}

/** A thread as its sessions see it, whatever the state is. */
export type InspectedSession = Session<StateDeclaration>;

/** State of a graph that declares none: its channels are read and written as they are. */
const UNDECLARED: StateDeclaration = defineState({ version: 1, fields: {} });

const METHODS = ["stream", "getState", "getStateHistory", "updateState"];

/** True for a compiled graph. */
export const isGraph = (value: unknown): value is SessionGraph =>
  typeof value === "object" &&
  value !== null &&
  typeof Reflect.get(value, "nodes") === "object" &&
  METHODS.every((name) => typeof Reflect.get(value, name) === "function");

/** A graph with its saver, as the inspector runs it. */
export const inspectedGraph = (
  graph: SessionGraph,
  saver: BaseCheckpointSaver,
  {
    state,
    config = {},
  }: { readonly state?: StateDeclaration | undefined; readonly config?: RunConfig | undefined } = {},
): InspectedGraph => ({ graph, saver, state: stateOf(graph) ?? state ?? null, config });

/** True if the values of a user belong to the state, so that every turn needs to know whose they are. */
export const needsUser = ({ state }: InspectedGraph): boolean =>
  Object.values(state?.fields ?? {}).some(({ lifetime }) => lifetime === "user");

/** True if the graph takes messages. */
export const takesMessages = ({ graph }: InspectedGraph): boolean => Object.hasOwn(graph.channels ?? {}, "messages");

/** Settings that applications do not have: the user of an inspector acts in the threads of others. */
const settingsOf = (settings: SessionSettings) => ({ [SETTINGS]: { ...settings, mergesOwnForks: true } });

/** Opens a thread as a person. Turns that the application runs at the same time wait, or are waited for. */
export const sessionOf = (
  { graph, saver, state }: InspectedGraph,
  threadId: string,
  {
    person,
    owner,
    isNewCopy = false,
    steering,
  }: {
    readonly person: string;
    readonly owner?: string;
    /** True for a copy in which nothing has run yet. */
    readonly isNewCopy?: boolean;
    /** Messages for its turns. Defaults to those that people send. */
    readonly steering?: SteeringSource;
  },
): InspectedSession =>
  openSession<SessionGraph, StateDeclaration>({
    graph,
    threadId,
    state: state ?? UNDECLARED,
    checkpointer: saver,
    userId: person,
    // A graph without `turnStart` has no turns, or begins them in its own way.
    turnStart: "none",
    ...(owner !== undefined && { owner }),
    ...settingsOf({ isNewCopy, ...(steering !== undefined && { steering }) }),
  });
