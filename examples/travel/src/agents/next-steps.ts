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
      const allergies = factValues(values.user_profile, "allergy");
      const hint = bookingOf(values) === null && hintOf(openBookings(values).map(({ reference }) => reference));
      const insights = texts(
        allergies.length > 0 && `Tell the restaurants about your allergies: ${listText(allergies)}.`,
      );
      const said = texts(...insights, hint);
      if (said.length === 0) return {};
      propose({ travel_remarks: [...values.travel_remarks, ...said] }, "The traveler should know this.");
      if (insights.length === 0) return {};
      const task: TaskRecord = {
        taskId: `insight_${values.runtime_turn_id ?? "turn_0"}`,
        timestamp: clock.now(),
        agentOrigin: "next_steps",
        intent: "annotation",
        status: "done",
        metadata: { insights: [...insights] },
      };
      propose({ task_ledger: [task] }, "The ledger keeps the suggestions.");
      return {};
    },
  });

function hintOf(references: readonly string[]): string {
  if (references.length === 0) return 'Nothing is booked yet. Type "book it" to book this trip.';
  return `This trip is not booked; ${listText(references)} ${references.length === 1 ? "is" : "are"} for another one. Type "book it", or "cancel ${references[0]}".`;
}
