import type { Household, Member } from "../domain/household.ts";
import { literal, type Sheet } from "./sheet.ts";

const ALL = ["everyone", "everybody", "all of us", "the whole family", "anyone", "anybody", "we"];
const ME = ["me", "myself", "I"];

/** Ids by name, in lower case. */
type Names = ReadonlyMap<string, readonly string[]>;

const namesOf = (items: readonly Member[]): [string, string[]][] =>
  items.flatMap(({ id, name, aliases }) =>
    [id, name, ...aliases].map((each): [string, string[]] => [each.toLowerCase(), [id]]),
  );

/** Names of people: members, their groups, everybody, and who is writing. An unknown writer is nobody. */
export const peopleIn = ({ members, groups = [] }: Household, speaker: string | null): Names =>
  new Map([
    ...namesOf(members),
    ...groups.flatMap(({ names, members: ids }) => names.map((name): [string, string[]] => [name.toLowerCase(), ids])),
    ...ALL.map((name): [string, string[]] => [name, members.map(({ id }) => id)]),
    ...ME.map((name): [string, string[]] => [name.toLowerCase(), speaker === null ? [] : [speaker]]),
  ]);

export const resourcesIn = ({ resources }: Household): Names => new Map(namesOf(resources));

const alternatives = (names: Names): string =>
  `(?:${[...names.keys()]
    .toSorted((one, other) => other.length - one.length)
    .map((name) => literal(name))
    .join("|")})`;

/** Pattern of a list of names: "Emma, Noah and Dad". */
export const listOf = (names: Names): string => {
  const name = `(?:the |our )?${alternatives(names)}`;
  return names.size === 0 ? "(?!)" : `${name}(?:(?:, ?| and |, and | & )${name})*`;
};

/** Ids of the names in a text. */
export const idsIn = (text: string, names: Names): string[] => {
  const found = text.matchAll(new RegExp(`(?<![\\p{L}\\p{N}])${alternatives(names)}(?![\\p{L}\\p{N}])`, "giu"));
  return [...new Set([...found].flatMap(([name]) => names.get(name.toLowerCase()) ?? []))];
};

/** Takes the names after some words. */
export function takeNames(
  sheet: Sheet,
  before: string,
  names: Names,
): { readonly text: string; readonly ids: string[] } | null {
  const matches = sheet.takeAll(`(?:${before})(${listOf(names)})`);
  const text = matches.map(([, list = ""]) => list).join(" ");
  return matches.length === 0 ? null : { text, ids: idsIn(text, names) };
}
