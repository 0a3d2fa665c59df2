import { z } from "zod";

/** What can be known of a traveler. */
export const FactKind = z.enum(["seat", "food", "allergy", "like", "dislike", "price", "home", "nationality"]);
export type FactKind = z.infer<typeof FactKind>;

/** One thing that is known of a traveler, and where it comes from. */
export const ProfileFact = z.strictObject({
  /** Kind and value: `food:vegetarian`. */
  id: z.string().min(1),
  kind: FactKind,
  value: z.string().min(1),
  /** Said, or guessed from what was said. */
  certainty: z.enum(["said", "guessed"]),
  /** A fact that was taken back stays, so that it is not guessed again. */
  status: z.enum(["holds", "takenBack"]),
  source: z.strictObject({ words: z.string(), thread: z.string().nullable(), at: z.iso.datetime() }),
});
export type ProfileFact = z.infer<typeof ProfileFact>;

/** A fact as it was read from a message. */
export type ReadFact = Pick<ProfileFact, "kind" | "value" | "certainty">;

export type Profile = readonly ProfileFact[];

/** Of these kinds one value holds at a time. */
const SINGLE: ReadonlySet<FactKind> = new Set(["seat", "price", "home", "nationality"]);

const factId = ({ kind, value }: Pick<ProfileFact, "kind" | "value">): string => `${kind}:${value}`;

/** The values that hold, of one kind. */
export const known = (profile: Profile, kind: FactKind): readonly string[] =>
  profile.filter((fact) => fact.status === "holds" && fact.kind === kind).map(({ value }) => value);

/** The one value that holds, of a kind that has one; null without. */
export const knownOne = (profile: Profile, kind: FactKind): string | null => known(profile, kind).at(-1) ?? null;

/** What was read of a person in one message. */
export interface ProfileReading {
  readonly facts: readonly ReadFact[];
  /** Kinds, and values where one was named, that do not hold any more. */
  readonly takenBack: readonly { readonly kind: FactKind; readonly value: string | null }[];
}

/**
 * Gives the facts to be written: what is new or has changed, and nothing else.
 *
 * A guess never takes the place of something said, and what was taken back is not guessed again.
 */
export function profileChanges(
  profile: Profile,
  { facts, takenBack }: ProfileReading,
  source: ProfileFact["source"],
): readonly ProfileFact[] {
  const changes = new Map<string, ProfileFact>();
  const now = (id: string): ProfileFact | undefined => changes.get(id) ?? profile.find((fact) => fact.id === id);
  const all = (): readonly ProfileFact[] => [...profile.filter(({ id }) => !changes.has(id)), ...changes.values()];
  const end = (fact: ProfileFact): void => void changes.set(fact.id, { ...fact, status: "takenBack", source });

  for (const { kind, value } of takenBack) {
    for (const fact of all()) {
      if (fact.kind === kind && fact.status === "holds" && (value === null || fact.value === value)) end(fact);
    }
  }
  for (const fact of facts) {
    const id = factId(fact);
    const before = now(id);
    const rivals = all().filter((each) => each.kind === fact.kind && each.status === "holds" && each.id !== id);
    const guessed = fact.certainty === "guessed";
    if (guessed && (before !== undefined || (SINGLE.has(fact.kind) && rivals.some(isSaid)))) continue;
    if (before?.status === "holds" && before.certainty === fact.certainty) continue;
    if (SINGLE.has(fact.kind)) for (const rival of rivals) end(rival);
    changes.set(id, { ...fact, id, status: "holds", source });
  }
  return [...changes.values()];
}

/** Puts what is known elsewhere together with what is known here: of each fact, what was said last. */
export function mergeProfiles(here: Profile, elsewhere: Profile): Profile {
  const facts = new Map(here.map((fact) => [fact.id, fact]));
  for (const fact of elsewhere) {
    const same = facts.get(fact.id);
    if (same === undefined || same.source.at < fact.source.at) facts.set(fact.id, fact);
  }
  return [...facts.values()];
}

const isSaid = ({ certainty }: ProfileFact): boolean => certainty === "said";

const wordings: Readonly<Record<FactKind, (value: string) => string>> = {
  seat: (value) => `wants a seat at the ${value}`,
  food: (value) => `eats ${value}`,
  allergy: (value) => `is allergic to ${value}`,
  like: (value) => `likes ${value}`,
  dislike: (value) => `dislikes ${value}`,
  price: (value) => `travels on a ${value} budget`,
  home: (value) => `lives near ${value}`,
  nationality: (value) => `holds a passport of ${value}`,
};

/** A fact in words: `likes museums`. */
export const factText = ({ kind, value }: Pick<ProfileFact, "kind" | "value">): string => wordings[kind](value);

/** The profile in lines, with where each fact comes from. */
export function profileLines(profile: Profile): readonly string[] {
  const holding = profile.filter(({ status }) => status === "holds");
  if (holding.length === 0) return ["Nothing is known of you yet."];
  return holding.map((fact) => {
    const how = fact.certainty === "said" ? "you said" : "guessed, since you said";
    return `- ${factText(fact)} (${how} "${fact.source.words}" on ${fact.source.at.slice(0, 10)})`;
  });
}
