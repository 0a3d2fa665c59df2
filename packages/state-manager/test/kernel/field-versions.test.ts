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
    open: field(part),
    open_reduced: field({ ...part, reducer: append<string>() }),
    owned: field({ ...part, owner: "root" }),
    owned_reduced: field({ ...part, owner: "root", reducer: append<string>() }),
    nobody: field({ ...part, owner: [] }),
  }),
});

describe("raisedVersions", () => {
  test.each(["kind_open", "kind_owned", "kind_owned_reduced", "kind_nobody"])("counts a write of %s", (name) => {
    expect(raisedVersions(Kinds, [name], {})).toEqual({ [name]: 1 });
    expect(raisedVersions(Kinds, [name], { runtime_field_versions: { [name]: 41, other: 7 } })).toEqual({ [name]: 42 });
  });

  test.each([
    ["an open field with a reducer", "kind_open_reduced"],
    ["a field of the framework", "runtime_turn_id"],
    ["the versions themselves", "runtime_field_versions"],
    ["messages", "messages"],
    ["an unknown name", "kind_nothing"],
    ["the name of an object property", "constructor"],
    ["the name of another object property", "toString"],
    ["a prototype", "__proto__"],
  ])("does not count %s", (_, name) => {
    expect(raisedVersions(Kinds, [name], {})).toBeNull();
  });

  test("raises versions of owned fields and leaves out the others of the same write", () => {
    const written = ["kind_owned", "messages", "kind_open_reduced", "kind_open"];
    expect(raisedVersions(Kinds, written, { runtime_field_versions: { kind_owned: 2 } })).toEqual({
      kind_owned: 3,
      kind_open: 1,
    });
  });

  test("returns null when nothing was written", () => {
    expect(raisedVersions(Kinds, [], { runtime_field_versions: { kind_owned: 2 } })).toBeNull();
    expect(raisedVersions(defineState({ version: 1, fields: {} }), ["kind_owned"], {})).toBeNull();
  });
});
