import { describe, expect, test } from "vitest";
import { factValues, type Profile, profileChanges, type SaidFacts } from "../../src/domain/profile.ts";

const source = (day: number) => ({ words: "x", thread: "t", at: `2027-01-${String(day).padStart(2, "0")}T00:00:00Z` });

function apply(profile: Profile, reading: Partial<SaidFacts>, day = 1): Profile {
  const changes = profileChanges(profile, { facts: [], takenBack: [], ...reading }, source(day));
  return [...profile.filter(({ id }) => changes.every((change) => change.id !== id)), ...changes];
}

type Facts = Pick<SaidFacts, "facts">;
const said = (kind: "home" | "like", value: string): Facts => ({ facts: [{ kind, value, certainty: "said" }] });
const guessed = (kind: "home" | "like", value: string): Facts => ({ facts: [{ kind, value, certainty: "guessed" }] });

describe("profileChanges", () => {
  test("adds a stated fact, and nothing if it is already known", () => {
    const profile = apply([], said("like", "art"));
    expect(factValues(profile, "like")).toEqual(["art"]);
    expect(profileChanges(profile, { ...said("like", "art"), takenBack: [] }, source(2))).toEqual([]);
  });

  test("replaces the old value of a kind with only one value", () => {
    const profile = apply(apply([], said("home", "OSL")), said("home", "CPH"));
    expect(factValues(profile, "home")).toEqual(["CPH"]);
    expect(profile.find(({ id }) => id === "home:OSL")?.status).toBe("takenBack");
  });

  test("never replaces a stated fact with a guess, and does not guess a fact again that was taken back", () => {
    expect(factValues(apply(apply([], said("home", "OSL")), guessed("home", "CPH")), "home")).toEqual(["OSL"]);
    const back = apply(apply([], guessed("home", "CPH")), { takenBack: [{ kind: "home", value: null }] });
    expect(factValues(back, "home")).toEqual([]);
    expect(factValues(apply(back, guessed("home", "CPH")), "home")).toEqual([]);
    expect(factValues(apply(back, said("home", "CPH")), "home")).toEqual(["CPH"]);
  });
});
