import { type RunEvent, streamRun } from "tidemark/stream";
import {
  openSession,
  type PendingInterrupt,
  type ThreadLocks,
  type TurnOptions,
  type TurnResult as SessionResult,
} from "tidemark";
import { z } from "zod";
import type { Decision } from "./approval/decision.ts";
import { Offer } from "./approval/offer.ts";
import type { SchedulerGraph } from "./graph.ts";
import type { SchedulerServices } from "./services.ts";
import { type SchedulerValue } from "./state.ts";

/** How a turn ended: with an answer, a question about the request, or a question to be approved. */
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

/** What `say` and `decide` tell while they work, and at the end, once, the result. */
export type ConversationEvent = RunEvent | TurnResult;

type Turn = AsyncGenerator<ConversationEvent, TurnResult>;

/** One conversation on one thread; everything it knows is in the graph's checkpoints, so any process can go on with it. */
export interface Conversation {
  /** The offer that waits for an answer, also one that another process made; null when none does. */
  pending(): Promise<Offer | null>;
  /** Starts a new turn with what a person typed. */
  say(text: string, signal?: AbortSignal): Turn;
  /** Answers the pending offer, by a decision or in words; the graph goes on where it stopped. */
  decide(answer: Decision | string, signal?: AbortSignal): Turn;
  /** True when a turn neither ended nor waits for anybody: its process stopped in the middle of it. */
  interrupted(): Promise<boolean>;
  /** Goes on with a turn that was interrupted, from the last step that was completed. */
  goOn(signal?: AbortSignal): Turn;
}

/** Whose conversation it is. */
export interface ConversationOptions {
  readonly thread: string;
  /** The member who speaks; null when nobody said. */
  readonly member: string | null;
  /** Who keeps other processes off the thread while a turn runs. */
  readonly locks?: ThreadLocks;
}

/** Opens a conversation on a compiled scheduler; it starts nothing and asks nothing by itself. */
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
    async function* told(options: TurnOptions): AsyncGenerator {
      try {
        end.result = yield* begin(options);
      } catch (error) {
        if (error instanceof Error) end.error = error;
        throw error;
      }
    }
    const stream = (_: unknown, options?: unknown) => Promise.resolve(told(HostOptions.parse(options)));
    yield* streamRun({ stream }, null, { threadId: thread, clock, ...(signal && { signal }) });
    if (end.result === undefined) throw end.error ?? new Error("The turn was aborted.");
    const result = await resultOf(end.result);
    yield result;
    return result;
  }

  /** The result of this run, or, where there was nothing to do, what the thread came to. */
  async function resultOf(ended: SessionResult<SchedulerValue>): Promise<TurnResult> {
    if (ended.outcome === "done") return answerOf(ended.state, thread);
    if (ended.outcome === "interrupted") return offered(ended.state, ended.interrupts);
    if (ended.outcome === "nothingToContinue") return stored();
    if (ended.outcome === "alreadyResolved" || ended.outcome === "abandoned") return late(await stored());
    throw new Error(`The turn was not taken: ${ended.outcome}.`);
  }

  function offered(state: Partial<SchedulerValue>, interrupts: readonly PendingInterrupt[]): TurnResult {
    const approval = offerOf(interrupts);
    if (approval === null) return answerOf(state, thread);
    const event = state.scheduler_proposed_event ?? null;
    return { type: "result", outcome: "approval", message: approval.question, thread, event, approval };
  }

  const stored = async () => offered((await session.state()) ?? {}, await session.pending());

  return {
    pending: async () => offerOf(await session.pending()),
    say(text, signal) {
      return run((options) => session.stream(turnInput(text, { member, clock }), options), signal);
    },
    async *decide(answer, signal): Turn {
      const [waiting] = await session.pending();
      // Where nothing waits any more, somebody else may just be answering: their turn is waited for.
      return yield* run(
        (options) =>
          waiting === undefined ? session.streamContinue(options) : session.streamResume(waiting.id, answer, options),
        signal,
      );
    },
    interrupted: async () => {
      // Not `next`: a task whose result was stored, but not its checkpoint, is missing there.
      const { tasks } = await graph.getState({ configurable: { thread_id: thread } });
      return tasks.length > 0 && tasks.every((task) => task.interrupts.length === 0);
    },
    goOn: (signal) => run((options) => session.streamContinue(options), signal),
  };
}

/** What a turn begins with. */
export const turnInput = (
  text: string,
  { member, clock }: Pick<SchedulerServices, "clock"> & { readonly member: string | null },
): object => ({
  messages: [{ role: "user", content: text }],
  runtime_user_id: member,
  runtime_updated_at: clock.now(),
});

/** What `streamRun` asks of a run. */
const HostOptions = z.object({
  streamMode: z.array(z.string()).exactOptional(),
  signal: z.instanceof(AbortSignal).exactOptional(),
});

type SessionTurn = AsyncGenerator<unknown, SessionResult<SchedulerValue>>;

/** The question as `approvalNode` asks it. */
const Asked = z.looseObject({
  note: z.string().nullable(),
  requests: z.array(z.looseObject({ payload: Offer })).min(1),
});
/** The question as the first version asked it; whoever answers it is asked once more. */
const AskedAtFirst = Offer.omit({ chosen: true }).extend({ kind: z.literal("approval") });

function offerOf(interrupts: readonly PendingInterrupt[]): Offer | null {
  const offers = interrupts.map(({ value }) => offerAsked(value));
  return offers.find((offer) => offer !== null) ?? null;
}

/** The offer that a question of the graph is about; null for a question of another kind. */
export function offerAsked(value: unknown): Offer | null {
  const { data } = Asked.safeParse(value);
  const [request] = data?.requests ?? [];
  if (data !== undefined && request !== undefined)
    return { ...request.payload, problem: data.note ?? request.payload.problem };
  const { data: old } = AskedAtFirst.safeParse(value);
  if (old === undefined) return null;
  const { kind: _, ...offer } = old;
  return { ...offer, chosen: null };
}

/** Of two answers to one question the first counts. */
const late = (result: TurnResult): TurnResult =>
  result.outcome === "approval"
    ? result
    : { ...result, message: `This was already decided elsewhere. ${result.message}` };

function answerOf(state: Partial<SchedulerValue>, thread: string): TurnResult {
  const event = state.scheduler_proposed_event ?? null;
  return { type: "result", outcome: outcomeOf(state), message: state.execution_final_answer ?? "", thread, event };
}

function outcomeOf(values: Partial<SchedulerValue>): Exclude<TurnResult["outcome"], "approval"> {
  if (values.control_workflow_status === "failed") return "failed";
  if (values.control_workflow_status === "awaiting_user") return "clarification";
  const status = values.scheduler_proposed_event?.status;
  return status === "confirmed" || status === "rejected" ? status : "answered";
}
