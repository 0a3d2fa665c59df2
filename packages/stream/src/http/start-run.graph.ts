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
  streamContinue,
  streamResume,
  streamTurn,
  type TurnAnswer,
  type TurnSession,
} from "../events/stream-turn.graph.ts";
import { spokenMessages, unfinishedOf } from "../events/unfinished-messages.graph.ts";
import type { StoredThread } from "../events/thread-events.graph.ts";
import { visibleMessages } from "../events/visible-messages.graph.ts";
import { visibility, type ViewOptions } from "../events/visibility.ts";
import type { DecidedRequest, LiveRun, LiveRuns, RunOrigin, StartMessage } from "../runs/live-runs.ts";
import type { Problem } from "./problem.ts";

/** Session that the routes of a front end need, such as the result of `openSession`. */
export interface FrontEndSession
  extends TurnSession<unknown>, ResumableSession<unknown>, ContinuableSession<unknown>, StoredThread {
  /** Stored checkpoints of all branches, newest first. Without it, clients see no history and cannot start at an earlier checkpoint. */
  checkpoints?(): AsyncIterable<StoredCheckpoint>;
  /** The unfinished turn. Without it, clients do not learn that a turn is unfinished. */
  unfinished?(): Promise<object | null>;
  /** Ends the unfinished turn of a thread that nobody runs. Without it, the route that stops turns only stops those that run. */
  end?(options: { readonly onBusy: "refuse" }): Promise<{ readonly outcome: string }>;
  /** Merges a fork into the thread. Without it, the route that merges responds with 501. */
  merge?(
    fork: { readonly threadId: string },
    options: { readonly onBusy: "refuse" },
  ): Promise<{
    readonly outcome: string;
    readonly taken?: readonly string[];
    readonly combined?: readonly string[];
    readonly proposed?: readonly {
      readonly field: string;
      readonly answerId: string;
      readonly ours: unknown;
      readonly theirs: unknown;
    }[];
    readonly left?: readonly { readonly field: string; readonly reason: string }[];
    readonly interrupts?: readonly unknown[];
  }>;
}

/** Message or answers that start a run. */
export type RunRequest =
  | {
      readonly kind: "message";
      readonly message: StartMessage;
      /** Earlier checkpoint at which the turn starts. Defaults to the newest one. */
      readonly checkpointId?: string;
      /** While a turn is running, `queue` lets the message wait for its end, and `steer` gives its text to that turn. Defaults to a refusal. */
      readonly onBusy?: "queue" | "steer";
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

/**
 * Result of starting a run: the run, the stored thread if the message was already answered, or the refusal. `steered` if a running turn gets the
 * message: with that run, and the one that the message starts after it if no agent has read it.
 */
export type StartedRun =
  | { readonly outcome: "running"; readonly run: LiveRun }
  | { readonly outcome: "repeated"; readonly thread: ReadThread }
  | { readonly outcome: "steered"; readonly run: LiveRun; readonly next: Promise<LiveRun | null> }
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
  const onBusy = request.kind === "message" ? request.onBusy : undefined;
  if (request.kind === "message") {
    const { message } = request;
    const started = runs
      .list(threadId)
      .find(({ origin }) => origin.message !== null && isSame(origin.message, message));
    if (started !== undefined) return { outcome: "running", run: started };
    // Another branch does not have the messages of this one.
    const known = request.checkpointId === undefined ? thread.messages : [];
    const stored = known.find(({ messageId, role }) => role === "user" && messageId === message.id);
    if (stored !== undefined && !(stored.content === message.text && hasFiles(stored, message))) {
      return refuse("changedMessage", "This message was already sent with another content. Send a new message.");
    }
    if (stored !== undefined)
      return live === null ? { outcome: "repeated", thread } : { outcome: "running", run: live };
  }
  if (live !== null && request.kind === "message" && onBusy === "steer")
    return steerRun(session, live, {
      message: request.message,
      view: options,
      async next(after) {
        const started = await startRun(runs, session, after, { runId, request, ...options });
        if (started.outcome === "steered") return started.next;
        return started.outcome === "running" && started.run.runId === runId ? started.run : null;
      },
    });
  if (runs.list(threadId).length > MOST_QUEUED)
    return refuse("busy", "Too many messages wait in this conversation. Send it again later.");
  if (live !== null && onBusy === undefined)
    return refuse("busy", "A turn is running in this conversation. Follow it or stop it first.");
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

/** Maximum number of messages that wait in a thread. */
const MOST_QUEUED = 100;

/** Message for the turn that is running. */
interface SteeredMessage {
  readonly message: StartMessage;
  readonly view: ViewOptions;
  /** Starts the turn of the message, from the thread after the running turn. Null if nothing has to run. */
  readonly next: (thread: ReadThread) => Promise<LiveRun | null>;
}

/** Gives a message to the turn that is running. Resolves when it is stored. If that turn ends without it, the next one has it. */
export async function steerRun(
  session: StoredThread & TurnSession<unknown>,
  live: LiveRun,
  { message, view, next }: SteeredMessage,
): Promise<Exclude<StartedRun, { readonly outcome: "repeated" | "running" }>> {
  const stored = new AbortController();
  const turn = session.stream(inputOf(message), {
    onBusy: "steer",
    idempotencyKey: message.id,
    onSteered: () => stored.abort(),
    signal: stored.signal,
  });
  let step = await turn.next();
  while (step.done !== true) step = await turn.next();
  if (!stored.signal.aborted && Reflect.get(Object(step.value), "outcome") === "busy")
    return refuse("busy", "Too many messages wait for the turn that is running. Wait until it has ended.");
  const after = async () => {
    const thread = await threadAfter(live, () => readThread(session, view));
    // An agent reads it after the answer to the question.
    return thread.pending.length > 0 ? null : next(thread);
  };
  // A failure is that of the next run, which reports it, or leaves the message for the next turn.
  return { outcome: "steered", run: live, next: after().catch(() => null) };
}

const threads = new WeakMap<LiveRun, Promise<ReadThread>>();

/** The thread after a run. It is read once, however many messages the run got. */
function threadAfter(live: LiveRun, read: () => Promise<ReadThread>): Promise<ReadThread> {
  const known = threads.get(live) ?? live.ended.then(read);
  threads.set(live, known);
  return known;
}

const inputOf = (message: StartMessage) => ({
  messages: [{ role: "user", id: message.id, ...contentOf(message) }],
});

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
          session.stream(input, {
            ...turn,
            ...place,
            ...(afterStop && { unfinished: "end" }),
            ...(request.onBusy === "steer" && { onBusy: "steer" }),
            idempotencyKey,
          }),
      };
      return streamTurn(keyed, inputOf(request.message), options);
    }
    case "answers":
      return streamResume(session, request.answers, options);
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
  one.id === other.id &&
  one.text === other.text &&
  JSON.stringify(filesOf(one.content)) === JSON.stringify(filesOf(other.content));

const hasFiles = ({ blocks }: BlockMessage, { content }: StartMessage): boolean =>
  JSON.stringify(filesOf(blocks)) === JSON.stringify(filesOf(content));

const filesOf = (parts: readonly MessageBlock[] = []): readonly string[] =>
  parts.flatMap((part) => (part.type === "file" ? [part.url] : []));

const refuse = (code: Problem["code"], detail: string): Extract<StartedRun, { readonly outcome: "refused" }> => ({
  outcome: "refused",
  problem: { code, detail },
});
