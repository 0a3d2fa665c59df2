import { describe, expect, test } from "vitest";
import { chooseSeats } from "../../src/domain/seats.ts";
import { byField, type Profile } from "../../src/domain/profile.ts";

const nobody: Profile = byField([]);
const source = { words: "", thread: null, at: "2026-01-01T00:00:00Z" };
const preferring = (value: string): Profile => ({
  ...nobody,
  user_seat_preference: [{ value, certainty: "said", status: "holds", source }],
});

describe("chooseSeats", () => {
  test("chooses the first free seat of the preferred kind, or else the first free seat", () => {
    expect(chooseSeats(["1B", "1C", "2A"], preferring("window"), 1)).toBe("2A");
    expect(chooseSeats(["1B", "1C", "2A"], preferring("aisle"), 1)).toBe("1C");
    expect(chooseSeats(["1B", "1E"], preferring("window"), 1)).toBe("1B");
  });

  test("seats people who travel together next to each other", () => {
    expect(chooseSeats(["1A", "1F", "2A", "4C", "4D", "4E"], preferring("aisle"), 3)).toBe("4C 4D 4E");
  });

  test("returns null when too few seats are free", () => {
    expect(chooseSeats(["1A"], nobody, 2)).toBeNull();
    expect(chooseSeats([], nobody, 1)).toBeNull();
  });
});
