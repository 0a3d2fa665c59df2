import type { Change, Reading } from "../reading/reading.ts";
import { minutesOf, timeText } from "./format.ts";
import type { Sight } from "./offers.ts";
import { type Alternative, type FlightPart, type Itinerary, noWishes, type Part, Wishes } from "./trip.ts";

/** What a message about wishes refers to. */
export interface WishContext {
  readonly itinerary: Itinerary | null;
  readonly alternatives: readonly Alternative[];
  /** Sights at the destination, to find the ones that a message names. */
  readonly sights: readonly Sight[];
}

/** Adds the wishes of a message to the earlier ones, and remarks about those that could not be applied. */
export function mergeWishes(reading: Reading, wishes: Wishes, context: WishContext, remarks: string[]): Wishes {
  const { itinerary, alternatives, sights } = context;
  const { changes, outboundShift, returnShift, choice } = reading;
  const next: Wishes = Wishes.parse({ ...wishes, ...reading.wishes });
  // A day of the return takes back a one-way trip.
  if (reading.trip.endDate !== undefined && reading.wishes.oneWay === undefined) next.oneWay = false;
  next.unavailable = [...new Set([...wishes.unavailable, ...reading.unavailable])];
  if (itinerary === null && (changes.length > 0 || outboundShift !== 0 || returnShift !== 0))
    remarks.push("There is no planned trip yet that could be changed.");
  if (itinerary !== null) {
    for (const change of changes) Object.assign(next, wishesFor(change, itinerary, next));
    Object.assign(next, shifted("outbound", itinerary, outboundShift, next));
    Object.assign(next, shifted("return", itinerary, returnShift, next));
  }
  const picked = choice === null ? null : alternatives[choice - 1];
  if (picked === undefined) remarks.push(`Alternative ${choice} does not exist.`);
  else if (picked !== null) next.chosen = { ...next.chosen, [picked.part]: picked.id };
  const [skipped, wanted] = [findSights(reading.skip, sights, remarks), findSights(reading.want, sights, remarks)];
  next.skippedSights = [...new Set([...wishes.skippedSights, ...skipped])].filter((id) => !wanted.includes(id));
  next.wantedSights = [...new Set([...wishes.wantedSights, ...wanted])].filter((id) => !skipped.includes(id));
  return next;
}

function wishesFor(change: Change, { hotel, outbound, return: back }: Itinerary, wishes: Wishes): Partial<Wishes> {
  const { skipped, chosen } = wishes;
  const skip = (part: Part, id: string | undefined): Partial<Wishes> =>
    id === undefined ? {} : { skipped: [...skipped, id], chosen: { ...chosen, [part]: null } };
  if (change === "cheaperTrip") return { cheapFlights: true, cheapStay: true, chosen: noWishes().chosen };
  if (change === "otherOutbound") return skip("outbound", outbound.flight.number);
  if (change === "otherReturn") return skip("return", back?.flight.number);
  if (change === "otherHotel") return skip("hotel", hotel?.id);
  if (hotel === null) return {};
  const anyStars = { starsAtLeast: null, starsAtMost: null, nightAtMost: null, chosen: { ...chosen, hotel: null } };
  if (change === "betterHotel") return { ...anyStars, starsAtLeast: Math.min(5, hotel.stars + 1), cheapStay: false };
  return { ...anyStars, nightAtMost: Math.max(1, hotel.room.pricePerNight * hotel.rooms - 1) };
}

/** Conditions for a flight that leaves some minutes later, or earlier if negative. */
function shifted(part: FlightPart, { [part]: booked }: Itinerary, minutes: number, { chosen }: Wishes) {
  if (booked === null || minutes === 0) return {};
  // No flight leaves earlier than the first minute of the day, or later than the last one.
  const time = timeText(Math.min(1439, Math.max(0, minutesOf(booked.flight.departs) + minutes)));
  const [after, before] = minutes > 0 ? [time, null] : [null, time];
  return { [`${part}After`]: after, [`${part}Before`]: before, chosen: { ...chosen, [part]: null } };
}

/** Finds the ids of sights by a part of their name or by kind. Adds a remark for a name without a match. */
const findSights = (names: readonly string[], sights: readonly Sight[], remarks: string[]): readonly string[] =>
  names.flatMap((name) => {
    const found = sightsCalled(name, sights);
    if (found.length === 0) remarks.push(`I found no sight called "${name}" there.`);
    return found.map(({ id }) => id);
  });

const plain = (text: string): string => text.toLowerCase().normalize("NFD").replaceAll(/\p{M}/gu, "");

export function sightsCalled(name: string, sights: readonly Sight[]): readonly Sight[] {
  const query = plain(name).replace(/^the /, "").replace(/s$/, "");
  // The Louvre is a museum too.
  const kinds = query === "museum" ? ["museum", "art"] : [query];
  return sights.filter(({ name: called, kind }) => plain(called).includes(query) || kinds.includes(kind));
}
