import type { PendingInterrupt } from "tidemark";
import { type ApprovalRequest, approvalText, readApprovalAnswer } from "tidemark/agents";
import { z } from "zod";
import { answerAbout } from "../domain/answer-question.ts";
import { texts } from "../domain/format.ts";
import { Profile, profileText } from "../domain/profile.ts";
import { Booking, Itinerary, openBookings } from "../domain/trip.ts";
import { bookingsText, tripText } from "../domain/trip-parts.ts";
import { unbroken } from "../domain/unbroken.ts";
import { detailsOf } from "../reading/reading.ts";
import { readMessage } from "../reading/read-message.ts";
import { readingContext, type TravelServices } from "../services.ts";
import { bookingPayload, cancellationPayload } from "./booking.ts";

/** Values that an approval depends on. */
const Values = z.object({
  travel_itinerary: Itinerary.nullable(),
  travel_bookings: z.array(Booking),
  ...Profile.shape,
});

/** Asks for an approval. A page shows the details below the question, and buttons. */
export const approvalQuestion =
  ({ brief = false }: Pick<TravelServices, "brief">) =>
  (event: Parameters<typeof approvalText>[0]): string => {
    const [request] = event.kind === "question" ? event.pending : [];
    if (request === undefined) return approvalText(event);
    const [question = "", ...notes] = request.stepObjective.split("\n");
    const lines = notes.map((note) => `- ${note}`);
    const text = (brief ? [`${question}?`, ...lines] : [...lines, `${question}? (yes / no)`]).join("\n");
    return brief ? unbroken(text) : text;
  };

/** Answers to questions about an approval, and what it depends on. */
export const approvalQuestions = ({ brief = false, ...services }: TravelServices) => ({
  /** Answers a question about the trip, or with the profile. The approval stays open, which the answer says. */
  explain({ payload }: ApprovalRequest, question: string, state: { readonly values: object }): string {
    const { travel_bookings: bookings, ...values } = Values.parse(state.values);
    const booking = bookings.find(({ reference }) => reference === payload["reference"]) ?? null;
    const isCancellation = payload["action"] === "cancel";
    const trip = isCancellation ? (booking?.itinerary ?? null) : values.travel_itinerary;
    const context = readingContext(services);
    const reading = readMessage(question, context);
    const notes = { alternatives: [], sample: services.catalog.sample, booking, brief };
    const [answer] = texts(
      reading.intent === "show_profile" && profileText(values),
      reading.intent === "show_bookings" && bookingsText(bookings),
      trip !== null && reading.intent === "show_trip" && tripText(trip, notes),
      answerAbout(question, trip, reading, context),
    );
    return `${answer}\n\nThe question is still open: nothing is ${isCancellation ? "canceled" : "booked"} yet.`;
  },
  /** The payload as it would be now. Its digest differs when the itinerary changed after the question was asked. */
  payloadNow({ payload }: ApprovalRequest, state: object) {
    const { travel_itinerary: itinerary, travel_bookings: bookings } = Values.parse(state);
    const open = openBookings({ travel_bookings: bookings });
    const find = (name: string) => open.find(({ reference }) => reference === payload[name])?.reference;
    if (payload["action"] !== "cancel") return itinerary === null ? null : bookingPayload(itinerary, find("replaces"));
    const reference = find("reference");
    return reference === undefined ? null : cancellationPayload(reference);
  },
});

/**
 * Returns the answer that a text gives to the pending question; null for a new request, which withdraws the question.
 *
 * A question is answered and the pending one stays, and so it does after an unclear answer such as "hm".
 */
export function answerTo(text: string, waiting: PendingInterrupt, services: TravelServices) {
  const { requests } = waiting.kind === "approval" ? waiting.value : { requests: [] };
  const [request] = requests;
  if (request === undefined) return null;
  const reading = readMessage(text, readingContext(services));
  const { intent } = reading;
  if (/^(?:question|show_profile|show_trip|show_bookings)$/.test(intent))
    return { id: request.id, decision: "ask", question: text };
  // "Can we stay longer?" is a wish.
  if (/^(?:plan|change|new)_trip$/.test(intent)) return null;
  if (readApprovalAnswer(text, requests).understood) return text;
  // A model may understand what the small reader does not: "hm" is asked again only without one.
  const isUnclear = Object.keys(detailsOf(reading)).every((detail) => detail === "ask");
  return isUnclear && services.model === null ? text : null;
}
