import type { TerminalApplication } from "@tidemark/terminal";
import type { WebApplication } from "@tidemark/web";
import { type ApprovalAnswer, openSession, type PendingInterrupt, readApprovalAnswer } from "tidemark";
import { ApprovalRequest } from "tidemark/schemas";
import { z } from "zod";
import { isQuestion } from "./domain/answer-question.ts";
import { type Booking, bookingOf, type Itinerary } from "./domain/trip.ts";
import type { TravelGraph } from "./graph.ts";
import { readMessage } from "./reading/read-message.ts";
import { readingContext, type TravelServices } from "./services.ts";
import { TravelState, type TravelValue } from "./state.ts";

/** What a turn has planned and booked. */
export interface Planned {
  readonly itinerary: Itinerary | null;
  /** Booking of exactly this itinerary. */
  readonly booking: Booking | null;
}

/** The travel planner as the page and the terminal need it. */
export function travelApplication(
  graph: TravelGraph,
  services: TravelServices,
  { thread, traveler }: { readonly thread: string; readonly traveler: string },
): TerminalApplication<TravelValue, Planned> & WebApplication {
  const { clock } = services;
  return {
    title: "Travel planner",
    intro: "Where do you want to go?",
    hint: 'Say where you start, on which days, and how many of you travel. Then change the trip: "a later flight back", "a cheaper hotel". Nothing is booked without your approval.',
    suggestions: [
      "A long weekend in Lisbon from Copenhagen in May, mid budget, I'm vegetarian and hate early flights",
      "Rome from Berlin, 3 to 7 March, two of us, under 900 euro, near the center",
      "A week in Athens from London in June with our two kids",
    ],
    state: TravelState,
    graph,
    session: (threadId) => openSession({ graph, threadId, userId: traveler, clock }),
    thread,
    clock,
    answerTo: (text, waiting) => answerTo(text, waiting, services),
    approvalLabels: ({ payload }) =>
      payload["action"] === "cancel"
        ? { approve: "Cancel booking", reject: "Keep it", isDestructive: true }
        : { approve: "Book it", reject: "Not now" },
    details: ({ travel_itinerary: itinerary = null, travel_bookings: bookings = [] }) => ({
      itinerary,
      booking: bookingOf({ travel_itinerary: itinerary, travel_bookings: bookings }),
    }),
  };
}

/** The part of the graph's approval interrupt that an answer is read with. */
const ApprovalQuestion = z.object({ type: z.literal("approval"), requests: z.array(ApprovalRequest).min(1) });

/**
 * Returns the answer that a text gives to the pending question; null for a new request, which withdraws the question.
 *
 * A question is answered and the pending one stays, and so it does after an unclear answer such as "hm".
 */
function answerTo(text: string, { value }: PendingInterrupt, services: TravelServices): string | ApprovalAnswer | null {
  const { requests = [] } = ApprovalQuestion.safeParse(value).data ?? {};
  const [request] = requests;
  if (request === undefined) return null;
  const { intent } = readMessage(text, readingContext(services));
  const isChange = intent === "plan_trip" || intent === "change_trip" || intent === "new_trip";
  // "Can we stay longer?" is a wish.
  if (isChange && /^\W*(?:(?:can|could|would|will|may|shall) (?:you|we|i)|let's|please)\b/i.test(text)) return null;
  if (isQuestion(text) || intent === "show_profile" || intent === "show_trip")
    return { id: request.id, decision: "ask", question: text };
  return intent === "unclear" || readApprovalAnswer(text, requests).understood ? text : null;
}
