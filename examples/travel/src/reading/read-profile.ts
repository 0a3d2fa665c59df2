import type { Airport } from "../domain/offers.ts";
import type { FactKind } from "../domain/profile.ts";
import { type Message } from "./message.ts";
import { citiesIn } from "./read-places.ts";
import type { Reading } from "./reading.ts";

/** Words for what travelers like, eat or avoid, with the names of the catalog. */
const NAMES: Readonly<Record<string, string>> = {
  "museums?": "museum",
  "art|galler(?:y|ies)": "art",
  "history|historical sights|castles?|palaces?": "history",
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
  food: "food",
};
const DIETS = new Set(["vegetarian", "vegan", "halal", "kosher", "gluten-free"]);
const SEATS = new Set(["window", "aisle"]);
const THING = new RegExp(
  `\\b(?:an? |the )?(?:${Object.keys(NAMES).join("|")})\\b(?: (?:food|meals?|restaurants?|diet|options?|dinners?|places?))?`,
);
const nameOf = (thing: string): string =>
  Object.entries(NAMES).find(([words]) => new RegExp(`\\b(?:${words})\\b`).test(thing))?.[1] ?? thing;

const WHO = "(?:i|we|she|he|they|my \\p{L}+|one of us|both of us|all of us)(?:'m| am|'re| are|'s| is|'d| would)?";
const LIKE =
  "likes?|loves?|enjoys?|into|interested in|mad about|fond of|(?:big )?fans? of|keen on|prefer|eats?(?: only)?|only eat|needs?|want";
const DISLIKE = "hates?|dislikes?|avoid|can(?:'t|not) stand|don't care for";
/** Words before the first thing of a list, with what they say about it. */
const SAYS = new RegExp(
  `(forget (?:that |about )?)?(?:${WHO} )?(?:(not|no longer|don't|doesn't|do not|isn't|aren't|no|a|an|all|both|also|really|especially|mostly) ){0,3}(?:(?:(${DISLIKE})|(${LIKE})) )?(?:the |more )?$`,
  "u",
);
const NOT = /\b(?:not|no longer|don't|doesn't|do not|isn't|aren't|no)\b/;

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

/** Reads facts about the traveler: "I'm vegetarian and hate early flights", "allergic to nuts", "I don't live in Oslo". */
export function readProfile(message: Message, found: Reading, airports: readonly Airport[]): void {
  const add = (kind: FactKind, value: string, taken: boolean): void =>
    void (taken ? found.takenBack.push({ kind, value }) : found.facts.push({ kind, value, certainty: "said" }));
  for (const [word, kind] of Object.entries(KINDS))
    if (message.take(new RegExp(`\\bforget (?:about )?(?:my|our|the|all my) ${word}(?: preferences?)?\\b`), "forget"))
      found.takenBack.push({ kind, value: null });
  const allergies = message.takeAll(
    new RegExp(
      `(forget (?:that )?)?(?:${WHO} )?(?:(not|no longer) )?(?:have |has )?(?:an? )?(?:(?:allergic|allergy|intolerant) to ([\\p{L} ,]+?)(?=$|\\s*[.;!?·]|\\s(?:but|so|from|to|in|for|with|on|any ?more)\\b|\\sand (?:i|we|hate|love|like)\\b)|(\\p{L}+) (?:allergy|intolerance)\\b)(?: any ?more)?`,
      "u",
    ),
    "allergy",
  );
  for (const [, forgotten, not, list, food] of allergies)
    for (const each of (list ?? food ?? "").split(/\s*,\s*(?:and )?|\s+and\s+/))
      add("allergy", each, (forgotten ?? not) !== undefined);
  readThings(message, add);
  for (const { start, end, code } of citiesIn(message, airports)) {
    const said =
      /\b(?:forget that )?(?:(?:i|we) (?:(?:don't|no longer|do not) )?(?:live|am based|are based) (?:in|near)|(?:(?:my|our) home(?:town| town| airport)?|home) is (?:not )?(?:in )?|based in)\s*$/.exec(
        message.rest.slice(0, start),
      );
    if (said === null) continue;
    const after = /^ any ?(?:more|longer)/.exec(message.rest.slice(end))?.[0].length ?? 0;
    message.claim(said.index, end + after, "home");
    add("home", code, /don't|no longer|do not|not|forget/.test(said[0]));
  }
  const passport = message.take(
    /\b(?:(?:i have|i've got|i hold|with) )?(?:an? )?(?!my\b)(\p{L}+) (?:passport|citizen)\b/u,
    "passport",
  );
  if (passport?.[1] !== undefined) add("nationality", passport[1], false);
}

/** Reads lists of likes, dislikes, diets and seats. What is said before the first thing of a list counts for its kind. */
function readThings(message: Message, add: (kind: FactKind, value: string, taken: boolean) => void): void {
  const list = new RegExp(`${THING.source}(?:(?:\\s*,\\s*|\\s+)(?:(?:and|or)\\s+)?${THING.source})*`, "g");
  for (const { index, 0: things } of message.rest.matchAll(list)) {
    const [before, behind] = [message.rest.slice(0, index), message.rest.slice(index + things.length)];
    const [words = "", forgotten, , dislikes, likes] = SAYS.exec(before) ?? [];
    const kinds = [...things.matchAll(new RegExp(THING, "g"))].map(([thing]) => nameOf(thing));
    const isKnown = kinds.every((kind) => factOf(kind) !== "like");
    // "Museums in Amsterdam" is an interest, and "we want to see museums" a wish for visits.
    const isTopic = words === "" && /(?:^|, )$/.test(before) && behind.startsWith(" in ");
    const isRefused = /\bno $/.test(words) && kinds.some((kind) => /flights|crowds/.test(kind));
    if (!isKnown && !isTopic && !isRefused && (likes ?? dislikes ?? "want") === "want") continue;
    const after = /^ (?:any ?more|any longer|after all|please|instead)/.exec(behind)?.[0].length ?? 0;
    message.claim(index - words.length, index + things.length + after, "likes");
    const isNot = forgotten !== undefined || NOT.test(words);
    for (const kind of kinds) {
      const fact = factOf(kind);
      if (fact !== "like") add(fact, kind, isNot && fact === factOf(kinds[0] ?? ""));
      else if (dislikes !== undefined || isRefused) add("dislike", kind, isNot && !isRefused);
      else if (isNot && forgotten === undefined && !words.includes("no longer")) add("dislike", kind, false);
      else add("like", kind, isNot);
    }
  }
}

const factOf = (kind: string): FactKind => (DIETS.has(kind) ? "food" : SEATS.has(kind) ? "seat" : "like");
