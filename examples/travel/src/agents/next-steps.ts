import { defineAgent } from "tidemark";
import { bookingOf, openBookings } from "../domain/trip.ts";
import { listText, texts } from "../domain/format.ts";
import { factValues } from "../domain/profile.ts";
import type { TravelServices } from "../services.ts";
import { TravelState } from "../state.ts";

/** Suggests what the traveler might do next, and records insights in the task ledger. Beside a view, a button books the trip. */
export const nextSteps = ({ brief = false }: Pick<TravelServices, "brief">) =>
  defineAgent(TravelState, {
    name: "next_steps",
    description: "Suggests next steps for the itinerary.",
    identity: { agentName: "Next steps" },
    reads: ["travel_itinerary", "travel_planning", "travel_bookings", "user_profile", "runtime_turn_id"],
    proposes: ["task_ledger", "travel_suggestions"],
    run: (values, { propose, clock }) => {
      if (values.travel_itinerary === null || values.travel_planning !== "planned") return {};
      const [booked] = openBookings(values);
      const allergies = factValues(values.user_profile, "allergy");
      const insight = allergies.length > 0 && `Tell the restaurants about your allergies: ${listText(allergies)}.`;
      const hint =
        booked === undefined
          ? 'Nothing is booked yet. Type "book it" to book this trip.'
          : `This trip is not booked; ${booked.reference} is for another one. Type "book it", or "cancel ${booked.reference}".`;
      const suggestions = texts(insight, !brief && bookingOf(values) === null && hint);
      propose({ travel_suggestions: suggestions }, "The traveler should know this.");
      if (insight === false) return {};
      const taskId = `insight_${values.runtime_turn_id ?? "turn_0"}`;
      const task = { taskId, timestamp: clock.now(), agentOrigin: "next_steps", intent: "annotation" };
      const metadata = { insights: [insight] };
      propose({ task_ledger: [{ ...task, status: "done", metadata }] }, "The ledger keeps the suggestions.");
      return {};
    },
  });
