import { initialState, type StateDeclaration } from "@tidemark/core-state";
import { type OptionNames, requireKnownOptions } from "@tidemark/core-state/internal";
import { type GraphValueOf, type InputOf, stateOf } from "@tidemark/core-state/langgraph";
import { systemClock, type ThreadStorage } from "@tidemark/state-manager";
import { randomIds } from "@tidemark/state-manager/internal";
import {
  type EraseOptions,
  type ErasureReceipt,
  eraseUser,
  type FieldName,
  SETTINGS,
  type SessionOptions,
} from "@tidemark/state-manager/internal/langgraph";
import { memory, openSession, type Session } from "@tidemark/state-manager/langgraph";
import { type AgentGraph, createAgentGraph } from "../graph/create-agent-graph.graph.ts";
import { type AgentGraphOptions, GRAPH_OPTIONS } from "../graph/graph-options.graph.ts";
import type { Agent } from "../run/agent.graph.ts";
import { eraseSpans } from "./erase-spans.graph.ts";

/** Options of an application: those of `createAgentGraph`, with the storage in one value. */
export interface AppOptions<
  State extends StateDeclaration,
  Each extends Agent<string, FieldName<State>> = Agent<string, FieldName<State>>,
  In extends FieldName<State> = FieldName<State>,
  Out extends FieldName<State> = FieldName<State>,
> extends Omit<AgentGraphOptions<State, Each, In, Out>, "checkpointer" | "entry" | "state" | "store"> {
  /**
   * Agent that starts every turn; it can hand the work to others. Defaults to the only agent, or to the first one if an agent has
   * `handoffs`, else to a plan. Has no effect next to a `planner`.
   */
  readonly entry?: NoInfer<Each["name"]>;
  /** Storage of threads, locks and values of users, such as `sqlite(file)`. Defaults to `memory()`, which ends with the process. */
  readonly storage?: ThreadStorage;
}

const { state: _state, checkpointer: _checkpointer, store: _store, ...graphOptions } = GRAPH_OPTIONS;
const APP_OPTIONS: OptionNames<AppOptions<StateDeclaration>> = { ...graphOptions, storage: true };

/** Options of a session of an application. */
export type AppSessionOptions<State extends StateDeclaration> = Omit<
  SessionOptions<State>,
  "checkpointer" | "graph" | "locks" | "state" | "storage" | "store" | "threadId"
>;

/** A conversation with an application. */
export interface AppSession<State extends StateDeclaration, In extends string = string> extends Session<State, In> {
  /** Returns the stored state, frozen. Before the first turn, these are the defaults. */
  state(): Promise<GraphValueOf<State>>;
  /** Copies the conversation under another id, and opens the copy. See `fork` of a session. */
  fork(to: Parameters<Session<State>["fork"]>[0]): Promise<AppSession<State, In>>;
}

/** An application of agents: a compiled graph with its storage. */
export interface App<
  State extends StateDeclaration,
  In extends FieldName<State> = never,
  Out extends FieldName<State> = never,
  Names extends string = string,
> {
  /** The compiled LangGraph graph. */
  readonly graph: AgentGraph<State, In, Out, Names>;
  /** Opens the conversation with this id. Defaults of the options are those of `openSession`. */
  session(
    threadId: string,
    options?: AppSessionOptions<State>,
  ): AppSession<State, InputOf<AgentGraph<State, In, Out, Names>>>;
  /**
   * Erases a person from the storage, and returns a receipt with counts, what was kept and why, and a hash.
   *
   * Threads in which only the person ran turns are deleted, after their running turn has ended. From threads that others share, the part of the person
   * is removed together with the history, and a pseudonym replaces the id. Values of user fields, and the `items` and `traces` that the options name, go as well;
   * a file of SQLite is written again without them. A killed process is continued by the next call. A second call counts nothing.
   * Throws `state-manager/invalidUserId`, `state-manager/fenced` and `core-state/unknownOption`.
   */
  erase(userId: string, options?: EraseOptions): Promise<ErasureReceipt>;
  /** Closes the storage. */
  close(): Promise<void>;
}

/** The state that types an application, and the one that its author declared. */
export interface AppStates<State extends StateDeclaration> {
  readonly declared: State;
  readonly own: StateDeclaration;
}

/** Creates an application of agents on a state that has the fields that every agent needs. */
export function createApp<
  State extends StateDeclaration,
  const Each extends Agent<string, FieldName<State>>,
  const In extends FieldName<State> = never,
  const Out extends FieldName<State> = never,
>({ declared, own }: AppStates<State>, given: AppOptions<State, Each, In, Out>): App<State, In, Out, Each["name"]> {
  requireKnownOptions("app", given, APP_OPTIONS);
  const { storage = memory(), entry, ...options } = given;
  const [first] = options.agents;
  const handsOff = options.agents.some(({ handoffs = [] }) => handoffs.length > 0);
  const starts = entry ?? (handsOff && options.planner === undefined ? first?.name : undefined);
  const graph: AgentGraph<State, In, Out, Each["name"]> = createAgentGraph<State, Each, In, Out>({
    ...options,
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the graph adds the fields that its features use
    state: own as State,
    ...(starts !== undefined && { entry: starts }),
    checkpointer: storage.saver,
    store: storage.store,
  });
  const stored = stateOf(graph) ?? own;
  // A field of a feature that the application does not use has its default.
  const defaults = (): object => ({ ...initialState(declared), ...initialState(stored) });
  const open = (
    threadId: string,
    sessionOptions: AppSessionOptions<State> = {},
  ): AppSession<State, InputOf<typeof graph>> => {
    const settings = { [SETTINGS]: { defaults } };
    const session = openSession<typeof graph, State>({ ...sessionOptions, ...settings, graph, threadId, storage });
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- every declared field with its default
    const empty = () => Object.freeze(defaults()) as GraphValueOf<State>;
    return {
      ...session,
      state: async () => (await session.state()) ?? empty(),
      fork: async (to) => {
        await session.fork(to);
        return open(to.threadId, sessionOptions);
      },
    };
  };
  return {
    graph,
    session: open,
    erase: (userId, eraseOptions) =>
      eraseUser(
        {
          graph,
          saver: storage.saver,
          locks: storage.locks,
          store: storage.store,
          state: stored,
          clock: systemClock,
          ids: randomIds,
          eraseSpans,
        },
        userId,
        eraseOptions,
      ),
    close: () => storage.close(),
  };
}
