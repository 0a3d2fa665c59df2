import type { Decisions } from "../events/decisions.ts";
import { isPlainRecord } from "@tidemark/reducers/internal";
import type { PendingInterrupt } from "@tidemark/state-manager";
import type { StoredCheckpoint } from "../agent-protocol/thread-states.graph.ts";
import { decidedRequests } from "../ai-sdk/ui-messages.ts";
import type { BlockMessage, MessageBlock } from "../events/message-block.ts";
import { blockMessages } from "../events/message-blocks.graph.ts";
import { blockOfFile } from "../events/message-files.ts";
import { withUnfinished } from "../events/messages.graph.ts";
import { plainJson } from "../events/plain-json.ts";
import type { RunEvent, RunInterrupt } from "../events/run-events.ts";
import {
  type ContinuableSession,
  type ResumableSession,
  spokenMessages,
  streamContinue,
  streamResume,
  streamTurn,
  type TurnAnswer,
  type TurnSession,
  unfinishedOf,
} from "../events/stream-turn.graph.ts";
import type { StoredThread } from "../events/thread-events.graph.ts";
import { visibleMessages } from "../events/visible-messages.graph.ts";
import { visibility, type ViewOptions } from "../events/visibility.ts";
import type { DecidedRequest, LiveRun, LiveRuns, RunOrigin, StartMessage } from "../runs/live-runs.ts";
import { inOrder } from "./in-order.ts";
import type { Problem } from "./problem.ts";

/** Session that the routes of a front end need, such as the result of `openSession`. */
export interface FrontEndSession
  extends TurnSession<unknown>, ResumableSession<unknown>, ContinuableSession<unknown>, StoredThread {
  /** Stored checkpoints of all branches, newest first. Without it, clients see no history and cannot start at an earlier checkpoint. */
  checkpoints?(): AsyncIterable<StoredCheckpoint>;
  /** The unfinished turn. Without it, clients do not learn that a turn is unfinished. */
  unfinished?(): Promise<object | null>;
}

/** Message or answers that start a run. */
export type RunRequest =
  | {
      readonly kind: "message";
      readonly message: StartMessage;
      /** Earlier checkpoint at which the turn starts. Defaults to the newest one. */
      readonly checkpointId?: string;
    }
  | {
      readonly kind: "answers";
      readonly answers: readonly TurnAnswer[];
      readonly decisions: Decisions;
    }
  | { readonly kind: "continue" };

/** A thread as far as user interfaces may see it. */
export interface ReadThread {
  /** Stored messages, and those of an unfinished turn. */
  readonly messages: readonly BlockMessage[];
  readonly interrupts: readonly RunInterrupt[];
  readonly pending: readonly PendingInterrupt[];
  /** Requests for approval that were decided. */
  readonly decided: readonly DecidedRequest[];
  /** Visible values. */
  readonly values: Readonly<Record<string, unknown>>;
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
export async function readThread(
  session: StoredThread,
  viewing: ViewOptions,
  live: LiveRun | null = null,
): Promise<ReadThread> {
  const visible = visibility(viewing);
  const shown = visibleMessages(visible);
  const pending = await session.pending();
  // Read before the state: a step that is stored meanwhile has its messages twice, and not nowhere.
  const unfinished = live === null ? await spokenMessages(session) : [];
  const values: Readonly<Record<string, unknown>> = { ...(await session.state()) };
  return {
    messages: withUnfinished(blockMessages(shown.list(values["messages"])), blockMessages(shown.list(unfinished))),
    interrupts: pending.map(({ id: interruptId, value }) => ({ interruptId, value: plainJson(value) })),
    pending,
    decided: decidedRequests([values["runtime_audit_log"], ...unfinished.map(auditOf)].flat()),
    values: visible.values(values),
  };
}

/** Entries of the audit log that a tool keeps in its result until its agent ends. */
function auditOf(message: unknown): readonly unknown[] {
  const artifact: unknown = Reflect.get(Object(message), "artifact");
  const kept = isPlainRecord(artifact) ? Object.values(artifact) : [];
  return kept.flatMap((entry): readonly unknown[] => {
    const audit: unknown = isPlainRecord(entry) ? entry["audit"] : null;
    return Array.isArray(audit) ? audit : [];
  });
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
    const running = live?.origin.message ?? null;
    if (live !== null && running?.id === id && isSame(running, request.message))
      return { outcome: "running", run: live };
    // Another branch does not have the messages of this one.
    const known = request.checkpointId === undefined ? thread.messages : [];
    const stored = known.find(({ messageId, role }) => role === "user" && messageId === id);
    if (stored !== undefined && !(stored.content === text && hasFiles(stored, request.message))) {
      return refuse("changedMessage", "This message was already sent with another content. Send a new message.");
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
    decided: thread.decided,
  };
  const run = runs.start({
    threadId,
    runId,
    origin,
    begin: (signal, afterStop) => eventsOf(session, request, { ...options, runId, signal, afterStop }),
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
export interface StartOptions extends ViewOptions {
  readonly runId: string;
  readonly request: RunRequest;
}

function eventsOf(
  session: FrontEndSession,
  request: RunRequest,
  options: ViewOptions & { readonly runId: string; readonly signal: AbortSignal; readonly afterStop: boolean },
): AsyncGenerator<RunEvent, unknown> {
  switch (request.kind) {
    case "message": {
      const { id } = request.message;
      const { checkpointId } = request;
      const { afterStop } = options;
      const place = checkpointId === undefined ? {} : { checkpointId };
      // Another process may have accepted the same message meanwhile: the key makes this call a repetition of that one.
      const idempotencyKey = checkpointId === undefined ? id : `${id}@${checkpointId}`;
      const keyed: TurnSession<unknown> = {
        ...unfinishedOf(session),
        threadId: session.threadId,
        // What a person has stopped is not finished by their next message.
        stream: (input, turn) =>
          session.stream(input, { ...turn, ...place, ...(afterStop && { unfinished: "end" }), idempotencyKey }),
      };
      const message = { role: "user", id, ...contentOf(request.message) };
      return streamTurn(keyed, { messages: [message] }, options);
    }
    case "answers":
      return streamResume(inOrder(session), request.answers, options);
    case "continue":
    default:
      return streamContinue(session, options);
  }
}

/** Content of a message for LangChain. Files are its standard blocks, which providers convert. */
const contentOf = ({ text, content }: StartMessage): object =>
  content === undefined
    ? { content: text }
    : {
        content: content.map((part) => (part.type === "text" ? part : blockOfFile(part))),
        response_metadata: { output_version: "v1" },
      };

const isSame = (one: StartMessage, other: StartMessage): boolean =>
  one.text === other.text && JSON.stringify(filesOf(one.content)) === JSON.stringify(filesOf(other.content));

const hasFiles = ({ blocks }: BlockMessage, { content }: StartMessage): boolean =>
  JSON.stringify(filesOf(blocks)) === JSON.stringify(filesOf(content));

const filesOf = (parts: readonly MessageBlock[] = []): readonly string[] =>
  parts.flatMap((part) => (part.type === "file" ? [part.url] : []));

const refuse = (code: Problem["code"], detail: string): StartedRun => ({
  outcome: "refused",
  problem: { code, detail },
});
