import { defineAgent, type TaskRecord } from "tidemark";
import { changedParts, listText } from "../domain/describe-trip.ts";
import { missingOf } from "../domain/merge-reading.ts";
import { chooseSeats, type PlannableTrip, planItinerary, selectionsOf } from "../domain/plan-itinerary.ts";
import type { TravelInfo } from "../domain/trip.ts";
import type { TravelServices } from "../services.ts";
import { TravelState } from "../state.ts";
import { findOffers, type FoundOffers } from "./find-offers.ts";

/** Searches flights, rooms and sights, and proposes the best combination as the itinerary. */
export const tripPlanner = ({ catalog }: TravelServices) =>
  defineAgent(TravelState, {
    name: "trip_planner",
    description: "Plans the itinerary: flights, seats, hotel, room, and the sights of each day.",
    identity: { agentName: "Trip planner" },
    reads: ["travel_info", "travel_itinerary", "travel_planned_for", "travel_remarks", "user_profile", "task_ledger"],
    proposes: [
      "travel_info",
      "travel_itinerary",
      "travel_planned_for",
      "travel_planning",
      "travel_alternatives",
      "travel_remarks",
      "task_ledger",
    ],
    timeoutSeconds: 60,
    run: async (values, { propose, clock, signal }) => {
      const { travel_info: trip, travel_itinerary: before, travel_remarks: remarks } = values;
      const parent = values.task_ledger.at(-1);
      if (!isPlannable(trip)) {
        const missing = `To plan a trip, I need to know ${listText(missingOf(trip))}.`;
        if (parent?.intent !== "tell_profile")
          propose({ travel_remarks: [...remarks, missing] }, "The trip cannot be planned yet.");
        return {};
      }
      const { offers, searches } = await findOffers(trip, catalog, signal);
      propose({ task_ledger: searchTasks(searches, { parent, now: clock.now() }) }, "The ledger records each search.");
      const problems = searches.flatMap(({ name, problem }) =>
        problem === null ? [] : [`Some ${name} may be missing: ${problem}.`],
      );
      const planned = planItinerary(trip, offers, values.user_profile);
      if (planned.outcome === "none") {
        const cheapest = planned.cheapest === null ? "" : ` The cheapest trip costs ${Math.round(planned.cheapest)} €.`;
        const kept = before === null ? "" : " The itinerary is unchanged.";
        // A request that cannot be met must not block the next one.
        if (before !== null && values.travel_planned_for !== null)
          propose({ travel_info: values.travel_planned_for }, "The previous plan still applies.");
        propose(
          {
            travel_planning: "impossible",
            travel_remarks: [
              ...remarks,
              ...problems,
              `This trip cannot be planned: ${planned.because}.${cheapest}${kept}`,
            ],
          },
          "No combination of offers fits.",
        );
        return {};
      }
      const { itinerary: journey, alternatives } = planned;
      const [out, back] = [await catalog.seats(journey.outbound.flight), await catalog.seats(journey.return.flight)];
      const itinerary = {
        ...journey,
        outbound: { ...journey.outbound, seat: chooseSeats(out, values.user_profile, trip.travelers) },
        return: { ...journey.return, seat: chooseSeats(back, values.user_profile, trip.travelers) },
      };
      const changes = changedParts(before, itinerary).map((change) => `Changed ${change}.`);
      propose(
        {
          travel_itinerary: itinerary,
          travel_info: selectionsOf(itinerary),
          travel_alternatives: [...alternatives],
          travel_planned_for: { ...trip, ...selectionsOf(itinerary) },
          travel_planning: "planned",
        },
        itinerary.reasons[0] ?? "It is the best value.",
      );
      if (changes.length + problems.length > 0) {
        propose({ travel_remarks: [...remarks, ...problems, ...changes] }, "The traveler should see what changed.");
      }
      return {};
    },
  });

const isPlannable = (trip: TravelInfo): trip is PlannableTrip => missingOf(trip).length === 0;

/** Subtasks of the traveler's task: pending until the final agent closes them, failed if the result is incomplete. */
function searchTasks(
  searches: FoundOffers["searches"],
  { parent, now }: { readonly parent: TaskRecord | undefined; readonly now: string },
): TaskRecord[] {
  return searches.map(({ name, problem }) => ({
    taskId: `${parent?.taskId ?? "trip"}:${name.replace(" ", "_")}`,
    timestamp: now,
    agentOrigin: "trip_planner",
    intent: `Find ${name}`,
    status: problem === null ? "pending" : "failed",
    metadata: { parent: parent?.taskId ?? null, ...(problem !== null && { problem }) },
  }));
}
