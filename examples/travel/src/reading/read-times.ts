import { readTimes, type Sheet, timeText } from "@tidemark/reading";
import type { Reading } from "./reading.ts";

type Window = readonly [after: string | null, before: string | null];

const DAYPARTS: Readonly<Record<string, Window>> = {
  "early morning": [null, "08:59"],
  morning: ["05:00", "11:59"],
  lunchtime: ["11:00", "13:59"],
  afternoon: ["12:00", "17:59"],
  evening: ["17:00", "23:59"],
  night: ["20:00", "23:59"],
};
const BEFORE = /^(?:before|by|until|till?|no later than|not after)$/u;
const AFTER = /^(?:after|from|since|no earlier than|not before)$/u;

/** Reads when the flights should leave: "after 10am", "an evening flight back". */
export function readFlightTimes(sheet: Sheet, { wishes }: Reading): void {
  const set = (at: number, words: string, [after, before]: Window): void => {
    for (const part of flightsOf(sheet.text, at, words)) {
      if (after !== null) wishes[`${part}After`] = after;
      if (before !== null) wishes[`${part}Before`] = before;
    }
  };
  for (const { at, text, role, start, end } of readTimes(sheet)) {
    const [from, to] = [timeText(start.minutes), timeText(end?.minutes ?? start.minutes)];
    // A bare hour is a time only after a word that says so.
    if (start.written === "bare" && !BEFORE.test(role) && !AFTER.test(role)) sheet.release({ at, text });
    else if (end !== null) set(at, text, [from, to]);
    else if (BEFORE.test(role)) {
      const not = /\b(?:nothing|no flights?|never)\s*$/iu.exec(sheet.text.slice(0, at));
      if (not !== null) sheet.claim({ at: not.index, text: not[0] });
      set(at, text, not === null ? [null, to] : [from, null]);
    } else if (AFTER.test(role)) set(at, text, [from, null]);
    else set(at, text, [timeText(Math.max(0, start.minutes - 60)), timeText(Math.min(1439, start.minutes + 60))]);
  }
  for (const { index, 0: words, groups = {} } of sheet.takeAll(
    "(?:(?<not>not|no|avoid) )?(?:(?:in|on|at|with|an?|the|during|both|preferably|very) )*(?<part>early[ -]morning|morning|lunchtime|afternoon|evening|night)(?:[ -](?:flights?|departures?))?(?! (?:longer|more|less|shorter|train|bus))",
  )) {
    const part = groups["part"]?.toLowerCase().replace("-", " ") ?? "";
    const [after, before] = DAYPARTS[part] ?? [null, null];
    const without: Window = part.includes("morning") ? ["12:00", null] : [null, after];
    set(index, words, groups["not"] === undefined ? [after, before] : without);
  }
}

/** Flights that a time is about: the word beside it says so, else the last one before it, else the flight out. */
function flightsOf(text: string, at: number, words: string): readonly ("outbound" | "return")[] {
  const until = text.slice(0, at + words.length).toLowerCase();
  const beside = /^(?:\s*(?:flights?|departure))?\s+(?:(back|home|return)|out|there|outbound)\b/iu.exec(
    text.slice(at + words.length),
  );
  if (beside !== null) return [beside[1] === undefined ? "outbound" : "return"];
  if (/\bflights\b|\bboth\b/iu.test(text.slice(Math.max(0, at - 8), at + words.length))) return ["outbound", "return"];
  const last = (pattern: RegExp): number => [...until.matchAll(pattern)].at(-1)?.index ?? -1;
  const back = last(/\b(?:back|return|returning|home|inbound)\b/gu);
  return [
    back > last(/\b(?:out|leave|leaving|depart|departing|outbound|there|go)\b(?! back| home)/gu)
      ? "return"
      : "outbound",
  ];
}
