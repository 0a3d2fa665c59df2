import { type RunEvent, streamRun } from "tidemark/stream";
import {
  openSession,
  type PendingInterrupt,
  type ThreadLocks,
  type TurnOptions,
  type TurnResult as SessionResult,
} from "tidemark";
import { z } from "zod";
import { type Decision, Offer } from "./approval/offer.ts";
import { asksUndo } from "./domain/reading/intent.ts";
import type { SchedulerGraph } from "./graph.ts";
import type { SchedulerServices } from "./services.ts";
import { type SchedulerValue } from "./state.ts";

/** Result of a turn: an answer, a question about the request, or a question to approve. */
export type TurnResult =
  | {
      readonly type: "result";
      readonly outcome: "confirmed" | "rejected" | "answered" | "clarification" | "failed";
      readonly message: string;
      readonly thread: string;
      readonly event: SchedulerValue["scheduler_proposed_event"];
    }
  | {
      readonly type: "result";
      readonly outcome: "approval";
      readonly message: string;
      readonly thread: string;
      readonly event: SchedulerValue["scheduler_proposed_event"];
      readonly approval: Offer;
    };

/** Events of a turn; the last one is its result. */
export type ConversationEvent = RunEvent | TurnResult;

type Turn = AsyncGenerator<ConversationEvent, TurnResult>;

/** A conversation on one thread. Its state is in the checkpoints of the graph, so any process can continue it. */
export interface Conversation {
  /** Returns the open offer, including one made by another process; null without one. */
  pending(): Promise<Offer | null>;
  /** Starts a new turn with typed text. */
  say(text: string, signal?: AbortSignal): Turn;
  /** Answers the open offer with a decision or typed text, and resumes the graph. */
  decide(answer: Decision | string, signal?: AbortSignal): Turn;
  /** True when a turn neither ended nor waits for an answer, because its process stopped. */
  interrupted(): Promise<boolean>;
  /** Continues an interrupted turn from its last completed step. */
  continueTurn(signal?: AbortSignal): Turn;
}

/** Options of a conversation. */
export interface ConversationOptions {
  readonly thread: string;
  /** The member who types; null when unknown. */
  readonly member: string | null;
  /** Locks that keep other processes off the thread while a turn runs. */
  readonly locks?: ThreadLocks;
}

/** Opens a conversation on a compiled scheduler graph; this alone runs nothing. */
export function openConversation(
  graph: SchedulerGraph,
  { clock }: Pick<SchedulerServices, "clock">,
  { thread, member, locks }: ConversationOptions,
): Conversation {
  const session = openSession({
    graph,
    threadId: thread,
    ...(member !== null && { userId: member }),
    ...(locks !== undefined && { locks }),
  });

  async function* run(begin: (options: TurnOptions) => SessionTurn, signal?: AbortSignal): Turn {
    const end: { result?: SessionResult<SchedulerValue>; error?: Error } = {};
    async function* events(options: TurnOptions): AsyncGenerator {
      try {
        end.result = yield* begin(options);
      } catch (error) {
        if (error instanceof Error) end.error = error;
        throw error;
      }
    }
    const stream = (_: unknown, options?: unknown) => Promise.resolve(events(StreamOptions.parse(options)));
    yield* streamRun({ stream }, null, { threadId: thread, clock, ...(signal && { signal }) });
    if (end.result === undefined) throw end.error ?? new Error("The turn was aborted.");
    const result = await resultOf(end.result);
    yield result;
    return result;
  }

  /** Result of this run; when there was nothing to do, the result stored in the thread. */
  async function resultOf(ended: SessionResult<SchedulerValue>): Promise<TurnResult> {
    if (ended.outcome === "done") return answerOf(ended.state, thread);
    if (ended.outcome === "interrupted") return offeredResult(ended.state, ended.interrupts);
    if (ended.outcome === "nothingToContinue") return storedResult();
    if (ended.outcome === "alreadyResolved" || ended.outcome === "abandoned")
      return decidedElsewhere(await storedResult());
    throw new Error(`The turn did not run: ${ended.outcome}.`);
  }

  function offeredResult(state: Partial<SchedulerValue>, interrupts: readonly PendingInterrupt[]): TurnResult {
    const approval = offerOf(interrupts);
    if (approval === null) return answerOf(state, thread);
    const event = state.scheduler_proposed_event ?? null;
    return { type: "result", outcome: "approval", message: approval.question, thread, event, approval };
  }

  const storedResult = async () => offeredResult((await session.state()) ?? {}, await session.pending());

  return {
    pending: async () => offerOf(await session.pending()),
    say(text, signal) {
      return run((options) => session.stream(turnInput(text, { member, clock }), options), signal);
    },
    async *decide(answer, signal): Turn {
      // "Undo" is no answer to the open question, but a new request.
      if (typeof answer === "string" && asksUndo(answer)) return yield* this.say(answer, signal);
      const [waiting] = await session.pending();
      // Without an open question, another process may be answering it right now: wait for that turn.
      return yield* run(
        (options) =>
          waiting === undefined ? session.streamContinue(options) : session.streamResume(waiting.id, answer, options),
        signal,
      );
    },
    interrupted: async () => {
      // `next` does not work here: it omits a task whose result is stored without its checkpoint.
      const { tasks } = await graph.getState({ configurable: { thread_id: thread } });
      // A task whose question was answered before its process ended still shows the question.
      return tasks.length > 0 && (await session.pending()).length === 0;
    },
    continueTurn: (signal) => run((options) => session.streamContinue(options), signal),
  };
}

/** Input of a new turn. */
export const turnInput = (
  text: string,
  { member, clock }: Pick<SchedulerServices, "clock"> & { readonly member: string | null },
): object => ({
  messages: [{ role: "user", content: text }],
  runtime_user_id: member,
  runtime_updated_at: clock.now(),
});

/** Options that `streamRun` passes to a graph. */
const StreamOptions = z.object({
  streamMode: z.array(z.string()).exactOptional(),
  signal: z.instanceof(AbortSignal).exactOptional(),
});

type SessionTurn = AsyncGenerator<unknown, SessionResult<SchedulerValue>>;

/** Question asked by `approvalNode`. */
const ApprovalQuestion = z.looseObject({
  note: z.string().nullable(),
  requests: z.array(z.looseObject({ payload: Offer })).min(1),
});
function offerOf(interrupts: readonly PendingInterrupt[]): Offer | null {
  const offers = interrupts.map(({ value }) => offerFrom(value));
  return offers.find((offer) => offer !== null) ?? null;
}

/** Extracts the offer from a question of the graph; null for other questions. */
export function offerFrom(value: unknown): Offer | null {
  const [request] = ApprovalQuestion.safeParse(value).data?.requests ?? [];
  const note = ApprovalQuestion.safeParse(value).data?.note ?? null;
  return request === undefined ? null : { ...request.payload, problem: note ?? request.payload.problem };
}

/** The first of two answers to a question counts. */
const decidedElsewhere = (result: TurnResult): TurnResult =>
  result.outcome === "approval"
    ? result
    : { ...result, message: `This was already decided in another session. ${result.message}` };

function answerOf(state: Partial<SchedulerValue>, thread: string): TurnResult {
  const proposed = state.scheduler_proposed_event ?? null;
  const event = proposed !== null && isRejected(state) ? { ...proposed, status: "rejected" as const } : proposed;
  return { type: "result", outcome: outcomeOf(state), message: state.execution_final_answer ?? "", thread, event };
}

function outcomeOf(values: Partial<SchedulerValue>): Exclude<TurnResult["outcome"], "approval"> {
  if (values.control_workflow_status === "failed") return "failed";
  if (values.control_workflow_status === "awaiting_user") return "clarification";
  if (isRejected(values)) return "rejected";
  return values.scheduler_proposed_event?.status === "confirmed" ? "confirmed" : "answered";
}

const isRejected = ({ execution_pending_approvals: requests }: Partial<SchedulerValue>): boolean =>
  Object.values(requests ?? {}).some(({ status }) => status === "rejected");
