import { instantAt } from "../kernel/clock.ts";
import { stateManagerErrors } from "../kernel/errors.ts";

const SECONDS: Readonly<Record<string, number>> = { second: 1, minute: 60, hour: 3_600, day: 86_400, week: 604_800 };

/** Latest time that a date can have, in milliseconds since 1970. */
const LAST = 8.64e15;

/** Converts a duration, such as `3 days` or a number of seconds, to milliseconds. Throws `state-manager/invalidArgument`. */
export function millisecondsIn(duration: string | number): number {
  const [, count = "", unit = ""] = /^(\d+(?:\.\d+)?) (second|minute|hour|day|week)s?$/u.exec(String(duration)) ?? [];
  const seconds = typeof duration === "number" ? duration : Number(count) * (SECONDS[unit] ?? Number.NaN);
  if (seconds >= 0 && seconds * 1_000 <= LAST) return Math.round(seconds * 1_000);
  const expected = 'a number of seconds, or text such as "3 days": seconds, minutes, hours, days or weeks';
  throw stateManagerErrors.invalidArgument({
    argument: "duration",
    expected,
    found: JSON.stringify(duration) ?? "undefined",
  });
}

/** Converts a time to ISO 8601 in UTC. Throws `state-manager/invalidArgument`. */
export function instantOf(time: Date | string | number): string {
  const instant = instantAt(time);
  if (instant !== null) return instant;
  const expected = "a date, or a time in ISO 8601";
  throw stateManagerErrors.invalidArgument({ argument: "time", expected, found: JSON.stringify(time) ?? "undefined" });
}
