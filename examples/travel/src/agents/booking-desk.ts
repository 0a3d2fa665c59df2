import { defineAgent } from "tidemark";
import { approvedRequests, digest } from "tidemark/rules";
import { euro } from "../domain/format.ts";
import { type Booking, openBookings } from "../domain/trip.ts";
import type { TravelServices } from "../services.ts";
import { TravelState } from "../state.ts";

/** Books or cancels what was approved, once, and proposes the record. Runs only after a handoff from `booking_offer`. */
export const bookingDesk = ({ desk }: TravelServices) =>
  defineAgent(TravelState, {
    name: "booking_desk",
    description: "Books or cancels an itinerary received by handoff. Never a step of a plan.",
    identity: { agentName: "Booking desk" },
    reads: ["travel_itinerary", "travel_bookings", "execution_pending_approvals", "runtime_session_id"],
    proposes: ["travel_bookings", "travel_remarks"],
    run: async (values, { propose, received, clock }) => {
      const { travel_itinerary: itinerary, travel_bookings: bookings } = values;
      const approval = approvedRequests(values, "booking_desk").at(-1);
      const payload = received?.payload ?? {};
      const approvedBy = approval?.decidedBy ?? "unknown";
      const record = (...changed: readonly Booking[]) => {
        const said = changed.map(({ canceledAt, reference, itinerary: { city, total } }) => {
          const done = canceledAt === null ? "Booked as" : "Canceled";
          return `${done} ${reference}: ${city}, ${euro(total)}.`;
        });
        propose({ travel_bookings: changed, travel_remarks: said }, `Approved by ${approvedBy}.`);
        return {};
      };
      const cancel = async (booking: Booking): Promise<Booking> => {
        const { canceledAt } = await desk.cancel({ reference: booking.reference, at: clock.now() });
        return { ...booking, canceledAt };
      };
      const isApproved = approval !== undefined && digest(approval.payload) === digest(payload);
      const canceled = openBookings(values).find(({ reference }) => reference === payload["reference"]);
      if (isApproved && payload["action"] === "cancel" && canceled !== undefined) return record(await cancel(canceled));
      if (!isApproved || itinerary === null || payload["itinerary"] !== digest(itinerary)) {
        propose({ travel_remarks: ["Nothing was booked or canceled: exactly this was not approved."] }, "No approval.");
        return {};
      }
      // After a cancellation the same trip can be booked again, so the number of bookings is part of the key.
      const key = `${values.runtime_session_id ?? "session"}:${digest(itinerary)}:${bookings.length}`;
      const { reference } = await desk.book({ key, content: itinerary, at: clock.now() });
      const booking = { id: reference, reference, bookedAt: clock.now(), approvedBy, canceledAt: null, itinerary };
      const replaced = openBookings(values).filter((each) => each.reference === payload["replaces"]);
      return record(booking, ...(await Promise.all(replaced.map(cancel))));
    },
  });
