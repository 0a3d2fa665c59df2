import type { ProfileReading, ReadFact } from "./profile.ts";

const DIETS = ["vegetarian", "vegan", "halal", "kosher", "gluten-free"];
const KINDS =
  "museums?|art|history|nature|views?|beaches|beach|food|walking|parks?|castles?|early flights|late flights|crowds";
const NOT_ANY_MORE =
  /\b(?:forget|no longer|not?\b.*\bany ?more|isn't true|was wrong)\b|\b(?:i'm|i am|we're)\s+not\b|\bdon't\s+(?:live|like|hate)\b/;

/** Maps a word to the catalog's name of the interest. */
const kindOf = (word: string): string =>
  ({
    museums: "museum",
    views: "views",
    view: "views",
    beaches: "beach",
    parks: "nature",
    park: "nature",
    castles: "history",
    castle: "history",
  })[word] ?? word;

/**
 * Reads facts about the traveler from a message: "I'm vegetarian and hate early flights", "allergic to nuts", "window seat",
 * "forget that I like museums", "I don't live in Oslo".
 */
export function readProfile(text: string, cityIn: (words: string) => string | null): ProfileReading {
  const facts: ReadFact[] = [];
  const takenBack: { kind: ReadFact["kind"]; value: string | null }[] = [];
  for (const clause of clauses(text)) {
    const found = factsOf(clause, cityIn);
    if (!NOT_ANY_MORE.test(clause)) facts.push(...found);
    else takenBack.push(...found.map(({ kind, value }) => ({ kind, value })), ...wholeKinds(clause, found));
  }
  return { facts, takenBack };
}

/** Splits a message into clauses, because one clause may negate a fact and the next state one. Lists stay together. */
const clauses = (text: string): readonly string[] =>
  text
    .toLowerCase()
    .replaceAll("’", "'")
    .split(/[.;!?]|,\s*(?=i\b|we\b|but\b)|\bbut\b|\band\s+(?=i\b|hate|love|like|dislike|avoid|prefer|am\b)/)
    .map((clause) => clause.trim())
    .filter((clause) => clause !== "");

const statedFact = (kind: ReadFact["kind"], value: string): ReadFact => ({ kind, value, certainty: "said" });

function factsOf(clause: string, cityIn: (words: string) => string | null): readonly ReadFact[] {
  const facts: ReadFact[] = [];
  for (const diet of DIETS)
    if (clause.replace("gluten free", "gluten-free").includes(diet)) facts.push(statedFact("food", diet));
  const allergy = /\b(?:allergic to|allergy to)\s+([a-z]+(?:\s+and\s+[a-z]+)?)/.exec(clause);
  if (allergy !== null) facts.push(...(allergy[1] ?? "").split(/\s+and\s+/).map((food) => statedFact("allergy", food)));
  const seat = /\b(window|aisle)\s*(?:seats?)?\b/.exec(clause);
  if (seat !== null && /seat|prefer|sit|instead/.test(clause)) facts.push(statedFact("seat", seat[1] ?? ""));
  const things = [...clause.matchAll(new RegExp(`\\b(${KINDS})\\b`, "g"))].map(([, word = ""]) => kindOf(word));
  if (/\b(?:hate|dislike|avoid|can't stand|not into|no)\b/.test(clause)) {
    const disliked = things.filter((thing) => /flights|crowds/.test(thing) || !/^no\b/.test(clause));
    facts.push(...disliked.map((thing) => statedFact("dislike", thing)));
  } else if (/\b(?:like|love|enjoy|into|interested in|mad about|fond of)\b/.test(clause)) {
    facts.push(...things.map((thing) => statedFact("like", thing)));
  }
  const home =
    /\b(?:i|we)\s+(?:don't\s+|no longer\s+)?live\s+(?:in|near)\s+(.+)/.exec(clause) ??
    /\bhome\s+is\s+(.+)/.exec(clause);
  const code = home === null ? null : cityIn(home[1] ?? "");
  if (code !== null) facts.push(statedFact("home", code));
  const passport = /\b([a-z]+)\s+passport\b/.exec(clause);
  if (passport !== null && passport[1] !== "my") facts.push(statedFact("nationality", passport[1] ?? ""));
  return facts;
}

/** Reads removals that name only a kind, such as "forget my home". */
function wholeKinds(clause: string, found: readonly ReadFact[]): readonly { kind: ReadFact["kind"]; value: null }[] {
  if (found.length > 0 || !clause.includes("forget")) return [];
  const words: readonly [RegExp, ReadFact["kind"]][] = [
    [/\bhome\b/, "home"],
    [/\b(?:diet|food)\b/, "food"],
    [/\bseat/, "seat"],
    [/\bbudget|price/, "price"],
    [/\ballerg/, "allergy"],
    [/\bdislikes?\b/, "dislike"],
    [/\blikes?\b/, "like"],
  ];
  return words.flatMap(([pattern, kind]) => (pattern.test(clause) ? [{ kind, value: null }] : []));
}
