import { stateManagerErrors } from "@tidemark/state-manager";
import { describe, expect, test } from "vitest";

const kinds = Object.values(stateManagerErrors);

describe("stateManagerErrors", () => {
  test.each(kinds.map((kind) => [kind.code, kind] as const))("%s states the problem and the remedy", (code, kind) => {
    expect(code).toMatch(/^state-manager\/[a-z][A-Za-z]+$/);
    // At least two sentences: the problem with its details, and the remedy.
    expect(kind.sample()).toMatch(/^["“`{A-Z].*[.:!?].+[.)}”`]$/s);
  });

  test("are recognized by their code, not by their class", () => {
    const error = stateManagerErrors.invalidTurnOption({ field: "trip_city", option: "keep" });
    expect(stateManagerErrors.invalidTurnOption.is(error)).toBe(true);
    expect(stateManagerErrors.invalidTurnOption.is(new Error(error.message))).toBe(false);
  });
});
