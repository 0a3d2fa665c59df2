import { bookingOf } from "./domain/booked.ts";
import { dayText, euro, headline, minutesText, nightsText, roomsText, travelersText } from "./domain/describe-trip.ts";
import type { Day, Itinerary } from "./domain/trip.ts";
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
      title: `${headline(trip)}, ${euro(trip.total)}`,
      canceled: canceledAt !== null,
    })),
    sample,
  };
}

function tripOf(itinerary: Itinerary, booked: string | null) {
  const { outbound, return: back, hotel, travelers, startDate, endDate, total } = itinerary;
  const dates = [...new Set([startDate, ...itinerary.days.map(({ date }) => date), endDate])].toSorted();
  const each = travelers === 1 ? "" : `, ${travelers} seats`;
  return {
    city: itinerary.city,
    days: startDate === endDate ? dayText(startDate) : `${shortDay(startDate, endDate)} – ${dayText(endDate)}`,
    party: `${travelersText(travelers)}${back === null ? ", one way" : ""}`,
    total: euro(total),
    perPerson: travelers === 1 ? null : euro(total / travelers),
    /** Reference of the booking of exactly this trip. */
    booked,
    timeline: dates.map((date) => ({
      date: dayText(date),
      entries: entriesOf(
        date,
        itinerary,
        itinerary.days.find((day) => day.date === date),
      ),
    })),
    prices: [
      { label: `Flight out${each}`, amount: euro(outbound.flight.price * travelers) },
      ...(back === null ? [] : [{ label: `Flight back${each}`, amount: euro(back.flight.price * travelers) }]),
      ...(hotel === null
        ? []
        : [
            {
              label: `${roomsText(hotel.rooms, hotel.room.name)}, ${nightsText(hotel.nights)}`,
              amount: euro(hotel.room.pricePerNight * hotel.rooms * hotel.nights),
            },
          ]),
    ],
    assumed: itinerary.assumed,
    notPossible: itinerary.notPossible,
    reasons: itinerary.reasons,
  };
}

/** A day without what the later day says too: `Fri 7`, `Fri 30 Apr`. */
const shortDay = (date: string, later: string): string =>
  dayText(date)
    .split(" ")
    .slice(0, date.slice(0, 7) === later.slice(0, 7) ? 2 : date.slice(0, 4) === later.slice(0, 4) ? 3 : 4)
    .join(" ");

/** Entries of one date in the order of the day. */
function entriesOf(date: string, { outbound, return: back, hotel, endDate, startDate }: Itinerary, day?: Day) {
  const flightEntry = ({ flight, seat }: Itinerary["outbound"]): readonly ViewEntry[] => {
    if (!flight.departs.startsWith(date)) return [];
    const later = flight.arrives.startsWith(date) ? "" : " (next day)";
    const seats = seat === null ? "" : `, ${seat.includes(" ") ? "seats" : "seat"} ${seat}`;
    return [
      {
        kind: "flight",
        time: `${flight.departs.slice(11)}–${flight.arrives.slice(11)}`,
        title: `${flight.origin} to ${flight.destination}${later}`,
        note: `${flight.number} ${flight.carrier}, ${minutesText(flight.minutes)}${seats}`,
      },
    ];
  };
  const hotelEntry = (title: string, note: string): readonly ViewEntry[] =>
    hotel === null ? [] : [{ kind: "hotel", time: "", title: `${title} ${hotel.name}`, note }];
  const room = hotel === null ? "" : `${hotel.stars} stars, ${roomsText(hotel.rooms, hotel.room.name)}`;
  const arrival = outbound.flight.arrives.slice(0, 10);
  return [
    ...flightEntry(outbound),
    ...(date === (arrival > startDate ? arrival : startDate) ? hotelEntry("Check in at", room) : []),
    ...(date === endDate ? hotelEntry("Check out of", "") : []),
    ...(day?.visits ?? []).map(({ sight, from, to, kilometers, travelMinutes }): ViewEntry => ({
      kind: "visit",
      time: `${from}–${to}`,
      title: sight.name,
      note: `${travelMinutes} min away (${kilometers} km)`,
    })),
    ...(day?.dinner === null || day?.dinner === undefined
      ? []
      : [{ kind: "meal" as const, time: "evening", title: day.dinner.name, note: day.dinner.diets.join(", ") }]),
    ...(back === null ? [] : flightEntry(back)),
  ];
}
