import { z } from "zod";
import { Flight, Restaurant, Room, Sight } from "./offers.ts";

export const BudgetLevel = z.enum(["low", "mid", "high"]);
export type BudgetLevel = z.infer<typeof BudgetLevel>;

const LocalDate = z.iso.date();
const LocalTime = z.string().regex(/^\d\d:\d\d$/);

/** Requests for this trip only. General preferences are in the profile. */
export const Wishes = z.strictObject({
  outboundAfter: LocalTime.nullable(),
  outboundBefore: LocalTime.nullable(),
  returnAfter: LocalTime.nullable(),
  returnBefore: LocalTime.nullable(),
  /** Highest price per night, in euros. */
  nightAtMost: z.number().nullable(),
  starsAtLeast: z.number().nullable(),
  /** Ids chosen by the traveler, kept when other parts of the trip change. */
  outboundFlight: z.string().nullable(),
  returnFlight: z.string().nullable(),
  room: z.string().nullable(),
  skippedHotels: z.array(z.string()).readonly(),
  skippedSights: z.array(z.string()).readonly(),
  wantedSights: z.array(z.string()).readonly(),
});
export type Wishes = z.infer<typeof Wishes>;

/** Trip so far: the traveler's requests, and the ids of the selected flights, room and sights. */
export const TravelInfo = z.strictObject({
  origin: z.string().nullable(),
  destination: z.string().nullable(),
  startDate: LocalDate.nullable(),
  endDate: LocalDate.nullable(),
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

/** Trip without any details. */
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

/** Visit of a sight, in local time, with the distance and travel time to it. */
export const Visit = z.strictObject({
  sight: Sight,
  from: LocalTime,
  to: LocalTime,
  kilometers: z.number(),
  travelMinutes: z.number(),
});
export type Visit = z.infer<typeof Visit>;

export const Day = z.strictObject({
  date: LocalDate,
  visits: z.array(Visit).readonly(),
  dinner: Restaurant.nullable(),
});
export type Day = z.infer<typeof Day>;

/** Planned trip with times, prices and the reasons for the choice. */
export const Itinerary = z.strictObject({
  origin: z.string(),
  destination: z.string(),
  city: z.string(),
  timeZone: z.string(),
  startDate: LocalDate,
  endDate: LocalDate,
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

/** Option nearly as good as the chosen one. */
export const Alternative = z.strictObject({
  part: z.enum(["outbound", "return", "hotel"]),
  /** Id of a flight or a room. */
  id: z.string(),
  label: z.string(),
  /** Differences from the chosen option, apart from the price. */
  compared: z.string(),
  /** Change of the trip's total price, in euros. */
  difference: z.number(),
});
export type Alternative = z.infer<typeof Alternative>;

/** Booked trip, exactly as it was approved. */
export const Booking = z.strictObject({
  id: z.string(),
  reference: z.string(),
  bookedAt: z.iso.datetime(),
  approvedBy: z.string(),
  itinerary: Itinerary,
});
export type Booking = z.infer<typeof Booking>;
