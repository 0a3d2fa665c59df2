import { type Part, wordsOf } from "@tidemark/reading";
import type { Pieces, ReadContext } from "./pieces.ts";
import { wordKinds } from "./target.ts";
import { isTelling } from "./title.ts";

/** Pronouns, auxiliaries and verbs such as "make": they say little about a known event, and nothing that is to be changed. */
export const FUNCTION_WORDS =
  "he'll she'll they'll it'll you'll we're they're i'm i've we've i me you he she they him us that's one ones he's she's am was were be been being do does did doing had having would can could shall should must might let make makes made get gets got go goes going come comes coming say said so course actually really also too well but both then here there already only just still now somebody someone";
/** Words of a change that its times, days and lengths have the meaning of, and verbs for it. */
export const CHANGE_WORDS = `${FUNCTION_WORDS} back off out same time hour day days place start starts starting begin begins beginning end ends ending instead over takes take runs run lasts hold held happens happening them him her done rest everything sorry also keep stick put set move moves moved moving shift shifted shifts reschedule rescheduled postpone postponed delay delayed push pushed bring brought change changed changes swap swapped switch switched extend extended prolong shorten shortened update updated add joins join joining bumped along calendar schedule agenda diary list like want would rang called phoned texted wrote`;

/** A reason names nothing that changes: "because of the concert". */
export const REASON = /\b(?:because|due to|owing to|on account of)\b[^,.;!?\uE000]*/iu;

export const textOf = ({ text }: Part): string => text.replace(/^[\s,]+|[\s,]+$/gu, "");

/** What the unclaimed words of a change are. */
interface Words {
  /** Words of the name of the event. */
  readonly own: readonly string[];
  /** Words that tell something, or belong to another name: "piano recital". */
  readonly unread: readonly string[];
  /** Reasons and other remarks. They are named, and not used. */
  readonly remarks: readonly string[];
  readonly place: string | null;
}

/** Divides the unclaimed words into the name of the event, its new place, remarks, and what was not understood. */
export function readWords({ sheet, days, times }: Pieces, context: ReadContext, isCancel: boolean): Words {
  const kindOf = wordKinds(context);
  const isPlaceOf = ({ at }: Part): boolean => /\bat $/iu.test(sheet.text.slice(0, at));
  const named = sheet.words().map((part) => ({ ...part, kind: kindOf(part.text) }));
  const titles = named.filter(({ kind }) => kind === "title");
  for (const part of named)
    if (part.kind === "title" || (part.kind === "nothing" && !isPlaceOf(part))) sheet.claim(part);
  const isBeside = ({ at, text }: Part): boolean =>
    titles.some((each) => at + text.length + 1 === each.at || each.at + each.text.length + 1 === at);
  const used = [...titles, ...days, ...times];
  const clauses = [...sheet.text.matchAll(/(?:[^,.;:!?()]|(?<=\d)[.:](?=\d))+/gu)];
  /** The clause of a remark: "the teacher is sick" of "teacher". */
  const clauseOf = ({ at, text }: Part): string => {
    const clause = clauses.find(({ index, 0: { length } }) => at >= index && at < index + length);
    const isOwn =
      clause !== undefined &&
      !used.some((each) => each.at >= clause.index && each.at < clause.index + clause[0].length);
    return isOwn ? clause[0].trim() : text;
  };
  let place: string | null = null;
  const [unread, remarks] = [new Set<string>(), new Set<string>()];
  for (const part of sheet.rest()) {
    const lead = /(?:^|[\s\uE000])(?:at|in|to) ((?:the|our|my) )?$/iu.exec(sheet.left.slice(0, part.at));
    const before = sheet.text.slice(titles.at(-1)?.at ?? 0, part.at);
    const isDay = /days?\b/iu.test(part.text);
    const isPlace = !isCancel && lead !== null && place === null && !/[,;.!?]\s/u.test(before);
    if (titles.length === 0 || wordsOf(part.text).some(isTelling) || isDay || (isBeside(part) && !isPlace))
      unread.add(part.text);
    else if (isPlace) place = `${lead[1] ?? ""}${part.text}`;
    else remarks.add(clauseOf(part));
  }
  return {
    own: titles.length === 0 ? [] : named.filter(({ kind }) => kind !== "other").map(textOf),
    unread: [...unread],
    remarks: [...remarks],
    place,
  };
}
