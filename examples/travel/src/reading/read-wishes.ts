import { type Message, NUMBER, numberOf } from "./message.ts";
import { readPhrases } from "./phrase-book.ts";
import type { Reading } from "./reading.ts";

export type Found = Pick<
  Reading,
  "wishes" | "outboundShift" | "returnShift" | "changes" | "unavailable" | "problems" | "ask"
>;

/** Reads times of flights, class, hotel and other wishes of one trip. */
export function readWishes(message: Message): Found {
  const { wishes, changes, unavailable, ask } = readPhrases(message, "wishes");
  const found: Found = { wishes, changes, unavailable, outboundShift: 0, returnShift: 0, problems: [], ask };
  for (const [arrival] of message.takeAll(
    /\b(?:arriv(?:e|ing)|land(?:ing)?|get(?:ting)? there|be there|be (?:back )?home)(?: \p{L}+)? (?:by|before|after|at|around|no later than|not before) (?:\d{1,2}(?:[:.]\d\d)?\s*(?:am|pm|h|o'clock)?|noon|midday|midnight|the (?:morning|evening))/u,
    "arrival",
  ))
    found.unavailable.push(`a time of arrival ("${arrival}"); ask for a time of departure`);
  readShifts(message, found);
  readHotel(message, found);
  readTimes(message, found);
  return found;
}

function readHotel(message: Message, found: Found): void {
  const { wishes } = found;
  const kinds = "(?: (?:hotels?|place|accommodation|rooms?|property))?";
  const stars = message.take(
    new RegExp(
      `(?:(not|no|without|drop the|forget the) )?(?:(at least|minimum|min\\.?|no less than)|(at most|max(?:imum)?\\.?|up to))?\\s*\\b(?:an? |the )?(\\d|one|two|three|four|five|six|seven)(\\+)?(?:\\s?[-/]\\s?|\\s?(?:to|or)\\s?)?(\\d|four|five)?[\\s-]?(?:star(?:s|red)?\\b|\\*+)(?:\\s?(\\+|or (?:more|better|above|up|higher)|plus|and up|and above|minimum)|\\s?(or (?:less|below)|maximum|max|at most))?${kinds}`,
    ),
    "stars",
  );
  if (stars !== null) {
    const [, not, least, most, number = "", plus, upTo, more, less] = stars;
    const count = numberOf(number);
    if (not !== undefined) Object.assign(wishes, { starsAtLeast: null, starsAtMost: null });
    else {
      wishes.starsAtLeast = most === undefined && less === undefined ? count : null;
      wishes.starsAtMost = upTo !== undefined ? numberOf(upTo) : (least ?? plus ?? more) === undefined ? count : null;
    }
  }
  const near = message.take(
    /\b(?:(?:as )?(?:near|close)(?: to| by)?(?: as possible to)?|next to|nearby|within walking distance of|(?:in )?walking distance (?:to|of|from)|not far from|right by|around the corner from|beside|opposite)\s+(?:the )?([^.,;!?·]+?)(?=\s*(?:$|[.,;!?·]|\b(?:for|with|from|to|in (?!town)|on|and|under|please|instead|at|but|until|that|is|by)\b))/,
    "near",
  );
  if (near !== null) wishes.near = (near[1] ?? "").trim();
  const kind = message.take(
    new RegExp(
      `\\b(?:(?:in|with|take) )?(?:(${NUMBER}) )?(?:separate |own )?(single|double|twin|family)s?[ -]rooms?\\b|\\b(${NUMBER}) (single|double|family)s\\b`,
    ),
    "room",
  );
  if (kind !== null) {
    const name = kind[2] ?? kind[4] ?? "double";
    wishes.roomKind = name === "single" || name === "family" ? name : "double";
    const count = kind[1] ?? kind[3];
    if (count !== undefined && numberOf(count) > 1) wishes.rooms = numberOf(count);
  }
  const rooms = message.take(
    new RegExp(
      `\\b(?:in |with )?(${NUMBER}) (?:separate |hotel )?rooms\\b|\\b(?:in )?(separate|our own) rooms\\b|\\b(?:share|sharing|in)(?: an?)? (one|single|same) room\\b`,
    ),
    "room",
  );
  if (rooms !== null) wishes.rooms = rooms[1] === undefined ? (rooms[2] === undefined ? 1 : 2) : numberOf(rooms[1]);
}

function readShifts(message: Message, found: Found): void {
  for (const [words, amount = "", unit = "", , outOfWords = ""] of message.takeAll(
    new RegExp(
      `(?:\\b(?:leave|leaving|depart|fly|flying|go|come|coming|return|returning|an?|the|with|take)\\s+)*(?:(?:back|home|out|there|return|outbound)\\s+)?(?:(?:a (?:bit|little)|much|somewhat|slightly|rather|(${NUMBER}|half an)\\s+(hours?|minutes?|h|min))\\s+)?\\b(earlier|later)\\b(?:\\s+(flights?|return|departure|outbound|one))?(?:\\s+(?:on (?:the|our) way )?(?:back|home|out|there))?`,
    ),
    "flight times",
  )) {
    const isBack = /\b(?:back|home|return|returning|come|coming)\b/.test(words) || outOfWords === "return";
    const isOut = /\b(?:out|there|leave|leaving|depart|departure|outbound)\b/.test(words);
    const minutes = amount === "" ? 1 : amount === "half an" ? 30 : numberOf(amount) * (unit.startsWith("h") ? 60 : 1);
    const shift = words.includes("earlier") ? -minutes : minutes;
    if (!isBack && !isOut)
      found.ask.push(`which flight should leave ${shift < 0 ? "earlier" : "later"}: the one out or the one back`);
    else if (isBack) found.returnShift = shift;
    else found.outboundShift = shift;
  }
}

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

function readTimes(message: Message, found: Found): void {
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
    for (const part of isBoth && ahead === undefined
      ? (["outbound", "return"] as const)
      : isReturn
        ? (["return"] as const)
        : (["outbound"] as const)) {
      if (after !== null) wishes[`${part}After`] = after;
      if (before !== null) wishes[`${part}Before`] = before;
    }
  };
  const clock = message.takeAll(
    /\b(not before|no earlier than|not earlier than|earliest|after|from|at|around|about|before|by|no later than|not later than|not after|latest|until)\s+(?:at\s+)?(?:(\d{1,2})(?:[:.](\d\d))?\s*(am|pm|a\.m\.|p\.m\.|h|o'clock|uhr)?(?![\d\p{L}€-]|\s*(?:€|eur|-star|stars?|nights?|days?|people|persons?))|(noon|midday|midnight))/u,
    "flight times",
  );
  for (const { index, 0: words, 1: preposition = "", 2: hour = "", 3: minute, 4: period, 5: noon } of clock) {
    const time = noon === undefined ? timeOf(hour, minute, period) : noon === "midnight" ? "23:59" : "12:00";
    if (time === null) found.problems.push(`"${words}" is not a time.`);
    else if (/^(?:at|around|about|from)$/.test(preposition))
      set(index, words, preposition === "from" ? [time, null] : aroundTime(time));
    else if (preposition !== "not before" && /before$|by|later|not after|latest|until/.test(preposition))
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
  const minutes = time.slice(2);
  return [
    hour === 0 ? "00:00" : `${String(hour - 1).padStart(2, "0")}${minutes}`,
    hour === 23 ? "23:59" : `${String(hour + 1).padStart(2, "0")}${minutes}`,
  ];
};

/** Converts "10", "10:30" or "2pm" to a time such as "14:00". */
function timeOf(hour: string, minute: string | undefined, period: string | undefined): string | null {
  const half = period?.startsWith("a") === true || period?.startsWith("p") === true;
  const hours = (Number(hour) % (half ? 12 : 24)) + (period?.startsWith("p") === true ? 12 : 0);
  return Number(hour) > (half ? 12 : 24) || Number(minute ?? 0) > 59
    ? null
    : `${String(hours).padStart(2, "0")}:${minute ?? "00"}`;
}
