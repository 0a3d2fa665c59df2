import { defineAgent } from "tidemark";
import { digest } from "tidemark/rules";
import { bookingOf } from "../domain/booked.ts";
import { dayText } from "../domain/describe-trip.ts";
import type { Itinerary } from "../domain/trip.ts";
import { TravelState } from "../state.ts";

/** Starts a handoff of the itinerary to the booking desk. The graph asks the traveler for approval before the desk runs. */
export const bookingOffer = () =>
  defineAgent(TravelState, {
    name: "booking_offer",
    description: "Starts the booking of the current itinerary at the traveler's request.",
    identity: { agentName: "Booking" },
    reads: ["travel_itinerary", "travel_bookings", "travel_remarks"],
    proposes: ["travel_remarks"],
    run: (values, { propose, handoff }) => {
      const { travel_itinerary: itinerary, travel_remarks: remarks } = values;
      const booking = bookingOf(values);
      if (itinerary === null || booking !== null) {
        const remark =
          booking === null ? "There is nothing to book yet." : `This trip is already booked as ${booking.reference}.`;
        propose({ travel_remarks: [...remarks, remark] }, "Nothing can be booked.");
        return {};
      }
      const result = handoff("booking_desk", {
        reason: "user_request",
        explanation:
          `Book ${itinerary.city}, ${dayText(itinerary.startDate)} to ${dayText(itinerary.endDate)}, ` +
          `for ${Math.round(itinerary.total)} €`,
        payload: bookingPayload(itinerary),
      });
      if (result.outcome === "handedOff") return result.command;
      propose(
        { travel_remarks: [...remarks, `The trip could not be booked: ${result.message}`] },
        "The booking desk refused the handoff.",
      );
      return {};
    },
  });

/** Payload of the approval: the main facts, the price, and a digest of the whole itinerary. */
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
