import { isDeepStrictEqual } from "node:util";
import type { TravelValue } from "../state.ts";
import type { Booking } from "./trip.ts";

type BookingValues = Pick<TravelValue, "travel_itinerary" | "travel_bookings">;

/** Returns the booking of exactly this itinerary; null if it was never booked or has changed since. */
export const bookingOf = ({ travel_itinerary: itinerary, travel_bookings: bookings }: BookingValues): Booking | null =>
  bookings.findLast((booking) => itinerary !== null && isDeepStrictEqual(booking.itinerary, itinerary)) ?? null;

export const isBooked = (values: BookingValues): boolean => bookingOf(values) !== null;
