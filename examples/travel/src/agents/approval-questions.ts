import { type ApprovalAnswer, type PendingInterrupt, readApprovalAnswer } from "tidemark";
import { approvalText } from "tidemark/conversation";
import { ApprovalRequest } from "tidemark/schemas";
import { z } from "zod";
import { answerAbout, asksAbout, isQuestion } from "../domain/answer-question.ts";
import { texts } from "../domain/format.ts";
import { ProfileFact, profileText } from "../domain/profile.ts";
import { Booking, Itinerary, openBookings } from "../domain/trip.ts";
import { bookingsText, tripText } from "../domain/trip-parts.ts";
import { unbroken } from "../domain/unbroken.ts";
import { readMessage } from "../reading/read-message.ts";
import { MESSAGE, says } from "../reading/words.ts";
import { readingContext, type TravelServices } from "../services.ts";
import { bookingPayload, cancellationPayload } from "./booking-offer.ts";

/** Values that an approval depends on. */
const Values = z.object({
  travel_itinerary: Itinerary.nullable(),
  travel_bookings: z.array(Booking),
  user_profile: z.array(ProfileFact).default([]),
});

/** Payload of a booking that replaces none. */
const InAddition = z.strictObject({ action: z.literal("book"), total: z.number(), itinerary: z.string() });

/** Questions for the approval of a booking or a cancellation. */
export const approvalQuestions = ({ brief = false, ...services }: TravelServices) => ({
  /** Asks for the approval. A page shows the details below the question, and buttons. */
  say(event: Parameters<typeof approvalText>[0]): string {
    const [request] = event.kind === "question" ? event.pending : [];
    if (request === undefined) return approvalText(event);
    const [question = "", ...notes] = request.stepObjective.split("\n");
    const lines = notes.map((note) => `- ${note}`);
    const isTyped = !brief && request.payload["replaces"] === undefined;
    const text = (isTyped ? [...lines, `${question}? (yes / no)`] : [`${question}?`, ...lines]).join("\n");
    return brief ? unbroken(text) : text;
  },
  /** A booking can also be made in addition to the one that it would replace. */
  editable: { booking_desk: InAddition },
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
      reading.intent === "show_profile" && profileText(values.user_profile),
      reading.intent === "show_trip" && says(MESSAGE.booked, question) && bookingsText(bookings),
      trip !== null && reading.intent === "show_trip" && tripText(trip, notes),
      answerAbout(question, trip, { ...reading, ...context }),
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

/** The part of the graph's approval interrupt that an answer is read with. */
const ApprovalQuestion = z.object({
  type: z.literal("approval"),
  question: z.string(),
  note: z.string().nullable(),
  requests: z.array(ApprovalRequest).min(1),
});

/** The choices of the question whether a new version of a booked trip replaces its booking; null for another question. */
export function replacingQuestion(value: unknown) {
  const { data } = ApprovalQuestion.safeParse(value);
  const [request] = data?.requests ?? [];
  if (data === undefined || request?.payload["replaces"] === undefined) return null;
  const { id, hash } = request;
  const { replaces: _replaces, ...payload } = request.payload;
  const choices = [
    choice("Replace the booking", MESSAGE.replace, { id, decision: "approve", hash }),
    choice("Book it in addition", MESSAGE.both, { id, decision: "edit", payload, hash }),
    choice("Leave it as it is", MESSAGE.leave, { id, decision: "reject" }),
  ];
  return { text: texts(data.note, data.question).join("\n"), notes: [], choices };
}

const choice = (label: string, words: string, answer: ApprovalAnswer) =>
  ({ label, notes: [], words, answer, role: answer.decision === "reject" ? "refusal" : "plain" }) as const;

/** Returns the answer of the choice of {@link replacingQuestion} that a text selects; null for other text. */
export const replacingAnswer = (text: string, value: unknown): ApprovalAnswer | null =>
  replacingQuestion(value)?.choices.find(({ words }) => says(words, text))?.answer ?? null;

type Given = string | ApprovalAnswer | null;

/**
 * Returns the answer that a text gives to the pending question; null for a new request, which withdraws the question.
 *
 * A question is answered and the pending one stays, and so it does after an unclear answer such as "hm".
 */
export function answerTo(text: string, { value }: PendingInterrupt, services: TravelServices): Given {
  const { requests = [] } = ApprovalQuestion.safeParse(value).data ?? {};
  const [request] = requests;
  const chosen = replacingAnswer(text, value);
  if (request === undefined || chosen !== null) return chosen;
  const reading = readMessage(text, readingContext(services));
  const { intent } = reading;
  // "Can we stay longer?" is a wish.
  const isWish = /^(?:plan|change|new)_trip$/.test(intent) && !asksAbout(text, reading);
  if (isQuestion(text) || /^(?:question|show_profile|show_trip)$/.test(intent))
    return isWish ? null : { id: request.id, decision: "ask", question: text };
  return intent === "unclear" || readApprovalAnswer(text, requests).understood ? text : null;
}
