import { type ApprovalAnswer, openSession, type PendingInterrupt, readApprovalAnswer } from "tidemark";
import { ApprovalRequest } from "tidemark/schemas";
import { z } from "zod";
import { isQuestion } from "./domain/answer-question.ts";
import { bookingOf } from "./domain/booked.ts";
import type { Booking, Itinerary } from "./domain/trip.ts";
import type { TravelGraph } from "./graph.ts";
import { readMessage } from "./reading/read-message.ts";
import { readingContext, type TravelServices } from "./services.ts";
import { type TravelValue } from "./state.ts";

/** Result of a turn. */
export interface Reply {
  /** `question` asks for missing details of the trip; `approval` asks for a yes or no before booking. */
  readonly outcome: "answered" | "question" | "approval" | "failed";
  readonly message: string;
  readonly itinerary: Itinerary | null;
  /** Booking of exactly this itinerary. */
  readonly booking: Booking | null;
  /** Request that is waiting for an answer. */
  readonly approval: ApprovalRequest | null;
}

/** A conversation on one thread. All of its state is in the checkpoints, so any process can continue it. */
export interface Conversation {
  readonly thread: string;
  /** Returns the pending approval question, even if another process asked it; null if no question is pending. */
  pending(): Promise<Reply | null>;
  /** Sends a message: an answer to the pending question, or a new request, which drops the question. */
  send(text: string, signal?: AbortSignal): Promise<Reply>;
  /** Answers the pending approval by request id, for example from a button. */
  decide(answer: ApprovalAnswer, signal?: AbortSignal): Promise<Reply>;
  /** Returns the stored state; null before the first turn. */
  state(): Promise<TravelValue | null>;
}

/** Opens a conversation on a compiled travel planner. Nothing runs until a message is sent. */
export function openConversation(
  graph: TravelGraph,
  services: TravelServices,
  { thread, traveler }: { readonly thread: string; readonly traveler: string },
): Conversation {
  const session = openSession({ graph, threadId: thread, userId: traveler, clock: services.clock });
  const waiting = async (): Promise<PendingInterrupt | undefined> =>
    (await session.pending()).find(({ value }) => ApprovalQuestion.safeParse(value).success);
  const replyTo = (turn: Awaited<ReturnType<typeof session.send>>): Reply => {
    if (turn.outcome === "done") return replyOf(turn.state, null);
    const [question] = turn.outcome === "interrupted" ? turn.interrupts : [];
    if (turn.outcome === "interrupted" && question !== undefined) return replyOf(turn.state, question);
    return { ...NO_REPLY, message: failureMessages[turn.outcome] ?? "The turn did not finish." };
  };
  const resume = async (interrupt: PendingInterrupt, answer: unknown, signal: AbortSignal | undefined) =>
    replyTo(await session.resume(interrupt.id, answer, signal === undefined ? {} : { signal }));
  return {
    thread,
    async pending() {
      const [interrupt, state] = [await waiting(), await session.state()];
      return interrupt === undefined || state === null ? null : replyOf(state, interrupt);
    },
    async send(text, signal) {
      const interrupt = await waiting();
      const answer = interrupt === undefined ? null : answerTo(text, interrupt, services);
      if (interrupt !== undefined && answer !== null) return resume(interrupt, answer, signal);
      return replyTo(await session.send(text, signal === undefined ? {} : { signal }));
    },
    async decide(answer, signal) {
      const interrupt = await waiting();
      return interrupt === undefined
        ? { ...NO_REPLY, message: "No question is pending." }
        : resume(interrupt, answer, signal);
    },
    state: () => session.state(),
  };
}

/** The parts of the graph's approval interrupt that a conversation uses. */
const ApprovalQuestion = z.object({
  type: z.literal("approval"),
  question: z.string(),
  note: z.string().nullable(),
  requests: z.array(ApprovalRequest),
});

const failureMessages: Readonly<Record<string, string>> = {
  busy: "Another process is using this conversation.",
  aborted: "The turn was stopped. Nothing was booked without your confirmation.",
  alreadyResolved: "This question was already answered. The first answer counts.",
  abandoned: "The conversation continued without an answer to this question.",
};

/**
 * Returns the answer that a text gives to the pending question; null for a new request, which withdraws the question.
 *
 * A question is answered and the pending one stays, and so it does after an unclear answer such as "hm".
 */
export function answerTo(
  text: string,
  { value }: PendingInterrupt,
  services: Pick<TravelServices, "catalog" | "clock">,
): string | ApprovalAnswer | null {
  const question = ApprovalQuestion.safeParse(value);
  const [request] = question.data?.requests ?? [];
  if (!question.success || request === undefined) return null;
  const { intent } = readMessage(text, readingContext(services));
  const isChange = intent === "plan_trip" || intent === "change_trip" || intent === "new_trip";
  // "Can we stay longer?" is a wish.
  if (isChange && /^\W*(?:(?:can|could|would|will|may|shall) (?:you|we|i)|let's|please)\b/i.test(text)) return null;
  if (isQuestion(text) || intent === "show_profile" || intent === "show_trip")
    return { id: request.id, decision: "ask", question: text };
  return intent === "unclear" || readApprovalAnswer(text, question.data.requests).understood ? text : null;
}

const NO_REPLY: Reply = { outcome: "failed", message: "", itinerary: null, booking: null, approval: null };

/** The reply of a turn: its answer, or the question at which it stopped. */
function replyOf(state: TravelValue, interrupt: PendingInterrupt | null): Reply {
  const { travel_itinerary: itinerary, control_workflow_status: status } = state;
  const { data: asked } = ApprovalQuestion.safeParse(interrupt?.value);
  const shown = { itinerary, booking: bookingOf(state), approval: asked?.requests[0] ?? null };
  if (asked !== undefined) {
    const { question, note } = asked;
    return { outcome: "approval", message: note === null ? question : `${note}\n${question}`, ...shown };
  }
  const outcome = status === "failed" ? "failed" : status === "awaiting_user" ? "question" : "answered";
  return { outcome, message: state.execution_final_answer ?? "", ...shown };
}
