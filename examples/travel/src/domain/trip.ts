import { isDeepStrictEqual } from "node:util";
import { z } from "zod";
import { Transport } from "./places.ts";
import { Flight, Hotel, Restaurant, Room, Sight } from "./offers.ts";

export const BudgetLevel = z.enum(["low", "mid", "high"]);
export type BudgetLevel = z.infer<typeof BudgetLevel>;

const LocalDate = z.iso.date();
const OptionalText = z.string().nullable();
const LocalTime = z.string().regex(/^\d\d:\d\d$/);

/** Wishes that a message can state or take back. General preferences are in the profile. */
export const SaidWishes = z.strictObject({
  outboundAfter: LocalTime.nullable(),
  outboundBefore: LocalTime.nullable(),
  returnAfter: LocalTime.nullable(),
  returnBefore: LocalTime.nullable(),
  /** Highest price per night, in euros. */
  nightAtMost: z.number().nullable(),
  starsAtLeast: z.number().nullable(),
  starsAtMost: z.number().nullable(),
  roomKind: z.enum(["single", "double", "family"]).nullable(),
  rooms: z.number().int().nullable(),
  /** Name of a sight, or `center` or `airport`. */
  near: OptionalText,
  /** A class other than economy. */
  cabin: z.enum(["premium economy", "business", "first"]).nullable(),
  /** How to get around at the destination. Defaults to the preference in the profile. */
  transport: Transport.nullable(),
  direct: z.boolean(),
  oneWay: z.boolean(),
  withoutHotel: z.boolean(),
  /** True to choose flights, or the hotel, by price alone. */
  cheapFlights: z.boolean(),
  cheapStay: z.boolean(),
});

/** Requests for this trip only, with what follows from them. */
export const Wishes = SaidWishes.extend({
  /** Wishes that no catalog knows, in the traveler's words. */
  unavailable: z.array(z.string()).readonly(),
  /** Numbers of the flights and id of the room that the traveler chose, kept when other parts of the trip change. */
  chosen: z.strictObject({ outbound: OptionalText, return: OptionalText, hotel: OptionalText }),
  /** Ids of hotels and numbers of flights that the traveler does not want. */
  skipped: z.array(z.string()).readonly(),
  skippedSights: z.array(z.string()).readonly(),
  wantedSights: z.array(z.string()).readonly(),
});
export type Wishes = z.infer<typeof Wishes>;

/** The traveler's requests so far. Null means that nothing was said. What was selected is in the {@link Itinerary}. */
export const TravelInfo = z.strictObject({
  origin: OptionalText,
  destination: OptionalText,
  startDate: LocalDate.nullable(),
  endDate: LocalDate.nullable(),
  nights: z.number().int().positive().nullable(),
  /** What was assumed about the days, such as the year; null if they are exact. */
  datesAssumed: OptionalText,
  travelers: z.number().int().min(1).max(9).nullable(),
  /** How many of the travelers are children; null if nothing was said about it. */
  children: z.number().int().min(0).max(8).nullable(),
  /** True for a group whose size is not known. */
  several: z.boolean(),
  /** The way in which the travelers were counted; null when it is clear. */
  travelersAssumed: OptionalText,
  budget: z.strictObject({ level: BudgetLevel.nullable(), total: z.number().nullable(), perPerson: z.boolean() }),
  wishes: Wishes,
});
export type TravelInfo = z.infer<typeof TravelInfo>;

/** Null, false, an empty list, or an object of such values. */
function emptyOf(schema: z.ZodType): unknown {
  if (!(schema instanceof z.ZodObject)) return [null, false, []].find((value) => schema.safeParse(value).success);
  const parts = Object.entries<z.ZodType>(schema.shape);
  return Object.fromEntries(parts.map(([name, part]) => [name, emptyOf(part)]));
}

/** Returns the value of a schema that says nothing. */
export const emptyValue = <Value>(schema: z.ZodType<Value>): Value => schema.parse(emptyOf(schema));

export const noWishes = (): Wishes => emptyValue(Wishes);
export const newTrip = (): TravelInfo => emptyValue(TravelInfo);

const BookedFlight = z.strictObject({ flight: Flight, seat: OptionalText });

/** Visit of a sight, in local time, with the distance and travel time to it. */
const Visit = z.strictObject({
  sight: Sight,
  from: LocalTime,
  to: LocalTime,
  kilometers: z.number(),
  travelMinutes: z.number(),
});
export type Visit = z.infer<typeof Visit>;

const Day = z.strictObject({ date: LocalDate, visits: z.array(Visit).readonly(), dinner: Restaurant.nullable() });
export type Day = z.infer<typeof Day>;

/** Chosen rooms of a hotel. */
export const Stay = Hotel.extend({
  /** Distance in kilometers from `place`, such as `the center of the sights`. */
  distance: z.number(),
  place: z.string(),
  room: Room,
  /** Number of rooms. */
  rooms: z.number().int().positive(),
  nights: z.number().int(),
});
export type Stay = z.infer<typeof Stay>;

/** Planned trip with times, prices and the reasons for the choice. */
export const Itinerary = z.strictObject({
  origin: z.string(),
  destination: z.string(),
  city: z.string(),
  startDate: LocalDate,
  endDate: LocalDate,
  travelers: z.number().int(),
  /** How many of the travelers are children. */
  children: z.number().int(),
  transport: Transport,
  outbound: BookedFlight,
  /** Null for a one-way trip. */
  return: BookedFlight.nullable(),
  /** Null for a trip without a hotel. */
  hotel: Stay.nullable(),
  days: z.array(Day).readonly(),
  total: z.number(),
  reasons: z.array(z.string()).readonly(),
  /** What the traveler did not say. */
  assumed: z.array(z.string()).readonly(),
  /** Wishes that the catalog cannot fulfill. */
  notPossible: z.array(z.string()).readonly(),
});
export type Itinerary = z.infer<typeof Itinerary>;

/** The parts of a trip with a price. */
export const Part = z.enum(["outbound", "return", "hotel"]);
export type Part = z.infer<typeof Part>;
export type FlightPart = Exclude<Part, "hotel">;

/** Option nearly as good as the chosen one. */
export const Alternative = z.strictObject({
  part: Part,
  /** Number of a flight, or id of a room. */
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
  /** Null while the booking holds. */
  canceledAt: z.iso.datetime().nullable(),
  itinerary: Itinerary,
});
export type Booking = z.infer<typeof Booking>;

/** Bookings that have not been canceled. */
export const openBookings = ({ travel_bookings: bookings }: Pick<Booked, "travel_bookings">) =>
  bookings.filter(({ canceledAt }) => canceledAt === null);

/** The trip that is planned, and what is booked. */
interface Booked {
  readonly travel_itinerary: Itinerary | null;
  readonly travel_bookings: readonly Booking[];
}

/** Returns a booking of another version of the trip: to the same city, on days that it shares. Null without one. */
export const earlierBooking = (values: Booked): Booking | null =>
  openBookings(values).findLast(({ itinerary: { destination, startDate, endDate } }) => {
    const { travel_itinerary: trip } = values;
    return destination === trip?.destination && startDate <= trip.endDate && endDate >= trip.startDate;
  }) ?? null;

/** Returns the booking of this trip; null without one, and after it was canceled or the trip was changed. */
export const bookingOf = (values: Booked): Booking | null =>
  openBookings(values).findLast(({ itinerary: { reasons, assumed, notPossible, ...booked } }) => {
    const said = { reasons, assumed, notPossible };
    return isDeepStrictEqual({ ...booked, ...said }, { ...values.travel_itinerary, ...said });
  }) ?? null;
