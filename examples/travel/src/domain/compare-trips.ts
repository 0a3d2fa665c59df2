import { compared, dislikesOf } from "./choose-journey.ts";
import { euro, texts, travelersText } from "./format.ts";
import type { TripOffers } from "./offers.ts";
import type { Profile } from "./profile.ts";
import { seatResults } from "./seats.ts";
import type { Itinerary, Part, Wishes } from "./trip.ts";
import { daysText, PART_NAMES, PARTS, partsOf } from "./trip-parts.ts";

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
}

/** Says what a new plan changes, what a cheaper one saves, and which new wishes were met already, one sentence each. */
export function tripChanges(change: TripChange): readonly string[] {
  const { before, after, wishesBefore, wishes, profile, isSeatNew } = change;
  const seats = isSeatNew ? seatResults(after, profile) : [];
  if (before === null || before.destination !== after.destination) return seats;
  const saved = before.total - after.total;
  const isSaving = isCheapest(wishes) && wishesBefore?.cheapFlights !== true && saved > 0;
  return texts(
    isSaving &&
      `The trip now costs ${euro(after.total)} instead of ${euro(before.total)}: ${euro(saved)} less. In exchange:`,
    ...changedParts(before, after, profile).map((text) => `Changed ${text}.`),
    !isSaving && before.total !== after.total && `Changed price: ${euro(before.total)} → ${euro(after.total)}.`,
    ...metWishes(before, change),
    ...seats,
  );
}

/** True for a wish that the trip is as cheap as possible. */
export const isCheapest = ({ cheapFlights, cheapStay }: Wishes): boolean => cheapFlights && cheapStay;

/** What a plan assumes and cannot fulfill, as far as it is new: said beside a view, where the trip is not repeated. */
export const newNotes = (before: Itinerary | null, after: Itinerary): readonly string[] =>
  (["assumed", "notPossible"] as const).flatMap((list) => {
    const added = newTexts(before?.[list] ?? [], after[list]);
    return added.length === 0 ? [] : [`${list === "assumed" ? "Assumed" : "Not possible"}: ${added.join("; ")}.`];
  });

const newTexts = (old: readonly string[], now: readonly string[]): readonly string[] =>
  now.filter((text) => !old.includes(text));

/** The parts of a trip that differ: `flight back: X2 139, 20:45–01:35 → X1 138, 17:25–22:15; leaves 3 h 20 min earlier`. */
function changedParts(before: Itinerary, after: Itinerary, profile: Profile): readonly string[] {
  const parts = PARTS.flatMap((part) => {
    const [old, now] = [before, after].map((trip) => partsOf(trip).find((each) => each.part === part));
    const name = PART_NAMES[part].toLowerCase();
    const disliked = now?.flight ? dislikesOf(now.flight, profile).map((kind) => `you dislike ${kind}`) : [];
    return texts(
      row(name, old?.title, now?.title, old && now ? compared(now, old) : "", ...disliked),
      old?.flight?.id === now?.flight?.id && row(name, old?.seats, now?.seats),
    );
  });
  const [oldSights = [], sights = []] = [before, after].map(({ days }) =>
    days.flatMap(({ visits }) => visits.map(({ sight }) => sight.name)),
  );
  const changed = [
    ...newTexts(sights, oldSights).map((name) => `without ${name}`),
    ...newTexts(oldSights, sights).map((name) => `with ${name}`),
  ];
  return texts(
    row("days", daysText(before), daysText(after)),
    ...parts,
    row("party", travelersText(before.travelers), travelersText(after.travelers)),
    changed.length > 0 && `sights: ${changed.join(", ")}`,
  );
}

const row = (name: string, old: string | null = "none", now: string | null = "none", ...more: readonly string[]) =>
  old === now ? "" : texts(`${name}: ${old} → ${now}`, ...more).join("; ");

/** Wishes about each part. */
const WISHES: Readonly<Record<Part, readonly (keyof Wishes)[]>> = {
  outbound: ["outboundAfter", "outboundBefore"],
  return: ["returnAfter", "returnBefore"],
  hotel: ["near", "starsAtLeast", "starsAtMost", "rooms", "roomKind", "nightAtMost"],
};

/** Says which new wishes the trip met already, so that no wish is without an effect or an answer. */
function metWishes(before: Itinerary, { wishesBefore, wishes, after, offers }: TripChange): readonly string[] {
  const isNew = (name: keyof Wishes): boolean => ![null, false, wishesBefore?.[name]].includes(wishes[name]);
  const titles = partsOf(before).map(({ title }) => title);
  const met = partsOf(after).filter(({ part, title }) => titles.includes(title) && WISHES[part].some(isNew));
  const isAllDirect = [...offers.outbound, ...offers.return].every(({ stops }) => stops === 0);
  return texts(
    isNew("direct") && isAllDirect && "Every flight between these cities is direct, so this wish changes nothing.",
    ...met.map(({ line }) => `No change was needed. ${line}.`),
  );
}
