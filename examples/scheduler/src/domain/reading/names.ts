import { literal, type Sheet } from "@tidemark/reading";
import type { Household } from "../household.ts";

/** People and things that a request names. */
export interface Names {
  readonly people: readonly string[];
  readonly removedPeople: readonly string[];
  readonly things: readonly string[];
  readonly removedThings: readonly string[];
  /** "I" and "me" without a known speaker. */
  readonly unknownSpeaker: boolean;
  /** Things that may be a part of the title only. */
  readonly doubtful: readonly string[];
  /** Names after "for" that nobody in the household has. */
  readonly unknown: readonly string[];
}

interface Named {
  readonly kind: "person" | "thing";
  readonly ids: readonly string[];
}

const EVERYONE = ["everyone", "everybody", "all of us", "whole family", "the family"];
const ME = ["i", "i'm", "i'll", "me", "my", "mine"];
const COUNTS = ["one", "two", "three", "four", "five", "six", "seven"];

/** Words before a name at the end of a title: "pick up Noah", "call Ruth". */
const VERB =
  /\b(?:up|off|call|phone|ring|visit|see|meet|collect|fetch|drive|take|bring|help|get|wash|clean|of|from)\s*$/iu;

/** All names of the household, as they are written in lower case. */
export function namesOf({ members, resources, groups = [] }: Household): ReadonlyMap<string, Named> {
  const all = members.map(({ id }) => id);
  const grouped = [...new Set(groups.flatMap(({ members: ids }) => ids))];
  const named: readonly (readonly [kind: Named["kind"], names: readonly string[], ids: readonly string[]])[] = [
    ["person", [...EVERYONE, `${COUNTS[all.length - 1]} of us`, `${all.length} of us`], all],
    ["person", [`${COUNTS[grouped.length - 1]} of us`, `${grouped.length} of us`], grouped],
    ...groups.map(({ names, members: ids }) => ["person", names, ids] as const),
    ...resources.map(({ id, name, aliases }) => ["thing", [name, ...aliases], [id]] as const),
    ...members.map(({ id, name, aliases }) => ["person", [name, ...aliases], [id]] as const),
  ];
  return new Map(
    named.flatMap(([kind, names, ids]) => names.map((name) => [name.toLowerCase(), { kind, ids }] as const)),
  );
}

const WITH =
  "for|with|w|and|&|plus|to|by|of|needs?|needing|using|uses?|in|on|at|takes?|taking|bring|bringing|requires?|reserve|also|only|both";
const WITHOUT =
  "without|neither|nor|not|no|minus|except|instead of|rather than|than|but not|don't need|doesn't need|no longer needs?";
const WITHOUT_BEFORE = new RegExp(`\\b(?:${WITHOUT})\\s+(?:(?:taking|using|bringing|needing|for|with)\\s+)?$`, "iu");
const END =
  "(?<end>\\s+(?:is|are|has|have|needs|will need|needed|too|as well|instead(?! of)|also|only)\\b(?! not| no longer))?";
const OUT =
  "(?<out>\\s+(?:(?:is|are)(?: not|n't)|can't|cannot|won't|doesn't)(?: be| have to)?(?: needed| necessary| required| coming| come| going| go| joining| join| there)?(?= *(?:$|[,.!]|after all)))?";

/** "Parents' meeting" is at school. */
const SCHOOL = /^\s*(?:evening|meeting|day|council|conference|association)\b/iu;

/**
 * Claims the people and things of the household.
 *
 * In a request with a title, a name between the words of an event ("pick up Noah from school", "Emma's birthday") is read, and stays
 * readable for the title.
 */
export function readNames(sheet: Sheet, household: Household, speaker: string | null, hasTitle: boolean): Names {
  const us = household.groups?.find(({ members }) => members.length === 2 && members.some((id) => id === speaker));
  const known = new Map([
    ...namesOf(household),
    ...ME.map((word) => [word, { kind: "person", ids: speaker === null ? [] : [speaker] }] as const),
    ...(us === undefined ? [] : [["both of us", { kind: "person", ids: us.members }] as const]),
  ]);
  const isMe = (name: string): boolean => ME.includes(name.toLowerCase());
  const kindOf = (name: string): Named => known.get(name.toLowerCase()) ?? { kind: "thing", ids: [] };
  const names = [...known.keys()].toSorted((one, other) => other.length - one.length).map(literal);
  const found = { person: new Set<string>(), thing: new Set<string>() };
  const removed = { person: new Set<string>(), thing: new Set<string>() };
  const inTitle: string[] = [];
  let unknownSpeaker = false;
  let outUntil = -1;
  // "US" is a country, a person with an "s" owns something, and "cars" are not the car.
  const isName = ({ groups: { name = "", own } = {} }: RegExpExecArray): boolean =>
    name !== "US" && (own !== "s" || (!isMe(name) && kindOf(name).kind === "person" && kindOf(name).ids.length === 1));
  const pattern = `(?<lead>(?:(?:${WITH}|${WITHOUT})\\s+)*)(?<the>(?:(?:one of )?(?:the|our|a|all|both|my)|one of)\\s+)?(?<name>${names.join("|")})(?<own>'s|'|s)?(?![\\p{L}\\p{N}'])${OUT}${END}`;
  for (const match of sheet.takeAll(pattern, isName)) {
    const { lead = "", name = "", own, out, the = "", end } = match.groups ?? {};
    const { kind, ids } = kindOf(name);
    const isGroup = kind === "person" && ids.length > 1;
    const [before, after] = [sheet.left.slice(0, match.index), sheet.left.slice(match.index + match[0].length)];
    const isWord = /^\s*[\p{L}\p{N}]/u.test(after) && !/^\s*(?:and|to|for|at|on|every|with|from \d)\b/iu.test(after);
    // "At Gran's" is a place, "Clara's mum" somebody else, and so are "my parents", "12 kids" and "parents evening".
    const isOther =
      (own !== undefined && /\bat\s+$/iu.test(lead)) ||
      (/'s\s+$/iu.test(before) && !/^\s*who\b/iu.test(after)) ||
      (isGroup && (/my/iu.test(the) || /\d\s+$/u.test(before) || SCHOOL.test(after)));
    const isOut =
      out !== undefined ||
      /\b(?:swap(?: out)?|exchange|replace|switch)\s+$/iu.test(sheet.text.slice(0, match.index)) ||
      WITHOUT_BEFORE.test(lead) ||
      // "Without Sam and Noah" leaves out both.
      (outUntil >= 0 && /^\s*(?:(?:and|&|or|nor)\s+)+$/iu.test(sheet.text.slice(outUntil, match.index) + lead));
    outUntil = isOut && out === undefined && own === undefined ? match.index + match[0].length : -1;
    const isVerb = own === "'s" && /^\s*(?:got|going|having|away|off|busy|on|at|in)\b/iu.test(after);
    const isNoun =
      (own !== undefined && !isVerb) || ((kind === "thing" || isGroup) && lead === "" && end === undefined);
    const isInside =
      lead === "" &&
      /[\p{L}\p{N}]\s*$/u.test(before) &&
      (isWord || /^\s*(?:from|to|at|in) \p{L}/u.test(after) || VERB.test(before));
    // "With my sister" names somebody else too.
    const isMine = name.toLowerCase() === "my" && lead !== "" && isWord;
    const isTitle = !isOut && (isMine || (!isMe(name) && ((isNoun && isWord) || isInside)));
    if (hasTitle && (isOther || isTitle)) sheet.release({ at: match.index, text: match[0] });
    if (hasTitle && isOther) continue;
    unknownSpeaker ||= isMe(name) && speaker === null;
    if (kind === "thing" && isTitle && isWord) inTitle.push(name);
    for (const id of ids) (isOut ? removed : found)[kind].add(id);
  }
  const unknown = sheet.takeAll(
    /\bfor (?!(?:the|a|an|our|my|his|her|all|about)\b)(\p{L}+)(?:'s)?(?![\p{L}\p{N}])/u,
    ({ 1: name = "" }) => /^\p{Lu}\p{Ll}/u.test(name) && !known.has(name.toLowerCase().replace(/s$/u, "")),
  );
  // "Oscar and Noah skating".
  const [, stranger = "", member = ""] =
    (hasTitle && /^\W*(\p{Lu}\p{Ll}+) (?:and|&|\+) (\p{L}+)/u.exec(sheet.text)) || [];
  const isStranger = kindOf(member).kind === "person" && !known.has(stranger.toLowerCase());
  return {
    people: [...found.person].filter((id) => !removed.person.has(id)),
    removedPeople: [...removed.person],
    things: [...found.thing].filter((id) => !removed.thing.has(id)),
    removedThings: [...removed.thing],
    unknownSpeaker,
    // "The van goes to the car wash" may not need both.
    doubtful: found.thing.size > 1 ? inTitle : [],
    unknown: [...unknown.map(([, name = ""]) => name), ...(isStranger ? [stranger] : [])],
  };
}

/** What the names leave open, in words. */
export const namesAssumed = ({ unknownSpeaker, doubtful }: Names): string[] => [
  ...(unknownSpeaker ? ['nobody for "I", because I do not know who you are'] : []),
  ...doubtful.map((name) => `"${name}" as needed`),
];
export const namesProblems = ({ unknown }: Names): string[] =>
  unknown.map((name) => `${name} is not in the household.`);
/** Names of the people and things that are not to be there. */
export const removedNames = ({ removedPeople, removedThings }: Names, { members, resources }: Household): string[] =>
  [...members, ...resources.map(({ id, name }) => ({ id, name: `the ${name}` }))]
    .filter(({ id }) => [...removedPeople, ...removedThings].includes(id))
    .map(({ name }) => name);
