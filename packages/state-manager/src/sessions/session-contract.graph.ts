import type { RunnableConfig } from "@langchain/core/runnables";
import type { StateSnapshot } from "@langchain/langgraph";
import type { BaseCheckpointSaver, BaseStore } from "@langchain/langgraph-checkpoint";
import type { ThreadDocument } from "@tidemark/checkpoint";
import type { StateDeclaration, UpdateOf } from "@tidemark/core-state";
import type { OptionNames } from "@tidemark/core-state/internal";
import type { GraphUpdateOf, GraphValueOf } from "@tidemark/core-state/langgraph";
import type { Clock, Ids } from "../kernel/clock.ts";
import type { CommitResult } from "../ownership/commit.ts";
import type { CommitPolicies } from "../ownership/conflict-policy.ts";
import type { ThreadLocks, ThreadStorage } from "@tidemark/checkpoint";
import type { Migrations } from "../migrations/migrations.ts";
import type { BestOfResult, Candidate } from "../merges/best-of.ts";
import type { MergeResult } from "../merges/merge-result.ts";
import type { ProposedChanges } from "../ownership/proposal.ts";
import type { PendingApproval, PendingInterrupt, PendingQuestion } from "../kernel/pending-interrupt.ts";
import type { SessionRefusal, TurnResult } from "../turns/turn-result.ts";
import type { ForkPoint } from "./fork-thread.graph.ts";
import type { TurnOfHistory } from "./turn-history.graph.ts";
import type { UnfinishedMessage } from "./unfinished-message.graph.ts";

/** Part of a compiled LangGraph graph that a session uses. */
export interface SessionGraph {
  /** Checkpointer that the graph was compiled with. */
  readonly checkpointer?: BaseCheckpointSaver | boolean | undefined;
  /** Nodes by name. */
  readonly nodes: Readonly<Record<string, unknown>>;
  /** Channels by name, including LangGraph's own. */
  readonly channels?: object;
  /** Store that the graph was compiled with. */
  readonly store?: BaseStore | undefined;
  /** Names of all fields, for a graph with a separate output schema. */
  readonly streamChannels?: unknown;
  stream(input: unknown, options?: unknown): Promise<AsyncIterable<unknown>>;
  getState(config: RunnableConfig): Promise<StateSnapshot>;
  getStateHistory(config: RunnableConfig): AsyncIterableIterator<StateSnapshot>;
  updateState(config: RunnableConfig, values: unknown, asNode?: string): Promise<RunnableConfig>;
}

/** Options of `openSession`. */
export interface SessionOptions<State extends StateDeclaration, Graph extends SessionGraph = SessionGraph> {
  /** Compiled graph that the session runs. */
  readonly graph: Graph;
  /** Declaration of the state. Defaults to that of the graph, and to no fields for a graph that declares none. */
  readonly state?: State;
  /** Id of the conversation. All sessions with this id and the same storage share its turns and its state. */
  readonly threadId: string;
  /**
   * User of the conversation. Nodes receive it as `user_id` in their config. Fields with the lifetime `user` are read and stored for
   * this user; without it they throw `state-manager/missingUser`, unless they declare `withoutUser: "thread"`.
   */
  readonly userId?: string;
  /** Storage in one value, such as `sqlite(file)`. Defaults to what the graph was compiled with. */
  readonly storage?: Pick<ThreadStorage, "locks" | "saver" | "store">;
  /** Store of the values of users. Defaults to that of `storage`, then to the store of the graph. */
  readonly store?: BaseStore;
  /** Saver of checkpoints. Defaults to that of `storage`, then to the checkpointer of the graph. */
  readonly checkpointer?: BaseCheckpointSaver;
  /**
   * Locks that let one turn of a thread run at a time. Defaults to those of `storage`, then to those of the checkpointer's database (`sqliteSaver`, `postgresSaver`),
   * otherwise to locks within this process.
   */
  readonly locks?: ThreadLocks;
  /** Migrates values of older versions of the state when they are read. */
  readonly migrations?: Migrations<NoInfer<State>>;
  /** Owner that `update` and `propose` write as. Defaults to `root`. */
  readonly owner?: string;
  /**
   * Handling of proposals whose field has changed since, by field. Applies to `propose` and `decide`. Defaults to
   * `reject`. Who may decide is also what the `commitNode` of the graph says.
   */
  readonly policies?: CommitPolicies<NoInfer<State>>;
  /**
   * `required` rejects a new turn on a graph without the node `turnStart`, if the state has turn fields. `none` is for a graph
   * that starts its turns in another way or has no turns. Defaults to `required`.
   */
  readonly turnStart?: "required" | "none";
  /**
   * Handling of an unfinished turn when the next message arrives, for `send` and `stream`: `finish` runs it to its end first, `end` drops what
   * has not finished, `refuse` returns `unfinished`. Defaults to `finish`.
   */
  readonly unfinished?: UnfinishedPolicy;
  /**
   * Aborted when this process is going to stop. Its turns then stop before their next step, also within an agent, with the outcome `aborted`; the step
   * that runs is stored. They are left unfinished: another process continues them. Calls that wait for the thread start nothing. A
   * LangGraph without `RunControl` runs them to their end. Defaults to never.
   */
  readonly drain?: AbortSignal;
  /** Clock for edits and proposals. Defaults to the system clock. */
  readonly clock?: Clock;
  /** Source of the ids of proposals. Defaults to random ids. */
  readonly ids?: Ids;
}

/** Names of the options of `openSession`. */
export const SESSION_OPTIONS: OptionNames<SessionOptions<StateDeclaration>> = {
  graph: true,
  state: true,
  threadId: true,
  userId: true,
  storage: true,
  checkpointer: true,
  store: true,
  locks: true,
  migrations: true,
  owner: true,
  policies: true,
  turnStart: true,
  unfinished: true,
  drain: true,
  clock: true,
  ids: true,
};

/** LangGraph's configuration of one run. The session sets `configurable`, `durability` and the stream modes itself. */
export interface TurnConfig extends Pick<
  RunnableConfig,
  "callbacks" | "metadata" | "recursionLimit" | "runName" | "tags"
> {
  /** Context of the run, for `runtime.context` of nodes and tools. */
  readonly context?: unknown;
  /** Store for long-term memory. Defaults to the store of the session, then to that of the graph. */
  readonly store?: BaseStore;
  /** Streams the graphs inside of nodes as well, such as the words of an agent's model. Defaults to false. */
  readonly subgraphs?: boolean;
}

/** A turn whose nodes have not all finished. */
export interface UnfinishedTurn {
  /** Id of the turn; null for a state without turns. */
  readonly turnId: string | null;
  /** Nodes that have not finished. */
  readonly nodes: readonly string[];
}

/** Handling of an unfinished turn when the next message arrives. */
export type UnfinishedPolicy = "finish" | "end" | "refuse";

/** Options of one turn. */
export interface TurnOptions {
  /** LangGraph's configuration of the run: `context`, `callbacks`, `tags`, `metadata`, `recursionLimit`, `store`. */
  readonly config?: TurnConfig;
  /** Aborts the call. The outcome is `aborted`, and a turn that had started is left unfinished. */
  readonly signal?: AbortSignal;
  /**
   * `wait` queues behind other turns of the thread; `refuse` returns `busy`. `steer`, for text that `send` or `stream` sends, gives it to the
   * running turn: it is stored at once, and the agent that works reads it before its next call of the model. The result is that of
   * the turn which has read it, with `steered`. A text that no agent has read is the message of the next turn; while the thread asks a
   * question, it waits for the answer. Needs a store, otherwise `state-manager/noStore` is thrown. Defaults to `wait`.
   */
  readonly onBusy?: "wait" | "refuse" | "steer";
  /** Called when a text with `onBusy: "steer"` is stored for the running turn. From then on, it is not lost. */
  readonly onSteered?: () => void;
  /**
   * Key of the call, such as the id of a request that may be sent again. A call with a key of the newest turn of the thread is a
   * repetition: it starts nothing, continues the turn if a process ended in the middle of it, and returns its result. Keys of older turns
   * are not recognized.
   */
  readonly idempotencyKey?: string;
  /**
   * Handling of an unfinished previous turn: `finish` runs it to its end first, `end` stores the writes of its finished nodes and drops the
   * rest, `refuse` returns `unfinished`. The result names the turn as `previous`. Defaults to that of the session.
   */
  readonly unfinished?: UnfinishedPolicy;
  /**
   * Starts a new turn at this earlier checkpoint instead of the newest one. Later turns stay in the thread as another branch. A checkpoint
   * that the thread does not have throws `state-manager/noSuchCheckpoint`. Ignored by calls that join a turn.
   */
  readonly checkpointId?: string;
  /**
   * True for an answer of the application itself: it continues a timer whose time has come. Never pass a client's answer with it. Without it,
   * an answer to a timer has the outcome `notAllowed`. Defaults to false.
   */
  readonly settles?: boolean;
  /** LangGraph stream modes of the run. Defaults to `values`. */
  readonly streamMode?: string | readonly string[];
  /** Fields in the streams `values` and `updates`: those of the graph's output, or `all`. Defaults to `output`. */
  readonly fields?: "all" | "output";
}

/** Options of `approve`. */
export interface ApproveOptions extends TurnOptions {
  /** Payload to approve in place of the one that was shown. The schema of the request checks it. Defaults to the shown payload. */
  readonly edit?: Readonly<Record<string, unknown>>;
}

/** Author and reason of an edit from outside a run. */
export interface EditOptions {
  /** Person or program that edits. */
  readonly author: string;
  /** Reason for the audit log. Defaults to an empty text. */
  readonly reason?: string;
}

/** Result of an edit from outside a run. */
export type EditResult<State extends StateDeclaration> =
  | {
      /** `saved`: the edit is stored. */
      readonly outcome: "saved";
      /** State after the edit, frozen. */
      readonly state: GraphValueOf<State>;
    }
  | {
      /** `interrupted`: the graph waits for answers, so nothing was written. Answer `interrupts` first. */
      readonly outcome: "interrupted";
      /** Interrupts that wait for an answer. */
      readonly interrupts: readonly PendingInterrupt[];
    }
  | SessionRefusal;

/** Author, reason and base versions of a proposal from outside a run. */
export interface ProposedBy {
  /** Person who proposes. Recorded as `user:<userId>`. */
  readonly userId: string;
  /** Reason in one sentence, kept in the audit log. */
  readonly reason: string;
  /** The `runtime_field_versions` of the state that the person saw. Defaults to those of the current state. */
  readonly base?: Readonly<Record<string, number>>;
}

/** Result of a person's proposal or answers. */
export type ProposalResult<State extends StateDeclaration> =
  | {
      /** `answered`: the changes were committed; `decisions` contains the decision on each of them. */
      readonly outcome: "answered";
      /** Decision on each change, with its reason. */
      readonly decisions: CommitResult<State>["decisions"];
      /** State after the commit, frozen. */
      readonly state: GraphValueOf<State>;
    }
  | {
      /** `interrupted`: the graph waits for answers, so nothing was written. Answer `interrupts` first. */
      readonly outcome: "interrupted";
      /** Interrupts that wait for an answer. */
      readonly interrupts: readonly PendingInterrupt[];
    }
  | SessionRefusal;

/** Input of a turn: the text of a user message, or values of fields. `In` names the input fields of the graph. */
export type SessionInput<State extends StateDeclaration, In extends string = string> =
  | string
  | Pick<GraphUpdateOf<State>, keyof State["fields"] & In>;

/** A conversation on one thread. Its state is stored only in checkpoints, so any process can continue it. */
export interface Session<State extends StateDeclaration, In extends string = string> {
  /** Id of the conversation. */
  readonly threadId: string;
  /**
   * Runs a turn with the text of a user message, or with an input of the graph. Throws `state-manager/missingTurnStart` on a
   * graph without `turnStart`.
   */
  send(input: SessionInput<State, In>, options?: TurnOptions): Promise<TurnResult<GraphValueOf<State>>>;
  /** Approves one of the `approvals` of a turn as it was shown, or with the payload in `edit`, and continues the turn. */
  approve(request: PendingApproval | undefined, options?: ApproveOptions): Promise<TurnResult<GraphValueOf<State>>>;
  /** Rejects one of the `approvals` of a turn, and continues the turn. */
  reject(
    request: PendingApproval | undefined,
    reason?: string,
    options?: TurnOptions,
  ): Promise<TurnResult<GraphValueOf<State>>>;
  /** Answers one of the `questions` of a turn, and continues the turn. */
  answer(
    question: PendingQuestion | undefined,
    value: unknown,
    options?: TurnOptions,
  ): Promise<TurnResult<GraphValueOf<State>>>;
  /** Returns the requests that wait for a person, for `approve` and `reject`. */
  approvals(): Promise<readonly PendingApproval[]>;
  /** Returns the other questions that wait for an answer, for `answer`. */
  questions(): Promise<readonly PendingQuestion[]>;
  /** Answers one interrupt by its id; `false`, `0` and `""` are answers like any other. */
  resume(interruptId: string, answer: unknown, options?: TurnOptions): Promise<TurnResult<GraphValueOf<State>>>;
  /**
   * Continues an unfinished turn from the last stored step. Nodes that had not finished run again, so their effects need an
   * idempotency key. Without an unfinished turn the outcome is `nothingToContinue`.
   */
  continue(options?: TurnOptions): Promise<TurnResult<GraphValueOf<State>>>;
  /**
   * Ends an unfinished turn of a thread that nobody runs, such as one whose node always fails: the writes of its finished nodes are stored,
   * and the others do not run again. Its open questions end with it. So does a turn that waits for a time. A turn that only waits for
   * people is not unfinished; without an unfinished turn the outcome is `nothingToContinue`.
   */
  end(
    options?: Pick<TurnOptions, "onBusy" | "signal">,
  ): Promise<(UnfinishedTurn & { readonly outcome: "ended" }) | SessionRefusal>;
  /** Runs a turn like `send` and yields LangGraph's stream. The generator returns the result. */
  stream(
    input: SessionInput<State, In>,
    options?: TurnOptions,
  ): AsyncGenerator<unknown, TurnResult<GraphValueOf<State>>>;
  /** Answers an interrupt like `resume` and yields LangGraph's stream. The generator returns the result. */
  streamResume(
    interruptId: string,
    answer: unknown,
    options?: TurnOptions,
  ): AsyncGenerator<unknown, TurnResult<GraphValueOf<State>>>;
  /** Continues an unfinished turn like `continue` and yields LangGraph's stream. The generator returns the result. */
  streamContinue(options?: TurnOptions): AsyncGenerator<unknown, TurnResult<GraphValueOf<State>>>;
  /** Returns the stored state, frozen and without the writes of an unfinished step; null before the first turn. */
  state(): Promise<GraphValueOf<State> | null>;
  /** Returns the turn that is unfinished and waits for no answer, or is running right now; null for none. */
  unfinished(): Promise<UnfinishedTurn | null>;
  /** Returns the interrupts that wait for an answer. An interrupt with a stored answer does not, even if its node has not finished. */
  pending(): Promise<readonly PendingInterrupt[]>;
  /**
   * Returns the messages of agents that wait for an answer or were stopped, in order. The thread stores them when their agents end; a new
   * turn drops them.
   */
  unfinishedMessages(): Promise<readonly UnfinishedMessage[]>;
  /**
   * Returns the turns that led to the current state, newest first, without other branches of the thread. With `limit`, only the newest
   * ones are read.
   */
  history(options?: { readonly limit?: number }): Promise<readonly TurnOfHistory[]>;
  /** Yields the stored checkpoints of all branches, newest first, as LangGraph's `getStateHistory` does. */
  checkpoints(): AsyncIterable<StateSnapshot>;
  /**
   * Writes fields in the name of the session's `owner` and records author and reason. A field of another owner throws
   * `core-state/invalidUpdate`.
   */
  update(update: UpdateOf<State>, options: EditOptions): Promise<EditResult<State>>;
  /** Proposes a change in the name of a person and commits it immediately, by the session's policies. */
  propose(changes: ProposedChanges<State>, by: ProposedBy): Promise<ProposalResult<State>>;
  /**
   * Decides changes that a commit left open, in the name of a person, by the id of the approval or the choice. If any of the ids
   * is not open, or the person may not decide it by the policy of its field, nothing is written.
   */
  decide(
    answers: Readonly<Record<string, boolean>>,
    by: { readonly userId: string },
  ): Promise<
    | ProposalResult<State>
    | {
        /** `notOpen`: `answerIds` are not open, so nothing was written. */
        readonly outcome: "notOpen";
        /** Ids of the answers that are not open. */
        readonly answerIds: readonly string[];
      }
  >;
  /**
   * Copies the thread, up to its newest checkpoint or to a given one, and opens a session on the copy. The copy is stored
   * completely or not at all.
   */
  fork(to: ForkPoint): Promise<Session<State>>;
  /**
   * Merges a fork into the thread, by its fields and in one write: what it has changed since the step at which they part.
   *
   * What only one side has changed is taken. If both have, reducers combine; a field with an owner takes the side on which its owner has written
   * it; the rest become proposals, which `decide` decides. The messages of the fork come as one message: `summary`, or a note with the
   * newest of them. Its effects are listed and do not run again. Fields with the lifetime `user` were stored when the fork wrote them.
   *
   * A fork that has changed nothing since it was merged changes nothing. Throws `state-manager/noCommonStep` for another thread and
   * for a pruned step, `state-manager/otherUser` for a thread of another user, and `state-manager/noSuchCheckpoint` for an empty one.
   */
  merge(
    fork: { readonly threadId: string },
    options?: Pick<TurnOptions, "onBusy" | "signal"> & { readonly summary?: string },
  ): Promise<MergeResult<GraphValueOf<State>>>;
  /**
   * Runs an input in several forks of the thread at the same time, and merges the one that the judge chooses by its `threadId`.
   *
   * The judge receives the forks whose turn has ended, and returns null to choose none. `keep` says which forks are kept after the merge: `all`, the
   * `chosen` one, or `none`; it defaults to `all`. If nothing is merged, or the judge throws, all are kept. A thread that waits for an answer
   * or whose turn is unfinished runs nothing. Throws `state-manager/noSuchCheckpoint` for an empty thread.
   */
  bestOf(
    count: number,
    input: SessionInput<State, In>,
    judge: (
      candidates: readonly Candidate<TurnResult<GraphValueOf<State>>>[],
    ) => string | null | Promise<string | null>,
    options?: Pick<TurnOptions, "config" | "signal"> & { readonly keep?: "all" | "chosen" | "none" },
  ): Promise<BestOfResult<TurnResult<GraphValueOf<State>>, GraphValueOf<State>>>;
  /**
   * Exports the thread as a JSON document for `importThread`. Values of fields with the lifetime `user` are not part of a thread and are
   * left out. A thread without a turn throws `checkpoint/noSuchThread`.
   */
  export(): Promise<ThreadDocument>;
  /**
   * Deletes the thread with all its checkpoints. With a lost lease nothing is deleted and the outcome is `fenced`. `sqliteSaver`
   * and `postgresSaver` check the lease in the deleting transaction; for other savers it is checked right before.
   */
  delete(options?: Pick<TurnOptions, "onBusy" | "signal">): Promise<
    | {
        /** `deleted`: the thread with all its checkpoints is deleted. */
        readonly outcome: "deleted";
      }
    | SessionRefusal
  >;
}
