import { type ApprovalAnswer, openSession, type PendingInterrupt, readApprovalAnswer } from "tidemark";
import { ApprovalRequest } from "tidemark/schemas";
import { z } from "zod";
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

/** Thread and owner of a conversation. */
export interface ConversationOptions {
  readonly thread: string;
  readonly traveler: string;
}

/** Opens a conversation on a compiled travel planner. Nothing runs until a message is sent. */
export function openConversation(
  graph: TravelGraph,
  services: TravelServices,
  options: ConversationOptions,
): Conversation {
  const { thread, traveler } = options;
  const session = openSession({
    graph,
    threadId: thread,
    userId: traveler,
    clock: services.clock,
  });
  const pendingQuestion = async (): Promise<{ interrupt: PendingInterrupt; question: ApprovalQuestion } | null> => {
    for (const interrupt of await session.pending()) {
      const question = ApprovalQuestion.safeParse(interrupt.value);
      if (question.success) return { interrupt, question: question.data };
    }
    return null;
  };
  type Turn = Awaited<ReturnType<typeof session.send>>;
  const replyOf = (turn: Turn): Reply => {
    if (turn.outcome === "done") return answerReply(turn.state);
    if (turn.outcome === "interrupted") {
      const [question] = turn.interrupts.flatMap(({ value }) => ApprovalQuestion.safeParse(value).data ?? []);
      if (question !== undefined) return approvalReply(question, turn.state);
    }
    return failureReply(failureMessages[turn.outcome] ?? "The turn did not finish.");
  };
  return {
    thread,
    async pending() {
      const pending = await pendingQuestion();
      const state = pending === null ? null : await session.state();
      return pending === null || state === null ? null : approvalReply(pending.question, state);
    },
    async send(text, signal) {
      const turnOptions = signal === undefined ? {} : { signal };
      const pending = await pendingQuestion();
      const answer = pending === null ? null : answerTo(text, pending.interrupt, services);
      if (pending === null || answer === null) return replyOf(await session.send(text, turnOptions));
      return replyOf(await session.resume(pending.interrupt.id, answer, turnOptions));
    },
    async decide(answer, signal) {
      const pending = await pendingQuestion();
      if (pending === null) return failureReply("No question is pending.");
      return replyOf(await session.resume(pending.interrupt.id, answer, signal === undefined ? {} : { signal }));
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
type ApprovalQuestion = z.infer<typeof ApprovalQuestion>;

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
  if (/^\W*(?:what|which|who|when|where|why|how|show|is|are|does|do)\b|\?\s*$/i.test(text) || intent === "show_profile")
    return { id: request.id, decision: "ask", question: text };
  return intent === "unclear" || readApprovalAnswer(text, question.data.requests).understood ? text : null;
}

const failureReply = (message: string): Reply => ({
  outcome: "failed",
  message,
  itinerary: null,
  booking: null,
  approval: null,
});

function approvalReply({ question, note, requests }: ApprovalQuestion, state: TravelValue): Reply {
  return {
    outcome: "approval",
    message: note === null ? question : `${note}\n${question}`,
    itinerary: state.travel_itinerary,
    booking: bookingOf(state),
    approval: requests[0] ?? null,
  };
}

function answerReply(state: TravelValue): Reply {
  const status = state.control_workflow_status;
  return {
    outcome: status === "failed" ? "failed" : status === "awaiting_user" ? "question" : "answered",
    message: state.execution_final_answer ?? "",
    itinerary: state.travel_itinerary,
    booking: bookingOf(state),
    approval: null,
  };
}
