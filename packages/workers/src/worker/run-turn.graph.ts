import { streamContinue, streamResume, streamTurn } from "@tidemark/stream/langgraph";
import type { RunEvent } from "@tidemark/stream";
import type { Clock } from "@tidemark/state-manager";
import type { TurnOptions } from "@tidemark/state-manager/langgraph";
import { withSender } from "@tidemark/state-manager/internal";
import { isPlainRecord } from "@tidemark/reducers/internal";
import type { ClaimedTurn, StoredTurnEvent } from "../store/turn-store.ts";
import { type TurnDefinition, sessionOf } from "../turns/definition.graph.ts";
import type { StoredOutcome } from "../store/turn-outcome.ts";
import { EventsWriter } from "./events-writer.ts";
import { TurnEvents } from "./turn-events.ts";

/** Longest pause between two attempts while a database does not answer, in milliseconds. */
const LONGEST_PAUSE = 5_000;

/** Codes of errors that pass: the turn is tried again by the same worker. */
const PASSING: ReadonlySet<string> = new Set([
  "checkpoint/connectionLost",
  "checkpoint/locksUnavailable",
  "checkpoint/unavailable",
  "state-manager/notStored",
]);

/** Code of an error that a worker of a newer version of the state does not have. */
const NEWER = "state-manager/newerVersion";

/** Pause of a worker that met a thread of another version, in milliseconds: the workers of that version claim meanwhile. */
const OTHERS_PAUSE = 1_000;

/** Conditions of a run. */
export interface RunConditions {
  readonly signal: AbortSignal;
  /** Aborted when the turn has to stop before its next step. */
  readonly draining: AbortSignal;
  readonly clock: Pick<Clock, "wait">;
  /** True if the signal was aborted because somebody has cancelled the turn. */
  readonly isCancelled: () => boolean;
  /** True if another worker may have the node at which the thread waits, and the turn has not waited too long for it. */
  readonly mayLeave: () => Promise<boolean>;
}

/**
 * Runs a claimed turn to its end, its next question or its failure.
 *
 * Returns its result; null if a signal was aborted, if another worker has the turn, or if only workers of another version can run it.
 */
export async function runTurn(
  definition: TurnDefinition,
  turn: ClaimedTurn,
  { signal, draining, clock, isCancelled, mayLeave }: RunConditions,
): Promise<StoredOutcome | null> {
  const lost = new AbortController();
  const stopping = AbortSignal.any([signal, lost.signal]);
  const newest = await lastEvent(definition, turn);
  const append = async (batch: readonly StoredTurnEvent[]): Promise<boolean> => {
    const isOurs = await definition.store.append(turn, batch);
    if (!isOurs) lost.abort();
    return isOurs;
  };
  const writer = new EventsWriter(newest, append, clock);
  const events = new TurnEvents(writer, newest > 0);
  for (let pause = 50; !stopping.aborted && !draining.aborted; pause = Math.min(LONGEST_PAUSE, pause * 2)) {
    const outcome = await attempt(definition, turn, { signal: stopping, draining, events });
    const isForeign = outcome !== "newer" && outcome?.outcome === "missingNode" && (await mayLeave());
    if (outcome === "newer" || isForeign) {
      writer.discard();
      if (outcome === "newer") definition.counts.end("newerVersion");
      await definition.store.release(turn);
      await clock.wait(OTHERS_PAUSE, stopping);
      return null;
    }
    if (outcome !== null) {
      const isStopped = outcome.outcome === "aborted";
      // Another worker goes on with a turn that was given back.
      if (!isStopped || isCancelled()) events.end();
      await writer.close();
      if (!isStopped) definition.counts.end(outcome.outcome);
      return isStopped ? null : outcome;
    }
    await clock.wait(pause, AbortSignal.any([stopping, draining]));
  }
  if (isCancelled()) events.end();
  await writer.close();
  if (lost.signal.aborted) definition.counts.end("lost");
  return null;
}

async function lastEvent({ store }: TurnDefinition, { claim, request }: ClaimedTurn): Promise<number> {
  let last = 0;
  // A turn that was given back has events, and its attempt is not counted.
  if (claim === 1) return last;
  for (;;) {
    const page = await store.events(request.turnId, last, 1_000);
    const end = page.at(-1);
    if (end === undefined) return last;
    last = end.number;
  }
}

interface Attempt {
  readonly signal: AbortSignal;
  readonly draining: AbortSignal;
  readonly events: TurnEvents;
}

/** One attempt. Null if it has to be tried again, `newer` if the thread is of a newer version of the state. */
async function attempt(
  definition: TurnDefinition,
  turn: ClaimedTurn,
  { signal, draining, events }: Attempt,
): Promise<StoredOutcome | "newer" | null> {
  const { request } = turn;
  const session = sessionOf(definition, request, draining);
  let thrown: unknown = null;
  /** Adds the key of the turn to each call of the session, and keeps what it throws. */
  const keyed = (call: (options: TurnOptions) => AsyncGenerator<unknown, SessionResult>) =>
    async function* (options: object = {}): AsyncGenerator<unknown, SessionResult> {
      try {
        const configured = { ...options, idempotencyKey: request.turnId };
        return yield* call(configured);
      } catch (error) {
        thrown = error;
        throw error;
      }
    };
  const { threadId } = session;
  const unfinishedMessages = () => session.unfinishedMessages();
  const options = {
    signal,
    state: definition.state,
    visible: definition.visible,
    tools: definition.tools,
    ...(request.context !== null && { config: { context: request.context } }),
  };
  const resume = (value: unknown, settles: boolean) => (id: string, answer: unknown, given?: object) =>
    keyed((all) => session.streamResume(id, value ?? answer, { ...all, settles }))(given);
  const run = async (stream: AsyncGenerator<RunEvent, SessionResult | null>): Promise<SessionResult | null> => {
    for (;;) {
      // The trace of the turn begins with its first part.
      const step = await withSender(turn.traceparent, () => stream.next());
      if (step.done === true) return step.value;
      events.add(step.value);
    }
  };
  const goOn = () =>
    run(
      streamContinue(
        { threadId, unfinishedMessages, streamContinue: keyed((all) => session.streamContinue(all)) },
        options,
      ),
    );
  const { call } = request;
  let result: SessionResult | null;
  if (call.kind === "send") {
    const stream = (input: string | object, given?: object) =>
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the session checks the input of the graph
      keyed((all) => session.stream(input as string, call.steers === true ? { ...all, onBusy: "steer" } : all))(given);
    result = await run(streamTurn({ threadId, unfinishedMessages, stream }, inputOf(call.input), options));
  } else if (call.kind === "answer") {
    const { interruptId, value: answer, settles = false } = call;
    const streams = { threadId, unfinishedMessages, streamResume: resume(answer, settles) };
    result = await run(streamResume(streams, { interruptId, answer }, options));
    // The clock of the database is ahead of the one here.
    if (result?.outcome === "notDue" && settles) return null;
    // A worker that ended after it had stored the answer has left the turn unfinished.
    if (result?.outcome === "alreadyResolved" && turn.claim > 1) {
      const refused = events.held;
      const rest = await goOn();
      if (rest !== null && rest.outcome !== "nothingToContinue") result = rest;
      else events.hold(refused);
    }
  } else result = await goOn();
  if (thrown !== null) return failureOf(thrown);
  if (result === null) return signal.aborted ? { outcome: "aborted", threadId } : null;
  const isLost = result.outcome === "fenced" || result.outcome === "superseded";
  if (isLost) definition.counts.refuse();
  if (isLost && result["stored"] !== true) return null;
  const newest = await definition.saver.getTuple({ configurable: { thread_id: threadId, checkpoint_ns: "" } });
  // The state and what is read from it stay in the checkpoints.
  const lost: SessionResult = { turnId: null, outcome: "done" };
  const {
    state: _state,
    answer: _answer,
    approvals: _approvals,
    questions: _questions,
    status: _status,
    waits: _waits,
    ...rest
  } = isLost ? lost : result;
  const place =
    rest.outcome === "done" || rest.outcome === "interrupted" ? { checkpointId: newest?.checkpoint.id ?? null } : {};
  // An error does not survive JSON.
  const failure = "error" in rest ? { error: messageOf(rest["error"]) } : {};
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- an outcome of a session without its state
  return { ...rest, ...failure, ...place } as unknown as StoredOutcome;
}

/** Result of a session, of any state. */
type SessionResult = { readonly outcome: string; readonly [detail: string]: unknown };

const inputOf = (input: unknown): string | object =>
  typeof input === "string" || (typeof input === "object" && input !== null) ? input : String(input);

/** A failure as a result; null for one that passes, `newer` for one that a newer version does not have. */
function failureOf(error: unknown): StoredOutcome | "newer" | null {
  const code: unknown = typeof error === "object" && error !== null ? Reflect.get(error, "code") : null;
  if (code === NEWER) return "newer";
  if (typeof code === "string" && PASSING.has(code)) return null;
  return { outcome: "failed", code: typeof code === "string" ? code : null, message: messageOf(error) };
}

const messageOf = (error: unknown): string =>
  error instanceof Error ? error.message : isPlainRecord(error) ? JSON.stringify(error) : String(error);
