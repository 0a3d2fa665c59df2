import fc from "fast-check";
import { expect, test } from "vitest";
import { AgentState } from "../../src/agent-state.ts";
import { findNonJson } from "../../src/json.ts";
import { arbitraryUpdate, arbitraryValue } from "../../src/testing/arbitrary.ts";
import { checkUpdate } from "../../src/update.ts";

test("every generated value of AgentState has all its fields and is plain JSON", () => {
  fc.assert(
    fc.property(arbitraryValue(AgentState), (value) => {
      expect(Object.keys(value).toSorted()).toEqual(Object.keys(AgentState.fields).toSorted());
      expect(findNonJson(value)).toBeNull();
    }),
    { numRuns: 50 },
  );
});

test("every generated update of AgentState passes its check", () => {
  fc.assert(
    fc.property(arbitraryUpdate(AgentState), (update) => {
      expect(checkUpdate(AgentState, update)).toMatchObject({ ok: true });
    }),
    { numRuns: 50 },
  );
});

test("the generated updates reach every field", () => {
  const reached = new Set(
    fc.sample(arbitraryUpdate(AgentState), { numRuns: 100, seed: 1 }).flatMap((update) => Object.keys(update)),
  );
  expect([...reached].toSorted()).toEqual(Object.keys(AgentState.fields).toSorted());
});
