import { defineRegistry, describeAgent } from "@tidemark/agents";
import { expandDependencies } from "@tidemark/agents/internal";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { letters } from "./planning-registry.ts";

describe("expandDependencies", () => {
  test("PL-12 adds the provider of a context that a selected capability requires", () => {
    expect(expandDependencies(["write"], letters, [])).toEqual({
      capabilities: ["write", "find"],
      added: [{ capability: "find", provides: "ADDRESS", neededBy: "write" }],
      unprovided: [],
    });
  });

  test("PL-13 adds nothing for stored contexts", () => {
    expect(expandDependencies(["write"], letters, ["ADDRESS"]).capabilities).toEqual(["write"]);
  });

  test("PL-14 repeats until nothing is missing", () => {
    expect(expandDependencies(["send"], letters, []).capabilities).toEqual(["send", "write", "find"]);
  });

  test("PL-15 does not change the selection when a required context has no provider, and reports it", () => {
    const registry = defineRegistry([describeAgent({ name: "write", description: "Writes.", requires: ["ADDRESS"] })]);
    expect(expandDependencies(["write"], registry, [])).toEqual({
      capabilities: ["write"],
      added: [],
      unprovided: [{ contextType: "ADDRESS", neededBy: "write" }],
    });
  });

  test("PL-16 terminates when capabilities require each other", () => {
    const registry = defineRegistry([
      describeAgent({ name: "hen", description: "Lays eggs.", requires: ["EGG"], provides: ["HEN"] }),
      describeAgent({ name: "egg", description: "Becomes a hen.", requires: ["HEN"], provides: ["EGG"] }),
    ]);
    expect(expandDependencies(["hen"], registry, []).capabilities).toEqual(["hen", "egg"]);
  });

  test("adds nothing when a selected capability provides the type, also under another name", () => {
    expect(expandDependencies(["write", "lookup"], letters, []).capabilities).toEqual(["write", "lookup"]);
  });

  test("adds nothing for other contexts of an added provider", () => {
    const registry = defineRegistry([
      describeAgent({ name: "phone", description: "Finds numbers.", provides: ["PHONE"] }),
      describeAgent({ name: "book", description: "Finds all.", provides: ["ADDRESS", "PHONE"] }),
      describeAgent({ name: "call", description: "Calls.", requires: ["ADDRESS", "PHONE"] }),
    ]);
    expect(expandDependencies(["call"], registry, []).capabilities).toEqual(["call", "book"]);
  });

  test("keeps unknown names, each once", () => {
    expect(expandDependencies(["ghost", "ghost"], letters, []).capabilities).toEqual(["ghost"]);
  });

  const type = fc.constantFrom("A", "B", "C", "D");
  const agents = fc
    .uniqueArray(fc.constantFrom("a", "b", "c", "d"), { minLength: 1 })
    .chain((names) =>
      fc.tuple(
        ...names.map((name) =>
          fc
            .record({ requires: fc.array(type, { maxLength: 3 }), provides: fc.array(type, { maxLength: 2 }) })
            .map((outline) => describeAgent({ name, description: name, ...outline })),
        ),
      ),
    );

  test("law: the selection stays first, every requirement is stored, provided or reported, and a repetition adds nothing", () => {
    fc.assert(
      fc.property(
        agents,
        fc.uniqueArray(fc.constantFrom("a", "b", "ghost")),
        fc.array(type),
        (list, selected, stored) => {
          const registry = defineRegistry(list);
          const { capabilities, unprovided } = expandDependencies(selected, registry, stored);
          expect(capabilities.slice(0, selected.length)).toEqual(selected);
          expect(new Set(capabilities).size).toBe(capabilities.length);
          const there = new Set([
            ...stored,
            ...unprovided.map((each) => each.contextType),
            ...capabilities.flatMap((name) => registry.find(name)?.provides ?? []),
          ]);
          const required = capabilities.flatMap((name) => registry.find(name)?.requires ?? []);
          expect(required.filter((each) => !there.has(String(each)))).toEqual([]);
          expect(expandDependencies(capabilities, registry, stored).capabilities).toEqual(capabilities);
        },
      ),
    );
  });
});
