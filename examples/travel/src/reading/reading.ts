import { z } from "zod";
import type { Airport } from "../domain/offers.ts";
import { SaidFacts } from "../domain/profile.ts";
import { SaidWishes, TravelInfo } from "../domain/trip.ts";

/** Changes relative to the current itinerary. */
const Change = z.enum(["cheaperHotel", "betterHotel", "otherHotel", "otherOutbound", "otherReturn", "cheaperTrip"]);
export type Change = z.infer<typeof Change>;

/** Intents of a message. `leave_out` drops what was asked about. */
export const Intent = z.enum([
  "plan_trip",
  "change_trip",
  "book_trip",
  "cancel_booking",
  "show_trip",
  "show_bookings",
  "tell_profile",
  "show_profile",
  "forget_me",
  "new_trip",
  "drop_trip",
  "leave_out",
  "question",
  "unclear",
]);
export type Intent = z.infer<typeof Intent>;

const Code = z.string().regex(/^[A-Z]{3}$/);
const { shape } = TravelInfo;

/** Parts of the trip that a message states: the fields of the trip. Numbers are checked later, so that a wrong one can be named. */
const SaidTrip = TravelInfo.omit({ budget: true, wishes: true })
  .extend({ origin: Code, destination: Code, startDate: shape.startDate.unwrap(), endDate: shape.endDate.unwrap() })
  .extend({ nights: z.number().int(), travelers: z.number().int(), children: z.number().int() })
  .partial();

/** Contents of one message, as read by a model or by the small reader. Earlier messages are not included. */
export const Reading = z.strictObject({
  intent: Intent.default("unclear"),
  trip: SaidTrip.default({}),
  /** Limit in euros, for the whole trip or per person; a null takes it back. */
  budget: shape.budget.partial().default({}),
  /** Wishes of the message; a null or false takes one back. */
  wishes: SaidWishes.partial().default({}),
  /** City that the traveler does not want to go to. */
  notTo: Code.nullable().default(null),
  /** Days by which the start and the end of the trip move: a night more moves the end alone. */
  startShift: z.number().int().default(0),
  endShift: z.number().int().default(0),
  moreTravelers: z.number().int().default(0),
  /** Minutes by which a flight should leave later, or earlier if negative. */
  outboundShift: z.number().int().default(0),
  returnShift: z.number().int().default(0),
  changes: z.array(Change).default([]),
  /** Number of a listed alternative. */
  choice: z.number().int().min(0).max(99).nullable().default(null),
  /** Names of sights, or kinds such as museum. */
  skip: z.array(z.string()).default([]),
  want: z.array(z.string()).default([]),
  ...SaidFacts.shape,
  /** The booking to cancel: its reference, its city, or "first"; null if the message names none. */
  booking: z.string().nullable().default(null),
  /** True to leave out what was not understood. */
  asItIs: z.boolean().default(false),
  /** Wishes that no catalog here can fulfill, in the traveler's words. */
  unavailable: z.array(z.string()).default([]),
  /** What cannot be, such as an unknown place, one sentence each. */
  problems: z.array(z.string()).default([]),
  /** Words of the message that a model did not use. */
  unread: z.array(z.string()).default([]),
  /** Details that the message leaves open, as phrases for a question. */
  ask: z.array(z.string()).default([]),
  /** Short explanation of the reading. */
  reasoning: z.string().default(""),
});
export type Reading = z.infer<typeof Reading>;

/** Reading of an empty message. */
export const emptyReading = (): Reading => Reading.parse({});

/** Questions for details that have no default. */
export const WHAT = "what you would like to do";
export const WHERE = "where you would like to go";
export const WHENCE = "where you start from";
export const HOW_MANY = `how many of you travel, such as "2 adults and 2 children"`;

/** Context for reading a message. */
export interface ReadingContext {
  readonly airports: readonly Airport[];
  /** Current date at the traveler's location. */
  readonly today: string;
  /** Last date of the timetable. */
  readonly lastDate: string;
  /** Details that were asked for before the message, as phrases. Defaults to none. */
  readonly asked?: readonly string[];
  /** Trip so far. */
  readonly trip: TravelInfo;
}

const isAny = (...parts: readonly object[]): boolean => parts.some((part) => Object.keys(part).length > 0);

/** What a message says about the trip, other than that "we" travel: details, changes, or null for nothing. */
export function changeOf(reading: Reading): "plan_trip" | "change_trip" | null {
  const { trip, budget, problems, changes, skip, want, unavailable, wishes, choice, notTo } = reading;
  const { startShift, endShift, moreTravelers, outboundShift, returnShift } = reading;
  const { several: _several, ...stated } = trip;
  if (isAny(stated, budget, problems)) return "plan_trip";
  const isMoving = [startShift, endShift, moreTravelers, outboundShift, returnShift].some((number) => number !== 0);
  const isChange = isMoving || isAny(changes, skip, want, unavailable, wishes);
  return isChange || choice !== null || notTo !== null ? "change_trip" : null;
}

/** Intent of a message that is neither a command nor a question. */
export function intentOf(reading: Reading): Intent {
  const change = changeOf(reading);
  if (change !== null) return change;
  if (reading.facts.length + reading.takenBack.length > 0) return "tell_profile";
  return reading.trip.several === true ? "plan_trip" : "unclear";
}

const isEmpty = (value: unknown): boolean =>
  value === null || value === 0 || value === false || (typeof value === "object" && Object.keys(value).length === 0);

/** Details found in a message, without the empty ones. */
export const detailsOf = ({ intent: _intent, reasoning: _reasoning, ...details }: Reading): Partial<Reading> =>
  Object.fromEntries(Object.entries(details).filter(([, value]) => !isEmpty(value)));
