import { type Sheet } from "@tidemark/reading";
import type { FactKind } from "../domain/profile.ts";
import type { Reading } from "./reading.ts";
import type { Place } from "./read-places.ts";

/** Words for what travelers like, eat or avoid, with the names of the catalog. */
const NAMES: Readonly<Record<string, string>> = {
  "museums?": "museum",
  "art|galler(?:y|ies)": "art",
  "history|castles?|palaces?": "history",
  "nature|parks?|gardens?": "nature",
  "views?|viewpoints?": "views",
  "beach(?:es)?": "beach",
  "walks?|walking": "walking",
  "early (?:morning )?flights?": "early flights",
  "late flights?": "late flights",
  crowds: "crowds",
  "vegetarians?|veggies?": "vegetarian",
  "vegans?": "vegan",
  halal: "halal",
  kosher: "kosher",
  "gluten[- ]free|coeliac|celiac": "gluten-free",
  "window(?: seats?)?": "window",
  "aisle(?: seats?)?": "aisle",
};
const KIND_OF = /^(?:(?<food>vegetarian|vegan|halal|kosher|gluten-free)|(?<seat>window|aisle))$/u;
const THING = `(?:an? |the )?(?:${Object.keys(NAMES).join("|")})(?: (?:food|meals?|restaurants?|diet|options?|dinners?))?`;

const WHO = "(?:i|we|she|he|they|my \\p{L}+|(?:one|both|all) of us)(?:'m| am|'re| are|'s| is|'d| would)?";
const LIKE =
  "likes?|loves?|enjoys?|into|interested in|mad about|fond of|(?:big )?fans? of|keen on|prefer|eats?(?: only)?|only eat|needs?|want";
const DISLIKE = "hates?|dislikes?|avoid|can(?:'t|not) stand|don't care for";
const NOT = "not|no longer|don't|doesn't|do not|isn't|aren't|no";
/** A list of things, with what is said about it. */
const LIST = `(?<forget>forget (?:that |about )?)?(?:${WHO} )?(?<not>(?:(?:${NOT}|a|an|all|both|also|really|especially|mostly) ){0,3})(?:(?:(?<dislike>${DISLIKE})|(?<like>${LIKE})) )?(?:the |more )?(?<things>${THING}(?:(?:\\s*,\\s*|\\s+)(?:(?:and|or)\\s+)?${THING})*)(?: (?:any ?more|any longer|after all|instead))?`;

/** Kinds of facts that "forget my home" names. */
const KINDS: Readonly<Record<string, FactKind>> = {
  home: "home",
  diet: "food",
  food: "food",
  seat: "seat",
  budget: "price",
  price: "price",
  allergies: "allergy",
  allergy: "allergy",
  likes: "like",
  dislikes: "dislike",
  passport: "nationality",
  nationality: "nationality",
};
const ALLERGY = `(?<forget>forget (?:that )?)?(?:${WHO} )?(?:(?<not>not|no longer) )?(?:have |has )?(?:an? )?(?:(?:allergic|allergy|intolerant) to (?<foods>\\p{L}+(?:(?:, (?:and )?| and )(?!(?:i|we|hate|love|like)\\b)\\p{L}+)*)|(?<food>\\p{L}+) (?:allergy|intolerance))(?: any ?more)?`;
const HOME =
  /(?:forget that )?(?:(?:i|we) (?<not>don't |no longer |do not )?(?:live|am based|are based) (?:in|near)|(?:(?:my|our) home(?:town| town| airport)?|home) is (?<not2>not )?(?:in )?|based in)\s*$/iu;

/** Reads facts about the traveler: "I'm vegetarian and hate early flights", "allergic to nuts", "I don't live in Oslo". */
export function readProfile(sheet: Sheet, found: Reading): void {
  const add = (kind: FactKind, value: string, isTaken: boolean): void =>
    void (isTaken ? found.takenBack.push({ kind, value }) : found.facts.push({ kind, value, certainty: "said" }));
  const forgotten = `forget (?:about )?(?:my|our|the|all my) (${Object.keys(KINDS).join("|")})(?: preferences?)?`;
  for (const [, word = ""] of sheet.takeAll(forgotten))
    found.takenBack.push({ kind: KINDS[word.toLowerCase()] ?? "like", value: null });
  for (const { groups = {} } of sheet.takeAll(ALLERGY))
    for (const food of (groups["foods"] ?? groups["food"] ?? "").toLowerCase().split(/,? and |, /u))
      add("allergy", food, (groups["forget"] ?? groups["not"]) !== undefined);
  sheet.takeAll(LIST, ({ index, 0: words, groups = {} }) => {
    const { forget, not = "", dislike, like, things = "" } = groups;
    const kinds = [...things.matchAll(new RegExp(`\\b(?:${THING})\\b`, "giu"))].map(([thing]) => nameOf(thing));
    const isKnown = kinds.every((kind) => KIND_OF.test(kind));
    // "Museums in Amsterdam" is an interest, and "we want to see museums" a wish for visits.
    const isTopic =
      words === things &&
      /(?:^|, )$/u.test(sheet.text.slice(0, index)) &&
      sheet.text.startsWith(" in ", index + words.length);
    const isRefused = /\bno $/iu.test(not) && kinds.some((kind) => /flights|crowds/u.test(kind));
    if (!isKnown && !isTopic && !isRefused && (like ?? dislike ?? "want") === "want") return false;
    const isNot = forget !== undefined || new RegExp(`\\b(?:${NOT})\\b`, "iu").test(not);
    for (const [at, kind] of kinds.entries()) {
      const { food, seat } = KIND_OF.exec(kind)?.groups ?? {};
      const isDisliked =
        dislike !== undefined || isRefused || (isNot && forget === undefined && !/no longer/iu.test(not));
      if (food !== undefined) add("food", kind, isNot && (at === 0 || KIND_OF.test(kinds[0] ?? "")));
      else if (seat !== undefined) add("seat", kind, isNot && at === 0);
      else if (isDisliked) add("dislike", kind, dislike !== undefined && isNot);
      else add("like", kind, isNot);
    }
    return true;
  });
  const passport = sheet.take("(?:(?:i have|i've got|i hold|with) )?(?:an? )?(?!my )(\\p{L}+) (?:passport|citizen)");
  if (passport?.[1] !== undefined) add("nationality", passport[1].toLowerCase(), false);
}

/** Reads where the traveler lives from the places of a message, and returns the other places. */
export function readHome(sheet: Sheet, places: readonly Place[], found: Reading): readonly Place[] {
  return places.filter(({ at, code }) => {
    const said = HOME.exec(sheet.text.slice(0, at));
    if (said === null || code === null) return true;
    sheet.claim({ at: said.index, text: said[0] });
    sheet.take("any ?(?:more|longer)");
    const isNot = /forget that/iu.test(said[0]) || (said.groups?.["not"] ?? said.groups?.["not2"]) !== undefined;
    if (isNot) found.takenBack.push({ kind: "home", value: code });
    else found.facts.push({ kind: "home", value: code, certainty: "said" });
    return false;
  });
}

const nameOf = (thing: string): string =>
  Object.entries(NAMES).find(([words]) => new RegExp(`\\b(?:${words})\\b`, "iu").test(thing))?.[1] ?? thing;
