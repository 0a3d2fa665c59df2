import { defineAgent, type TaskRecord } from "tidemark/agents";
import { tripChanges } from "../domain/compare-trips.ts";
import { texts } from "../domain/format.ts";
import type { TripOffers } from "../domain/offers.ts";
import { plannable, type PlannableTrip, planItinerary } from "../domain/plan-itinerary.ts";
import { type Profile, PROFILE_FIELDS } from "../domain/profile.ts";
import { chooseSeats } from "../domain/seats.ts";
import type { TravelCatalog } from "../catalog/travel-catalog.ts";
import type { TravelServices } from "../services.ts";
import { intentOf, PLAN_FIELDS, TravelState } from "../state.ts";

/** Searches flights, rooms and sights, and proposes the best combination as the itinerary. */
export const tripPlanner = ({ catalog }: TravelServices) =>
  defineAgent(TravelState, {
    name: "trip_planner",
    description: "Plans the itinerary: flights, seats, hotel, room, and the sights of each day.",
    identity: { agentName: "Trip planner" },
    reads: [...PLAN_FIELDS, ...PROFILE_FIELDS],
    proposes: [...PLAN_FIELDS, "travel_planning", "travel_planned_at", "travel_alternatives", "travel_remarks"],
    timeoutSeconds: 60,
    run: async (values, { propose, clock, signal }) => {
      const { travel_info: info, travel_itinerary: before, travel_planned_for: previous } = values;
      const profile: Profile = values;
      const trip = plannable(info, profile, catalog.airports());
      if (trip === null || !/^(?:(?:plan|change|new)_trip|tell_profile)$/.test(intentOf(values))) return {};
      const { offers, searches } = await findOffers(trip, catalog, signal);
      const parent = values.task_ledger.at(-1)?.taskId ?? null;
      // Subtasks of the traveler's task: pending until the final agent closes them, failed if the result is incomplete.
      const tasks = searches.map(({ name, problem }): TaskRecord => ({
        taskId: `${parent ?? "trip"}:${name.replace(" ", "_")}`,
        timestamp: clock.now(),
        agentOrigin: "trip_planner",
        intent: `Find ${name}`,
        status: problem === null ? "pending" : "failed",
        metadata: { parent, ...(problem !== null && { problem }) },
      }));
      const missing = searches.map(({ name, problem }) => problem && `Some ${name} may be missing: ${problem}.`);
      propose({ task_ledger: tasks, travel_remarks: texts(...missing) }, "The ledger records each search.");
      const planned = planItinerary(trip, offers, profile);
      if (typeof planned === "string") {
        const kept = before === null ? "" : " The itinerary is unchanged.";
        const remark = `This trip cannot be planned: ${planned}.${kept}`;
        // A request that cannot be met must not block the next one: the previous plan still applies.
        const restored = before !== null && previous !== null && { travel_info: previous };
        propose({ ...restored, travel_planning: "impossible", travel_remarks: [remark] }, "No offers fit.");
        return {};
      }
      const { outbound, return: back } = planned.itinerary;
      const seated = async <Booked extends typeof outbound | typeof back>(booked: Booked) =>
        booked && { ...booked, seat: chooseSeats(await catalog.seats(booked.flight), profile, trip.travelers) };
      const after = { ...planned.itinerary, outbound: await seated(outbound), return: await seated(back) };
      const changes = tripChanges(before, after, profile);
      const isSame = changes.length === 0 && before?.destination === after.destination;
      const remarks = isSame ? ["The trip stays as it is: it is the best one that meets your wishes."] : changes;
      propose({ travel_planning: "planned", travel_remarks: remarks }, "The answer says what changed.");
      propose(
        {
          travel_itinerary: after,
          travel_alternatives: [...planned.alternatives],
          travel_planned_for: info,
          travel_planned_at: clock.now(),
        },
        after.reasons[0] ?? "It is the best value.",
      );
      return {};
    },
  });

/** Searches the catalog for everything at the same time. The problem of a search says what is missing. */
async function findOffers(trip: PlannableTrip, catalog: TravelCatalog, signal: AbortSignal) {
  const { origin, city, startDate, endDate, travelers, info } = trip;
  const flights = (from: string, to: string, date: string) =>
    catalog.flights({ origin: from, destination: to, date, travelers, signal });
  const isOneWay = info.wishes.oneWay || endDate === null;
  const [outbound, back, hotels, sights, restaurants] = await Promise.all([
    flights(origin, city.code, startDate),
    isOneWay ? { items: [], problem: null } : flights(city.code, origin, endDate),
    catalog.hotels(city.code),
    catalog.sights(city.code),
    catalog.restaurants(city.code),
  ]);
  const offers: TripOffers = {
    destination: city,
    outbound: outbound.items,
    return: back.items,
    hotels: hotels.items,
    sights: sights.items,
    restaurants: restaurants.items,
  };
  const searches = { "flights out": outbound, "flights back": back, hotels, sights, restaurants };
  return { offers, searches: Object.entries(searches).map(([name, { problem }]) => ({ name, problem })) };
}
