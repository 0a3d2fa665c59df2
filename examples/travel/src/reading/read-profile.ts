import type { Sheet } from "@tidemark/reading";
import { FactKind } from "../domain/profile.ts";
import type { Reading } from "./reading.ts";
import { FACT_KINDS, PROFILE, PROFILE_NAMES, says } from "./words.ts";

/** Reads facts about the traveler: "I'm vegetarian and hate early flights", "allergic to nuts", "I don't live in Oslo". */
export function readProfile(sheet: Sheet, found: Reading): void {
  const add = (kind: FactKind, value: string, isTaken: boolean): void =>
    void (isTaken ? found.takenBack.push({ kind, value }) : found.facts.push({ kind, value, certainty: "said" }));
  const forgotten = `forget (?:about )?(?:my|our|the|all my) (${Object.keys(FACT_KINDS).join("|")})(?: preferences?)?`;
  for (const [, word = ""] of sheet.takeAll(forgotten))
    found.takenBack.push({ kind: FactKind.catch("like").parse(FACT_KINDS[word.toLowerCase()]), value: null });
  for (const { 0: words, groups = {} } of sheet.takeAll(PROFILE.allergy)) {
    noteOther(words, found);
    for (const food of (groups["foods"] ?? groups["food"] ?? "").toLowerCase().split(/,? and |, /u))
      add("allergy", food, (groups["forget"] ?? groups["not"]) !== undefined);
  }
  sheet.takeAll(PROFILE.list, ({ index, 0: words, groups = {} }) => {
    const { forget, not = "", dislike, like, things = "" } = groups;
    const all = [...things.matchAll(new RegExp(`\\b(?:${PROFILE.thing})\\b`, "giu"))].map(([thing]) => factOf(thing));
    // "Museums in Amsterdam" is an interest, and "we want to see museums" a wish for visits.
    const isFirst = words === things && /(?:^|, )$/u.test(sheet.text.slice(0, index));
    const isTopic = isFirst && sheet.text.startsWith(" in ", index + words.length);
    const isRefused = says("\\bno $", not) && all.some(({ value }) => says("flights|crowds", value));
    const isTaste = all.some(({ kind }) => kind === null);
    // Who hates vegan food does not eat it.
    if (dislike !== undefined && all.some(({ kind }) => kind !== null)) return false;
    if (isTaste && !isTopic && !isRefused && says("^wants?$", like ?? dislike ?? "want")) return false;
    noteOther(words, found);
    const isNot = forget !== undefined || says(`\\b(?:${PROFILE.not})\\b`, not);
    const isDisliked = dislike !== undefined || isRefused || (isNot && forget === undefined && !says("no longer", not));
    for (const [at, { kind, value }] of all.entries()) {
      if (kind === null) add(isDisliked ? "dislike" : "like", value, isNot && (!isDisliked || dislike !== undefined));
      else add(kind, value, isNot && (at === 0 || (kind === "food" && all[0]?.kind !== null)));
    }
    return true;
  });
  const passport = sheet.take("(?:(?:i have|i've got|i hold|with) )?(?:an? )?(?!my )(\\p{L}+) (?:passport|citizen)");
  if (passport?.[1] !== undefined) add("nationality", passport[1].toLowerCase(), false);
}

/** Says that a fact about another person is kept like one about the traveler. */
function noteOther(words: string, { doubts }: Reading): void {
  if (says("^(?:she|he|they|my)\\b", words))
    doubts.push(`I keep "${words.trim()}" in your profile, so it counts for all your trips`);
}

/** What a word names: "veggie" a kind of food, "aisle" a seat, and "museums" a taste, whose kind is null. */
function factOf(thing: string): { readonly kind: "food" | "seat" | null; readonly value: string } {
  const [, name = thing] = Object.entries(PROFILE_NAMES).find(([words]) => says(`\\b(?:${words})\\b`, thing)) ?? [];
  const [, kind = null, value = name] = /^(food|seat) (.+)$/u.exec(name) ?? [];
  return { kind: kind === "food" || kind === "seat" ? kind : null, value };
}
