import { defineAgent } from "tidemark";
import { known } from "../domain/profile.ts";
import { isBooked } from "../domain/booked.ts";
import { TravelState } from "../state.ts";

/** Looks at the itinerary and notes what the traveler might do next; the notes stand in the ledger. */
export const nextSteps = () =>
  defineAgent(TravelState, {
    name: "next_steps",
    description: "Notes what is worth doing next with the itinerary.",
    identity: { agentName: "Next steps" },
    reads: [
      "travel_itinerary",
      "travel_info",
      "travel_planning",
      "travel_bookings",
      "travel_remarks",
      "user_profile",
      "runtime_turn_id",
    ],
    proposes: ["task_ledger", "travel_remarks"],
    run: (values, { propose, clock }) => {
      const { travel_itinerary: itinerary, travel_info: trip, user_profile: profile } = values;
      if (itinerary === null || values.travel_planning !== "planned") return {};
      const evenings = itinerary.days.slice(0, -1);
      const insights = [
        trip.budget.level === null && trip.budget.total === null
          ? "No budget was named, so a middling one was assumed."
          : "",
        known(profile, "food").length > 0 && evenings.every(({ dinner }) => dinner === null)
          ? `No restaurant there serves ${known(profile, "food").join(" and ")} food.`
          : "",
        known(profile, "allergy").length > 0
          ? `Tell the restaurants about ${known(profile, "allergy").join(" and ")}.`
          : "",
      ].filter((each) => each !== "");
      const hint = isBooked(values) ? [] : ['Nothing is booked yet: say "book it" when it suits you.'];
      if (insights.length + hint.length === 0) return {};
      propose({ travel_remarks: [...values.travel_remarks, ...insights, ...hint] }, "Worth knowing.");
      if (insights.length === 0) return {};
      const task = {
        taskId: `insight_${values.runtime_turn_id ?? "turn_0"}`,
        timestamp: clock.now(),
        agentOrigin: "next_steps",
        intent: "annotation",
        status: "done" as const,
        metadata: { insights },
      };
      propose({ task_ledger: [task] }, "Worth remembering.");
      return {};
    },
  });
