import { AgentState, append, extendState, field, fieldGroups, fields, type GraphValueOf, upsertById } from "tidemark";
import { z } from "zod";
import { ProfileFact } from "./domain/profile.ts";
import { Alternative, Booking, emptyValue, Itinerary, TravelInfo } from "./domain/trip.ts";

const Texts = z.array(z.string()).readonly();
const Outcome = z.enum(["planned", "impossible"]);

/** Owner and lifetime of the fields, which the page shows. */
const KEPT = { lifetime: "thread", ui: true, owner: "root" } as const;
const OF_THE_TURN = { lifetime: "turn", ui: true, owner: "root" } as const;

const kept = <Value>(description: string, schema: z.ZodType<Value>, lived: typeof KEPT | typeof OF_THE_TURN = KEPT) =>
  field({ description, schema, default: () => emptyValue(schema), ...lived });
const ofTheTurn = (description: string) =>
  field({ description, schema: Texts, default: () => [], reducer: append<string>(), ...OF_THE_TURN });

/** Fields of the trip under discussion, all owned by the root. */
const travelFields = fields("travel", {
  info: kept("The traveler's requests so far.", TravelInfo),
  planned_for: kept("The requests of the current itinerary; restored after a failed change.", TravelInfo.nullable()),
  planning: kept("Outcome of planning in this turn; null without one.", Outcome.nullable(), OF_THE_TURN),
  planned_at: kept("Time at which the itinerary was planned; null before the first one.", z.iso.datetime().nullable()),
  itinerary: kept("The latest planned trip with times and prices; null before the first one.", Itinerary.nullable()),
  alternatives: kept(
    "Options nearly as good as the chosen ones. The traveler picks one by its number, starting at 1.",
    z.array(Alternative).readonly(),
  ),
  remarks: ofTheTurn("Remarks that the answer of this turn adds to the itinerary."),
  open: kept("What the last change left open, as phrases. A booking waits for it.", Texts),
  bookings: field({
    description: "Booked trips, exactly as they were approved. Canceled ones are kept and marked.",
    schema: z.array(Booking).readonly(),
    default: () => [],
    ...KEPT,
    reducer: upsertById<Booking>({ key: ({ id }) => id }),
  }),
});

/** Facts of one kind, kept across conversations in a store. Without a user id, the conversation keeps them. */
const facts = (description: string) =>
  field({
    description: `${description} Each fact has the message it comes from; removed facts are kept and marked.`,
    schema: z.array(ProfileFact).readonly(),
    default: () => [],
    lifetime: "user",
    withoutUser: "thread",
    owner: "root",
    reducer: upsertById<ProfileFact>({ key: ({ value }) => value }),
  });

/** The traveler's profile. */
const userFields = fields("user", {
  passport_nationality: facts("Nationality of the passport."),
  seat_preference: facts("Seat: window or aisle."),
  food_preference: facts("Diet, such as vegetarian."),
  allergies: facts("Allergies, which the restaurants have to know."),
  likes: facts("Kinds of sights to favor."),
  dislikes: facts("Kinds of sights and flights to avoid."),
  price_sensitivity: facts("Budget: low, mid or high."),
  home_address: facts("City where trips start, by the code of its airport."),
  home_local_prefer_mode: facts("Preferred way to get around in a city."),
});

const { clarification, hints, session, workflow } = fieldGroups;

/** State shared by the agents of the travel planner. */
export const TravelState = extendState(AgentState, {
  version: 1,
  fields: [clarification, hints, session, workflow, travelFields, userFields],
});

/** Fields that both the reader and the planner read, and propose changes to. */
export const PLAN_FIELDS = ["travel_info", "travel_itinerary", "travel_planned_for", "task_ledger"] as const;

/** Fields that the reader and the final agent read of a message. */
export const MESSAGE_FIELDS = ["task_user_input", "control_missing_context", "runtime_session_id"] as const;

/** Values of {@link TravelState} in a compiled graph. */
export interface TravelValue extends GraphValueOf<typeof TravelState> {}

/** Intent of the current turn, as the request reader recorded it in the ledger. */
export const intentOf = ({ task_ledger: ledger }: Pick<TravelValue, "task_ledger">): string =>
  ledger.findLast(({ agentOrigin }) => agentOrigin === "root")?.intent ?? "unclear";
