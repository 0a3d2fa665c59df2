import { factValue, type Profile } from "./profile.ts";

const LETTERS: Readonly<Record<string, RegExp>> = { window: /[AF]$/, aisle: /[CD]$/ };

/** Chooses seats: the first one of the preferred kind, and the others as near to it as possible. Null if too few are free. */
export function chooseSeats(free: readonly string[], profile: Profile, travelers: number): string | null {
  const letters = LETTERS[factValue(profile, "seat_preference") ?? ""] ?? /./;
  const first = free.find((seat) => letters.test(seat)) ?? free[0];
  if (first === undefined || free.length < travelers) return null;
  // One row counts as six seats.
  const apart = (seat: string): number =>
    Math.abs(Number.parseInt(first, 10) - Number.parseInt(seat, 10)) * 6 +
    Math.abs((first.codePointAt(first.length - 1) ?? 0) - (seat.codePointAt(seat.length - 1) ?? 0));
  const others = free.filter((seat) => seat !== first).toSorted((a, b) => apart(a) - apart(b) || (a < b ? -1 : 1));
  return [first, ...others.slice(0, travelers - 1)].join(" ");
}
