import { AgentState, defineState, extendState, field, fields } from "@tidemark/core-state";
import { append } from "@tidemark/reducers";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { raisedVersions } from "../../src/kernel/field-versions.ts";

const part = {
  description: "A field.",
  schema: z.array(z.string()).readonly(),
  default: () => [],
  lifetime: "thread",
} as const;

const Kinds = extendState(AgentState, {
  version: 1,
  fields: fields("kind", {
    anybody: field(part),
    anybody_folds: field({ ...part, reducer: append<string>() }),
    owned: field({ ...part, owner: "root" }),
    owned_folds: field({ ...part, owner: "root", reducer: append<string>() }),
    nobody: field({ ...part, owner: [] }),
  }),
});

describe("raisedVersions", () => {
  test.each(["kind_anybody", "kind_owned", "kind_owned_folds", "kind_nobody"])("counts a write of %s", (name) => {
    expect(raisedVersions(Kinds, [name], {})).toEqual({ [name]: 1 });
    expect(raisedVersions(Kinds, [name], { runtime_field_versions: { [name]: 41, other: 7 } })).toEqual({ [name]: 42 });
  });

  test.each([
    ["a field that everybody folds into", "kind_anybody_folds"],
    ["a field of the framework", "runtime_turn_id"],
    ["the versions themselves", "runtime_field_versions"],
    ["messages", "messages"],
    ["a name that the state does not have", "kind_nothing"],
    ["a name that every object has", "constructor"],
    ["a name that every object has, another", "toString"],
    ["a prototype", "__proto__"],
  ])("does not count %s", (_, name) => {
    expect(raisedVersions(Kinds, [name], {})).toBeNull();
  });

  test("raises versions of owned fields and leaves out the others of the same write", () => {
    const written = ["kind_owned", "messages", "kind_anybody_folds", "kind_anybody"];
    expect(raisedVersions(Kinds, written, { runtime_field_versions: { kind_owned: 2 } })).toEqual({
      kind_owned: 3,
      kind_anybody: 1,
    });
  });

  test("returns null when nothing was written", () => {
    expect(raisedVersions(Kinds, [], { runtime_field_versions: { kind_owned: 2 } })).toBeNull();
    expect(raisedVersions(defineState({ version: 1, fields: {} }), ["kind_owned"], {})).toBeNull();
  });
});
