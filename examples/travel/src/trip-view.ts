import { bookingOf } from "./domain/booked.ts";
import { headline, pricesOf } from "./domain/describe-trip.ts";
import { dayText, euro, roomsText, travelersText } from "./domain/format.ts";
import { timelineOf } from "./domain/timeline.ts";
import type { Itinerary } from "./domain/trip.ts";
import type { TravelValue } from "./state.ts";

/** Entry of a day. Times are local; an entry without a time has no fixed one. */
export interface ViewEntry {
  readonly kind: "flight" | "hotel" | "visit" | "meal";
  readonly time: string;
  readonly title: string;
  readonly note: string;
}

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
      entries: withHotel(
        entries.filter((entry) => entry.date === date),
        date,
        itinerary,
      ),
    })),
    prices: pricesOf(itinerary),
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

const stayEntry = (title: string, note: string): ViewEntry => ({ kind: "hotel", time: "", title, note });

/** Adds the hotel on the days of arrival and departure, after the flight out and before everything else. */
function withHotel(entries: readonly ViewEntry[], date: string, { outbound, hotel, endDate }: Itinerary): ViewEntry[] {
  const shown = entries.map(({ kind, time, title, note }) => ({ kind, time, title, note }));
  if (hotel === null) return shown;
  const room = `${hotel.stars} stars, ${roomsText(hotel.rooms, hotel.room.name)}`;
  if (date === endDate) shown.unshift(stayEntry(`Check out of ${hotel.name}`, ""));
  if (outbound.flight.arrives.startsWith(date))
    shown.splice(shown[0]?.kind === "flight" ? 1 : 0, 0, stayEntry(`Check in at ${hotel.name}`, room));
  return shown;
}
