import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { known, mergeProfiles, type Profile, profileChanges, type ProfileReading } from "../../src/domain/profile.ts";

const source = (day: number) => ({ words: "x", thread: "t", at: `2027-01-${String(day).padStart(2, "0")}T00:00:00Z` });

function apply(profile: Profile, reading: Partial<ProfileReading>, day = 1): Profile {
  const changes = profileChanges(profile, { facts: [], takenBack: [], ...reading }, source(day));
  return [...profile.filter(({ id }) => changes.every((each) => each.id !== id)), ...changes];
}

const said = (kind: "home" | "like", value: string) => ({ facts: [{ kind, value, certainty: "said" }] }) as const;
const guessed = (kind: "home" | "like", value: string) => ({ facts: [{ kind, value, certainty: "guessed" }] }) as const;

const profileOf = (
  all: readonly { readonly value: string; readonly day: number; readonly holds: boolean }[],
): Profile =>
  all.map(({ value, day, holds }) => ({
    id: `like:${value}`,
    kind: "like",
    value,
    certainty: "said",
    status: holds ? "holds" : "takenBack",
    source: source(day),
  }));

describe("profileChanges", () => {
  test("adds what was said, and nothing when it is known", () => {
    const profile = apply([], said("like", "art"));
    expect(known(profile, "like")).toEqual(["art"]);
    expect(profileChanges(profile, { ...said("like", "art"), takenBack: [] }, source(2))).toEqual([]);
  });

  test("of kinds that have one value, the new one ends the old one", () => {
    const profile = apply(apply([], said("home", "OSL")), said("home", "CPH"));
    expect(known(profile, "home")).toEqual(["CPH"]);
    expect(profile.find(({ id }) => id === "home:OSL")?.status).toBe("takenBack");
  });

  test("a guess never takes the place of something said, and what was taken back is not guessed again", () => {
    expect(known(apply(apply([], said("home", "OSL")), guessed("home", "CPH")), "home")).toEqual(["OSL"]);
    const back = apply(apply([], guessed("home", "CPH")), { takenBack: [{ kind: "home", value: null }] });
    expect(known(back, "home")).toEqual([]);
    expect(known(apply(back, guessed("home", "CPH")), "home")).toEqual([]);
    expect(known(apply(back, said("home", "CPH")), "home")).toEqual(["CPH"]);
  });
});

describe("mergeProfiles", () => {
  const facts = fc.uniqueArray(
    fc.record({
      value: fc.constantFrom("art", "history", "museum"),
      day: fc.integer({ min: 1, max: 3 }),
      holds: fc.boolean(),
    }),
    { selector: ({ value }) => value },
  );

  test("keeps of each fact what was said last, and is idempotent", () => {
    fc.assert(
      fc.property(facts.map(profileOf), facts.map(profileOf), (here, elsewhere) => {
        const merged = mergeProfiles(here, elsewhere);
        expect(mergeProfiles(merged, elsewhere)).toEqual(merged);
        expect(mergeProfiles(merged, here)).toEqual(merged);
        for (const fact of [...here, ...elsewhere]) {
          const kept = merged.find(({ id }) => id === fact.id);
          expect((kept?.source.at ?? "") >= fact.source.at).toBe(true);
        }
      }),
    );
  });
});
