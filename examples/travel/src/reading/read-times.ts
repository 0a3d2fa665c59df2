import { type Part, readTimes, type Sheet, timeText } from "@tidemark/reading";
import type { FlightPart } from "../domain/trip.ts";
import type { Reading } from "./reading.ts";
import { DAY_PARTS, DAYS, says, TIMES } from "./words.ts";

/** Reads when the flights should leave: "after 10am", "an evening flight back". */
export function readFlightTimes(sheet: Sheet, { wishes, doubts }: Reading): void {
  const set = (time: Part, after: string | null = null, before: string | null = null): void => {
    const flights = flightsOf(sheet.text, time);
    if (flights === null && !wishes.oneWay) doubts.push(`I took "${time.text.trim()}" for the flight out`);
    for (const flight of flights ?? (["outbound"] as const)) {
      if (after !== null) wishes[`${flight}After`] = after;
      if (before !== null) wishes[`${flight}Before`] = before;
    }
  };
  for (const time of readTimes(sheet)) {
    const { at, role, start, end } = time;
    const [from, isBefore, isAfter] = [timeText(start.minutes), says(TIMES.before, role), says(TIMES.after, role)];
    // "No flights before 9" is a wish for later ones.
    const refused = isBefore ? new RegExp(TIMES.refused, "iu").exec(sheet.text.slice(0, at)) : null;
    if (refused !== null) sheet.claim({ at: refused.index, text: refused[0] });
    // A bare hour is a time only after a word that says so.
    if ((start.written === "bare" && !isBefore && !isAfter) || isOther(sheet, time)) sheet.release(time);
    else if (end !== null) set(time, from, timeText(end.minutes));
    else if (isAfter || refused !== null) set(time, from);
    else if (isBefore) set(time, null, from);
    else set(time, timeText(Math.max(0, start.minutes - 60)), timeText(Math.min(1439, start.minutes + 60)));
  }
  const parts = sheet.takeAll(TIMES.dayPart, ({ index: at, 0: text }) => !isOther(sheet, { at, text }));
  for (const { index: at, 0: text, groups = {} } of parts) {
    const part = groups["part"]?.toLowerCase().replace("-", " ") ?? "";
    const [after, before] = DAY_PARTS[part] ?? [];
    if (groups["not"] === undefined) set({ at, text }, after, before);
    else if (part.includes("morning")) set({ at, text }, "12:00");
    else set({ at, text }, null, after);
  }
}

/** True for a time of something else in its clause, such as a dinner, and not of a flight. */
function isOther({ text: message }: Sheet, { at, text }: Part): boolean {
  const clause = /[^;.!?]*$/u.exec(message.slice(0, at))?.[0] ?? "";
  const isPlan = says(DAYS.plan, clause) || says(DAYS.planned, message.slice(at + text.length));
  return isPlan && !says(`${TIMES.out}|${TIMES.back}|\\b(?:fly|flight)`, `${clause}${text}`);
}

/** Flights that a time is about: the word beside it says so, else the last one before it. Null if no word says it. */
function flightsOf(message: string, { at, text }: Part): readonly FlightPart[] | null {
  const end = at + text.length;
  const beside = new RegExp(TIMES.beside, "iu").exec(message.slice(end));
  if (beside !== null) return [beside[1] === undefined ? "outbound" : "return"];
  if (/\bflights\b|\bboth\b/iu.test(message.slice(Math.max(0, at - 8), end))) return ["outbound", "return"];
  // "Arrive on Friday, leave on Sunday after 6pm" leaves with the flight back.
  const [out = -1, back = -1] = [TIMES.out, TIMES.back].map(
    (words) => [...message.slice(0, end).matchAll(new RegExp(words, "giu"))].at(-1)?.index,
  );
  return out === back ? null : [back > out ? "return" : "outbound"];
}
