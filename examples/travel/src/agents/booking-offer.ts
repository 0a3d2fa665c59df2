import { defineAgent } from "tidemark";
import { digest } from "tidemark/rules";
import { bookingOf } from "../domain/booked.ts";
import { dayText } from "../domain/describe-trip.ts";
import type { Itinerary } from "../domain/trip.ts";
import { TravelState } from "../state.ts";

/** Hands the itinerary to the booking desk; the graph asks the traveler before the desk begins. */
export const bookingOffer = () =>
  defineAgent(TravelState, {
    name: "booking_offer",
    description: "Begins the booking of the itinerary as it stands, when the traveler says so.",
    identity: { agentName: "Booking" },
    reads: ["travel_itinerary", "travel_bookings", "travel_remarks"],
    proposes: ["travel_remarks"],
    run: (values, { propose, handoff }) => {
      const { travel_itinerary: itinerary, travel_remarks: remarks } = values;
      const booking = bookingOf(values);
      if (itinerary === null || booking !== null) {
        const remark =
          booking === null ? "There is nothing to book yet." : `This trip is booked already, as ${booking.reference}.`;
        propose({ travel_remarks: [...remarks, remark] }, "Nothing can be booked.");
        return {};
      }
      const handed = handoff("booking_desk", {
        reason: "user_request",
        explanation:
          `Book ${itinerary.city}, ${dayText(itinerary.startDate)} to ${dayText(itinerary.endDate)}, ` +
          `for ${Math.round(itinerary.total)} €`,
        payload: bookingPayload(itinerary),
      });
      if (handed.outcome === "handedOff") return handed.command;
      propose(
        { travel_remarks: [...remarks, `It could not be booked: ${handed.message}`] },
        "The desk did not take it.",
      );
      return {};
    },
  });

/** What a person approves: what it is, what it costs, and the digest of every detail. */
export const bookingPayload = (itinerary: Itinerary) => ({
  city: itinerary.city,
  days: `${itinerary.startDate} to ${itinerary.endDate}`,
  travelers: itinerary.travelers,
  outbound: itinerary.outbound.flight.id,
  return: itinerary.return.flight.id,
  room: itinerary.hotel.room.id,
  total: itinerary.total,
  itinerary: digest(itinerary),
});
