import { BaseCheckpointSaver } from "@langchain/langgraph-checkpoint";
import { exportThread } from "@tidemark/checkpoint";
import { defineState, type StateDeclaration } from "@tidemark/core-state";
import { requireKnownOptions } from "@tidemark/core-state/internal";
import { type GraphValueOf, type InputOf, type StateOf, stateOf } from "@tidemark/core-state/langgraph";
import {
  requireFunction,
  requireKey,
  requireLimit,
  requireObject,
  requireOption,
  requireText,
  requireThreadId,
  requireWhole,
} from "../kernel/arguments.ts";
import { checkApprovers } from "../answers/approvers.ts";
import { isPlainRecord } from "@tidemark/reducers/internal";
import { asUser } from "../kernel/as-user.ts";
import { commitRules } from "../kernel/node-facts.ts";
import { randomIds, systemClock } from "../kernel/clock.ts";
import { editState } from "../ownership/edit-state.ts";
import { stateManagerErrors } from "../kernel/errors.ts";
import { waitingFor } from "../kernel/pending-interrupt.ts";
import { propose } from "../ownership/proposal.ts";
import { type TurnResult, withStatus } from "../turns/turn-result.ts";
import { defaultLocks } from "../savers/default-locks.graph.ts";
import { forkThread } from "./fork-thread.graph.ts";
import {
  configOn,
  type GraphThread,
  inboxOf,
  leaseOptions,
  SETTINGS,
  type SessionSettings,
  withLease,
} from "./leased-thread.graph.ts";
import { bestOf, KEPT } from "../merges/best-of.ts";
import { migratingSaver } from "../migrations/migrating-saver.graph.ts";
import {
  type Session,
  SESSION_OPTIONS,
  type SessionGraph,
  type SessionOptions,
  type TurnConfig,
  type TurnOptions,
  type UnfinishedPolicy,
} from "./session-contract.graph.ts";
import { editThread, answeredProposals, mergeThread, settle } from "./session-edits.graph.ts";
import { endTurn } from "./finish-turn.graph.ts";
import { continuedTurn, newTurn, resumedTurn, type SentInput, type UntypedTurn } from "./session-turns.graph.ts";
import { readPosition, storedValues, unfinishedAt, unfinishedTurn } from "./thread-position.graph.ts";
import { approvalAnswer, type PersonAnswer, questionAnswer, rejectionAnswer } from "./person-answers.ts";
import { unfinishedMessages } from "./unfinished-messages.graph.ts";
import { newestTuple, threadConfig } from "../savers/thread-saver.graph.ts";
import { ListedCheckpoints, turnsOf } from "./turn-history.graph.ts";
import { beginsTurns, hasTurns } from "../turns/turn-start-mark.ts";
import { hasUserFields } from "../users/user-fields.ts";
import { WithoutUserValues } from "../users/without-user-values.graph.ts";
import { requireUser } from "../users/user-turn.graph.ts";

/**
 * Opens a conversation on a compiled graph, with one turn at a time and frozen states.
 *
 * Turns of one thread wait in a queue, across processes if `locks` are stored in a database. An unfinished turn, such as one of a process
 * that ended, is finished before a new turn starts; LangGraph alone would drop it. Of two answers to one interrupt the first
 * one counts, and the second one returns `alreadyResolved`. A process that lost its lease cannot write. Expected situations are
 * the `outcome` of the result. An error of a node is thrown; `continue` then runs the turn again from its last stored step.
 *
 * Fields with the lifetime `user` are read for `userId` at the start of a turn and stored at its end. A turn that waits for an answer stores
 * them when it ends.
 *
 * A graph that declares no fields has sessions as well, without turns, owners and proposals.
 *
 * A graph without a checkpointer throws `state-manager/noCheckpointer`, a state with such fields and without `userId`
 * `state-manager/missingUser`, and a graph on a server, whose state is not known, without `state`
 * `state-manager/unknownState`. An unknown option throws `core-state/unknownOption`.
 *
 * @example
 * ```ts
 * import { END, interrupt, MemorySaver, START, StateGraph } from "@langchain/langgraph";
 * import { AgentState, openSession, toStateSchema, turnStart } from "tidemark";
 *
 * const graph = new StateGraph(toStateSchema(AgentState))
 *   .addNode("turn_start", turnStart(AgentState))
 *   .addNode("ask", () => ({ execution_final_answer: interrupt("Shall I?") === true ? "Done." : "Not done." }))
 *   .addEdge(START, "turn_start")
 *   .addEdge("turn_start", "ask")
 *   .addEdge("ask", END)
 *   .compile({ checkpointer: new MemorySaver() });
 *
 * const session = openSession({ graph, threadId: "ann" });
 * const asked = await session.send("Book it");
 * if (asked.outcome === "interrupted") {
 *   const [question] = asked.questions;
 *   const answers = [session.answer(question, true), session.answer(question, false)];
 *   for (const each of await Promise.all(answers)) console.log(each.outcome);
 *   // done
 *   // alreadyResolved
 * }
 * console.log((await session.state())?.execution_final_answer); // Done.
 * ```
 */
export function openSession<Graph extends SessionGraph, State extends StateDeclaration = StateOf<Graph>>(
  options: SessionOptions<State, Graph>,
): Session<State, InputOf<Graph>> {
  requireKnownOptions("openSession", options, SESSION_OPTIONS);
  requireThreadId(options.threadId);
  requireOption("turnStart", options.turnStart ?? "required", ["required", "none"]);
  const { graph, threadId, owner = "root", policies = {}, clock = systemClock, ids = randomIds } = options;
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the type of the state is read off the type of the same graph
  const state = options.state ?? ((stateOf(graph) ?? undeclaredState(graph)) as State | null);
  if (state === null) throw stateManagerErrors.unknownState({ threadId });
  const { storage, store = storage?.store } = options;
  const { isNewCopy = false, mergesOwnForks = false, defaults, steering } = settingsOf(options);
  const checkpointer = options.checkpointer ?? storage?.saver ?? graph.checkpointer;
  if (!(checkpointer instanceof BaseCheckpointSaver)) throw stateManagerErrors.noCheckpointer({ threadId });
  const saver = options.migrations === undefined ? checkpointer : migratingSaver(checkpointer, options.migrations);
  const thread: GraphThread = {
    graph,
    threadId,
    saver,
    locks: options.locks ?? locksOf(options.checkpointer, storage) ?? defaultLocks(checkpointer),
    state,
    clock,
    ...(options.userId !== undefined && { userId: options.userId }),
    ...(store !== undefined && { store }),
    ...(options.drain !== undefined && { drain: options.drain }),
    ...(isNewCopy && { isNewCopy }),
    ...(steering !== undefined && { steering }),
    ...(mergesOwnForks && { mergesOwnForks }),
  };
  if (hasUserFields(state)) requireUser(state, options.userId);
  checkApprovers("policies", policies, "policy");
  // Who may decide a proposal is what the graph says, whatever opens a session.
  const editing = { state, writer: owner, threadId, policies: { ...policies, ...commitRules(graph) }, clock, ids };

  const completed = (values: object): object =>
    defaults === undefined ? values : Object.freeze({ ...defaults(), ...values });
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the values of the graph that the state declares
  const typed = (values: object) => completed(values) as GraphValueOf<State>;
  const answeredWith = (result: Awaited<ReturnType<typeof settle<State>>>) =>
    "outcome" in result
      ? result
      : ({ outcome: "answered", decisions: result.decisions, state: typed(result.values) } as const);
  type Turn = AsyncGenerator<unknown, TurnResult<GraphValueOf<State>>>;
  const typedTurn = async function* (turn: AsyncGenerator<unknown, UntypedTurn>): Turn {
    const result = withStatus(yield* turn);
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- as above: a turn of this graph ends with values of its state
    return ("state" in result ? { ...result, state: completed(result.state) } : result) as TurnResult<
      GraphValueOf<State>
    >;
  };

  const needsTurnStart = (options.turnStart ?? "required") === "required" && hasTurns(state);
  const checkedInput = (input: string | object): unknown => {
    if (needsTurnStart && !beginsTurns(graph)) throw stateManagerErrors.missingTurnStart({ threadId });
    return inputOf(input);
  };

  const sentIn = (input: string | object): SentInput => ({
    input: checkedInput(input),
    sent: sentText(input),
    newId: () => ids.next(),
  });

  const { unfinished = "finish" } = options;
  requireOption("unfinished", unfinished, UNFINISHED);
  const messageOptions = (given: TurnOptions): TurnOptions => {
    const checked = checkedTurn(given);
    return { ...checked, unfinished: checked.unfinished ?? unfinished };
  };
  const stream: Session<State, InputOf<Graph>>["stream"] = (input, turnOptions = {}) =>
    typedTurn(deferred(() => newTurn(thread, sentIn(input), messageOptions(turnOptions))));

  const streamResume: Session<State>["streamResume"] = (interruptId, value, turnOptions = {}) =>
    typedTurn(deferred(() => resumedTurn(thread, { interruptId, value }, checkedTurn(turnOptions))));
  const answered = (answer: () => PersonAnswer, turnOptions: TurnOptions = {}) =>
    drain(typedTurn(deferred(() => resumedTurn(thread, answer(), checkedTurn(turnOptions)))));
  const streamContinue: Session<State>["streamContinue"] = (turnOptions = {}) =>
    typedTurn(deferred(() => continuedTurn(thread, checkedTurn(turnOptions))));

  const pending = async () => (await readPosition(thread)).interrupts;

  const merge: Session<State>["merge"] = async (fork, { summary, ...mergeOptions } = {}) => {
    requireObject("fork", fork);
    requireThreadId(fork.threadId);
    if (summary !== undefined) requireText("summary", summary);
    const merging = { threadId: fork.threadId, summary, options: leaseOptions(checkedTurn(mergeOptions)) };
    const result = await mergeThread(thread, editing, merging);
    return result.outcome === "merged" ? { ...result, state: typed(result.state) } : result;
  };

  return {
    threadId,
    stream,
    streamResume,
    streamContinue,
    send: (input, turnOptions) => drain(stream(input, turnOptions)),
    approve: (request, { edit, ...turnOptions } = {}) => answered(() => approvalAnswer(request, edit), turnOptions),
    reject: (request, reason, turnOptions) => answered(() => rejectionAnswer(request, reason), turnOptions),
    answer: (question, value, turnOptions) => answered(() => questionAnswer(question, value), turnOptions),
    approvals: async () => waitingFor(await pending()).approvals,
    questions: async () => waitingFor(await pending()).questions,
    resume: (interruptId, value, turnOptions) => drain(streamResume(interruptId, value, turnOptions)),
    continue: (turnOptions) => drain(streamContinue(turnOptions)),
    end: async (endOptions = {}) => endTurn(thread, leaseOptions(checkedTurn(endOptions))),
    async state() {
      const values = await storedValues(thread);
      return values === null ? null : typed(values);
    },
    unfinished: () => unfinishedTurn(thread),
    pending,
    unfinishedMessages: () => unfinishedMessages(thread),
    history: async ({ limit } = {}) => {
      requireLimit(limit);
      const newest = await newestTuple(saver, threadId);
      return turnsOf(
        {
          checkpoints: saver.list(threadConfig(threadId)),
          snapshots: (each) => graph.getStateHistory(configOn(thread, new ListedCheckpoints(saver, each))),
          newestId: newest?.checkpoint.id ?? null,
        },
        limit,
      );
    },
    checkpoints: () => graph.getStateHistory(configOn(thread, saver)),
    update: async (update, by) => {
      requireObject("update", update);
      requireObject("options", by);
      const { author, reason = "" } = by;
      return editThread(thread, ids, async ({ values, save }) => {
        const edit = { author, reason, writer: owner, now: clock.now() };
        const { changed, update: parsed } = editState(state, values, update, edit);
        return { outcome: "saved", state: typed(await save(changed, { by: author, updates: [parsed] })) } as const;
      });
    },
    propose: async (changes, by) => {
      if (typeof changes !== "function") requireObject("changes", changes);
      requireObject("by", by);
      const { userId, reason, base } = by;
      return editThread(thread, ids, async (edited) => {
        const now = clock.now();
        const about = {
          agent: asUser(userId),
          reason,
          now,
          proposalId: ids.next(),
          ...(base !== undefined && { base }),
        };
        const proposal = propose(state, edited.values, { changes, ...about });
        return answeredWith(await settle(editing, edited, { proposals: [proposal], by: about.agent, now }));
      });
    },
    decide: async (answers, by) => {
      requireObject("answers", answers);
      requireObject("by", by);
      const { userId } = by;
      return editThread(thread, ids, async (edited) => {
        const { proposals, notOpen } = answeredProposals(state, edited.values, answers);
        if (notOpen.length > 0) return { outcome: "notOpen", answerIds: notOpen } as const;
        const person = asUser(userId);
        const decision = { proposals, answers, decidedBy: person, by: person, now: clock.now() };
        return answeredWith(await settle(editing, edited, decision));
      });
    },
    async fork(to) {
      await forkThread(checkpointer, threadId, to, { locks: thread.locks });
      return openSession({ ...options, threadId: to.threadId });
    },
    merge,
    bestOf: async (count, input, judge, { keep = "all", ...turnOptions } = {}) => {
      requireWhole("count", count, { least: 1, most: MAX_FORKS });
      requireFunction("judge", judge);
      requireOption("keep", keep, KEPT);
      const checked = checkedTurn(turnOptions);
      const { tuple, isAtEnd, interrupts, ...position } = await readPosition(thread);
      const checkpointId = tuple?.checkpoint.id;
      if (checkpointId === undefined) throw stateManagerErrors.noSuchCheckpoint({ threadId, checkpointId: null });
      if (interrupts.length > 0) return { outcome: "interrupted", interrupts };
      if (!isAtEnd) return unfinishedAt(position);
      const attempts = Array.from({ length: count }, async () => {
        const to = { threadId: `${threadId}:${ids.next()}`, checkpointId };
        await forkThread(checkpointer, threadId, to, { locks: thread.locks });
        const fork = openSession({ ...options, threadId: to.threadId });
        return { threadId: to.threadId, run: () => fork.send(input, checked), remove: () => fork.delete() };
      });
      return bestOf(await Promise.all(attempts), judge, { merge: (id) => merge({ threadId: id }), keep });
    },
    export: () => exportThread(hasUserFields(state) ? new WithoutUserValues(saver, state) : saver, threadId),
    delete: async (deleteOptions = {}) =>
      withLease(thread, leaseOptions(checkedTurn(deleteOptions)), async (leased) => {
        const inbox = inboxOf(thread);
        await inbox?.remove((await inbox.list()).map(({ id }) => id));
        await leased.saver.deleteThread(threadId);
        return { outcome: "deleted" } as const;
      }),
  };
}

/** Maximum number of forks that run an input at the same time. */
const MAX_FORKS = 32;

/** Locks of a storage; null for a separate checkpointer, whose threads the storage does not lock. */
const locksOf = (checkpointer: BaseCheckpointSaver | undefined, storage: SessionOptions<StateDeclaration>["storage"]) =>
  checkpointer === undefined || checkpointer === storage?.saver ? (storage?.locks ?? null) : null;

function inputOf(input: string | object): unknown {
  if (typeof input === "string") return { messages: [{ role: "user", content: input }] };
  requireObject("input", input);
  return input;
}

/** The text that an input consists of; null for any other input. */
function sentText(input: string | object): SentInput["sent"] {
  if (typeof input === "string") return { text: input, id: null };
  const { messages, ...others }: Readonly<Record<string, unknown>> = { ...input };
  const list: readonly unknown[] = Array.isArray(messages) ? messages : [];
  const [only, ...more] = list;
  const { role, content, id = null, ...rest } = isPlainRecord(only) ? only : {};
  const isText = role === "user" && typeof content === "string" && (typeof id === "string" || id === null);
  const isOnly = [...more, ...Object.keys(others), ...Object.keys(rest)].length === 0;
  return isText && isOnly ? { text: content, id } : null;
}

const settingsOf = (options: object & { readonly [SETTINGS]?: SessionSettings }): SessionSettings =>
  options[SETTINGS] ?? {};

/** State without fields, for a compiled graph that declares none. Null for a graph on a server, which may declare some. */
const undeclaredState = ({ channels }: SessionGraph): StateDeclaration | null =>
  channels === undefined ? null : defineState({ version: 1, fields: {} });

/** Creates a generator lazily, so that invalid options reject the first `next()`. */
async function* deferred<Result>(make: () => AsyncGenerator<unknown, Result>): AsyncGenerator<unknown, Result> {
  return yield* make();
}

function checkedTurn(options: TurnOptions): TurnOptions {
  requireObject("options", options);
  requireOption("onBusy", options.onBusy ?? "wait", ["wait", "refuse", "steer"]);
  requireOption("fields", options.fields ?? "output", ["all", "output"]);
  if (options.idempotencyKey !== undefined) requireKey("idempotencyKey", options.idempotencyKey);
  if (options.checkpointId !== undefined) requireKey("checkpointId", options.checkpointId);
  if (options.config !== undefined) {
    requireObject("config", options.config);
    for (const key of Object.keys(options.config)) requireOption("config", key, CONFIG_KEYS);
  }
  requireOption("unfinished", options.unfinished ?? "finish", UNFINISHED);
  return options;
}

const UNFINISHED = ["finish", "end", "refuse"] as const satisfies readonly UnfinishedPolicy[];

/** Keys that a caller can configure. The session sets everything else. */
const CONFIG_KEYS = [
  "callbacks",
  "context",
  "metadata",
  "recursionLimit",
  "runName",
  "store",
  "subgraphs",
  "tags",
] as const satisfies readonly (keyof TurnConfig)[];

async function drain<Result>(run: AsyncGenerator<unknown, Result>): Promise<Result> {
  for (;;) {
    const step = await run.next();
    if (step.done === true) return step.value;
  }
}
