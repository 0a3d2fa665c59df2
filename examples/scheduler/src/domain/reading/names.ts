import type { Household } from "../household.ts";
import type { Sheet } from "./sheet.ts";

/** People and things that a request names. */
export interface Names {
  readonly people: readonly string[];
  readonly removedPeople: readonly string[];
  readonly things: readonly string[];
  readonly removedThings: readonly string[];
  /** "I" and "me" without a known speaker. */
  readonly unknownSpeaker: boolean;
  /** Names after "for" that nobody in the household has. */
  readonly unknown: readonly string[];
}

interface Named {
  readonly kind: "person" | "thing";
  readonly ids: readonly string[];
}

const escape = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/gu, String.raw`\$&`);
const EVERYONE = ["everyone", "everybody", "all of us", "the whole family", "whole family", "the family", "us all"];

/** All names of the household, as they are written in lower case. */
export function namesOf({ members, resources, groups = [] }: Household): ReadonlyMap<string, Named> {
  const all = members.map(({ id }) => id);
  const entries: [string, Named][] = [
    ...EVERYONE.map((name): [string, Named] => [name, { kind: "person", ids: all }]),
    ...groups.flatMap(({ names, members: ids }) =>
      names.map((name): [string, Named] => [name.toLowerCase(), { kind: "person", ids }]),
    ),
    ...resources.flatMap(({ id, name, aliases }) =>
      [name, ...aliases].map((each): [string, Named] => [each.toLowerCase(), { kind: "thing", ids: [id] }]),
    ),
    ...members.flatMap(({ id, name, aliases }) =>
      [name, ...aliases].map((each): [string, Named] => [each.toLowerCase(), { kind: "person", ids: [id] }]),
    ),
  ];
  return new Map(entries);
}

const WITH =
  "for|with|and|&|plus|to|by|of|needs?|needing|need|using|uses?|in|on|at|takes?|taking|bring|bringing|requires?|requiring|reserve|also";
const WITHOUT =
  "without|not|no|minus|except|instead of|rather than|than|but not|don't need|doesn't need|no longer needs?";

/**
 * Claims the people and things of the household.
 *
 * A name in the middle of the words of an event, such as "pick up Noah from school", stays readable for the title.
 */
export function readNames(
  sheet: Sheet,
  {
    household,
    speaker,
    hasTitle,
  }: { readonly household: Household; readonly speaker: string | null; readonly hasTitle: boolean },
): Names {
  const known = namesOf(household);
  const me = new Set(["i", "me", "my", "mine", "myself"]);
  const pattern = [...known.keys(), ...me]
    .toSorted((a, b) => b.length - a.length)
    .map(escape)
    .join("|");
  const found = {
    person: new Set<string>(),
    thing: new Set<string>(),
    noPerson: new Set<string>(),
    noThing: new Set<string>(),
  };
  let unknownSpeaker = false;
  const name = `(?<lead>(?:(?:${WITH}|${WITHOUT})\\s+)*)(?<the>(?:the|our|a|both|my)\\s+)?(?<name>${pattern})(?<own>'s|')?(?![\\p{L}\\p{N}])(?<end>\\s+(?:is|are|has|have|needs|will need|too|as well|instead(?! of)|also)\\b(?! not| no longer))?`;
  for (const match of sheet.takeAll(
    new RegExp(`(?<![\\p{L}\\p{N}'])${name}`, "iu"),
    ({ groups = {} }) => !isVerb(groups),
  )) {
    const { lead = "", name: text = "", own } = match.groups ?? {};
    const isOut = new RegExp(`\\b(?:${WITHOUT})\\s+$`, "iu").test(lead);
    const word = text.toLowerCase();
    const isMe = me.has(word);
    if (isMe && speaker === null) unknownSpeaker = true;
    const named: Named = isMe
      ? { kind: "person", ids: speaker === null ? [] : [speaker] }
      : (known.get(word) ?? { kind: "person", ids: [] });
    const set = named.kind === "person" ? (isOut ? found.noPerson : found.person) : isOut ? found.noThing : found.thing;
    for (const id of named.ids) set.add(id);
    // Names within the words of a title are released: they are read, and shown in it as well.
    if (
      hasTitle &&
      !isOut &&
      isWithinTitle(sheet, match, {
        lead,
        isMe,
        own: own !== undefined,
        isNoun: named.kind === "thing" || named.ids.length > 1,
      })
    )
      sheet.release({ at: match.index, text: match[0] });
  }
  const unknown = sheet
    .takeAll(/\bfor (?!(?:the|a|an|our|my|his|her|all|about)\b)(\p{Lu}[\p{Ll}]+)(?:'s)?(?![\p{L}\p{N}])/u)
    .map(([, text = ""]) => text);
  return {
    people: [...found.person].filter((id) => !found.noPerson.has(id)),
    removedPeople: [...found.noPerson],
    things: [...found.thing].filter((id) => !found.noThing.has(id)),
    removedThings: [...found.noThing],
    unknownSpeaker,
    unknown,
  };
}

/** "The car" after a verb such as "wash" belongs to the title; "us" in capitals is a country. */
const isVerb = ({ name = "" }: Readonly<Record<string, string | undefined>>): boolean => name === "US";

/** True between two words of a title, or before one that the name owns: "Emma's birthday", "pick up Noah from school". */
function isWithinTitle(
  sheet: Sheet,
  match: RegExpExecArray,
  { lead, isMe, own, isNoun }: { lead: string; isMe: boolean; own: boolean; isNoun: boolean },
): boolean {
  if (isMe) return false;
  const [before, after] = [sheet.left.slice(0, match.index), sheet.left.slice(match.index + match[0].length)];
  const isWord = /^\s*[\p{L}\p{N}]/u.test(after) && !/^\s*(?:and|to|for|at|on|every|with|from \d)\b/iu.test(after);
  // "Emma's party", "van service", "parents evening".
  if (own || (isNoun && lead === "" && match.groups?.["end"] === undefined)) return isWord;
  return (
    lead === "" &&
    /[\p{L}\p{N}]\s*$/u.test(before) &&
    !/(?:\band|\bor|,)\s*$/iu.test(before) &&
    (isWord || /^\s*(?:from|to|at|in) \p{L}/u.test(after) || /^[\s.,!]*(?:$|\uE000)/u.test(after))
  );
}
