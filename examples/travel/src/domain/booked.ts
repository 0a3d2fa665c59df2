import { isDeepStrictEqual } from "node:util";
import type { Booking, Itinerary } from "./trip.ts";

/** The part of the state that bookings are in. */
export interface WithBookings {
  readonly travel_itinerary: Itinerary | null;
  readonly travel_bookings: readonly Booking[];
}

/** The booking of exactly this itinerary; null when it was changed since, or never booked. */
export const bookingOf = ({ travel_itinerary: itinerary, travel_bookings: bookings }: WithBookings): Booking | null =>
  bookings.findLast((each) => itinerary !== null && isDeepStrictEqual(each.itinerary, itinerary)) ?? null;

export const isBooked = (values: WithBookings): boolean => bookingOf(values) !== null;
