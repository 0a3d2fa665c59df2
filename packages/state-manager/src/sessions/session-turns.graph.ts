import { Command, END, type StateSnapshot } from "@langchain/langgraph";
import { isPlainRecord } from "@tidemark/reducers/internal";
import { stateManagerErrors } from "../kernel/errors.ts";
import { type PendingInterrupt, waitingFor } from "../kernel/pending-interrupt.ts";
import { answerOf } from "../turns/turn-answer.ts";
import type { PreviousTurn, RunResult, SessionRefusal } from "../turns/turn-result.ts";
import { findMissingNodes } from "../migrations/missing-nodes.graph.ts";
import {
  frozenValues,
  type GraphThread,
  isOfStorage,
  type LeasedThread,
  streamWithLease,
} from "./leased-thread.graph.ts";
import { threadInterrupts } from "./open-interrupts.graph.ts";
import type { TurnOptions, UnfinishedTurn } from "./session-contract.graph.ts";
import { keysOfNewestTurn, withCall } from "./call-keys.graph.ts";
import { stepLimitOr } from "./step-limit.ts";
import { lossOf } from "./lost-call.graph.ts";
import {
  idOf,
  interruptIds,
  isAnswered,
  newestTuple,
  pendingWrites,
  removeUnfinished,
} from "../savers/thread-saver.graph.ts";
import { storeAnswer } from "./stored-answers.graph.ts";
import { refusedIn, storeUpdates } from "./session-user.graph.ts";
import { inheritedCallbacks, withModelCalls } from "../traces/model-calls.graph.ts";
import { beginTurnTrace, type TracedCall, withTurnTrace } from "./turn-trace.graph.ts";

/** Result of a turn whose state is known only at run time. */
export type UntypedTurn = RunResult<Readonly<Record<string, unknown>>>;

/** Input of the graph, or the reason why it is not run. */
type Choice =
  | { readonly input: unknown; readonly prepare?: () => Promise<void>; readonly previous?: PreviousTurn | null }
  | SessionRefusal;

/** Runs a new turn, after an unfinished turn is finished or ended. */
export const newTurn = (
  thread: GraphThread,
  input: unknown,
  options: TurnOptions,
): AsyncGenerator<unknown, UntypedTurn> =>
  runTurn(thread, { options, joins: false, entry: "new", input }, async (leased) => {
    const before = await beforeNewTurn(thread, leased, options);
    return "refusal" in before ? before.refusal : { input, previous: before.previous };
  });

/** Answers one interrupt. */
export const resumedTurn = (
  thread: GraphThread,
  answer: { readonly interruptId: string; readonly value: unknown },
  options: TurnOptions,
): AsyncGenerator<unknown, UntypedTurn> =>
  runTurn(
    thread,
    { options, joins: true, entry: "resume", input: answer.value, interruptId: answer.interruptId },
    (leased) => chooseResume(thread, leased, answer),
  );

/** Continues an unfinished turn. */
export const continuedTurn = (thread: GraphThread, options: TurnOptions): AsyncGenerator<unknown, UntypedTurn> =>
  runTurn(thread, { options, joins: true, entry: "continue", input: null }, () => chooseContinue(thread));

/** A call of a session that runs a turn. */
interface TurnCall extends TracedCall {
  readonly options: TurnOptions;
  /** True for a call that joins the newest turn of the thread; false for one that starts another turn. */
  readonly joins: boolean;
}

function runTurn(
  thread: GraphThread,
  { options, joins, ...call }: TurnCall,
  choose: (leased: LeasedThread) => Promise<Choice>,
): AsyncGenerator<unknown, UntypedTurn> {
  const { streamMode = "values", fields = "output", idempotencyKey: key } = options;
  const { streamChannels } = thread.graph;
  const shown = fields === "all" && streamChannels !== undefined ? { outputKeys: streamChannels } : {};
  return streamWithLease(thread, options, async function* (leased): AsyncGenerator<unknown, UntypedTurn> {
    const trace = await beginTurnTrace(thread, call);
    leased.saver.trace = trace;
    return yield* trace === null ? turn(leased) : withTurnTrace(trace, turn(leased), options.signal);
  });

  async function* turn(leased: LeasedThread): AsyncGenerator<unknown, UntypedTurn> {
    const calls = joins || key !== undefined ? await keysOfNewestTurn(thread) : [];
    const isRepeated = key !== undefined && calls.includes(key);
    const chosen = isRepeated ? await chooseRepeated(thread, leased, options) : await choose(leased);
    if ("outcome" in chosen) return chosen;
    leased.saver.calls = withCall(joins || isRepeated ? calls : [], key);
    await chosen.prepare?.();
    if (joins || isRepeated) leased.saver.begun = thread.clock.now();
    const { stopping } = leased;
    const config = joins || isRepeated ? leased.config : await configAt(thread, leased, options.checkpointId);
    const store = options.config?.store ?? thread.store;
    yield* await thread.graph.stream(chosen.input, {
      ...options.config,
      ...config,
      ...(store !== undefined && { store }),
      ...(leased.saver.trace !== null && {
        callbacks: withModelCalls(options.config?.callbacks ?? inheritedCallbacks()),
      }),
      durability: "sync",
      streamMode,
      signal: stopping,
      ...shown,
    });
    const position = await afterRun(thread, leased);
    const loss = await lossOf(thread, leased, { shownId: idOf(position.snapshot), counts: "ended" });
    if (loss !== null) return loss;
    const result = await resultAt(thread, leased, { position, options });
    const { previous = null } = chosen;
    const isNamed = previous !== null && (result.outcome === "done" || result.outcome === "interrupted");
    return isNamed ? { ...result, previous } : result;
  }
}

/** Config of a run that starts at a checkpoint of the thread. Defaults to the newest one. */
async function configAt(
  { threadId }: GraphThread,
  { saver, config }: LeasedThread,
  checkpointId: string | undefined,
): Promise<LeasedThread["config"]> {
  if (checkpointId === undefined) return config;
  const place = { ...config.configurable, checkpoint_ns: "", checkpoint_id: checkpointId };
  const tuple = await saver.getTuple({ configurable: place });
  if (tuple?.checkpoint.id !== checkpointId) throw stateManagerErrors.noSuchCheckpoint({ threadId, checkpointId });
  return { ...config, configurable: place };
}

/** Result of the newest turn. Values of the user that the turn has not stored yet are stored. */
async function resultAt(
  thread: GraphThread,
  leased: LeasedThread,
  { position: { snapshot, interrupts }, options }: TurnEnd,
): Promise<UntypedTurn> {
  const state = frozenValues(snapshot);
  const turnId = turnIdOf(state);
  if (interrupts.length > 0) return { outcome: "interrupted", turnId, state, interrupts, ...waitingFor(interrupts) };
  if (!(await storeUpdates(thread, leased.saver, state, options.config?.store))) {
    return { outcome: "done", turnId, answer: answerOf(state), state, ...refusedIn(state) };
  }
  const { snapshot: last } = await readPosition(thread);
  const stored = frozenValues(last);
  const loss = await lossOf(thread, leased, { shownId: idOf(last), counts: "ended" });
  return loss ?? { outcome: "done", turnId, answer: answerOf(stored), state: stored, ...refusedIn(stored) };
}

interface TurnEnd {
  readonly position: Pick<Position, "interrupts" | "snapshot">;
  readonly options: TurnOptions;
}

/** Reads the position of a thread. */
async function readPosition(thread: GraphThread) {
  const { graph, saver, threadId } = thread;
  const tuple = await newestTuple(saver, threadId);
  const snapshot = await graph.getState({ configurable: { thread_id: threadId, __pregel_checkpointer: saver } });
  const { open: interrupts, answered } = await threadInterrupts(saver, threadId, snapshot);
  const hasPendingWrites = tuple !== undefined && pendingWrites(tuple).length > 0;
  const isWaiting = interrupts.length > 0;
  /** True if no node can run without a new input or an answer. */
  const isAtEnd = answered.size === 0 && (isWaiting || (!hasPendingWrites && snapshot.next.length === 0));
  return { tuple, snapshot, interrupts, answered, hasPendingWrites, isAtEnd };
}

type Position = Awaited<ReturnType<typeof readPosition>>;

/** Reads the position after a run that did not fail. A question that was asked although it had an answer is open again. */
async function afterRun(thread: GraphThread, { saver }: Pick<LeasedThread, "saver">): Promise<Position> {
  const position = await readPosition(thread);
  const { tuple, answered } = position;
  if (tuple === undefined || answered.size === 0) return position;
  saver.answered.clear();
  for (const id of answered.keys()) await storeAnswer(saver, tuple, id);
  return await readPosition(thread);
}

/** Input that continues a turn. LangGraph alone passes an answer to its node only in the run that it was given to. */
function continuing({ answered }: Position, answers: Readonly<Record<string, unknown>> = {}): unknown {
  const unread = [...answered].filter(([, { isTaken }]) => !isTaken).map(([id, { value }]) => [id, value] as const);
  const resume = { ...Object.fromEntries(unread), ...answers };
  return Object.keys(resume).length === 0 ? null : new Command({ resume });
}

/** The unfinished turn of a thread, or null. */
export async function unfinishedTurn(thread: GraphThread): Promise<UnfinishedTurn | null> {
  const { tuple, snapshot, isAtEnd } = await readPosition(thread);
  if (tuple === undefined || isAtEnd) return null;
  const { turnId, nodes } = unfinishedAt(snapshot);
  return { turnId, nodes };
}

/** Refusal to leave a turn unfinished. */
export const unfinishedAt = (snapshot: StateSnapshot): Extract<SessionRefusal, { outcome: "unfinished" }> => ({
  outcome: "unfinished",
  turnId: turnIdOf(frozenValues(snapshot)),
  nodes: snapshot.next,
});

/**
 * Finishes or ends an unfinished turn before a new one starts. Returns the turn, null for none, or the reason why the new one cannot start.
 *
 * A question that the user has seen ends with the next message. One that is asked only now does not, so the message has to wait for it.
 */
async function beforeNewTurn(thread: GraphThread, leased: LeasedThread, options: TurnOptions): Promise<Before> {
  const { saver, config } = leased;
  const { unfinished = "finish" } = options;
  const position = await readPosition(thread);
  const { tuple, snapshot, interrupts, hasPendingWrites } = position;
  if (tuple === undefined) {
    await removeUnfinished(saver, thread.threadId);
    return { previous: null };
  }
  const isWaiting = interrupts.length > 0;
  if (!hasPendingWrites && (isWaiting || snapshot.next.length === 0)) return { previous: null };
  if (!isWaiting && unfinished === "refuse") return { refusal: unfinishedAt(snapshot) };
  if (isWaiting || unfinished === "end") {
    await keepFinished(thread, { config, hasPendingWrites });
    const { turnId, nodes } = unfinishedAt(snapshot);
    return { previous: isWaiting ? null : { outcome: "ended", turnId, nodes } };
  }
  return finishTurn(thread, leased, { position, options });
}

type Before = { readonly previous: PreviousTurn | null } | { readonly refusal: SessionRefusal };

/** Runs an unfinished turn to its end. */
async function finishTurn(
  thread: GraphThread,
  { saver, config, stopping }: LeasedThread,
  { position, options }: { readonly position: Position; readonly options: TurnOptions },
): Promise<Before> {
  const { graph } = thread;
  const missing = missingNodes(thread, position.tuple);
  if (missing !== null) return { refusal: missing };
  // The checkpoints still belong to the calls that ran the turn.
  saver.calls = await keysOfNewestTurn(thread);
  const store = options.config?.store ?? thread.store;
  try {
    const run = await graph.stream(continuing(position), {
      ...options.config,
      ...config,
      ...(store !== undefined && { store }),
      durability: "sync",
      streamMode: "values",
      signal: stopping,
    });
    for await (const _ of run);
  } catch (error) {
    if (stopping.aborted || isOfStorage(error)) throw error;
    return {
      refusal: { ...unfinishedAt((await readPosition(thread)).snapshot), error: stepLimitOr(error, thread.threadId) },
    };
  }
  const { snapshot, interrupts, hasPendingWrites } = await afterRun(thread, { saver });
  if (interrupts.length > 0) return { refusal: { ...unfinishedAt(snapshot), interrupts } };
  await keepFinished(thread, { config, hasPendingWrites });
  return { previous: { outcome: "finished", turnId: unfinishedAt(snapshot).turnId, nodes: position.snapshot.next } };
}

/** Stores the writes of finished nodes without running a node. */
export async function keepFinished(
  { graph }: GraphThread,
  { config, hasPendingWrites }: Pick<LeasedThread, "config"> & { readonly hasPendingWrites: boolean },
): Promise<void> {
  if (hasPendingWrites) await graph.updateState(config, null, END);
}

async function chooseResume(
  thread: GraphThread,
  { saver }: LeasedThread,
  { interruptId, value }: { readonly interruptId: string; readonly value: unknown },
): Promise<Choice> {
  const position = await readPosition(thread);
  const { tuple, interrupts } = position;
  const missing = missingNodes(thread, tuple);
  if (missing !== null) return missing;
  const pending = interrupts.map(({ id }) => id);
  const asked = interrupts.find(({ id }) => id === interruptId);
  if (tuple !== undefined && asked !== undefined) {
    const requestId = changedRequestIn(asked, value);
    if (requestId !== null) return { outcome: "changedRequest", interruptId, requestId };
    const input = continuing(position, { [interruptId]: value });
    // LangGraph runs the node while it stores the answer. A process that ended meanwhile would have acted on an unknown answer.
    const prepare = async () => {
      await storeAnswer(saver, tuple, interruptId, value);
      saver.answered.add(interruptId);
    };
    return { input, prepare };
  }
  let wasAsked = false;
  for await (const each of thread.saver.list({ configurable: { thread_id: thread.threadId } })) {
    if (!interruptIds(each).includes(interruptId)) continue;
    if (isAnswered(each, interruptId)) return { outcome: "alreadyResolved", interruptId };
    wasAsked = true;
  }
  return wasAsked ? { outcome: "abandoned", interruptId } : { outcome: "unknownInterrupt", interruptId, pending };
}

/**
 * Id of the request that an answer approves or edits although another content was shown, or null. A rejection counts also when the content has
 * changed.
 */
function changedRequestIn(question: PendingInterrupt, answer: unknown): string | null {
  if (question.kind !== "approval" || !isPlainRecord(answer)) return null;
  const { id, hash, decision } = answer;
  if (typeof hash !== "string" || (decision !== "approve" && decision !== "edit")) return null;
  return question.value.requests.find((request) => request.id === id && request.hash !== hash)?.id ?? null;
}

/** Continues the turn of a repeated call if it is unfinished, otherwise returns its result. */
async function chooseRepeated(
  thread: GraphThread,
  leased: LeasedThread,
  options: TurnOptions,
): Promise<Choice | UntypedTurn> {
  const position = await readPosition(thread);
  return position.isAtEnd ? resultAt(thread, leased, { position, options }) : chooseContinue(thread);
}

async function chooseContinue(thread: GraphThread): Promise<Choice> {
  const position = await readPosition(thread);
  const { tuple, isAtEnd } = position;
  const missing = missingNodes(thread, tuple);
  if (missing !== null) return missing;
  if (tuple === undefined || isAtEnd) return { outcome: "nothingToContinue", threadId: thread.threadId };
  return { input: continuing(position) };
}

function missingNodes({ graph }: GraphThread, tuple: Awaited<ReturnType<typeof newestTuple>>): SessionRefusal | null {
  const nodes = tuple === undefined ? [] : findMissingNodes(graph, tuple);
  return nodes.length === 0 ? null : { outcome: "missingNode", nodes };
}

const turnIdOf = ({ runtime_turn_id: turnId }: Readonly<Record<string, unknown>>): string | null =>
  typeof turnId === "string" ? turnId : null;
