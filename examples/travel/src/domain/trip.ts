import { z } from "zod";
import { Flight, Restaurant, Room, Sight } from "./offers.ts";

export const BudgetLevel = z.enum(["low", "mid", "high"]);
export type BudgetLevel = z.infer<typeof BudgetLevel>;

const WallDate = z.iso.date();
const WallTime = z.string().regex(/^\d\d:\d\d$/);

/** What was asked of this trip alone; everything else comes from the profile. */
export const Wishes = z.strictObject({
  outboundAfter: WallTime.nullable(),
  outboundBefore: WallTime.nullable(),
  returnAfter: WallTime.nullable(),
  returnBefore: WallTime.nullable(),
  /** Most that a night may cost. */
  nightAtMost: z.number().nullable(),
  starsAtLeast: z.number().nullable(),
  /** Chosen by the traveler, by id; they stay whatever else changes. */
  outboundFlight: z.string().nullable(),
  returnFlight: z.string().nullable(),
  room: z.string().nullable(),
  skippedHotels: z.array(z.string()).readonly(),
  skippedSights: z.array(z.string()).readonly(),
  wantedSights: z.array(z.string()).readonly(),
});
export type Wishes = z.infer<typeof Wishes>;

/** A trip as far as it is known: what the traveler said, and what was selected for it. */
export const TravelInfo = z.strictObject({
  origin: z.string().nullable(),
  destination: z.string().nullable(),
  startDate: WallDate.nullable(),
  endDate: WallDate.nullable(),
  travelers: z.number().int().min(1).max(9),
  budget: z.strictObject({ level: BudgetLevel.nullable(), total: z.number().positive().nullable() }),
  wishes: Wishes,
  outbound: z.strictObject({ flightSelection: z.string().nullable(), seatNumber: z.string().nullable() }),
  return: z.strictObject({ flightSelection: z.string().nullable(), seatNumber: z.string().nullable() }),
  hotel: z.strictObject({ hotelSelection: z.string().nullable(), roomSelection: z.string().nullable() }),
  /** Ids of the sights, in the order of the visits. */
  poi: z.array(z.string()).readonly(),
});
export type TravelInfo = z.infer<typeof TravelInfo>;

export const noWishes = (): Wishes => ({
  outboundAfter: null,
  outboundBefore: null,
  returnAfter: null,
  returnBefore: null,
  nightAtMost: null,
  starsAtLeast: null,
  outboundFlight: null,
  returnFlight: null,
  room: null,
  skippedHotels: [],
  skippedSights: [],
  wantedSights: [],
});

/** A trip of which nothing is known. */
export const newTrip = (): TravelInfo => ({
  origin: null,
  destination: null,
  startDate: null,
  endDate: null,
  travelers: 1,
  budget: { level: null, total: null },
  wishes: noWishes(),
  outbound: { flightSelection: null, seatNumber: null },
  return: { flightSelection: null, seatNumber: null },
  hotel: { hotelSelection: null, roomSelection: null },
  poi: [],
});

const BookedFlight = z.strictObject({ flight: Flight, seat: z.string().nullable() });

/** One visit: wall times of the city, and the way there. */
export const Visit = z.strictObject({
  sight: Sight,
  from: WallTime,
  to: WallTime,
  kilometres: z.number(),
  wayMinutes: z.number(),
});
export type Visit = z.infer<typeof Visit>;

export const Day = z.strictObject({
  date: WallDate,
  visits: z.array(Visit).readonly(),
  dinner: Restaurant.nullable(),
});
export type Day = z.infer<typeof Day>;

/** A whole trip with its prices, and why it is this one. */
export const Itinerary = z.strictObject({
  origin: z.string(),
  destination: z.string(),
  city: z.string(),
  timeZone: z.string(),
  startDate: WallDate,
  endDate: WallDate,
  travelers: z.number().int(),
  outbound: BookedFlight,
  return: BookedFlight,
  hotel: z.strictObject({
    id: z.string(),
    name: z.string(),
    stars: z.number(),
    latitude: z.number(),
    longitude: z.number(),
    room: Room,
    nights: z.number().int(),
  }),
  days: z.array(Day).readonly(),
  total: z.number(),
  reasons: z.array(z.string()).readonly(),
});
export type Itinerary = z.infer<typeof Itinerary>;

/** Something that would have done nearly as well. */
export const Alternative = z.strictObject({
  part: z.enum(["outbound", "return", "hotel"]),
  /** What picking it sets: the id of a flight or a room. */
  id: z.string(),
  label: z.string(),
  /** How it differs from what was chosen, beside the price. */
  compared: z.string(),
  /** How the whole trip's price changes. */
  difference: z.number(),
});
export type Alternative = z.infer<typeof Alternative>;

/** A trip that somebody approved, as it was approved. */
export const Booking = z.strictObject({
  id: z.string(),
  reference: z.string(),
  bookedAt: z.iso.datetime(),
  approvedBy: z.string(),
  itinerary: Itinerary,
});
export type Booking = z.infer<typeof Booking>;
