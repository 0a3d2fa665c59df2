import { type Message, NUMBER, numberOf } from "./message.ts";
import type { Reading } from "./reading.ts";

export type Found = Pick<
  Reading,
  "budget" | "wishes" | "outboundShift" | "returnShift" | "changes" | "unavailable" | "problems" | "doubts" | "ask"
>;

const NOT =
  "(?:not|no|no more|without|don't (?:want|need|have to have)|doesn't (?:need to be|have to be)|instead of|rather than|forget(?: about)?|drop|never mind|skip)(?: an?| the| any| in| to be| to)*";
/** Reads times of flights, class, hotel and other wishes of one trip. */
export function readWishes(message: Message): Found {
  const found: Found = {
    budget: {},
    wishes: {},
    outboundShift: 0,
    returnShift: 0,
    changes: [],
    unavailable: [],
    problems: [],
    doubts: [],
    ask: [],
  };
  readUnavailable(message, found);
  readFlights(message, found);
  readHotel(message, found);
  readTimes(message, found);
  return found;
}

/** Wishes that are understood, and that no part of the catalog knows. */
function readUnavailable(message: Message, found: Found): void {
  const things =
    "(?:swimming )?pools?|spas?|sauna|gym|breakfast|half[- ]board|full[- ]board|all[- ]inclusive|(?:sea|ocean|river|lake|mountain|city)[- ]?views?|view of the (?:sea|ocean|river)|balcony|terrace|kitchen(?:ette)?|wi-?fi|parking|air[- ]?con(?:ditioning)?|bath ?tub|jacuzzi|pet[- ]friendly|dogs?|cats?|pets?|wheelchairs?(?: access(?:ible)?)?|accessible|lift|elevator|non-?smoking|smoking|connecting rooms?|crib|cot|extra bed|king[- ]size(?:d)?(?: bed)?|twin beds?|suites?|penthouse|apartments?|flat|airbnb|hostels?|villas?|campsite|camping|" +
    "(?:rental|hire|rented) cars?|car (?:rental|hire)|rent a car|cars?|trains?|bus(?:es)?|coach|ferry|cruise|taxi|transfers?|insurance|visas?|lounge(?: access)?|(?:checked |extra |hand |cabin )?(?:luggage|baggage|bags?|suitcases?)|legroom|upgrades?|miles|points|vouchers?|refundable(?: fare)?|flexible (?:tickets?|fares?|dates?)|free cancellation|concerts?|football|match|theat(?:er|re)|musicals?|opera tickets|ski(?:ing)?|surf(?:ing)?|open[- ]jaw|multi[- ]city|diving|golf|shopping|nightlife|clubs?|kid[- ]friendly|family[- ]friendly|guided tours?|tour guides?";
  const pattern = new RegExp(
    `\\b(?:(?:with|has|have|having|including|includes|include|plus|add|by|bring|and) )?(?:(?:an?|the|our|my|some|free|private|indoor|outdoor|two|\\d) )*(${things})\\b(?: included)?`,
  );
  for (const [, thing = ""] of message.takeAll(pattern, "not in the catalog")) found.unavailable.push(thing);
  const cabin = message.take(
    new RegExp(
      `(?:(${NOT}) )?\\b(?:in |fly(?:ing)? )?(?:(business|first|1st|premium economy|premium|economy|coach)[ -]?class|premium economy|economy|(?<=\\b(?:fly|in|not|no|without) )business(?! trip)|business(?= (?:flights?|seats?)))\\b(?: (?:flights?|seats?|tickets?))?`,
    ),
    "class",
  );
  if (cabin !== null) {
    const name = /business|first|1st|premium|economy|coach/.exec(cabin[2] ?? cabin[0])?.[0] ?? "economy";
    const taken = cabin[1] !== undefined || name === "economy" || name === "coach";
    found.wishes.cabin = taken
      ? null
      : name === "premium"
        ? "premium economy"
        : name === "business"
          ? "business"
          : "first";
  }
  message.take(
    /\b(?:business|work|romantic|family|city|sightseeing|short|quick|little|nice|relaxing|lovely|beautiful|spontaneous|last-minute) (?=trip|break|holiday|getaway|vacation|weekend|journey|stay)|\bfor (?:work|business|a conference|(?:our|my|an?) (?:anniversary|birthday))\b/,
    "purpose",
  );
  for (const [arrival] of message.takeAll(
    /\b(?:arriv(?:e|ing)|land(?:ing)?|get(?:ting)? there|be there|be (?:back )?home)(?: \p{L}+)? (?:by|before|after|at|around|no later than|not before) (?:\d{1,2}(?:[:.]\d\d)?\s*(?:am|pm|h|o'clock)?|noon|midday|midnight|the (?:morning|evening))/u,
    "arrival",
  ))
    found.unavailable.push(`a time of arrival ("${arrival}"); ask for a time of departure`);
}

function readHotel(message: Message, found: Found): void {
  const { wishes } = found;
  const kinds = "(?: (?:hotels?|place|accommodation|rooms?|property))?";
  const stars = message.take(
    new RegExp(
      `(?:(${NOT}|not) )?(?:(at least|minimum|min\\.?|no less than)|(at most|max(?:imum)?\\.?|up to))?\\s*\\b(?:an? |the )?(\\d|one|two|three|four|five|six|seven)(\\+)?(?:\\s?[-/]\\s?|\\s?(?:to|or)\\s?)?(\\d|four|five)?[\\s-]?(?:star(?:s|red)?\\b|\\*+)(?:\\s?(\\+|or (?:more|better|above|up|higher)|plus|and up|and above|minimum)|\\s?(or (?:less|below)|maximum|max|at most))?${kinds}`,
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
  if (message.take(/\bthe best hotel(?: you have| there is)?\b|\bbest hotel\b(?: you have)?/, "stars") !== null)
    wishes.starsAtLeast = 5;
  const none = new RegExp(
    `\\b(?:no|without(?: an?| the)?|skip the|don't (?:need|want)(?: an?| the)?|not) (?:hotels?|accommodation)\\b(?: (?:needed|required))?|\\b(?:flights?|tickets?) only\\b|\\b(?:only|just)(?: the| an?)? (?:flights?|tickets?)\\b|\\bi have (?:a place to stay|somewhere to stay)\\b|\\bstay(?:ing)? (?:with|at) (?:friends|family|my \\p{L}+|a friend)(?:'s)?(?: place| house)?`,
    "u",
  );
  if (message.take(none, "hotel") !== null) wishes.withoutHotel = true;
  else if (
    message.take(
      /\b(?:with|including|add|plus|and|need)(?: an?| the)? hotel\b(?! (?:near|close|in|with|for|from|under|at))/,
      "hotel",
    ) !== null
  )
    wishes.withoutHotel = false;
  if (
    message.takeAll(
      /\b(?:hotel|rooms?|accommodation) only\b|\b(?:only|just)(?: the| an?)? (?:hotel|room|accommodation)\b|\b(?:no|without|don't need(?: any)?|not) flights?\b/,
      "hotel",
    ).length > 0
  )
    found.unavailable.push("a hotel without flights");
  const near = message.take(
    /\b(?:(?:as )?(?:near|close)(?: to| by)?(?: as possible to)?|next to|nearby|within walking distance of|(?:in )?walking distance (?:to|of|from)|not far from|right by|around the corner from|beside|opposite)\s+(?:the )?([^.,;!?·]+?)(?=\s*(?:$|[.,;!?·]|\b(?:for|with|from|to|in (?!town)|on|and|under|please|instead|at|but|until|that|is|by)\b))/,
    "near",
  );
  const center = message.take(
    /\b(?:hotel )?(?:in|at|near|close to|right in) (?:the )?(?:(?:city|town|very) )?(?:cent(?:er|re)|downtown|middle of town|old town|heart of town)\b|\b(?:central(?:ly)?(?: located)?|downtown)(?= |$|·|[.,;!?])/,
    "near",
  );
  if (near !== null)
    wishes.near = /^(?:city |town )?(?:cent(?:er|re)|downtown)/.test(near[1] ?? "")
      ? "center"
      : /\bairport$/.test(near[1] ?? "")
        ? "airport"
        : (near[1] ?? "").trim();
  else if (center !== null) wishes.near = "center";
  if (message.take(/\b(?:location|distance) (?:doesn't|does not) matter\b/, "near") !== null) wishes.near = null;
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
  const changes: readonly (readonly [RegExp, Found["changes"][number]])[] = [
    [
      /\b(?:an? |the |something |take )?(?:much |bit |a bit |even )?(?:cheaper|less expensive)(?: (?:hotel|room|place|place to stay|accommodation|one))?\b(?! flight)/,
      "cheaperHotel",
    ],
    [
      /\b(?:an? |the )?(?:much |bit |a bit )?(?:better|nicer|fancier|more luxurious|upgrade the|upgrade to a better)\s+(?:hotel|room|place)(?: to stay)?\b/,
      "betterHotel",
    ],
    [
      /\b(?:an?other|different|some other)\s+(?:hotel|room|place)\b(?: to stay)?|\b(?:change|swap|replace)\s+(?:the\s+)?(?:hotel|room)\b|\bdon't like (?:the|this|that) hotel\b/,
      "otherHotel",
    ],
  ];
  if (
    message.take(/\b(?:an? |the )?(?:cheaper|less expensive|cheapest) flights?\b(?: (?:out|back|home))?/, "flights") !==
    null
  )
    wishes.cheapFlights = true;
  for (const [pattern, change] of changes) if (message.take(pattern, "hotel") !== null) found.changes.push(change);
}

function readFlights(message: Message, found: Found): void {
  const { wishes } = found;
  if (
    message.take(
      /\b(?:a )?(?:one[- ]?way|single (?:ticket|fare|flight))(?: (?:flight|ticket|trip|only))?\b|\b(?:no|without(?: an?)?|not an?|skip the) (?:return|flight back|way back)(?: flight| trip)?\b|\bnot (?:coming|flying|going) back\b|\bdon't need (?:a |the )?(?:return|flight back)\b/,
      "one way",
    ) !== null
  )
    wishes.oneWay = true;
  else if (
    message.take(
      /\b(?:not |no )one[- ]?way\b|\b(?:a )?(?:round[- ]?trip|return (?:ticket|trip|fare)|there and back|both ways|with (?:a )?return)(?: (?:flight|ticket))?\b/,
      "one way",
    ) !== null
  )
    wishes.oneWay = false;
  const stops = message.take(
    /\b(?:stops?|layovers?|connections?|changing planes) (?:is|are|would be) (?:fine|ok|okay|no problem)\b|\b(?:not|needn't be|doesn't have to be) (?:direct|non-?stop)\b/,
    "direct",
  );
  const direct =
    stops ??
    message.take(
      /\b(?:an? |only |preferably )?(?:direct(?:ly)?|non-?stop)(?: (?:flights?|connection))?(?: only)?\b|\b(?:without|no) (?:stops?|stopovers?|changing|changes|layovers?|connections?|transfers?)\b/,
      "direct",
    );
  if (direct !== null) wishes.direct = stops === null;
  for (const [words, amount = "", unit = "", , outOfWords = ""] of message.takeAll(
    new RegExp(
      `(?:\\b(?:leave|leaving|depart|fly|flying|go|come|coming|return|returning|an?|the|with|take)\\s+)*(?:(?:back|home|out|there|return|outbound)\\s+)?(?:(?:a (?:bit|little)|much|somewhat|slightly|rather|(${NUMBER}|half an)\\s+(hours?|minutes?|h|min))\\s+)?\\b(earlier|later)\\b(?:\\s+(flights?|return|departure|outbound|one))?(?:\\s+(?:on the way )?(?:back|home|out|there))?`,
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
  if (
    message.take(/\b(?:any time|anytime|whenever|times? (?:doesn't|don't|does not) matter)\b/, "flight times") !== null
  )
    Object.assign(wishes, { outboundAfter: null, outboundBefore: null, returnAfter: null, returnBefore: null });
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
