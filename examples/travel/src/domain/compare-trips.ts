import { compared, dislikesOf } from "./choose-journey.ts";
import { daysText, partsOf } from "./describe-trip.ts";
import { euro, roomsText, texts, timeOf, travelersText } from "./format.ts";
import type { TripOffers } from "./plan-itinerary.ts";
import type { Profile } from "./profile.ts";
import { seatResults } from "./seats.ts";
import type { Itinerary, Wishes } from "./trip.ts";

/** A plan and the one before it, with their wishes and the offers that the new one was chosen from. */
export interface TripChange {
  /** Null for the first plan. */
  readonly before: Itinerary | null;
  readonly after: Itinerary;
  readonly wishesBefore: Wishes | null;
  readonly wishes: Wishes;
  readonly offers: TripOffers;
  readonly profile: Profile;
  readonly isSeatNew: boolean;
  /** True beside a view, where a changed trip is not repeated: what is new about it is said. */
  readonly brief: boolean;
}

/** Says what a new plan changes, what a cheaper one saves, and how each new wish is met, one sentence each. */
export function tripChanges(change: TripChange): readonly string[] {
  const { before, after, wishesBefore, wishes, profile, isSeatNew, brief } = change;
  const results = [...wishResults(change), ...(isSeatNew ? seatResults(after, profile) : [])];
  if (before === null || before.destination !== after.destination) return results;
  const saved = before.total - after.total;
  const isSaving = isCheapest(wishes) && wishesBefore?.cheapFlights !== true && saved > 0;
  return texts(
    isSaving &&
      `The trip now costs ${euro(after.total)} instead of ${euro(before.total)}: ${euro(saved)} less. In exchange:`,
    ...changedParts(before, after, profile).map((text) => `Changed ${text}.`),
    !isSaving && before.total !== after.total && `Changed price: ${euro(before.total)} → ${euro(after.total)}.`,
    ...(brief ? newTexts(before.assumed, after.assumed).map((text) => `Assumed: ${text}.`) : []),
    ...(brief ? newTexts(before.notPossible, after.notPossible).map((text) => `Not possible: ${text}.`) : []),
    ...results,
  );
}

/** True for a wish that the trip is as cheap as possible. */
export const isCheapest = ({ cheapFlights, cheapStay }: Wishes): boolean => cheapFlights && cheapStay;

const newTexts = (old: readonly string[], now: readonly string[]): readonly string[] =>
  now.filter((text) => !old.includes(text));

/** The parts of a trip that differ: `flight back: X2 139 at 20:45 → X1 138 at 17:25; leaves 3 h 20 min earlier`. */
function changedParts(before: Itinerary, after: Itinerary, profile: Profile): readonly string[] {
  const flights = (
    [
      ["outbound", "out"],
      ["return", "back"],
    ] as const
  ).map(([part, way]) => {
    const [old, now] = [before[part], after[part]];
    if (old !== null && old.flight.id === now?.flight.id)
      return row(`seat ${way}`, old.seat ?? "none", now.seat ?? "none");
    const isSameDay = old?.flight.departs.slice(0, 10) === now?.flight.departs.slice(0, 10);
    const comparison = old !== null && now !== null && isSameDay ? compared(now, old) : "";
    const disliked = now === null ? [] : dislikesOf(now.flight, profile).map((kind) => `you dislike ${kind}`);
    return row(`flight ${way}`, titleOf(before, part), titleOf(after, part), comparison, ...disliked);
  });
  const [old, now] = [before.hotel, after.hotel];
  const isCompared = old !== null && now !== null && old.id !== now.id && old.place === now.place;
  const hotels = isCompared ? compared({ stay: { hotel: now, ...now } }, { stay: { hotel: old, ...old } }) : "";
  const [oldSights, newSights] = [before, after].map(({ days }) =>
    days.flatMap(({ visits }) => visits.map(({ sight }) => sight.name)),
  );
  const sights = [
    ...newTexts(newSights ?? [], oldSights ?? []).map((name) => `without ${name}`),
    ...newTexts(oldSights ?? [], newSights ?? []).map((name) => `with ${name}`),
  ];
  return texts(
    row("days", daysText(before), daysText(after)),
    ...flights,
    row("room", roomText(old), roomText(now), hotels),
    row("party", travelersText(before.travelers), travelersText(after.travelers)),
    sights.length > 0 && `sights: ${sights.join(", ")}`,
  );
}

const row = (name: string, old: string, now: string, ...more: readonly string[]): string =>
  old === now ? "" : texts(`${name}: ${old} → ${now}`, ...more).join("; ");
const titleOf = (trip: Itinerary, part: string): string =>
  partsOf(trip).find((each) => each.part === part)?.title ?? "none";

const leaves = (way: string, { flight }: Itinerary["outbound"]): string =>
  `The flight ${way} leaves at ${timeOf(flight.departs)}.`;

const roomText = (hotel: Itinerary["hotel"]): string =>
  hotel === null ? "none" : `${hotel.name}, ${roomsText(hotel.rooms, hotel.room.name)}`;

/** Says how each new wish is met, so that no wish is without an effect or an answer. */
function wishResults({ wishesBefore: before, wishes, after, offers }: TripChange): readonly string[] {
  const { outbound, return: back, hotel } = after;
  const isNew = (...names: readonly (keyof Wishes)[]): boolean =>
    names.some((name) => ![null, false, before?.[name]].includes(wishes[name]));
  const isAllDirect = [...offers.outbound, ...offers.return].every(({ stops }) => stops === 0);
  const direct = isAllDirect
    ? "Every flight between these cities is direct, so this wish changes nothing."
    : "Both flights are direct.";
  return texts(
    isNew("direct") && direct,
    isNew("outboundAfter", "outboundBefore") && leaves("out", outbound),
    isNew("returnAfter", "returnBefore") && back !== null && leaves("back", back),
    hotel !== null &&
      isNew("near") &&
      `${hotel.name} is ${hotel.distance.toFixed(1)} km from ${hotel.place}. No hotel that fits is closer.`,
    hotel !== null && isNew("starsAtLeast", "starsAtMost") && `${hotel.name} has ${hotel.stars} stars.`,
    hotel !== null && isNew("rooms", "roomKind") && `The room at ${roomText(hotel).replace(",", ":")}.`,
    hotel !== null && isNew("nightAtMost") && `A night costs ${euro(hotel.room.pricePerNight * hotel.rooms)}.`,
  );
}
