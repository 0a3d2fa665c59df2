import { isPlainRecord } from "@tidemark/reducers/internal";
import { answererWrite, withAnswerers } from "../kernel/answerers.graph.ts";
import { stateManagerErrors } from "../kernel/errors.ts";
import { type PendingInterrupt, waitingFor } from "../kernel/pending-interrupt.ts";
import { answerOf } from "../turns/turn-answer.ts";
import type { PreviousTurn, RunResult, SessionRefusal } from "../turns/turn-result.ts";
import { frozenValues, type GraphThread, type LeasedThread, streamWithLease } from "./leased-thread.graph.ts";
import { beforeNewTurn, withPrevious } from "./finish-turn.graph.ts";
import type { TurnOptions } from "./session-contract.graph.ts";
import { callsOfNewestTurn, withCall } from "./call-keys.graph.ts";
import { lossOf } from "./lost-call.graph.ts";
import { idOf, interruptIds, isAnswered } from "../savers/thread-saver.graph.ts";
import { storeAnswer } from "./stored-answers.graph.ts";
import {
  afterRun,
  answerersAt,
  continuing,
  missingNodes,
  type Position,
  readPosition,
  turnIdOf,
} from "./turn-position.graph.ts";
import { refusedIn, storeUpdates } from "./session-user.graph.ts";
import { inheritedCallbacks, withModelCalls } from "../traces/model-calls.graph.ts";
import { beginTurnTrace, type TracedCall, withTurnTrace } from "./turn-trace.graph.ts";

/** Result of a turn whose state is known only at run time. */
export type UntypedTurn = RunResult<Readonly<Record<string, unknown>>>;

/** Input of the graph, or the reason why it is not run. */
type Choice =
  | {
      readonly input: unknown;
      /** People who gave the answers that the run passes to its nodes, by id of the interrupt. */
      readonly answerers?: ReadonlyMap<string, string | null>;
      readonly prepare?: () => Promise<void>;
      readonly previous?: PreviousTurn | null;
    }
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
    const calls = joins || key !== undefined ? await callsOfNewestTurn(thread) : { keys: [], previous: null };
    const isRepeated = key !== undefined && calls.keys.includes(key);
    const found = isRepeated && calls.previous?.key === key ? calls.previous.turn : null;
    const chosen = isRepeated ? await chooseRepeated(thread, leased, options) : await choose(leased);
    if ("outcome" in chosen) return naming(chosen, found);
    const previous = chosen.previous ?? found;
    leased.saver.calls =
      joins || isRepeated
        ? { ...calls, keys: withCall(calls.keys, key) }
        : withPrevious({ keys: withCall([], key), previous: null }, key, previous);
    await chosen.prepare?.();
    if (joins || isRepeated) leased.saver.begun = thread.clock.now();
    const { stopping } = leased;
    const { answerers } = chosen;
    const config =
      answerers === undefined
        ? await configAt(thread, leased, options.checkpointId)
        : withAnswerers(leased.config, answerers);
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
    const refused = notAllowedIn(position.interrupts, call);
    if (refused !== null) return refused;
    return naming(await resultAt(thread, leased, { position, options }), previous);
  }
}

/** Names the unfinished turn that a message has found. */
const naming = (result: UntypedTurn, previous: PreviousTurn | null): UntypedTurn =>
  previous !== null && (result.outcome === "done" || result.outcome === "interrupted")
    ? { ...result, previous }
    : result;

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
    const by = thread.userId ?? null;
    const prepare = async () => {
      // Before the answer, so that no answer is ever without the person who gave it.
      const { writes, taskId } = answererWrite(interruptId, by);
      await saver.putWrites(tuple.config, writes, taskId);
      await storeAnswer(saver, tuple, interruptId, value);
      saver.answered.add(interruptId);
    };
    return { input, prepare, answerers: new Map([...answerersAt(position), [interruptId, by]]) };
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

/** The refusal of a person who may not decide: the question of the answer is open again, with this problem. Null for an accepted answer. */
function notAllowedIn(
  open: readonly PendingInterrupt[],
  { interruptId, input: answer }: TracedCall,
): SessionRefusal | null {
  const question = open.find(({ id }) => id === interruptId);
  if (interruptId === undefined || question?.kind !== "approval" || question.value.problem?.code !== "notAllowed")
    return null;
  const { note, requests } = question.value;
  const named = isPlainRecord(answer) ? requests.find(({ id }) => id === answer["id"]) : undefined;
  const requestId = (named ?? requests[0])?.id ?? "";
  return { outcome: "notAllowed", interruptId, requestId, reason: note ?? "" };
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
  return { input: continuing(position), answerers: answerersAt(position) };
}
