import { readTimes, type Sheet, timeText } from "@tidemark/reading";
import type { Reading } from "./reading.ts";
import { DAY_PARTS, says, TIMES } from "./words.ts";

/** Reads when the flights should leave: "after 10am", "an evening flight back". */
export function readFlightTimes(sheet: Sheet, { wishes }: Reading): void {
  const set = (at: number, words: string, after: string | null = null, before: string | null = null): void => {
    for (const part of flightsOf(sheet.text, at, words))
      Object.assign(
        wishes,
        after !== null && { [`${part}After`]: after },
        before !== null && { [`${part}Before`]: before },
      );
  };
  for (const { at, text, role, start, end } of readTimes(sheet)) {
    const [from, to] = [timeText(start.minutes), timeText(end?.minutes ?? start.minutes)];
    // A bare hour is a time only after a word that says so.
    if (start.written === "bare" && !says(TIMES.before, role) && !says(TIMES.after, role)) sheet.release({ at, text });
    else if (end !== null) set(at, text, from, to);
    else if (says(TIMES.before, role)) {
      const not =
        /\b(?:nothing|no flights?|(?:never|not|don't|do not)(?: (?:want|like|have))?(?: to)?(?: (?:fly|flying|leave|leaving|depart|go))*)\s*$/iu.exec(
          sheet.text.slice(0, at),
        );
      if (not !== null) sheet.claim({ at: not.index, text: not[0] });
      set(at, text, ...(not === null ? [null, to] : [from]));
    } else if (says(TIMES.after, role)) set(at, text, from);
    else set(at, text, timeText(Math.max(0, start.minutes - 60)), timeText(Math.min(1439, start.minutes + 60)));
  }
  for (const { index, 0: words, groups = {} } of sheet.takeAll(TIMES.dayPart)) {
    const part = groups["part"]?.toLowerCase().replace("-", " ") ?? "";
    const [after, before] = DAY_PARTS[part] ?? [];
    if (groups["not"] === undefined) set(index, words, after, before);
    else if (part.includes("morning")) set(index, words, "12:00");
    else set(index, words, null, after);
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
  // "Arrive on Friday, leave on Sunday after 6pm" leaves with the flight back.
  const back = last(/\b(?:back|return|returning|home|inbound|(?<=\barriv.*)(?:leave|leaving|depart|departing))\b/gu);
  return [
    back > last(/(?<!\barriv.*)\b(?:out|leave|leaving|depart|departing|outbound|there|go)\b(?! back| home)/gu)
      ? "return"
      : "outbound",
  ];
}
