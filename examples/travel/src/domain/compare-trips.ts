import { compared, dislikesOf } from "./choose-journey.ts";
import { countText, euro, nightsBetween, texts } from "./format.ts";
import type { Profile } from "./profile.ts";
import { type Itinerary, Part } from "./trip.ts";
import { daysText, PART_NAMES, partsOf, partyText } from "./trip-parts.ts";

/** Says what a new plan changes, one sentence each; nothing about the first plan for a destination. */
export function tripChanges(before: Itinerary | null, after: Itinerary, profile: Profile): readonly string[] {
  if (before?.destination !== after.destination) return [];
  const parts = Part.options.flatMap((part) => {
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
  const changed = texts(
    ...oldSights.map((name) => !sights.includes(name) && `without ${name}`),
    ...sights.map((name) => !oldSights.includes(name) && `with ${name}`),
  );
  return texts(
    row("days", datesText(before), datesText(after)),
    ...parts,
    row("transport", before.transport, after.transport),
    row("party", partyText(before), partyText(after)),
    changed.length > 0 && `sights: ${changed.join(", ")}`,
    row("price", euro(before.total), euro(after.total)),
  ).map((text) => `Changed ${text}.`);
}

/** Days with the number of nights. */
const datesText = (trip: Itinerary): string => {
  const nights = nightsBetween(trip.startDate, trip.endDate);
  return nights === 0 ? daysText(trip) : `${daysText(trip)} (${countText(nights, "night")})`;
};

/** A changed row: `flight back: X2 139, 20:45–01:35 → X1 138, 17:25–22:15; leaves 3 h 20 min earlier`. */
const row = (name: string, old?: string | null, now?: string | null, ...more: readonly string[]) =>
  (old ?? null) === (now ?? null) ? "" : texts(`${name}: ${old ?? "none"} → ${now ?? "none"}`, ...more).join("; ");
