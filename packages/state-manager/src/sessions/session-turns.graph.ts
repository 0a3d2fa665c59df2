import { answererWrite, settledWrite } from "../kernel/answerers.graph.ts";
import { stateManagerErrors } from "../kernel/errors.ts";
import { isWait, waitingFor } from "../kernel/pending-interrupt.ts";
import { askedAgain, changedRequestIn, notAllowedIn } from "../turns/refused-answer.ts";
import { answerOf } from "../turns/turn-answer.ts";
import type { PreviousTurn, RunResult, SessionRefusal } from "../turns/turn-result.ts";
import type { SteeringMessage } from "../steering/inbox.graph.ts";
import { messageIds } from "../steering/steering.graph.ts";
import { type GraphThread, inboxOf, type LeasedThread, leaseOptions, streamWithLease } from "./leased-thread.graph.ts";
import { beforeNewTurn, withPrevious } from "./finish-turn.graph.ts";
import type { TurnOptions } from "./session-contract.graph.ts";
import { callsOfNewestTurn, NO_CALLS, withCall } from "./call-keys.graph.ts";
import { lossOf } from "./lost-call.graph.ts";
import { idOf, interruptIds, isAnswered } from "../savers/thread-saver.graph.ts";
import { steeredResult } from "./steered-result.graph.ts";
import { storeAnswer } from "./stored-answers.graph.ts";
import {
  afterRun,
  answerersAt,
  continuing,
  continuingConfig,
  missingNodes,
  frozenValues,
  readPosition,
  type ThreadPosition,
  turnIdOf,
  unfinishedAt,
} from "./thread-position.graph.ts";
import { refusedIn, storeUpdates } from "./session-user.graph.ts";
import { settledAnswer } from "../turns/settled-answer.ts";
import { inheritedCallbacks, withModelCalls } from "../traces/model-calls.graph.ts";
import { beginTurnTrace, type TracedCall, withTurnTrace } from "./turn-trace.graph.ts";

/** Result of a turn whose state is known only at run time. */
export type UntypedTurn = RunResult<Readonly<Record<string, unknown>>>;

/** Input of the graph, or the reason why it is not run. */
type Choice =
  | {
      readonly input: unknown;
      /** Interrupt that is answered. Not set for a run without an answer. */
      readonly interruptId?: string;
      /** People who gave the answers that the run passes to its nodes, by id of the interrupt. */
      readonly answerers?: ReadonlyMap<string, string | null>;
      readonly prepare?: () => Promise<void>;
      readonly previous?: PreviousTurn | null;
    }
  | SessionRefusal;

/** Input of a new turn. */
export interface SentInput {
  readonly input: unknown;
  /** The message, if the input is one text; null for any other input. */
  readonly sent: { readonly text: string; readonly id: string | null } | null;
  /** Makes an id for the message. */
  readonly newId: () => string;
}

/** Runs a new turn, after an unfinished turn is finished or ended. A text can join the turn that is running. */
export async function* newTurn(
  thread: GraphThread,
  { input, sent, newId }: SentInput,
  options: TurnOptions,
): AsyncGenerator<unknown, UntypedTurn> {
  if (sent === null || options.onBusy !== "steer") return yield* sentTurn(thread, { input, message: null }, options);
  const inbox = inboxOf(thread);
  if (inbox === null) throw stateManagerErrors.noStore({ threadId: thread.threadId });
  const message = { id: sent.id ?? options.idempotencyKey ?? newId(), text: sent.text };
  const result = yield* sentTurn(thread, { input, message }, { ...options, onBusy: "refuse" });
  if (result.outcome !== "busy" || !(await inbox.add(message, thread.clock.now()))) return result;
  options.onSteered?.();
  return yield* sentTurn(thread, { input, message }, { ...options, onBusy: "wait" });
}

interface SentMessage {
  readonly input: unknown;
  /** The message, if it may have joined another turn. */
  readonly message: SteeringMessage | null;
}

const sentTurn = (
  thread: GraphThread,
  { input, message }: SentMessage,
  options: TurnOptions,
): AsyncGenerator<unknown, UntypedTurn> =>
  runTurn(thread, { options, joins: false, entry: "new", input }, async (leased, position) => {
    const { steering } = leased;
    const joined = (at: ThreadPosition, id: string): Promise<UntypedTurn> =>
      steeredResult(thread, at, id, () => resultAt(thread, leased, { position: at, options }));
    const isAsking = position.isAtEnd && position.interrupts.length > 0;
    // It was sent before the question was asked, so it neither answers nor ends it.
    if (isAsking && message !== null && (await steering?.has(message.id)) === true) return joined(position, message.id);
    const before = await beforeNewTurn(thread, leased, { position, options });
    if ("refusal" in before) return before.refusal;
    const { previous } = before;
    // Another branch does not have what was sent to this one, and only agents read for a message that steers nothing.
    if (steering === null || message === null || options.checkpointId !== undefined) return { input, previous };
    const newest = previous === null ? position : await readPosition(thread, leased.saver);
    const values = frozenValues(newest.snapshot);
    const unread = await steering.settle(values);
    if (messageIds(values).has(message.id)) return joined(newest, message.id);
    return { input: steering.inputWith(input, unread, message), previous };
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
    (leased, position) => chooseResume(thread, leased, { ...answer, position, settles: options.settles === true }),
  );

/** Continues an unfinished turn. */
export const continuedTurn = (thread: GraphThread, options: TurnOptions): AsyncGenerator<unknown, UntypedTurn> =>
  runTurn(thread, { options, joins: true, entry: "continue", input: null }, (_, position) =>
    Promise.resolve(chooseContinue(thread, position)),
  );

/** A call of a session that runs a turn. */
interface TurnCall extends TracedCall {
  readonly options: TurnOptions;
  /** True for a call that joins the newest turn of the thread; false for one that starts another turn. */
  readonly joins: boolean;
}

function runTurn(
  thread: GraphThread,
  { options, joins, ...call }: TurnCall,
  choose: (leased: LeasedThread, position: ThreadPosition) => Promise<Choice | UntypedTurn>,
): AsyncGenerator<unknown, UntypedTurn> {
  const { streamMode = "values", fields = "output", idempotencyKey: key } = options;
  const { streamChannels } = thread.graph;
  const shown = fields === "all" && streamChannels !== undefined ? { outputKeys: streamChannels } : {};
  return streamWithLease(thread, leaseOptions(options), async function* (leased): AsyncGenerator<unknown, UntypedTurn> {
    const trace = await beginTurnTrace(thread, call);
    leased.run.trace = trace;
    return yield* trace === null ? turn(leased) : withTurnTrace(trace, turn(leased), options.signal);
  });

  async function* turn(leased: LeasedThread): AsyncGenerator<unknown, UntypedTurn> {
    const { saver, run, stopping } = leased;
    const position = await readPosition(thread, saver);
    saver.startAt(position.tuple);
    const isKnown = joins || key !== undefined;
    const calls = isKnown ? await callsOfNewestTurn(thread, position.tuple) : NO_CALLS;
    const isRepeated = key !== undefined && calls.keys.includes(key);
    const found = isRepeated && calls.previous?.key === key ? calls.previous.turn : null;
    const isNewest = isRepeated && calls.keys.at(-1) === key;
    const chosen = isRepeated
      ? await chooseRepeated(thread, leased, { position, options, call, isNewest })
      : await choose(leased, position);
    if ("outcome" in chosen) return naming(chosen, found);
    const previous = chosen.previous ?? found;
    run.calls =
      joins || isRepeated
        ? { ...calls, keys: withCall(calls.keys, key) }
        : withPrevious({ keys: withCall([], key), previous: null }, key, previous);
    await chosen.prepare?.();
    if (joins || isRepeated) run.begun = thread.clock.now();
    const { answerers } = chosen;
    const config =
      answerers === undefined
        ? await configAt(thread, leased, options.checkpointId)
        : continuingConfig(leased.config, position, answerers);
    const store = options.config?.store ?? thread.store;
    yield* await thread.graph.stream(chosen.input, {
      ...options.config,
      ...config,
      ...(store !== undefined && { store }),
      ...(run.trace !== null && {
        callbacks: withModelCalls(options.config?.callbacks ?? inheritedCallbacks()),
      }),
      durability: "sync",
      streamMode,
      signal: stopping,
      ...shown,
    });
    const after = await afterRun(thread, leased);
    if (leased.steering?.isUsed === true) await leased.steering.settle(frozenValues(after.snapshot));
    const loss = await lossOf(thread, leased, { shownId: idOf(after.snapshot), counts: "ended" });
    if (loss !== null) return loss;
    const refused = isNewest
      ? refusedBefore(thread, { tuple: position.tuple, interrupts: after.interrupts }, call)
      : notAllowedIn(after.interrupts, chosen.interruptId, call.input);
    if (refused !== null) return refused;
    return naming(await resultAt(thread, leased, { position: after, options }), previous);
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
  readonly position: ThreadPosition;
  readonly options: TurnOptions;
}

interface GivenAnswer {
  readonly interruptId: string;
  readonly value: unknown;
  readonly position: ThreadPosition;
  /** True if the application itself answers. */
  readonly settles: boolean;
}

async function chooseResume(
  thread: GraphThread,
  { saver, run }: LeasedThread,
  { interruptId: named, value: given, position, settles }: GivenAnswer,
): Promise<Choice> {
  const { tuple, interrupts } = position;
  const missing = missingNodes(thread, position);
  if (missing !== null) return missing;
  const pending = interrupts.map(({ id }) => id);
  const asked = interrupts.find(({ id }) => id === named) ?? askedAgain(interrupts, given);
  const interruptId = asked?.id ?? named;
  if (tuple !== undefined && asked !== undefined) {
    const answer = settledAnswer(asked, { given, settles, now: thread.clock.now() });
    if ("outcome" in answer) return answer;
    const { value } = answer;
    const requestId = changedRequestIn(asked, value);
    if (requestId !== null) return { outcome: "changedRequest", interruptId, requestId };
    const input = continuing(position, { [interruptId]: value });
    // LangGraph runs the node while it stores the answer. A process that ended meanwhile would have acted on an unknown answer.
    const by = thread.userId ?? null;
    const prepare = async () => {
      // Before the answer, so that no answer is ever without what is known about it.
      const settled = isWait(asked) ? [settledWrite(interruptId, asked.value.until)] : [];
      const marks = [answererWrite(interruptId, by), ...settled];
      await Promise.all(marks.map(({ writes, taskId }) => saver.putWrites(tuple.config, writes, taskId)));
      await storeAnswer(saver, tuple, interruptId, value);
      run.answered.add(interruptId);
    };
    return { input, interruptId, prepare, answerers: new Map([...answerersAt(position), [interruptId, by]]) };
  }
  let wasAsked = false;
  for await (const each of thread.saver.list({ configurable: { thread_id: thread.threadId } })) {
    if (!interruptIds(each).includes(interruptId)) continue;
    if (isAnswered(each, interruptId)) return { outcome: "alreadyResolved", interruptId };
    wasAsked = true;
  }
  return wasAsked ? { outcome: "abandoned", interruptId } : { outcome: "unknownInterrupt", interruptId, pending };
}

/** The refusal that a repeated answer has got before, if it is the last answer of the question. */
function refusedBefore(
  thread: GraphThread,
  position: Pick<ThreadPosition, "interrupts" | "tuple">,
  { interruptId, input }: Pick<TurnCall, "input" | "interruptId">,
): SessionRefusal | null {
  const { interrupts } = position;
  const asked = interrupts.find(({ id }) => id === interruptId) ?? askedAgain(interrupts, input);
  const isOwn = asked !== undefined && answerersAt(position).get(asked.id) === (thread.userId ?? null);
  return isOwn ? notAllowedIn(interrupts, asked.id, input) : null;
}

interface RepeatedCall {
  readonly position: ThreadPosition;
  readonly options: TurnOptions;
  readonly call: Pick<TurnCall, "input" | "interruptId">;
  /** True if no call with another key has joined the turn since. */
  readonly isNewest: boolean;
}

/** Continues the turn of a repeated call if it is unfinished, otherwise returns its result. */
async function chooseRepeated(
  thread: GraphThread,
  leased: LeasedThread,
  { position, options, call, isNewest }: RepeatedCall,
): Promise<Choice | UntypedTurn> {
  if (!position.isAtEnd || missingNodes(thread, position) !== null) return chooseContinue(thread, position);
  const refused = isNewest ? refusedBefore(thread, position, call) : null;
  return refused ?? resultAt(thread, leased, { position, options });
}

function chooseContinue(thread: GraphThread, position: ThreadPosition): Choice {
  const { tuple, isAtEnd, isForeign } = position;
  const missing = missingNodes(thread, position);
  if (missing !== null) return missing;
  if (tuple === undefined || isAtEnd) return { outcome: "nothingToContinue", threadId: thread.threadId };
  return isForeign ? unfinishedAt(position) : { input: continuing(position), answerers: answerersAt(position) };
}
