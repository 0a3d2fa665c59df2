import { z } from "zod";
import { FACT_TEXTS } from "../reading/words.ts";
import { dayText } from "./format.ts";

/** Kinds of facts about a traveler. */
export const FactKind = z.enum(["seat", "food", "allergy", "like", "dislike", "price", "home", "nationality"]);
export type FactKind = z.infer<typeof FactKind>;

/** A fact about a traveler, with its source. */
export const ProfileFact = z.strictObject({
  /** Kind and value, such as `food:vegetarian`. */
  id: z.string().min(1),
  kind: FactKind,
  value: z.string().min(1),
  /** Stated by the traveler, or guessed from a message. */
  certainty: z.enum(["said", "guessed"]),
  /** A fact that was taken back is kept, so that it is not guessed again. */
  status: z.enum(["holds", "takenBack"]),
  source: z.strictObject({ words: z.string(), thread: z.string().nullable(), at: z.iso.datetime() }),
});
export type ProfileFact = z.infer<typeof ProfileFact>;

export type Profile = readonly ProfileFact[];

/** Kinds with only one current value. */
const SINGLE: ReadonlySet<FactKind> = new Set(["seat", "price", "home", "nationality"]);

/** Current values of a kind. */
export const factValues = (profile: Profile, kind: FactKind): readonly string[] =>
  profile.filter((fact) => fact.status === "holds" && fact.kind === kind).map(({ value }) => value);

/** Current value of a kind that has only one; null if unknown. */
export const factValue = (profile: Profile, kind: FactKind): string | null => factValues(profile, kind).at(-1) ?? null;

/** Facts stated and taken back in one message. */
export const SaidFacts = z.strictObject({
  facts: z.array(ProfileFact.pick({ kind: true, value: true, certainty: true })).default([]),
  /** Facts to remove. A null value removes every fact of the kind. */
  takenBack: z.array(z.strictObject({ kind: FactKind, value: z.string().nullable() })).default([]),
});
export type SaidFacts = z.infer<typeof SaidFacts>;

/**
 * Returns the facts to write: only those that are new or have changed.
 *
 * A guess never replaces a stated fact, and a fact that was taken back is not guessed again.
 */
export function profileChanges(profile: Profile, { facts, takenBack }: SaidFacts, source: ProfileFact["source"]) {
  const all = new Map(profile.map((fact) => [fact.id, fact]));
  const held = (kind: FactKind) => [...all.values()].filter((fact) => fact.kind === kind && fact.status === "holds");
  const takeBack = (fact: ProfileFact): void => void all.set(fact.id, { ...fact, status: "takenBack", source });
  for (const { kind, value } of takenBack)
    for (const fact of held(kind)) if (value === null || fact.value === value) takeBack(fact);
  for (const fact of facts) {
    const id = `${fact.kind}:${fact.value}`;
    const before = all.get(id);
    const rivals = SINGLE.has(fact.kind) ? held(fact.kind).filter((rival) => rival.id !== id) : [];
    const isGuess = fact.certainty === "guessed";
    if (isGuess && (before !== undefined || rivals.some(({ certainty }) => certainty === "said"))) continue;
    if (before?.status === "holds" && before.certainty === fact.certainty) continue;
    for (const rival of rivals) takeBack(rival);
    all.set(id, { ...fact, id, status: "holds", source });
  }
  return [...all.values()].filter((fact) => !profile.includes(fact));
}

/** Describes a fact: `likes museums`. A nationality has a capital. */
export function factText({ kind, value }: Pick<ProfileFact, "kind" | "value">): string {
  const written = kind === "nationality" ? `${value.charAt(0).toUpperCase()}${value.slice(1)}` : value;
  return FACT_TEXTS[kind].replace("{value}", () => (written === "mid" ? "mid-range" : written));
}

/** Longest text of a source in the profile, in characters. */
const MAX_QUOTE = 50;

/** Formats the profile as a list, each fact with its source. */
export function profileText(profile: Profile): string {
  const facts = profile.filter(({ status }) => status === "holds");
  if (facts.length === 0) return "Your profile is empty.";
  const lines = facts.map((fact) => {
    const source = fact.certainty === "said" ? "you wrote" : "guessed from";
    const { words, at } = fact.source;
    const quote = words.length > MAX_QUOTE ? `${words.slice(0, words.lastIndexOf(" ", MAX_QUOTE))} …` : words;
    return `- ${factText(fact)} (${source} "${quote}" on ${dayText(at.slice(0, 10))})`;
  });
  return ["This is what I know about you:", ...lines].join("\n");
}
