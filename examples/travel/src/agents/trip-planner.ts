import { defineAgent, type TaskRecord } from "tidemark";
import { changedParts } from "../domain/describe-trip.ts";
import { missingOf } from "../domain/merge-reading.ts";
import { chooseSeats, type PlannableTrip, planItinerary, selectionsOf } from "../domain/plan-itinerary.ts";
import type { TravelInfo } from "../domain/trip.ts";
import type { TravelServices } from "../services.ts";
import { TravelState } from "../state.ts";
import { findOffers, type FoundOffers } from "./find-offers.ts";

/** Looks for flights, a room and things to see, chooses what goes best together, and proposes it as the itinerary. */
export const tripPlanner = ({ catalog }: TravelServices) =>
  defineAgent(TravelState, {
    name: "trip_planner",
    description: "Makes or remakes the itinerary: flights, seats, hotel, room and what to see on each day.",
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
        const missing = `To plan a trip I need to know ${missingOf(trip).join(", and ")}.`;
        if (parent?.intent !== "tell_profile")
          propose({ travel_remarks: [...remarks, missing] }, "The trip cannot be planned yet.");
        return {};
      }
      const { offers, searches } = await findOffers(trip, catalog, signal);
      propose({ task_ledger: searchTasks(searches, { parent, now: clock.now() }) }, "What was looked for.");
      const problems = searches.flatMap(({ name, problem }) =>
        problem === null ? [] : [`Not all ${name} are known: ${problem}.`],
      );
      const planned = planItinerary(trip, offers, values.user_profile);
      if (planned.outcome === "none") {
        const cheapest = planned.cheapest === null ? "" : ` The cheapest trip costs ${Math.round(planned.cheapest)} €.`;
        const kept = before === null ? "" : " The itinerary stays as it was.";
        // The wish that cannot be met must not stand in the way of the next one.
        if (before !== null && values.travel_planned_for !== null)
          propose({ travel_info: values.travel_planned_for }, "What was planned before still stands.");
        propose(
          {
            travel_planning: "impossible",
            travel_remarks: [...remarks, ...problems, `I found no such trip: ${planned.because}.${cheapest}${kept}`],
          },
          "Nothing fits.",
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
      const changed = changedParts(before, itinerary).map((each) => `Changed ${each}.`);
      propose(
        {
          travel_itinerary: itinerary,
          travel_info: selectionsOf(itinerary),
          travel_alternatives: [...alternatives],
          travel_planned_for: { ...trip, ...selectionsOf(itinerary) },
          travel_planning: "planned",
        },
        itinerary.reasons[0] ?? "It costs least for what it gives.",
      );
      if (changed.length + problems.length > 0) {
        propose({ travel_remarks: [...remarks, ...problems, ...changed] }, "What is different now.");
      }
      return {};
    },
  });

const isPlannable = (trip: TravelInfo): trip is PlannableTrip => missingOf(trip).length === 0;

/** Subtasks of the traveler's task: pending until the final agent closes them, failed where something is missing. */
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
