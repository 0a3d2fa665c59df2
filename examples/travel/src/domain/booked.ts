import { isDeepStrictEqual } from "node:util";
import type { Booking, Itinerary } from "./trip.ts";

/** State values that determine whether the itinerary is booked. */
interface BookingValues {
  readonly travel_itinerary: Itinerary | null;
  readonly travel_bookings: readonly Booking[];
}

/** Returns the booking of exactly this itinerary; null if it was never booked or has changed since. */
export const bookingOf = ({ travel_itinerary: itinerary, travel_bookings: bookings }: BookingValues): Booking | null =>
  bookings.findLast((booking) => itinerary !== null && isDeepStrictEqual(booking.itinerary, itinerary)) ?? null;

export const isBooked = (values: BookingValues): boolean => bookingOf(values) !== null;
