import fc from "fast-check";
import { expect, test } from "vitest";
import { z } from "zod";
import { AgentState } from "../../src/fields/agent-state.ts";
import { field, fields } from "../../src/kernel/field.ts";
import { findNonJson } from "../../src/kernel/json.ts";
import { arbitraryUpdate, arbitraryValue } from "../../src/testing/arbitrary.ts";
import { defineState } from "../../src/state/state.ts";
import { checkUpdate } from "../../src/state/update.ts";

test("every generated value of AgentState has all its fields and is plain JSON", () => {
  fc.assert(
    fc.property(arbitraryValue(AgentState), (value) => {
      expect(Object.keys(value).toSorted()).toEqual(Object.keys(AgentState.fields).toSorted());
      expect(findNonJson(value)).toBeNull();
    }),
    { numRuns: 50 },
  );
});

test("every generated update of AgentState is valid", () => {
  fc.assert(
    fc.property(arbitraryUpdate(AgentState), (update) => {
      expect(checkUpdate(AgentState, update)).toMatchObject({ ok: true });
    }),
    { numRuns: 50 },
  );
});

test("the generated updates contain every field", () => {
  const reached = new Set(
    fc.sample(arbitraryUpdate(AgentState), { numRuns: 100, seed: 1 }).flatMap((update) => Object.keys(update)),
  );
  expect([...reached].toSorted()).toEqual(Object.keys(AgentState.fields).toSorted());
});

test("recursive schemas and schemas with ids generate values of several depths", () => {
  const Tree = z.object({
    name: z.string().meta({ id: "TreeName" }),
    get branches(): z.ZodArray<typeof Tree> {
      return z.array(Tree);
    },
    get twin(): z.ZodOptional<typeof Tree> {
      return Tree.optional();
    },
    get parent(): z.ZodNullable<typeof Tree> {
      return Tree.nullable();
    },
  });
  const Forest = defineState({
    version: 1,
    fields: fields("forest", {
      oldest: field({
        description: "The oldest tree.",
        schema: Tree.nullable(),
        default: () => null,
        lifetime: "thread",
      }),
      age: field({ description: "In years.", schema: z.int().nullable(), default: () => null, lifetime: "thread" }),
    }),
  });
  const values = fc.sample(arbitraryValue(Forest), { numRuns: 200, seed: 1 });
  expect(values.every((value) => checkUpdate(Forest, value).ok)).toBe(true);
  expect(values.some((value) => value.forest_oldest?.branches[0] !== undefined)).toBe(true);
  expect(values.some((value) => (value.forest_age ?? 0) > 9)).toBe(true);
});
