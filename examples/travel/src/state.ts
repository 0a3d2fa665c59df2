import {
  AgentState,
  extendState,
  field,
  fieldGroups,
  fields,
  type GraphValueOf,
  mergeDeep,
  upsertById,
} from "tidemark";
import { z } from "zod";
import { ProfileFact } from "./domain/profile.ts";
import { Alternative, Booking, Itinerary, newTrip, TravelInfo } from "./domain/trip.ts";

/** Some of a trip, at every depth; lists replace. */
const TripChange = TravelInfo.partial().extend({
  budget: TravelInfo.shape.budget.partial().optional(),
  wishes: TravelInfo.shape.wishes.partial().optional(),
  outbound: TravelInfo.shape.outbound.partial().optional(),
  return: TravelInfo.shape.return.partial().optional(),
  hotel: TravelInfo.shape.hotel.partial().optional(),
});

/** What the planner keeps of the journey under discussion. Every field has one writer, and that is the root. */
const travelFields = fields("travel", {
  info: field({
    description: "The trip as far as it is known: what the traveler said, and the ids of what was selected for it.",
    schema: TravelInfo,
    updateSchema: TripChange,
    default: newTrip,
    lifetime: "thread",
    owner: "root",
    reducer: mergeDeep<TravelInfo>,
  }),
  planned_for: field({
    description: "The trip as the itinerary was planned for it: what stands again when a change turns out impossible.",
    schema: TravelInfo.nullable(),
    default: () => null,
    lifetime: "thread",
    owner: "root",
  }),
  planning: field({
    description: "How planning went in this turn; null when nothing was planned.",
    schema: z.enum(["planned", "impossible"]).nullable(),
    default: () => null,
    lifetime: "turn",
    owner: "root",
  }),
  itinerary: field({
    description: "The whole trip with times and prices, as it was planned last; null until one was.",
    schema: Itinerary.nullable(),
    default: () => null,
    lifetime: "thread",
    owner: "root",
  }),
  alternatives: field({
    description: "What would have done nearly as well, numbered from 1 as the traveler may pick it.",
    schema: z.array(Alternative).readonly(),
    default: () => [],
    lifetime: "thread",
    owner: "root",
  }),
  remarks: field({
    description: "What the answer of this turn has to mention besides the itinerary.",
    schema: z.array(z.string()).readonly(),
    default: () => [],
    lifetime: "turn",
    owner: "root",
  }),
  bookings: field({
    description: "The trips that somebody approved, as they were approved.",
    schema: z.array(Booking).readonly(),
    updateSchema: z.array(Booking).readonly(),
    default: () => [],
    lifetime: "thread",
    owner: "root",
    reducer: upsertById<Booking>({ key: ({ id }) => id }),
  }),
});

/** What is known of the traveler, with where it comes from. */
const userFields = fields("user", {
  profile: field({
    description:
      "What is known of the traveler, each fact with the words it comes from; facts that were taken back stay marked.",
    schema: z.array(ProfileFact).readonly(),
    updateSchema: z.array(ProfileFact).readonly(),
    default: () => [],
    lifetime: "thread",
    owner: "root",
    reducer: upsertById<ProfileFact>({ key: ({ id }) => id }),
  }),
});

/** The state that the agents of the travel planner share. */
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

/** The values of {@link TravelState} as a graph holds them. */
export interface TravelValue extends GraphValueOf<typeof TravelState> {}
