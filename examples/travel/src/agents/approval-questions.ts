import { type ApprovalAnswer, type PendingInterrupt, readApprovalAnswer } from "tidemark";
import { approvalText } from "tidemark/conversation";
import { ApprovalRequest } from "tidemark/schemas";
import { z } from "zod";
import { answerAbout, asksAbout, isQuestion } from "../domain/answer-question.ts";
import { texts } from "../domain/format.ts";
import { ProfileFact, profileLines } from "../domain/profile.ts";
import { Booking, Itinerary, openBookings } from "../domain/trip.ts";
import { tripText } from "../domain/trip-parts.ts";
import { readMessage } from "../reading/read-message.ts";
import { readingContext, type TravelServices } from "../services.ts";
import { bookingPayload, cancellationPayload } from "./booking-offer.ts";

/** Values that an approval depends on. */
const Values = z.object({
  travel_itinerary: Itinerary.nullable(),
  travel_bookings: z.array(Booking),
  user_profile: z.array(ProfileFact).default([]),
});

/** Questions for the approval of a booking or a cancellation. */
export const approvalQuestions = ({ brief = false, ...services }: TravelServices) => ({
  /** Asks for the approval. Beside a view there are buttons, so the words for an answer are left out. */
  say(event: Parameters<typeof approvalText>[0]): string {
    const [request] = event.kind === "question" ? event.pending : [];
    return request === undefined ? approvalText(event) : `${request.stepObjective}?${brief ? "" : " (yes / no)"}`;
  },
  /** Answers a question about the trip, or with the profile. The approval stays open, which the answer says. */
  explain({ payload }: ApprovalRequest, question: string, state: { readonly values: object }): string {
    const values = Values.parse(state.values);
    const booking = values.travel_bookings.find(({ reference }) => reference === payload["reference"]) ?? null;
    const isCancellation = payload["action"] === "cancel";
    const trip = isCancellation ? (booking?.itinerary ?? null) : values.travel_itinerary;
    const reading = readMessage(question, readingContext(services));
    const notes = { alternatives: [], sample: services.catalog.sample, booking, brief };
    const [answer] = texts(
      reading.intent === "show_profile" && profileLines(values.user_profile).join("\n"),
      trip !== null && (reading.intent === "show_trip" ? tripText(trip, notes) : answerAbout(question, trip, reading)),
    );
    return `${answer}\n\nThe question is still open: nothing is ${isCancellation ? "canceled" : "booked"} yet.`;
  },
  /** The payload as it would be now. Its digest differs when the itinerary changed after the question was asked. */
  payloadNow({ payload }: ApprovalRequest, state: object) {
    const { travel_itinerary: itinerary, travel_bookings: bookings } = Values.parse(state);
    if (payload["action"] !== "cancel") return itinerary === null ? null : bookingPayload(itinerary);
    const open = openBookings({ travel_bookings: bookings });
    const booking = open.find(({ reference }) => reference === payload["reference"]);
    return booking === undefined ? null : cancellationPayload(booking.reference);
  },
});

/** The part of the graph's approval interrupt that an answer is read with. */
const ApprovalQuestion = z.object({ type: z.literal("approval"), requests: z.array(ApprovalRequest).min(1) });

/**
 * Returns the answer that a text gives to the pending question; null for a new request, which withdraws the question.
 *
 * A question is answered and the pending one stays, and so it does after an unclear answer such as "hm".
 */
export function answerTo(
  text: string,
  { value }: PendingInterrupt,
  services: TravelServices,
): string | ApprovalAnswer | null {
  const { requests = [] } = ApprovalQuestion.safeParse(value).data ?? {};
  const [request] = requests;
  if (request === undefined) return null;
  const reading = readMessage(text, readingContext(services));
  const { intent } = reading;
  // "Can we stay longer?" is a wish.
  const isWish = /^(?:plan|change|new)_trip$/.test(intent) && !asksAbout(text, reading);
  if (isQuestion(text) || intent === "show_profile" || intent === "show_trip")
    return isWish ? null : { id: request.id, decision: "ask", question: text };
  return intent === "unclear" || readApprovalAnswer(text, requests).understood ? text : null;
}
