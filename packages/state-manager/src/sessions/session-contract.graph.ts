import type { RunnableConfig } from "@langchain/core/runnables";
import type { StateSnapshot } from "@langchain/langgraph";
import type { BaseCheckpointSaver } from "@langchain/langgraph-checkpoint";
import type { ThreadDocument } from "@tidemark/checkpoint";
import type { StateDeclaration, UpdateOf } from "@tidemark/core-state";
import type { GraphUpdateOf, GraphValueOf } from "@tidemark/core-state/langgraph";
import type { Clock, Ids } from "../kernel/clock.ts";
import type { CommitResult } from "../ownership/commit.ts";
import type { CommitPolicies } from "../ownership/conflict-policy.ts";
import type { ThreadLocks } from "@tidemark/checkpoint";
import type { Migrations } from "../migrations/migrations.ts";
import type { ProposedChanges } from "../ownership/proposal.ts";
import type { PendingInterrupt, SessionRefusal, TurnResult } from "../turns/turn-result.ts";
import type { ForkPoint } from "./fork-thread.graph.ts";
import type { TurnOfHistory } from "./turn-history.graph.ts";

/** What is asked of a compiled graph. */
export interface SessionGraph {
  readonly checkpointer?: BaseCheckpointSaver | boolean | undefined;
  readonly nodes: Readonly<Record<string, unknown>>;
  /** Its fields by name, beside those that LangGraph keeps for itself. */
  readonly channels?: object;
  /** The names of all its fields, where it has an output of its own. */
  readonly streamChannels?: unknown;
  stream(input: unknown, options?: unknown): Promise<AsyncIterable<unknown>>;
  getState(config: RunnableConfig): Promise<StateSnapshot>;
  getStateHistory(config: RunnableConfig): AsyncIterableIterator<StateSnapshot>;
  updateState(config: RunnableConfig, values: unknown, asNode?: string): Promise<RunnableConfig>;
}

/** What a session is opened on. */
export interface SessionOptions<State extends StateDeclaration, Graph extends SessionGraph = SessionGraph> {
  readonly graph: Graph;
  /** Defaults to the state that the graph was compiled from, when that came from `toStateSchema` or `createAgentGraph`. */
  readonly state?: State;
  readonly threadId: string;
  /** Who speaks: what the nodes of each run find as `user_id` in their config. */
  readonly userId?: string;
  /** Where checkpoints are kept; the graph's own checkpointer when not said. */
  readonly checkpointer?: BaseCheckpointSaver;
  /** Who keeps others off the thread; within this process when not said. */
  readonly locks?: ThreadLocks;
  /** Lifts what older versions of the state wrote, whenever it is read. */
  readonly migrations?: Migrations<NoInfer<State>>;
  /** The agent in whose name `update` and `propose` write; `root` when not said. */
  readonly writer?: string;
  readonly policies?: CommitPolicies<NoInfer<State>>;
  /**
   * `required` refuses a new turn on a graph without the node `turnStart`, when the state has fields that belong to a turn.
   * `none` is for a graph that begins its turns without one, or has none. Defaults to `required`.
   */
  readonly turnStart?: "required" | "none";
  readonly clock?: Clock;
  readonly ids?: Ids;
}

/** How one turn is taken. */
export interface TurnOptions {
  readonly signal?: AbortSignal;
  /** `wait` (when not said) stands in line behind other turns on the thread; `refuse` answers `busy`. */
  readonly onBusy?: "wait" | "refuse";
  /**
   * What happens to a turn before this one that was broken off: `keep` (when not said) stores what its finished nodes wrote and
   * ends it, `finish` runs it to its end first, `refuse` answers `unfinished`.
   */
  readonly unfinished?: "keep" | "finish" | "refuse";
  /** What of the run is streamed; see the host's stream modes. */
  readonly streamMode?: string | readonly string[];
  /** Which fields the streams `values` and `updates` show: those of the graph's output, or `all`. Defaults to `output`. */
  readonly fields?: "all" | "output";
}

/** An edit from outside a run. */
export interface EditOptions {
  /** The person or program that edits. */
  readonly author: string;
  readonly reason?: string;
}

/** What came of an edit or a proposal from outside. */
export type EditResult<State extends StateDeclaration> =
  | { readonly outcome: "saved"; readonly state: GraphValueOf<State> }
  | { readonly outcome: "interrupted"; readonly interrupts: readonly PendingInterrupt[] }
  | SessionRefusal;

/** Who proposes from outside a run, why, and what they had seen. */
export interface ProposedBy {
  readonly userId: string;
  readonly reason: string;
  /** The `runtime_field_versions` of the state that the person was shown; those of the present state when not said. */
  readonly base?: Readonly<Record<string, number>>;
}

/** What came of a person's proposal, or of answers to some. */
export type ProposalResult<State extends StateDeclaration> =
  | {
      readonly outcome: "answered";
      readonly decisions: CommitResult<State>["decisions"];
      readonly state: GraphValueOf<State>;
    }
  | { readonly outcome: "interrupted"; readonly interrupts: readonly PendingInterrupt[] }
  | SessionRefusal;

/** Input of a turn: what a person typed, or fields of the state to write. `In` names the fields that the graph takes. */
export type SessionInput<State extends StateDeclaration, In extends string = string> =
  | string
  | Pick<GraphUpdateOf<State>, keyof State["fields"] & In>;

/** One conversation on one thread. Everything it knows is in the checkpoints, so any process can go on with it. */
export interface Session<State extends StateDeclaration, In extends string = string> {
  readonly threadId: string;
  /**
   * Takes a turn: with what a person typed, or with an input of the graph. Throws `state-manager/missingTurnStart` on a graph
   * without `turnStart`.
   */
  send(input: SessionInput<State, In>, options?: TurnOptions): Promise<TurnResult<GraphValueOf<State>>>;
  /** Answers one interrupt by its id; `false`, `0` and `""` are answers like any other. */
  resume(interruptId: string, answer: unknown, options?: TurnOptions): Promise<TurnResult<GraphValueOf<State>>>;
  /** Goes on with a turn that was broken off, from the last step that was stored. */
  continue(options?: TurnOptions): Promise<TurnResult<GraphValueOf<State>>>;
  /** As `send`, and yields what the host streams; the result is what the generator returns. */
  stream(
    input: SessionInput<State, In>,
    options?: TurnOptions,
  ): AsyncGenerator<unknown, TurnResult<GraphValueOf<State>>>;
  /** As `resume`, and yields what the host streams. */
  streamResume(
    interruptId: string,
    answer: unknown,
    options?: TurnOptions,
  ): AsyncGenerator<unknown, TurnResult<GraphValueOf<State>>>;
  /** As `continue`, and yields what the host streams. */
  streamContinue(options?: TurnOptions): AsyncGenerator<unknown, TurnResult<GraphValueOf<State>>>;
  /** The state as it is stored, frozen; what a broken step had begun is not in it. */
  state(): Promise<GraphValueOf<State> | null>;
  /** The questions that wait for an answer. */
  pending(): Promise<readonly PendingInterrupt[]>;
  /** The turns that led to the present state, newest first; those of other branches of the thread are left out. */
  history(): Promise<readonly TurnOfHistory[]>;
  /** Writes fields in the name of the session's writer, and notes who did it and why; foreign fields throw. */
  update(update: UpdateOf<State>, options: EditOptions): Promise<EditResult<State>>;
  /** Proposes a change in the name of a person, and commits it at once by the session's policies. */
  propose(changes: ProposedChanges<State>, by: ProposedBy): Promise<ProposalResult<State>>;
  /**
   * Answers, in the name of a person, changes that a commit has left open: by the id of the approval, or of the choice.
   * Answers to what is not open write nothing, all of them together.
   */
  answer(
    answers: Readonly<Record<string, boolean>>,
    by: { readonly userId: string },
  ): Promise<ProposalResult<State> | { readonly outcome: "notOpen"; readonly answerIds: readonly string[] }>;
  /**
   * Copies the thread, up to its newest state or to the end of a turn, and opens a session on the copy. The copy is stored whole or
   * not at all, under a lock.
   */
  fork(to: ForkPoint): Promise<Session<State>>;
  /** The thread as one JSON document, for `importThread`. A thread without a turn throws `checkpoint/noSuchThread`. */
  export(): Promise<ThreadDocument>;
  /**
   * Removes the thread with all its checkpoints. Under a lost lease nothing is removed and the outcome is `fenced`: the savers of
   * `@tidemark/checkpoint` check the lease in the transaction that removes, for others it is checked right before.
   */
  delete(options?: Pick<TurnOptions, "onBusy" | "signal">): Promise<{ readonly outcome: "deleted" } | SessionRefusal>;
}
