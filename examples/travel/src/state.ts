import { AgentState, extendState, field, fieldGroups, fields, type GraphValueOf, upsertById } from "tidemark";
import { z } from "zod";
import { ProfileFact } from "./domain/profile.ts";
import { Alternative, Booking, Itinerary, newTrip, TravelInfo } from "./domain/trip.ts";

/** Owner and lifetime of the fields. */
const KEPT = { lifetime: "thread", owner: "root" } as const;
const OF_THE_TURN = { lifetime: "turn", owner: "root" } as const;

const texts = (description: string) =>
  field({ description, schema: z.array(z.string()).readonly(), default: () => [], ...OF_THE_TURN });
const request = (description: string) =>
  field({ description, schema: TravelInfo.nullable(), default: () => null, ...KEPT });

/** Fields of the trip under discussion, all owned by the root. */
const travelFields = fields("travel", {
  info: field({ description: "The traveler's requests so far.", schema: TravelInfo, default: newTrip, ...KEPT }),
  planned_for: request("The requests of the current itinerary; restored when a change turns out to be impossible."),
  before: request("The requests of the plan before the latest change, for taking it back; null before the first one."),
  planning: field({
    description: "Outcome of planning in this turn; null when nothing was planned.",
    schema: z.enum(["planned", "impossible"]).nullable(),
    default: () => null,
    ...OF_THE_TURN,
  }),
  itinerary: field({
    description: "The latest planned trip with times and prices; null before the first one.",
    schema: Itinerary.nullable(),
    default: () => null,
    ...KEPT,
  }),
  alternatives: field({
    description: "Options nearly as good as the chosen ones. The traveler picks one by its number, starting at 1.",
    schema: z.array(Alternative).readonly(),
    default: () => [],
    ...KEPT,
  }),
  remarks: texts("Remarks that the answer of this turn adds to the itinerary."),
  not_understood: texts("Words of this turn's message that were not understood."),
  bookings: field({
    description: "Booked trips, exactly as they were approved. Canceled ones are kept and marked.",
    schema: z.array(Booking).readonly(),
    updateSchema: z.array(Booking).readonly(),
    default: () => [],
    ...KEPT,
    reducer: upsertById<Booking>({ key: ({ id }) => id }),
  }),
});

/** Facts about the traveler, kept across conversations in a store. Without a user id, the conversation keeps them. */
const userFields = fields("user", {
  profile: field({
    description: "Facts about the traveler, each with the message it comes from. Removed facts are kept and marked.",
    schema: z.array(ProfileFact).readonly(),
    updateSchema: z.array(ProfileFact).readonly(),
    default: () => [],
    lifetime: "user",
    withoutUser: "thread",
    owner: "root",
    reducer: upsertById<ProfileFact>({ key: ({ id }) => id }),
  }),
});

/** State shared by the agents of the travel planner. */
export const TravelState = extendState(AgentState, {
  version: 1,
  fields: [
    fieldGroups.clarification,
    fieldGroups.hints,
    fieldGroups.session,
    fieldGroups.workflow,
    travelFields,
    userFields,
  ],
});

/** Values of {@link TravelState} in a compiled graph. */
export interface TravelValue extends GraphValueOf<typeof TravelState> {}
