import { isDeepStrictEqual } from "node:util";
import type { Booking, Itinerary } from "./trip.ts";

/** State values that determine whether the itinerary is booked. */
interface BookingValues {
  readonly travel_itinerary: Itinerary | null;
  readonly travel_bookings: readonly Booking[];
}

/** Bookings that have not been canceled. */
export const openBookings = ({ travel_bookings: bookings }: Pick<BookingValues, "travel_bookings">) =>
  bookings.filter(({ canceledAt }) => canceledAt === null);

/** Returns the booking of exactly this itinerary; null if it was never booked, was canceled, or has changed since. */
export const bookingOf = (values: BookingValues): Booking | null =>
  openBookings(values).findLast(({ itinerary }) => isDeepStrictEqual(itinerary, values.travel_itinerary)) ?? null;
