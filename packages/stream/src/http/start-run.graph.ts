import type { StateDeclaration } from "@tidemark/core-state";
import type { PendingInterrupt } from "@tidemark/state-manager";
import type { StoredCheckpoint } from "../agent-protocol/thread-states.graph.ts";
import { runMessages } from "../events/messages.graph.ts";
import { plainJson } from "../events/plain-json.ts";
import type { RunEvent, RunInterrupt, RunMessage } from "../events/run-events.ts";
import {
  type ContinuableSession,
  type ResumableSession,
  streamContinue,
  streamResume,
  streamTurn,
  type TurnAnswer,
  type TurnSession,
  unfinishedOf,
} from "../events/stream-turn.graph.ts";
import { type StoredThread, threadMessages } from "../events/thread-events.graph.ts";
import type { LiveRun, LiveRuns, RunOrigin } from "../runs/live-runs.ts";
import { inOrder } from "./in-order.ts";
import type { Problem } from "./problem.ts";

/** Session that the routes of a front end need, such as the result of `openSession`. */
export interface FrontEndSession
  extends TurnSession<unknown>, ResumableSession<unknown>, ContinuableSession<unknown>, StoredThread {
  /** Stored checkpoints of all branches, newest first. Without it, clients see no history and cannot start at an earlier checkpoint. */
  checkpoints?(): AsyncIterable<StoredCheckpoint>;
}

/** Message or answers that start a run. */
export type RunRequest =
  | {
      readonly kind: "message";
      readonly message: { readonly id: string; readonly text: string };
      /** Earlier checkpoint at which the turn starts. Defaults to the newest one. */
      readonly checkpointId?: string;
    }
  | {
      readonly kind: "answers";
      readonly answers: readonly TurnAnswer[];
      readonly decisions: Readonly<Record<string, string>>;
    }
  | { readonly kind: "continue" };

/** Messages and open questions of a thread. */
export interface ReadThread {
  readonly messages: readonly RunMessage[];
  readonly interrupts: readonly RunInterrupt[];
  readonly pending: readonly PendingInterrupt[];
}

/** Result of starting a run: the run, the stored thread if the message was already answered, or the refusal. */
export type StartedRun =
  | { readonly outcome: "running"; readonly run: LiveRun }
  | { readonly outcome: "repeated"; readonly thread: ReadThread }
  | { readonly outcome: "refused"; readonly problem: Problem };

/**
 * Reads the messages and the open questions of a thread. Messages of agents that have not ended are part of it, unless a live run streams
 * them.
 */
export async function readThread(session: StoredThread, live: LiveRun | null = null): Promise<ReadThread> {
  const pending = await session.pending();
  const state: Readonly<Record<string, unknown>> = { ...(await session.state()) };
  return {
    messages: live === null ? await threadMessages(session, state["messages"]) : runMessages(state["messages"]),
    interrupts: pending.map(({ id: interruptId, value }) => ({ interruptId, value: plainJson(value) })),
    pending,
  };
}

/**
 * Starts a run that goes on without its client.
 *
 * A message that a live run was started with is not started again, and a stored message runs nothing: with another text it is
 * refused. While a run of the thread goes on, another one is refused. So is a continuation without an unfinished turn.
 */
export async function startRun(
  runs: LiveRuns,
  session: FrontEndSession,
  thread: ReadThread,
  { runId, request, ...options }: StartOptions,
): Promise<StartedRun> {
  const { threadId } = session;
  const live = runs.of(threadId);
  if (request.kind === "message") {
    const { id, text } = request.message;
    const running = live?.origin.message;
    if (live !== null && running?.id === id && running.text === text) return { outcome: "running", run: live };
    // Another branch does not have the messages of this one.
    const known = request.checkpointId === undefined ? thread.messages : [];
    const stored = known.find(({ messageId, role }) => role === "user" && messageId === id);
    if (stored !== undefined && stored.content !== text) {
      return refuse("changedMessage", "This message was already sent with another text. Send a new message.");
    }
    if (stored !== undefined)
      return live === null ? { outcome: "repeated", thread } : { outcome: "running", run: live };
  }
  if (live !== null) return refuse("busy", "A turn is running in this conversation. Follow it or stop it first.");
  const origin: RunOrigin = {
    message: request.kind === "message" ? request.message : null,
    decisions: request.kind === "answers" ? request.decisions : {},
    messages: thread.messages,
    interrupts: thread.interrupts,
  };
  const run = runs.start({
    threadId,
    runId,
    origin,
    begin: (signal) => eventsOf(session, request, { ...options, runId, signal }),
  });
  if (run === null) return refuse("overloaded", "Too many turns are running. Try again later.");
  const hasNothing = request.kind === "continue" && (await failedAtOnce(run)) === "nothingToContinue";
  return hasNothing
    ? refuse("nothingToContinue", "This conversation has no unfinished turn.")
    : { outcome: "running", run };
}

/** Code of a run that fails before it does anything; null for another run. */
async function failedAtOnce(run: LiveRun): Promise<string | null> {
  for await (const event of run.follow()) {
    if (event.type === "run_failed") return event.code ?? null;
    if (event.type !== "run_started") return null;
  }
  return null;
}

/** Options of a started run. */
export interface StartOptions {
  readonly runId: string;
  readonly request: RunRequest;
  readonly state: StateDeclaration;
  readonly hidden?: readonly string[];
}

function eventsOf(
  session: FrontEndSession,
  request: RunRequest,
  options: { readonly runId: string; readonly state: StateDeclaration; readonly signal: AbortSignal },
): AsyncGenerator<RunEvent, unknown> {
  switch (request.kind) {
    case "message": {
      const { id, text } = request.message;
      const { checkpointId } = request;
      const place = checkpointId === undefined ? {} : { checkpointId };
      // Another process may have accepted the same message meanwhile: the key makes this call a repetition of that one.
      const idempotencyKey = checkpointId === undefined ? id : `${id}@${checkpointId}`;
      const keyed: TurnSession<unknown> = {
        ...unfinishedOf(session),
        threadId: session.threadId,
        stream: (input, turn) => session.stream(input, { ...turn, ...place, idempotencyKey }),
      };
      return streamTurn(keyed, { messages: [{ role: "user", id, content: text }] }, options);
    }
    case "answers":
      return streamResume(inOrder(session), request.answers, options);
    case "continue":
    default:
      return streamContinue(session, options);
  }
}

const refuse = (code: Problem["code"], detail: string): StartedRun => ({
  outcome: "refused",
  problem: { code, detail },
});
