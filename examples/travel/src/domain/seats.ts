import { factValue, type Profile } from "./profile.ts";
import type { Itinerary } from "./trip.ts";

const LETTERS: Readonly<Record<string, RegExp>> = { window: /[AF]$/, aisle: /[CD]$/ };

/**
 * Chooses a seat for each traveler: the first one of the preferred kind, and the others as near to it as possible.
 *
 * Returns null if too few seats are free.
 */
export function chooseSeats(free: readonly string[], profile: Profile, travelers: number): string | null {
  const letters = LETTERS[factValue(profile, "seat") ?? ""] ?? /./;
  const first = free.find((seat) => letters.test(seat)) ?? free[0];
  if (first === undefined || free.length < travelers) return null;
  // One row counts as six seats.
  const apart = (seat: string): number =>
    Math.abs(Number.parseInt(first, 10) - Number.parseInt(seat, 10)) * 6 +
    Math.abs((first.codePointAt(first.length - 1) ?? 0) - (seat.codePointAt(seat.length - 1) ?? 0));
  const others = free.filter((seat) => seat !== first).toSorted((a, b) => apart(a) - apart(b) || (a < b ? -1 : 1));
  return [first, ...others.slice(0, travelers - 1)].join(" ");
}

/** Says which seats are of the preferred kind; empty without a preference. */
export function seatResults({ outbound, return: back }: Itinerary, profile: Profile): readonly string[] {
  const kind = factValue(profile, "seat") ?? "";
  return Object.entries({ out: outbound, back }).flatMap(([way, booked]) => {
    const seats = booked?.seat?.split(" ") ?? [];
    if (LETTERS[kind] === undefined || seats.length === 0) return [];
    const fitting = seats.filter((seat) => LETTERS[kind]?.test(seat)).join(" and ");
    if (fitting === "") return [`No ${kind} seat is free on the flight ${way}.`];
    const all = seats.length === 1 ? "" : `, of your ${seats.length} seats`;
    return [`The ${kind} seat on the flight ${way} is ${fitting}${all}.`];
  });
}
