import { describe, expect, test } from "vitest";
import {
  byField,
  factValues,
  PROFILE_FIELDS,
  type Profile,
  profileChanges,
  type SaidFacts,
} from "../../src/domain/profile.ts";

const source = (day: number) => ({ words: "x", thread: "t", at: `2027-01-${String(day).padStart(2, "0")}T00:00:00Z` });
const nobody: Profile = byField([]);

function apply(profile: Profile, reading: Partial<SaidFacts>, day = 1): Profile {
  const changes = profileChanges(profile, { facts: [], takenBack: [], ...reading }, source(day));
  const merged: Record<keyof Profile, Profile[keyof Profile]> = { ...profile };
  for (const field of PROFILE_FIELDS) {
    const facts = changes[field] ?? [];
    const kept = profile[field].filter((fact) => facts.every(({ value }) => value !== fact.value));
    merged[field] = [...kept, ...facts];
  }
  return merged;
}

type Facts = Pick<SaidFacts, "facts">;
type Kind = "home_address" | "likes" | "allergies";
const said = (kind: Kind, value: string): Facts => ({ facts: [{ kind, value, certainty: "said" }] });
const guessed = (kind: Kind, value: string): Facts => ({ facts: [{ kind, value, certainty: "guessed" }] });

const home = (profile: Profile) => factValues(profile, "home_address");

describe("profileChanges", () => {
  test("adds a stated fact to the field of its kind, and nothing if it is already known", () => {
    const profile = apply(apply(nobody, said("likes", "art")), said("allergies", "nuts"));
    expect([profile.user_likes, profile.user_allergies]).toMatchObject([[{ value: "art" }], [{ value: "nuts" }]]);
    expect(profileChanges(profile, { ...said("likes", "art"), takenBack: [] }, source(2))).toEqual({});
  });

  test("replaces the old value of a kind with only one value", () => {
    const profile = apply(apply(nobody, said("home_address", "OSL")), said("home_address", "CPH"));
    expect(factValues(profile, "home_address")).toEqual(["CPH"]);
    expect(profile.user_home_address.find(({ value }) => value === "OSL")?.status).toBe("takenBack");
  });

  test("never replaces a stated fact with a guess, and does not guess a fact again that was taken back", () => {
    expect(home(apply(apply(nobody, said("home_address", "OSL")), guessed("home_address", "CPH")))).toEqual(["OSL"]);
    const taken = { takenBack: [{ kind: "home_address" as const, value: null }] };
    const back = apply(apply(nobody, guessed("home_address", "CPH")), taken);
    expect(home(back)).toEqual([]);
    expect(home(apply(back, guessed("home_address", "CPH")))).toEqual([]);
    expect(home(apply(back, said("home_address", "CPH")))).toEqual(["CPH"]);
  });
});
