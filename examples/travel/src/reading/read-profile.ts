import type { Sheet } from "@tidemark/reading";
import { FactKind } from "../domain/profile.ts";
import type { Reading } from "./reading.ts";
import { FACT_KINDS, PROFILE, PROFILE_NAMES, says } from "./words.ts";

const KIND_OF = /^(?:(?<food>vegetarian|vegan|halal|kosher|gluten-free)|(?<seat>window|aisle))$/u;

/** Reads facts about the traveler: "I'm vegetarian and hate early flights", "allergic to nuts", "I don't live in Oslo". */
export function readProfile(sheet: Sheet, found: Reading): void {
  const add = (kind: FactKind, value: string, isTaken: boolean): void =>
    void (isTaken ? found.takenBack.push({ kind, value }) : found.facts.push({ kind, value, certainty: "said" }));
  const forgotten = `forget (?:about )?(?:my|our|the|all my) (${Object.keys(FACT_KINDS).join("|")})(?: preferences?)?`;
  for (const [, word = ""] of sheet.takeAll(forgotten))
    found.takenBack.push({ kind: FactKind.catch("like").parse(FACT_KINDS[word.toLowerCase()]), value: null });
  for (const { groups = {} } of sheet.takeAll(PROFILE.allergy))
    for (const food of (groups["foods"] ?? groups["food"] ?? "").toLowerCase().split(/,? and |, /u))
      add("allergy", food, (groups["forget"] ?? groups["not"]) !== undefined);
  sheet.takeAll(PROFILE.list, ({ index, 0: words, groups = {} }) => {
    const { forget, not = "", dislike, like, things = "" } = groups;
    const kinds = [...things.matchAll(new RegExp(`\\b(?:${PROFILE.thing})\\b`, "giu"))].map(([thing]) => nameOf(thing));
    const isKnown = kinds.every((kind) => KIND_OF.test(kind));
    // "Museums in Amsterdam" is an interest, and "we want to see museums" a wish for visits.
    const isTopic =
      words === things &&
      /(?:^|, )$/u.test(sheet.text.slice(0, index)) &&
      sheet.text.startsWith(" in ", index + words.length);
    const isRefused = /\bno $/iu.test(not) && kinds.some((kind) => /flights|crowds/u.test(kind));
    if (!isKnown && !isTopic && !isRefused && (like ?? dislike ?? "want") === "want") return false;
    const isNot = forget !== undefined || says(`\\b(?:${PROFILE.not})\\b`, not);
    const isDisliked =
      dislike !== undefined || isRefused || (isNot && forget === undefined && !/no longer/iu.test(not));
    for (const [at, kind] of kinds.entries()) {
      const { food, seat } = KIND_OF.exec(kind)?.groups ?? {};
      if (food !== undefined) add("food", kind, isNot && (at === 0 || KIND_OF.test(kinds[0] ?? "")));
      else if (seat !== undefined) add("seat", kind, isNot && at === 0);
      else add(isDisliked ? "dislike" : "like", kind, isNot && (!isDisliked || dislike !== undefined));
    }
    return true;
  });
  const passport = sheet.take("(?:(?:i have|i've got|i hold|with) )?(?:an? )?(?!my )(\\p{L}+) (?:passport|citizen)");
  if (passport?.[1] !== undefined) add("nationality", passport[1].toLowerCase(), false);
}

const nameOf = (thing: string): string =>
  Object.entries(PROFILE_NAMES).find(([words]) => new RegExp(`\\b(?:${words})\\b`, "iu").test(thing))?.[1] ?? thing;
