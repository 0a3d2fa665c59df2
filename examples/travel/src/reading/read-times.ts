import { type Message } from "./message.ts";
import type { Reading } from "./reading.ts";

const DAYPARTS: Readonly<Record<string, readonly [string | null, string | null]>> = {
  "early morning": [null, "08:59"],
  morning: ["05:00", "11:59"],
  midday: ["11:00", "13:59"],
  noon: ["11:00", "13:59"],
  lunchtime: ["11:00", "13:59"],
  afternoon: ["12:00", "17:59"],
  evening: ["17:00", "23:59"],
  night: ["20:00", "23:59"],
};

/** Reads when the flights should leave: "after 10am", "an evening flight back". */
export function readTimes(message: Message, found: Reading): void {
  const { wishes } = found;
  const set = (index: number, words: string, [after, before]: readonly [string | null, string | null]): void => {
    const text = message.text.toLowerCase();
    const clause = text.slice(0, index + words.length);
    const ahead = /^(?:\s*(?:flights?|departure|flight))?\s+(back|home|return|out|there|outbound)\b/.exec(
      text.slice(index + words.length),
    )?.[1];
    const [back, out] = [
      /\b(?:back|return|returning|home|inbound)\b/g,
      /\b(?:out|leave|leaving|depart|departing|outbound|there|fly to|go)\b(?! back| home)/g,
    ].map((pattern) => [...clause.matchAll(pattern)].at(-1)?.index ?? -1);
    const isBoth = /\bflights\b/.test(text.slice(index, index + words.length + 9)) || /\bboth\b/.test(words);
    const isReturn = ahead === undefined ? (back ?? -1) > (out ?? -1) : /back|home|return/.test(ahead);
    const part = isReturn ? ("return" as const) : ("outbound" as const);
    for (const each of isBoth && ahead === undefined ? (["outbound", "return"] as const) : [part]) {
      if (after !== null) wishes[`${each}After`] = after;
      if (before !== null) wishes[`${each}Before`] = before;
    }
  };
  const clock = message.takeAll(
    /\b((?:not|nothing|no flights?|never) (?:before|after)|no earlier than|not earlier than|earliest|after|from|at|around|about|before|by|no later than|not later than|not after|latest|until)\s+(?:at\s+)?(?:(\d{1,2})(?:[:.](\d\d))?\s*(am|pm|a\.m\.|p\.m\.|h|o'clock|uhr)?(?![\d\p{L}€-]|\s*(?:€|eur|-star|stars?|nights?|days?|people|persons?))|(noon|midday|midnight))/u,
    "flight times",
  );
  for (const { index, 0: words, 1: preposition = "", 2: hour = "", 3: minute, 4: period, 5: noon } of clock) {
    const time = noon === undefined ? timeOf(hour, minute, period) : noon === "midnight" ? "23:59" : "12:00";
    if (time === null) found.problems.push(`"${words}" is not a time.`);
    else if (/^(?:at|around|about|from)$/.test(preposition))
      set(index, words, preposition === "from" ? [time, null] : aroundTime(time));
    else if (/^(?:before|by|latest|until|no later)|later|(?:not|nothing|flights?|never) after$/.test(preposition))
      set(index, words, [null, time]);
    else set(index, words, [time, null]);
  }
  for (const { index, 0: words, 1: not, 2: part = "" } of message.takeAll(
    /\b(?:(not|no|avoid) )?(?:(?:in|on|at|with|an?|the|during|both|preferably|very) )*(early[ -]morning|morning|midday|noon|lunchtime|afternoon|evening|night)(?:[ -](?:flights?|departures?))?\b(?! (?:longer|more|less|shorter|train|bus))/,
    "flight times",
  )) {
    const [after, before] = DAYPARTS[part.replace("-", " ")] ?? [null, null];
    set(index, words, not === undefined ? [after, before] : part.includes("morning") ? ["12:00", null] : [null, after]);
  }
}

/** An hour before and after a time. */
const aroundTime = (time: string): readonly [string, string] => {
  const hour = Number(time.slice(0, 2));
  const at = (other: number): string => `${String(other).padStart(2, "0")}${time.slice(2)}`;
  return [hour === 0 ? "00:00" : at(hour - 1), hour === 23 ? "23:59" : at(hour + 1)];
};

/** Converts "10", "10:30" or "2pm" to a time such as "14:00". */
function timeOf(hour: string, minute: string | undefined, period: string | undefined): string | null {
  const half = period?.startsWith("a") === true || period?.startsWith("p") === true;
  const hours = (Number(hour) % (half ? 12 : 24)) + (period?.startsWith("p") === true ? 12 : 0);
  return Number(hour) > (half ? 12 : 24) || Number(minute ?? 0) > 59
    ? null
    : `${String(hours).padStart(2, "0")}:${minute ?? "00"}`;
}
