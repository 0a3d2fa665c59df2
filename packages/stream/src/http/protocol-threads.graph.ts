import { randomIds } from "@tidemark/state-manager/internal";
import type { Context } from "hono";
import type { z } from "zod";
import type { PlainRecord } from "@tidemark/reducers/internal";
import { protocolMessage } from "../agent-protocol/protocol-message.ts";
import type { ProtocolRequest } from "../agent-protocol/protocol-requests.ts";
import { type ThreadState, turnStates } from "../agent-protocol/thread-states.graph.ts";
import { resolveAnswers } from "../ai-sdk/chat-answers.ts";
import type { ChatAnswer } from "../ai-sdk/chat-request.ts";
import { signedId } from "../ai-sdk/question-parts.ts";
import { type Signer, signerOf } from "../ai-sdk/signature.ts";
import type { RunInterrupt } from "../events/run-events.ts";
import { threadEvents } from "../events/thread-events.graph.ts";
import type { LiveRun, LiveRuns } from "../runs/live-runs.ts";
import { type RecentRuns } from "../runs/recent-runs.ts";
import { type AiSdkRoutesOptions, type ThreadAccess } from "./ai-sdk-routes.graph.ts";
import { type Problem, refusedAccess } from "./problem.ts";
import { type Body, readBody } from "./read-json.ts";
import { threadIdOf } from "./routes.ts";
import { type FrontEndSession, type ReadThread, readThread, type RunRequest, startRun } from "./start-run.graph.ts";

/** Options of {@link langGraphRoutes}. */
export interface LangGraphRoutesOptions<Access> extends Omit<AiSdkRoutesOptions<Access>, "authorize"> {
  /**
   * Authorizes a request: returns the data about the user for `session`, or null to respond with 403. A thread does not record who
   * owns it: check that the user may use `threadId`. For a server that is only reachable from the same machine, pass `anyone`.
   */
  readonly authorize: (context: Context, request: ProtocolAccess) => Access | null | Promise<Access | null>;
  /** Lists the threads of the user for `threads.search`, under the ids that clients use. Without it, the list is refused with 501. */
  readonly threads?:
    | ((access: Access) => Promise<readonly { readonly threadId: string; readonly updatedAt: string }[]>)
    | undefined;
  /** Origins whose pages may use the routes, such as `https://app.example`. Defaults to none but that of the server. */
  readonly origins?: readonly string[];
}

/** Action of a request: on a thread, or on the list of threads. */
export type ProtocolAccess = ThreadAccess | { readonly threadId: null; readonly action: "list" };

/** Thread that a request may use. */
export interface OpenedThread {
  /** Id of the thread that the client knows. */
  readonly threadId: string;
  readonly session: FrontEndSession;
}

/**
 * Run that a client asks for, and what it wants to happen during a running one: `reject`, the default, refuses the message, `interrupt` stops the
 * runs of the thread, `enqueue` waits for their end, and `steer` gives the text to the running turn.
 */
export interface WantedRun {
  readonly request: ProtocolRequest;
  readonly strategy: unknown;
}

/** Actions of the routes of LangGraph's protocol on threads. */
export interface ProtocolThreads {
  /** Opens the thread in the path for an authorized user. */
  opened(context: Context, action: ThreadAccess["action"]): Promise<OpenedThread | Problem>;
  /** Asks whether the user may do this. Returns the refusal, or null. */
  refusal(context: Context, action: ThreadAccess["action"]): Promise<Problem | null>;
  /** Reads the body of a request. */
  bodyOf<Value>(context: Context, schema: z.ZodType<Value>): Promise<Body<Value> | Problem>;
  /** Reads a thread as far as its clients may see it. */
  read(session: FrontEndSession): Promise<ReadThread>;
  /** Starts what a client asks for. A message that was already answered gets a run that reports the thread. */
  start(context: Context, thread: OpenedThread, wanted: WantedRun): Promise<LiveRun | Problem>;
  /** Checkpoints at which a turn can start, newest first. */
  states(thread: OpenedThread, limit: number): Promise<readonly ThreadState[]>;
  /** Reads what its clients see of a thread. */
  view(session: FrontEndSession): Promise<ThreadView>;
  /** Id under which clients answer a question: with a key, it contains the signature of the question. */
  questionId(interrupt: RunInterrupt, storedId: string): string;
}

/** A thread as clients of LangGraph's protocol see it. */
export interface ThreadView {
  /** Visible values with the messages, also those of agents that wait or were stopped. */
  readonly values: PlainRecord;
  /** Its open questions, or the running turn. */
  readonly tasks: readonly ThreadTask[];
  readonly status: "busy" | "idle" | "interrupted";
}

/** Open questions of a thread, as a task of LangGraph's protocol. */
export interface ThreadTask {
  readonly id: string;
  readonly name: string;
  readonly interrupts: readonly object[];
  readonly error: null;
  readonly checkpoint: null;
  readonly state: null;
}

/** Creates what the routes do with threads. */
export function protocolThreads<Access>(
  options: LangGraphRoutesOptions<Access>,
  { runs, recent }: { readonly runs: LiveRuns; readonly recent: RecentRuns },
): ProtocolThreads {
  const { state, visible, tools, authorize, maxBytes, key } = options;
  const viewing = { state, visible, tools };
  const signs = signerOf(key);
  const questionId = (interrupt: RunInterrupt, storedId: string): string =>
    signedId(interrupt, { threadId: storedId, signer: signs });

  /** Data about the authorized user of the thread in the path. */
  async function allowed(context: Context, action: ThreadAccess["action"]): Promise<Problem | { access: Access }> {
    const named = threadIdOf(context, "thread_id");
    if ("code" in named) return named;
    const access = await authorize(context, { ...named, action });
    return access === null ? refusedAccess(context) : { access };
  }

  /** Keeps the run that comes next. */
  async function keep(next: Promise<LiveRun | null>): Promise<void> {
    const run = await next;
    if (run !== null) recent.add(run);
  }

  return {
    questionId,
    async refusal(context, action) {
      const given = await allowed(context, action);
      return "code" in given ? given : null;
    },
    read: (session) => readThread(session, viewing, runs.of(session.threadId)),
    async opened(context, action) {
      const threadId = context.req.param("id") ?? "";
      const given = await allowed(context, action);
      return "code" in given ? given : { threadId, session: await options.session(threadId, given.access) };
    },
    bodyOf: (context, schema) => readBody(context, maxBytes, schema),
    async start(context, { session }, wanted) {
      const strategy = wanted.strategy ?? "reject";
      if (typeof strategy !== "string" || !Object.hasOwn(STRATEGIES, strategy)) return NO_STRATEGY;
      const thread = await readThread(session, viewing);
      const read = runRequest(wanted.request, thread, { threadId: session.threadId, signer: signs });
      if ("code" in read) return read;
      const request = read.kind === "message" ? { ...read, ...STRATEGIES[strategy] } : read;
      if (
        request.kind === "message" &&
        request.checkpointId !== undefined &&
        !(await hasCheckpoint(session, request))
      ) {
        return { code: "notFound", detail: "The thread does not have this checkpoint." };
      }
      // A page that sends a message during a turn may ask to replace the turn, which can be that of another user.
      if (strategy === "interrupt" && runs.of(session.threadId) !== null) {
        const given = await allowed(context, "stop");
        if ("code" in given) return given;
        // The last one first, so that none of them begins meanwhile.
        for (const run of runs.list(session.threadId).toReversed()) await run.stop();
      }
      const runId = randomIds.next();
      const started = await startRun(runs, session, thread, { runId, request, ...viewing });
      if (started.outcome === "refused") return started.problem;
      if (started.outcome === "steered") void keep(started.next);
      const run =
        started.outcome !== "repeated"
          ? started.run
          : runs.start({
              threadId: session.threadId,
              runId,
              origin: {
                message: null,
                decisions: {},
                messages: thread.messages,
                interrupts: thread.interrupts,
                decided: [],
              },
              begin: () => threadEvents(session, { runId, ...viewing }),
            });
      if (run === null) return { code: "overloaded", detail: "Too many turns are running. Try again later." };
      recent.add(run);
      return run;
    },
    states({ threadId, session }, limit) {
      const checkpoints = session.checkpoints?.();
      return checkpoints === undefined ? Promise.resolve([]) : turnStates(checkpoints, limit, { threadId, ...viewing });
    },
    async view(session) {
      const live = runs.of(session.threadId);
      const { values, messages, pending, interrupts } = await readThread(session, viewing, live);
      const shown = { ...values, messages: messages.map(protocolMessage) };
      if (live !== null) return { values: shown, tasks: [taskOf(live.runId, "agent", [])], status: "busy" };
      const tasks = pending.map(({ node }, index) => {
        const asked = interrupts[index];
        const questions = asked === undefined ? [] : [{ id: questionId(asked, session.threadId), value: asked.value }];
        return taskOf(asked?.interruptId ?? node, node, questions);
      });
      return { values: shown, tasks, status: pending.length > 0 ? "interrupted" : "idle" };
    },
  };
}

/** Handling of a message while a turn is running, by the strategy that a client names. */
const STRATEGIES: Readonly<Record<string, { readonly onBusy?: "queue" | "steer" }>> = {
  reject: {},
  interrupt: {},
  enqueue: { onBusy: "queue" },
  steer: { onBusy: "steer" },
};

const NO_STRATEGY: Problem = {
  code: "invalidRequest",
  detail: "multitask_strategy: this endpoint takes reject, interrupt, enqueue and steer. What a turn has stored stays.",
};

const taskOf = (id: string, name: string, interrupts: readonly object[]): ThreadTask => ({
  id,
  name,
  interrupts,
  error: null,
  checkpoint: null,
  state: null,
});

/** Checks that a thread has a checkpoint. */
async function hasCheckpoint(session: FrontEndSession, { checkpointId }: { readonly checkpointId?: string }) {
  for await (const { config } of session.checkpoints?.() ?? []) {
    if (config.configurable?.["checkpoint_id"] === checkpointId) return true;
  }
  return false;
}

/** Converts a request to what a run is started with, or to its refusal. */
function runRequest(
  request: ProtocolRequest,
  { pending }: ReadThread,
  asking: { readonly threadId: string; readonly signer: Signer | null },
): Problem | RunRequest {
  if (request.kind === "continue") return request;
  if (request.kind === "message") {
    const { checkpointId, message } = request;
    const id = message.id ?? randomIds.next();
    return { kind: "message", message: { id, text: message.text }, ...(checkpointId !== null && { checkpointId }) };
  }
  const given: ChatAnswer[] = [];
  for (const { id, answer } of request.answers) {
    const only = id === null && pending.length === 1 ? (pending[0]?.id ?? null) : null;
    const named = id ?? only;
    if (named === null)
      return { code: "invalidRequest", detail: "Answer with the id of a question: { [id]: answer }." };
    const [interruptId = "", signature = null] = named.split(".");
    given.push({ kind: "question", interruptId, answer, signature });
  }
  return resolveAnswers(given, pending, asking);
}
