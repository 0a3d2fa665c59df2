import type { Setting } from "./parse-context.ts";
import { NameReader } from "./names.ts";
import type { NamesReading } from "./names.ts";
import { isEmptyWhen, readWhen } from "./read-when.ts";
import type { WhenPhrase } from "./read-when.ts";
import { RequestText } from "./request-text.ts";
import { WEEKDAY_NAME } from "./weekdays.ts";

/** A change request, split into its target and the new values. */
export interface ChangePhrase {
  readonly source: RequestText;
  readonly when: WhenPhrase | null;
  /** Rest of the second part, mostly names. */
  readonly rest: RequestText | null;
}

const instead = /,? ?\b(?:instead(?: of [^,.;]{1,40})?|rather than [^,.;]{1,40})/i;
/** Words that introduce the new values; those of the second pattern count only without one of the first. */
const connectors = [/\b(?:to|until|till|onto|into) /gi, /\b(?:for|from now on at|at|on) /gi];
const directions = /\b(?:back|forward|ahead|over|out|up|earlier|later)(?= ?(?:$|\uE000))/i;
const ownedDay = new RegExp(
  `\\b(?:(?:this|next) )?(?:${WEEKDAY_NAME}|tomorrow|today)'s\\b|\\bthis (?:week|weekend|month)'s\\b`,
  "i",
);

/** Finds where a request turns from the target to the new values, and reads the second part. */
export function splitChange(text: RequestText, setting: Setting): ChangePhrase {
  text.take(instead);
  for (const connector of connectors) {
    const found = splitBehind(text, connector, setting);
    if (found !== null) return found;
  }
  return unsplit(text, setting);
}

/** Treats the whole request as the description of the target; the new values were read before. */
export function wholeSource(source: RequestText): ChangePhrase {
  source.take(instead);
  source.takeAll(directions);
  return { source, when: null, rest: null };
}

function splitBehind(text: RequestText, connector: RegExp, setting: Setting): ChangePhrase | null {
  for (const match of text.rest.matchAll(connector)) {
    const cut = match.index + match[0].length;
    // "until 6" needs its preposition; "to Friday" does not.
    const keeps = /^(?:until|till|at|on|for)/i.test(match[0]) ? match[0] : "";
    const isWeak = /^(?:at|on|for)/i.test(match[0]);
    const tail = new RequestText(keeps + text.rest.slice(cut));
    const when = readWhen(tail, setting.typed, setting.days);
    if (isEmptyWhen(when) || !/^(?:the )?[ \uE000]*\uE000/u.test(tail.rest)) continue;
    if (isWeak && !isLastWord(text.rest.slice(0, match.index))) continue;
    const source = new RequestText(text.rest.slice(0, match.index));
    source.takeAll(directions);
    return { source, when, rest: tail };
  }
  return null;
}

/** "at", "on" and "for" introduce the new time only after a bare name: "reschedule dentist for Friday", "is now at 5". */
const isLastWord = (before: string): boolean => !/\b(?:from|at|on|for)\b/i.test(before);

function unsplit(text: RequestText, setting: Setting): ChangePhrase {
  const owned = text.take(ownedDay);
  const when = readWhen(text, setting.typed, setting.days);
  const left = text.rest.replaceAll("\uE000", " ");
  const source = new RequestText(`${owned?.[0] ?? ""} ${left}`.replace(/ +/g, " ").trim());
  source.takeAll(directions);
  return { source, when: isEmptyWhen(when) ? null : when, rest: null };
}

/** People and resources to add to an event, or to remove from it. */
export interface NamesChange {
  readonly kind: "add" | "remove";
  readonly names: NamesReading;
  /** Words that name the event. */
  readonly source: string;
}

const additions = [
  /^(?:add|invite|include|put|bring) (?<names>.{1,80}?) (?:to|in|into|for|on) (?:the |my |our )?(?<source>.+)$/i,
  /^(?<source>.{1,80}?) (?:also|now) needs? (?<names>.{1,80}?)(?: too| as well)?[.!]?$/i,
];
const removals = [
  /^(?:remove|take|drop|uninvite|exclude) (?<names>.{1,80}?) (?:from|off|out of) (?:the |my |our )?(?<source>.+)$/i,
  /^(?<source>.{1,80}?) (?:doesn't|does not|don't|no longer|won't) needs? (?<names>.{1,80}?)(?: any ?more| after all)?[.!]?$/i,
];

/** Reads "add Jake to soccer" and "remove the van from the trip"; null if the request is about more than names. */
export function readNamesChange(typed: string, { context }: Setting): NamesChange | null {
  for (const [kind, patterns] of [
    ["add", additions],
    ["remove", removals],
  ] as const) {
    for (const pattern of patterns) {
      const { names, source } = pattern.exec(typed)?.groups ?? {};
      if (names === undefined || source === undefined) continue;
      const list = new RequestText(`with ${names}`);
      const reader = new NameReader(context.household, null);
      reader.takeLed(list);
      if (!list.hasWords && !/^(?:calendar|schedule|agenda)\b/i.test(source))
        return { kind, names: reader.reading, source };
    }
  }
  return null;
}
