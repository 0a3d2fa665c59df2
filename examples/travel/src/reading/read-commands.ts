import { type Message, NUMBER, numberOf } from "./message.ts";
import { readPhrases } from "./phrase-book.ts";
import type { Intent, Reading } from "./reading.ts";

const ORDINALS: Readonly<Record<string, number>> = { first: 1, second: 2, third: 3, fourth: 4, fifth: 5 };

export type Commands = Pick<
  Reading,
  "choice" | "moreNights" | "startShift" | "endShift" | "skip" | "want" | "reference"
> & {
  readonly command: Intent | null;
};

/** Reads commands, chosen alternatives and changes of the length of a trip. */
export function readCommands(message: Message): Commands {
  void message.take(
    /^(?:no|nope|wait|sorry)\b(?:[,.!]+\s*|$)|^no(?= (?:i |make|rather|actually|not|sorry|it'?s?|we|change|take|the other)\b)/,
    "correction",
  );
  // "Move it to April", "shorten it to 2 nights": what follows says the rest.
  void message.take(
    new RegExp(
      `\\b(?:(?:move|shift|push|postpone|change|switch)(?: (?:it|that|this|everything|the (?:whole )?(?:trip|dates?|days?|start|destination)))? (?:to|into|until)|(?:shorten|extend|cut|reduce)(?: \\w+){0,3}? to(?= (?:${NUMBER}) (?:night|day|week)))\\b`,
    ),
    "correction",
  );
  const reference = message.take(/\btm-[0-9a-f]{6}\b/, "reference")?.[0].toUpperCase() ?? null;
  const { command } = readPhrases(message, "commands");
  const choice =
    message.take(
      /\b(?:option|number|alternative|take|choose|pick|i'll take|i want)\s*(?:the\s+|number\s+|alternative\s+|option\s+)?#?(\d{1,2}|first|second|third|fourth|fifth)(?: one| option| alternative)?\b(?!\s*(?:\p{L}|[:.,€]\d|€))(?: please| instead)?/u,
      "choice",
    ) ??
    message.take(
      /^\s*(?:the )?#?(\d{1,2}|first|second|third|fourth|fifth)(?: one| option)?(?: please)?\s*[.!]?\s*$/,
      "choice",
    );
  const word = choice?.[1] ?? "";
  return {
    command,
    reference,
    choice: choice === null ? null : (ORDINALS[word] ?? Number(word)),
    ...readLength(message),
    skip: [],
    want: [],
  };
}

const nightsOf = (count: string, unit: string): number => numberOf(count) * (unit.startsWith("week") ? 7 : 1);

/** Reads "two nights more", "a day shorter", "leave a day earlier". */
function readLength(message: Message): Pick<Commands, "moreNights" | "startShift" | "endShift"> {
  const length = { moreNights: 0, startShift: 0, endShift: 0 };
  const shift = message.take(
    new RegExp(
      `(?:\\b(leave|start|go|depart|fly out|begin|arrive|come|fly|return|come back|fly back|go back|back|go home|end|everything|move(?: it| everything| the trip)?|shift(?: it| everything)?)\\s+(?:home\\s+|out\\s+|there\\s+)?)?(?:by )?\\b(${NUMBER}) (day|night|week)s? (earlier|later|sooner|before|forward|back)(?:\\s+(back|home))?\\b`,
    ),
    "shift of days",
  );
  if (shift !== null) {
    const [, verb = "", count = "", unit = "", direction = "", after] = shift;
    const days = nightsOf(count, unit) * (/later|forward|back/.test(direction) ? 1 : -1);
    const isEnd = /return|back|home|end/.test(verb) || after !== undefined || /\bhome\b/.test(shift[0]);
    const isStart = !isEnd && /leave|start|depart|fly out|begin|arrive|come/.test(verb);
    if (!isEnd) length.startShift = days;
    if (!isStart) length.endShift = days;
  }
  const moved = message.take(
    new RegExp(
      `\\b(extend|prolong|lengthen|shorten|cut|reduce|shift|move|postpone|delay|push)(?: (?!to\\b)\\w+){0,3}? (?:by )?(${NUMBER}) (night|day|week)s?\\b(?! (?:earlier|later|sooner|forward|back))`,
    ),
    "nights",
  );
  if (moved !== null) {
    const [, verb = "", count = "", unit = ""] = moved;
    const days = nightsOf(count, unit);
    if (/^(?:shift|move|postpone|delay|push)/.test(verb)) return { moreNights: 0, startShift: days, endShift: days };
    return { ...length, moreNights: /^(?:shorten|cut|reduce)/.test(verb) ? -days : days };
  }
  const longer = message.take(
    new RegExp(
      `\\b(?:stay|for|add|extend(?: it| the trip| my stay)?(?: by)?|make it|another)?\\s*\\b(?:(${NUMBER}) (?:(?:more|extra|additional) (night|day|week)s?|(night|day|week)s? (?:more|longer|extra))|(?:add|extend(?: it| the trip| my stay)?(?: by)?|stay) (${NUMBER}) (night|day|week)s?(?: (?:more|longer))?(?= to|\\s*(?:$|[.,!·]))|another (?:(${NUMBER}) )?(night|day|week)s?|(?:an|one) (?:extra|additional) (night|day|week))\\b`,
    ),
    "nights",
  );
  if (longer !== null)
    length.moreNights = nightsOf(
      longer[1] ?? longer[4] ?? longer[6] ?? "a",
      longer[2] ?? longer[3] ?? longer[5] ?? longer[7] ?? "night",
    );
  const shorter = message.take(
    new RegExp(
      `\\b(?:make it |cut (?:it )?(?:by )?|stay |shorten (?:it|the trip)?(?: by)? ?)?(?:(${NUMBER}) (night|day|week)s? (?:less|fewer|shorter)|(${NUMBER}) (?:less|fewer) (night|day|week)s?)\\b|\\bshorten (?:it |the trip )?by (${NUMBER}) (night|day|week)s?`,
    ),
    "nights",
  );
  if (shorter !== null)
    length.moreNights = -nightsOf(
      shorter[1] ?? shorter[3] ?? shorter[5] ?? "a",
      shorter[2] ?? shorter[4] ?? shorter[6] ?? "night",
    );
  return length;
}

const names = (found: readonly RegExpExecArray[]): string[] =>
  found
    .flatMap(([, list = ""]) => list.split(/\s+(?:and|or)\s+|\s*,\s*(?:and )?/))
    .map((name) => name.replaceAll(/^(?:the|an?|any)\s+/g, "").trim())
    .filter((name) => name !== "");

/** Reads the sights to leave out and to add. Names are looked up later, and unknown ones are named then. */
export function readSights(message: Message): Pick<Reading, "skip" | "want"> {
  const end = "(?=\\s*(?:$|[.;!?·]|\\b(?:but|instead|please|for|from|on|with)\\b))";
  const skip = message.takeAll(
    new RegExp(
      `\\b(?:skip|leave out|drop|remove|not interested in|don't want to (?:see|visit)|no need (?:for|to see))\\s+(?:the\\s+)?([^.;!?·]+?)${end}`,
    ),
    "sights",
  );
  const kinds = message.takeAll(
    /\b(?:no|without(?: any)?)\s+((?:museums?|art|galleries|castles?|palaces?|parks?|beach(?:es)?|views|history|nature)(?:(?: and |, | or )(?:museums?|art|galleries|castles?|palaces?|parks?|beach(?:es)?|views|history|nature))*)\b/,
    "sights",
  );
  const want = message.takeAll(
    new RegExp(
      `\\b(?:add|include|must see|must visit|want to (?:see|visit)|would like to (?:see|visit)|like to (?:see|visit)|love to (?:see|visit)|(?:see|visit)(?= the))\\s+(?:the\\s+)?([^.;!?·]+?)${end}`,
    ),
    "sights",
  );
  return { skip: names([...skip, ...kinds]), want: names(want) };
}
