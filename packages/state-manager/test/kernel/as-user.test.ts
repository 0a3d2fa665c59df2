import { asUser, stateManagerErrors } from "@tidemark/state-manager";
import { isUser } from "@tidemark/state-manager/internal";
import fc from "fast-check";
import { describe, expect, test } from "vitest";

describe("asUser", () => {
  test("puts `user:` before the unchanged id", () => {
    for (const id of ["ann", "ANN", " ", "user:ann", ":", "🚂", "__proto__", "ann@example.org", "a/b"]) {
      expect(asUser(id)).toBe(`user:${id}`);
    }
  });

  test("refuses an empty id", () => {
    expect(() => asUser("")).toThrow(stateManagerErrors.emptyUserId({ userId: "" }).message);
  });

  test("returns different names for two people, both recognized as people", () => {
    const id = fc.string({ minLength: 1, unit: "binary" });
    fc.assert(
      fc.property(id, id, (one, other) => {
        expect(asUser(one) === asUser(other)).toBe(one === other);
        expect(isUser(asUser(one))).toBe(true);
      }),
    );
  });
});

describe("isUser", () => {
  test.each(["", "user", "user:", "users:ann", "User:ann", " user:ann", "agent:user:ann", "planner", "root"])(
    "recognizes %j as an agent",
    (name) => {
      expect(isUser(name)).toBe(false);
    },
  );
});
