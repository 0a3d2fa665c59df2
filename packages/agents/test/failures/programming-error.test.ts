import { coreStateErrors } from "@tidemark/core-state";
import { describe, expect, test } from "vitest";
import { agentErrors } from "../../src/kernel/errors.ts";
import { isProgrammingError } from "../../src/failures/programming-error.ts";

const coded = (code: string) => Object.assign(new Error("no"), { code });

describe("a programming error", () => {
  test.each([
    ["a TypeError", new TypeError("x is not a function")],
    ["a ReferenceError", new ReferenceError("x is not defined")],
    [
      "an undeclared write",
      agentErrors.undeclaredWrite({
        agent: "a",
        field: "b",
        writes: [],
        problem: "unknown",
        owners: [],
        nearest: null,
      }),
    ],
    ["an invalid update", coreStateErrors.invalidUpdate({ node: null, issues: [] })],
    ["a refused update of a reducer", coded("reducers/wrongShape")],
    ["a value changed in place", coded("state-manager/mutatedValue")],
  ])("%s is one", (_, error) => {
    expect(isProgrammingError(error)).toBe(true);
  });
});

describe("an expected failure", () => {
  test.each([
    ["an error of an agent", new Error("The card was declined.")],
    ["a lost connection", new TypeError("fetch failed")],
    ["an unparsable body", new TypeError("terminated", { cause: coded("UND_ERR_SOCKET") })],
    ["a status", Object.assign(new TypeError("no"), { status: 503 })],
    ["a model that failed", agentErrors.modelFailed({ part: "planner", reason: "x" }, { cause: new TypeError("x") })],
    ["an invalid plan", agentErrors.unfitPlanAnswer({ to: "replanning", issues: "" })],
    ["a lost lease", coded("state-manager/fenced")],
    ["a text", "no"],
    ["nothing", null],
  ])("%s is not a programming error", (_, error) => {
    expect(isProgrammingError(error)).toBe(false);
  });
});
