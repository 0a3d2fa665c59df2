import { bookingOf } from "./domain/booked.ts";
import { headline, partsOf } from "./domain/describe-trip.ts";
import { dayText, euro, travelersText } from "./domain/format.ts";
import { timelineOf } from "./domain/timeline.ts";
import type { Itinerary } from "./domain/trip.ts";
import type { TravelValue } from "./state.ts";

const PARTS = { outbound: "Flight out", return: "Flight back", hotel: "Hotel" };

/** Data of the page's view of a trip: plain JSON, and only what the page shows. */
export type TripView = ReturnType<typeof tripView>;

/** Returns what the page shows of a conversation; the state is null before the first turn. */
export function tripView(state: TravelValue | null, sample: boolean) {
  const itinerary = state?.travel_itinerary ?? null;
  return {
    trip: state === null || itinerary === null ? null : tripOf(itinerary, bookingOf(state)?.reference ?? null),
    /** Details that planning still needs, as phrases. */
    missing: state?.control_missing_context ?? [],
    notUnderstood: state?.travel_not_understood ?? [],
    /** True when there is a change that can be taken back. */
    canUndo: itinerary !== null && state?.travel_before?.destination === itinerary.destination,
    alternatives: (state?.travel_alternatives ?? []).map(({ part, label, compared, difference }, index) => ({
      /** Message that chooses it. */
      say: String(index + 1),
      part: PARTS[part],
      label,
      compared,
      price: difference === 0 ? "same price" : `${difference > 0 ? "+" : "−"}${euro(Math.abs(difference))}`,
    })),
    bookings: (state?.travel_bookings ?? []).map(({ reference, canceledAt, itinerary: trip }) => ({
      reference,
      // The amount stays on one line.
      title: `${headline(trip)}, ${euro(trip.total).replace(" ", "\u00A0")}`,
      canceled: canceledAt !== null,
    })),
    sample,
  };
}

function tripOf(itinerary: Itinerary, booked: string | null) {
  const { return: back, travelers, startDate, endDate, total, city, assumed, notPossible, reasons } = itinerary;
  const dates = [...new Set([startDate, ...itinerary.days.map(({ date }) => date), endDate])].toSorted();
  const entries = timelineOf(itinerary);
  return {
    city,
    days: startDate === endDate ? dayText(startDate) : `${shortDay(startDate, endDate)} – ${dayText(endDate)}`,
    party: `${travelersText(travelers)}${back === null ? ", one way" : ""}`,
    total: euro(total),
    perPerson: travelers === 1 ? null : euro(total / travelers),
    /** Reference of the booking of exactly this trip. */
    booked,
    timeline: dates.map((date) => ({
      date: dayText(date),
      entries: entries
        .filter((entry) => entry.date === date)
        .map(({ kind, time, title, note }) => ({ kind, time, title, note })),
    })),
    prices: partsOf(itinerary).map(({ part, label, amount }) => ({ part, label, amount })),
    assumed,
    notPossible,
    reasons,
  };
}

/** A day without what the later day says too: `Fri 7`, `Fri 30 Apr`. */
const shortDay = (date: string, later: string): string =>
  dayText(date)
    .split(" ")
    .slice(0, date.slice(0, 7) === later.slice(0, 7) ? 2 : date.slice(0, 4) === later.slice(0, 4) ? 3 : 4)
    .join(" ");
