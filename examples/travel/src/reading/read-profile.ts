import type { FactKind } from "../domain/profile.ts";
import type { Airport } from "../domain/offers.ts";
import { type Message } from "./message.ts";
import { citiesIn } from "./read-places.ts";
import type { Reading } from "./reading.ts";

const KIND =
  "museums?|art|galler(?:y|ies)|history|historical sights|nature|views?|viewpoints?|beach(?:es)?|food|walking|walks?|parks?|gardens?|castles?|palaces?|early (?:morning )?flights?|late flights?|crowds";
const KINDS = `(?:${KIND})(?:(?:\\s*,\\s*|\\s+(?:and|or)\\s+|\\s*,\\s*and\\s+)(?:${KIND}))*`;
const DIETS = "vegetarians?|veggies?|vegans?|halal|kosher|gluten[- ]free|coeliac|celiac";

/** Names of interests in the catalog. */
const NAMES: readonly (readonly [RegExp, string])[] = [
  [/^museum/, "museum"],
  [/^(?:art|galler)/, "art"],
  [/^(?:histor|castle|palace)/, "history"],
  [/^(?:nature|park|garden)/, "nature"],
  [/^view/, "views"],
  [/^beach/, "beach"],
  [/^walk/, "walking"],
  [/^early/, "early flights"],
  [/^late/, "late flights"],
  [/^(?:veggie|vegetarian)/, "vegetarian"],
  [/^vegan/, "vegan"],
  [/^(?:gluten|coeliac|celiac)/, "gluten-free"],
];

const nameOf = (word: string): string => NAMES.find(([pattern]) => pattern.test(word))?.[1] ?? word;

const SELF =
  "(?:(?:i|we|she|he|they|my \\p{L}+|one of us|both of us|all of us)(?:'m| am|'re| are|'s| is)?\\s+(?:all |both |also |a |an )?)?";
const AGAIN = "(?: any ?more| any longer| after all)?";

type Found = Pick<Reading, "facts" | "takenBack">;

/** Reads facts about the traveler: "I'm vegetarian and hate early flights", "allergic to nuts", "I don't live in Oslo". */
export function readProfile(message: Message, airports: readonly Airport[]): Found {
  const found: Found = { facts: [], takenBack: [] };
  const add = (kind: FactKind, value: string, taken: boolean): void =>
    void (taken ? found.takenBack.push({ kind, value }) : found.facts.push({ kind, value, certainty: "said" }));
  const forget = "(forget (?:that|about)?\\s*)?";
  for (const [, forgotten, not, diets = ""] of message.takeAll(
    new RegExp(
      `${forget}${SELF}(?:(not|no longer|isn't|aren't) )?(?:an? )?(?:eat(?:s|ing)? |only eat |need |needs )*((?:${DIETS})(?:(?: and |, | or )(?:${DIETS}))*)(?: (?:food|meals?|restaurants?|diet|options?|dinners?|places?))*${AGAIN}`,
      "u",
    ),
    "diet",
  ))
    for (const diet of diets.match(new RegExp(DIETS, "g")) ?? [])
      add("food", nameOf(diet), (forgotten ?? not) !== undefined);
  for (const [, forgotten, not, foods = ""] of message.takeAll(
    new RegExp(
      `${forget}${SELF}(?:(not|no longer) )?(?:have an? |has an? )?(?:allergic to|allergy to|intolerant to)\\s+([\\p{L} ,]+?)(?=\\s*(?:$|[.;!?·]|\\b(?:but|so|from|to|in|for|with|on)\\b|and (?:i|we|hate|love|like)\\b))${AGAIN}`,
      "u",
    ),
    "allergy",
  ))
    for (const food of foods.replace(/ any ?more$/, "").split(/\s*,\s*(?:and )?|\s+and\s+/))
      add("allergy", food, (forgotten ?? not) !== undefined);
  for (const [, food = ""] of message.takeAll(/\b(?:i|we) have an? (\p{L}+) (?:allergy|intolerance)\b/u, "allergy"))
    add("allergy", food, false);
  for (const [, kinds = ""] of message.takeAll(new RegExp(`(?<=^|, )(${KINDS})(?= in\\b)`, "u"), "likes"))
    for (const kind of kinds.match(new RegExp(KIND, "g")) ?? []) add("like", nameOf(kind), false);
  for (const [, not, seat = ""] of message.takeAll(
    /(?:\b(?:i|we)(?:'d)? (?:would )?(?:prefer|like|want|love)\s+|\bprefer\s+)?(?:\b(no|not)\s+)?(?:\b(?:an?|the)\s+)?\b(window|aisle)(?:\s+seats?)?\b(?: please| instead)?/,
    "seat",
  ))
    add("seat", seat, not !== undefined);
  const hate =
    "(?:really )?(?:hate|hates|dislike|avoid|can't stand|cannot stand|don't like|doesn't like|do not like|not (?:a fan of|into|keen on)|don't care for|no(?= (?:early|late|crowds)))";
  for (const [, forgotten, back, kinds = ""] of message.takeAll(
    new RegExp(`${forget}${SELF}(?:(don't|no longer|do not) )?\\b${hate} (${KINDS})${AGAIN}`, "u"),
    "dislikes",
  )) {
    for (const kind of kinds.match(new RegExp(KIND, "g")) ?? [])
      add("dislike", nameOf(kind), (forgotten ?? back) !== undefined);
  }
  for (const [, forgotten, not, kinds = ""] of message.takeAll(
    new RegExp(
      `${forget}${SELF}(?:(don't|no longer|do not) )?\\b(?:really |especially |mostly )?(?:likes?|loves?|enjoys?|into|interested in|mad about|fond of|(?:big )?fans? of|keen on|prefer)\\s+(?:the )?(${KINDS})${AGAIN}`,
      "u",
    ),
    "likes",
  ))
    for (const kind of kinds.match(new RegExp(KIND, "g")) ?? [])
      add("like", nameOf(kind), (forgotten ?? not) !== undefined);
  readHome(message, airports, add);
  const passport = message.take(
    /\b(?:i have |i've got |i hold |with )?an? (\p{L}+) passport\b|\b(\p{L}+) (?:passport|citizen)\b/u,
    "passport",
  );
  const nationality = passport?.[1] ?? passport?.[2];
  if (nationality !== undefined && nationality !== "my") add("nationality", nationality, false);
  // "forget my home" names only a kind.
  for (const [, word = ""] of message.takeAll(
    /\bforget (?:about )?(?:my|our|the|all my) (home|diet|food|seat|budget|prices?|allerg(?:y|ies)|dislikes?|likes?|passport|nationality)(?: preferences?)?\b/,
    "forget",
  )) {
    const kinds: Readonly<Record<string, FactKind>> = {
      home: "home",
      diet: "food",
      food: "food",
      seat: "seat",
      budget: "price",
      price: "price",
      prices: "price",
      allergy: "allergy",
      allergies: "allergy",
      passport: "nationality",
      nationality: "nationality",
    };
    found.takenBack.push({ kind: kinds[word] ?? (word.startsWith("dis") ? "dislike" : "like"), value: null });
  }
  return found;
}

function readHome(
  message: Message,
  airports: readonly Airport[],
  add: (kind: FactKind, value: string, taken: boolean) => void,
): void {
  for (const city of citiesIn(message, airports)) {
    const said =
      /\b(?:forget that )?(?:i|we)\s+(don't |no longer |do not )?(?:live|am based|are based)\s+(?:in|near)\s*$|\b(?:my|our) (?:home|home airport|home town|hometown)(?: airport)? is (not )?(?:in )?$|\bbased in $|\bhome is (not )?(?:in )?$/.exec(
        city.before,
      );
    if (said === null || message.rest.slice(said.index, city.end).includes("·")) continue;
    message.claim(said.index, city.end, "home");
    message.take(/^(?: any ?more| any longer)|(?<=·) any ?more\b/, "home");
    add("home", city.code, /don't|no longer|do not|not|forget/.test(said[0]));
  }
}
