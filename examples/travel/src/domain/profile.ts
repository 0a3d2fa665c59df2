import { z } from "zod";
import { dayText } from "./format.ts";

/** Kinds of facts about a traveler. */
export const FactKind = z.enum([
  "seat_preference",
  "food_preference",
  "allergies",
  "likes",
  "dislikes",
  "home_address",
  "home_local_prefer_mode",
  "price_sensitivity",
  "passport_nationality",
]);
export type FactKind = z.infer<typeof FactKind>;

/** The sentence that shows a fact of each kind. */
const FACT_TEXTS: Readonly<Record<FactKind, string>> = {
  seat_preference: "prefers {value} seats",
  food_preference: "eats {value} food",
  allergies: "is allergic to {value}",
  likes: "likes {value}",
  dislikes: "dislikes {value}",
  home_address: "lives near {value}",
  home_local_prefer_mode: "prefers to get around by {value}",
  price_sensitivity: "travels on a {value} budget",
  passport_nationality: "has {value} nationality",
};

/** A fact about a traveler, with its source. */
export const ProfileFact = z.strictObject({
  value: z.string().min(1),
  /** Stated by the traveler, or guessed from a message. */
  certainty: z.enum(["said", "guessed"]),
  /** A fact that was taken back is kept, so that it is not guessed again. */
  status: z.enum(["holds", "takenBack"]),
  source: z.strictObject({ words: z.string(), thread: z.string().nullable(), at: z.iso.datetime() }),
});
export type ProfileFact = z.infer<typeof ProfileFact>;

/** Name of the state field that holds the facts of a kind. */
export type ProfileField = `user_${FactKind}`;

const fieldOf = (kind: FactKind): ProfileField => `user_${kind}`;

/** Fields of the state that make up the profile. */
export const PROFILE_FIELDS = FactKind.options.map(fieldOf);

/** Facts about a traveler: the fields of the state that begin with `user_`. */
export const Profile = z.object(byField(z.array(ProfileFact).readonly().default([])));
export type Profile = Readonly<z.infer<typeof Profile>>;

/** Gives every field of the profile the same value. */
export function byField<Value>(value: Value): Record<ProfileField, Value> {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the names of all fields, which `fromEntries` widens
  return Object.fromEntries(PROFILE_FIELDS.map((name) => [name, value])) as Record<ProfileField, Value>;
}

/** Kinds with only one current value. */
const SINGLE: ReadonlySet<FactKind> = new Set([
  "passport_nationality",
  "seat_preference",
  "price_sensitivity",
  "home_address",
  "home_local_prefer_mode",
]);

/** Facts of a kind that have not been taken back. */
export const factsOf = (profile: Profile, kind: FactKind): readonly ProfileFact[] =>
  profile[fieldOf(kind)].filter(({ status }) => status === "holds");

/** Current values of a kind. */
export const factValues = (profile: Profile, kind: FactKind): readonly string[] =>
  factsOf(profile, kind).map(({ value }) => value);

/** Current value of a kind that has only one; null if unknown. */
export const factValue = (profile: Profile, kind: FactKind): string | null => factValues(profile, kind).at(-1) ?? null;

/** Facts stated and taken back in one message. */
export const SaidFacts = z.strictObject({
  facts: z.array(ProfileFact.pick({ value: true, certainty: true }).extend({ kind: FactKind })).default([]),
  /** Facts to remove. A null value removes every fact of the kind. */
  takenBack: z.array(z.strictObject({ kind: FactKind, value: z.string().nullable() })).default([]),
});
export type SaidFacts = z.infer<typeof SaidFacts>;

/**
 * Returns the facts to write, by field: only those that are new or have changed.
 *
 * A guess never replaces a stated fact, and a fact that was taken back is not guessed again.
 */
export function profileChanges(profile: Profile, { facts, takenBack }: SaidFacts, source: ProfileFact["source"]) {
  const changed: Partial<Record<ProfileField, readonly ProfileFact[]>> = {};
  for (const kind of FactKind.options) {
    const before = profile[fieldOf(kind)];
    const all = new Map(before.map((fact) => [fact.value, fact]));
    const held = () => [...all.values()].filter(({ status }) => status === "holds");
    const takeBack = (fact: ProfileFact): void => void all.set(fact.value, { ...fact, status: "takenBack", source });
    for (const taken of takenBack.filter((each) => each.kind === kind))
      for (const fact of held()) if (taken.value === null || fact.value === taken.value) takeBack(fact);
    for (const { value, certainty } of facts.filter((each) => each.kind === kind)) {
      const known = all.get(value);
      const rivals = SINGLE.has(kind) ? held().filter((rival) => rival.value !== value) : [];
      const isKnown = known !== undefined || rivals.some((rival) => rival.certainty === "said");
      if (certainty === "guessed" && isKnown) continue;
      if (known?.status === "holds" && known.certainty === certainty) continue;
      for (const rival of rivals) takeBack(rival);
      all.set(value, { value, certainty, status: "holds", source });
    }
    const written = [...all.values()].filter((fact) => !before.includes(fact));
    if (written.length > 0) changed[fieldOf(kind)] = written;
  }
  return changed;
}

/** Describes a fact: `likes museums`. A nationality has a capital. */
function factText(kind: FactKind, value: string): string {
  const written = kind === "passport_nationality" ? `${value.charAt(0).toUpperCase()}${value.slice(1)}` : value;
  return FACT_TEXTS[kind].replace("{value}", () => (written === "mid" ? "mid-range" : written));
}

/** Longest text of a source in the profile, in characters. */
const MAX_QUOTE = 50;

/** Formats the profile as a list, each fact with its source. */
export function profileText(profile: Profile): string {
  const lines = FactKind.options.flatMap((kind) =>
    factsOf(profile, kind).map(({ value, certainty, source: { words, at } }) => {
      const source = certainty === "said" ? "you wrote" : "guessed from";
      const quote = words.length > MAX_QUOTE ? `${words.slice(0, words.lastIndexOf(" ", MAX_QUOTE))} …` : words;
      return `- ${factText(kind, value)} (${source} "${quote}" on ${dayText(at.slice(0, 10))})`;
    }),
  );
  return lines.length === 0 ? "Your profile is empty." : ["This is what I know about you:", ...lines].join("\n");
}

/** Describes what a message has changed of the profile, one phrase for each fact. */
export const profileUpdates = (profile: Profile, isFrom: (source: ProfileFact["source"]) => boolean) =>
  FactKind.options.flatMap((kind) =>
    profile[fieldOf(kind)]
      .filter(({ source }) => isFrom(source))
      .map(({ value, status, certainty }) => {
        const note = status === "takenBack" ? " (removed)" : certainty === "guessed" ? " (guessed)" : "";
        return `${factText(kind, value)}${note}`;
      }),
  );
