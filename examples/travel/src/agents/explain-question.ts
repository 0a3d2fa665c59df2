import { z } from "zod";
import { answerAbout, offerText } from "../domain/answer-question.ts";
import { itineraryText } from "../domain/describe-trip.ts";
import { ProfileFact, profileLines } from "../domain/profile.ts";
import { Booking, Itinerary } from "../domain/trip.ts";
import { readMessage } from "../reading/read-message.ts";
import { readingContext, type TravelServices } from "../services.ts";

/** A question that was asked instead of an approval. */
interface Asked {
  /** Payload of the request that waits for the approval. */
  readonly payload: Readonly<Record<string, unknown>>;
  readonly question: string;
  readonly values: object;
}

const Values = z.object({
  travel_itinerary: Itinerary.nullable(),
  travel_bookings: z.array(Booking),
  user_profile: z.array(ProfileFact).default([]),
});

/** Answers a question about the trip, or with the profile. The approval stays open, which the answer says. */
export function explanation({ payload, question, values }: Asked, services: TravelServices): string {
  const { travel_itinerary: planned, travel_bookings: bookings, user_profile: profile } = Values.parse(values);
  const isCancellation = payload["action"] === "cancel";
  const booking = bookings.find(({ reference }) => reference === payload["reference"]) ?? null;
  const trip = isCancellation ? (booking?.itinerary ?? null) : planned;
  const { catalog, brief = false } = services;
  const { intent, unavailable, changes } = readMessage(question, readingContext(services));
  const answer =
    intent === "show_profile"
      ? profileLines(profile).join("\n")
      : trip === null
        ? "The trip no longer exists."
        : intent === "show_trip"
          ? itineraryText(trip, { alternatives: [], sample: catalog.sample, booking, brief })
          : changes.length > 0
            ? offerText(changes, [])
            : answerAbout(question, trip, unavailable);
  return `${answer}\n\nThe question is still open: nothing is ${isCancellation ? "canceled" : "booked"} yet.`;
}
