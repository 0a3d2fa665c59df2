import { factValue, type Profile } from "./profile.ts";
import type { Itinerary } from "./trip.ts";

const LETTERS: Readonly<Record<string, RegExp>> = { window: /[AF]$/, aisle: /[CD]$/ };

/**
 * Chooses a seat for each traveler: the first one of the preferred kind, and the others as near to it as possible.
 *
 * Returns null if too few seats are free.
 */
export function chooseSeats(free: readonly string[], profile: Profile, travelers: number): string | null {
  if (free.length < travelers) return null;
  const letters = LETTERS[factValue(profile, "seat") ?? ""] ?? /./;
  const first = free.find((seat) => letters.test(seat)) ?? free[0];
  if (first === undefined) return null;
  const others = free
    .filter((seat) => seat !== first)
    .toSorted((a, b) => apart(first, a) - apart(first, b) || (a < b ? -1 : 1));
  return [first, ...others.slice(0, travelers - 1)].join(" ");
}

/** Distance between two seats. One row counts as six seats. */
const apart = (a: string, b: string): number =>
  Math.abs(Number.parseInt(a, 10) - Number.parseInt(b, 10)) * 6 +
  Math.abs((a.codePointAt(a.length - 1) ?? 0) - (b.codePointAt(b.length - 1) ?? 0));

/** Says which seats are of the preferred kind; empty without a preference. */
export function seatResults({ outbound, return: back }: Itinerary, profile: Profile): readonly string[] {
  const kind = factValue(profile, "seat") ?? "";
  const letters = LETTERS[kind];
  if (letters === undefined) return [];
  return Object.entries({ out: outbound, back }).flatMap(([way, booked]) => {
    if (booked?.seat === undefined || booked.seat === null) return [];
    const fitting = booked.seat.split(" ").filter((seat) => letters.test(seat));
    if (fitting.length === 0) return [`No ${kind} seat is free on the flight ${way}.`];
    const all = booked.seat.split(" ").length;
    if (all > 1) return [`Of your ${all} seats on the flight ${way}, the ${kind} has ${fitting.join(" and ")}.`];
    return [`The ${kind} seat on the flight ${way} is ${fitting.join(" and ")}.`];
  });
}
