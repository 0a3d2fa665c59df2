import { daysText, flightText } from "./describe-trip.ts";
import { euro, roomsText, texts, travelersText } from "./format.ts";
import { comparedFlights, comparedRooms, dislikesOf } from "./journey.ts";
import type { Profile } from "./profile.ts";
import type { Itinerary } from "./trip.ts";

/** A detail before and after a change, and the difference in comfort. */
type Row = readonly [name: string, before: string, after: string, comparison?: string];

/** Describes the differences between two itineraries. Empty without a previous itinerary for the same destination. */
export function changedParts(before: Itinerary | null, after: Itinerary, profile: Profile = []): readonly string[] {
  if (before === null || before.destination !== after.destination) return [];
  const rows: readonly Row[] = [
    ["days", daysText(before), daysText(after)],
    flightRow("out", before.outbound, after.outbound, profile),
    flightRow("back", before.return, after.return, profile),
    ["room", roomText(before.hotel), roomText(after.hotel), comparedHotels(before.hotel, after.hotel)],
    ["party", travelersText(before.travelers), travelersText(after.travelers)],
    ["price", euro(before.total), euro(after.total)],
  ];
  const [oldSights, newSights] = [sightsOf(before), sightsOf(after)];
  const sights = [
    ...oldSights.filter((name) => !newSights.includes(name)).map((name) => `without ${name}`),
    ...newSights.filter((name) => !oldSights.includes(name)).map((name) => `with ${name}`),
  ];
  return texts(
    ...rows
      .filter(([, old, current]) => old !== current)
      .map(([name, old, current, comparison]) => texts(`${name}: ${old} → ${current}`, comparison).join("; ")),
    sights.length > 0 && `sights: ${sights.join(", ")}`,
  );
}

/** The flight, or only its seats if the flight is the same on the same day. */
function flightRow(way: string, before: Itinerary["return"], after: Itinerary["return"], profile: Profile): Row {
  if (before !== null && before.flight.id === after?.flight.id)
    return [`seat ${way}`, before.seat ?? "none", after.seat ?? "none"];
  const isSameDay = before?.flight.departs.slice(0, 10) === after?.flight.departs.slice(0, 10);
  const comparison = texts(
    before !== null && after !== null && isSameDay && comparedFlights(after.flight, before.flight),
    ...(after === null ? [] : dislikesOf(after.flight, profile).map((kind) => `you dislike ${kind}`)),
  ).join("; ");
  return [`flight ${way}`, flightText(before), flightText(after), comparison];
}

const comparedHotels = (before: Itinerary["hotel"], after: Itinerary["hotel"]): string =>
  before === null || after === null || before.id === after.id || before.place !== after.place
    ? ""
    : comparedRooms({ ...after, hotel: after }, { ...before, hotel: before });

const roomText = (hotel: Itinerary["hotel"]): string =>
  hotel === null ? "none" : `${hotel.name}, ${roomsText(hotel.rooms, hotel.room.name)}`;

const sightsOf = ({ days }: Itinerary): readonly string[] =>
  days.flatMap(({ visits }) => visits.map(({ sight }) => sight.name));

/** Assumptions and impossible wishes that an earlier version of the trip did not have, one sentence each. */
export const newNotes = (before: Itinerary, after: Itinerary): readonly string[] => [
  ...after.assumed.filter((text) => !before.assumed.includes(text)).map((text) => `Assumed: ${text}.`),
  ...after.notPossible.filter((text) => !before.notPossible.includes(text)).map((text) => `Not possible: ${text}.`),
];

/** Says what a cheaper trip saves, with both prices; empty if it is not cheaper. */
export const savingText = (before: Itinerary, after: Itinerary): string =>
  after.total < before.total
    ? `The trip now costs ${euro(after.total)} instead of ${euro(before.total)}: ${euro(before.total - after.total)} less. In exchange:`
    : "";
