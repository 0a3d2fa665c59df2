import { approvedRequests, digest } from "tidemark/rules";
import { defineAgent } from "tidemark";
import type { TravelServices } from "../services.ts";
import { TravelState } from "../state.ts";

/** Books an approved itinerary once and proposes the booking record. Runs only after a handoff from `booking_offer`. */
export const bookingDesk = ({ desk }: TravelServices) =>
  defineAgent(TravelState, {
    name: "booking_desk",
    description: "Books an itinerary received by handoff. Never a step of a plan.",
    identity: { agentName: "Booking desk" },
    reads: ["travel_itinerary", "travel_remarks", "execution_pending_approvals", "runtime_session_id"],
    proposes: ["travel_bookings", "travel_remarks"],
    run: async (values, { propose, received, clock }) => {
      const { travel_itinerary: itinerary, travel_remarks: remarks } = values;
      const approval = approvedRequests(values, "booking_desk").at(-1);
      const payload = received?.payload;
      if (itinerary === null || approval === undefined || payload?.["itinerary"] !== digest(itinerary)) {
        propose(
          { travel_remarks: [...remarks, "Nothing was booked: this exact trip was not approved."] },
          "No approval.",
        );
        return {};
      }
      const key = `${values.runtime_session_id ?? "session"}:${digest(itinerary)}`;
      const { reference } = await desk.book({ key, content: itinerary, at: clock.now() });
      const booking = {
        id: reference,
        reference,
        bookedAt: clock.now(),
        approvedBy: approval.decidedBy ?? "unknown",
        itinerary,
      };
      propose({ travel_bookings: [booking] }, `Approved by ${booking.approvedBy}.`);
      return {};
    },
  });
