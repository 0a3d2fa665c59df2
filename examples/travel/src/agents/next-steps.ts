import { defineAgent, type TaskRecord } from "tidemark";
import { bookingOf, openBookings } from "../domain/booked.ts";
import { listText, texts } from "../domain/format.ts";
import { factValues } from "../domain/profile.ts";
import { TravelState } from "../state.ts";

/** Suggests what the traveler might do next, and records the suggestions in the task ledger. */
export const nextSteps = () =>
  defineAgent(TravelState, {
    name: "next_steps",
    description: "Suggests next steps for the itinerary.",
    identity: { agentName: "Next steps" },
    reads: [
      "travel_itinerary",
      "travel_planning",
      "travel_bookings",
      "travel_remarks",
      "user_profile",
      "runtime_turn_id",
    ],
    proposes: ["task_ledger", "travel_remarks"],
    run: (values, { propose, clock }) => {
      if (values.travel_itinerary === null || values.travel_planning !== "planned") return {};
      const [booked] = openBookings(values);
      const allergies = factValues(values.user_profile, "allergy");
      const insight = allergies.length > 0 && `Tell the restaurants about your allergies: ${listText(allergies)}.`;
      const hint =
        booked === undefined
          ? 'Nothing is booked yet. Type "book it" to book this trip.'
          : `This trip is not booked; ${booked.reference} is for another one. Type "book it", or "cancel ${booked.reference}".`;
      const said = texts(insight, bookingOf(values) === null && hint);
      if (said.length > 0)
        propose({ travel_remarks: [...values.travel_remarks, ...said] }, "The traveler should know this.");
      if (insight === false) return {};
      const taskId = `insight_${values.runtime_turn_id ?? "turn_0"}`;
      const task = { taskId, timestamp: clock.now(), agentOrigin: "next_steps", intent: "annotation" };
      const insights: TaskRecord = { ...task, status: "done", metadata: { insights: [insight] } };
      propose({ task_ledger: [insights] }, "The ledger keeps the suggestions.");
      return {};
    },
  });
