import { dayText, euro } from "./domain/format.ts";
import { bookingOf, earlierBooking, type Itinerary } from "./domain/trip.ts";
import { PART_NAMES, partsOf, partyText, timelineOf, titleOf } from "./domain/trip-parts.ts";
import type { TravelValue } from "./state.ts";

/** Data of the page's view of a trip: plain JSON, and only what the page shows. */
export type TripView = ReturnType<typeof tripView>;

/** Returns what the page shows of a conversation; the state is null before the first turn. */
export function tripView(state: TravelValue | null, sample: boolean) {
  return {
    trip: state?.travel_itinerary ? tripOf(state.travel_itinerary, state) : null,
    /** Details that planning still needs, as phrases. */
    missing: state?.control_missing_context ?? [],
    alternatives: (state?.travel_alternatives ?? []).map(({ part, label, compared, difference }, index) => ({
      /** Message that chooses it. */
      say: String(index + 1),
      part: PART_NAMES[part],
      label,
      compared,
      price: difference === 0 ? "same price" : `${difference > 0 ? "+" : "−"}${euro(Math.abs(difference))}`,
    })),
    bookings: (state?.travel_bookings ?? []).map((each) => {
      return { reference: each.reference, title: titleOf(each), canceled: each.canceledAt !== null };
    }),
    sample,
  };
}

function tripOf(trip: Itinerary, state: TravelValue) {
  const { travelers, startDate, endDate, total, city, assumed, notPossible, reasons } = trip;
  const [first, last] = [dayText(startDate), dayText(endDate)];
  const dates = [...new Set([startDate, ...trip.days.map(({ date }) => date), endDate])].toSorted();
  const entries = timelineOf(trip);
  return {
    city,
    // The year is said once.
    days: first === last ? last : `${first.slice(0, first.endsWith(last.slice(-4)) ? -5 : undefined)} – ${last}`,
    party: `${partyText(trip)}${trip.return === null ? ", one way" : ""}`,
    transport: trip.transport,
    total: euro(total),
    perPerson: travelers === 1 ? null : euro(total / travelers),
    /** Reference of the booking of exactly this trip. */
    booked: bookingOf(state)?.reference ?? null,
    /** Reference of the booking of another version. */
    earlier: earlierBooking(state)?.reference ?? null,
    timeline: dates.map((date) => ({
      date: dayText(date),
      entries: entries
        .filter((entry) => entry.date === date)
        .map(({ kind, time, title, note }) => ({ kind, time, title, note })),
    })),
    prices: partsOf(trip).map(({ part, amount }) => ({ label: PART_NAMES[part], amount })),
    assumed,
    notPossible,
    reasons,
  };
}
