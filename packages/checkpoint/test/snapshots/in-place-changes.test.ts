import assert from "node:assert/strict";
import { HumanMessage } from "@langchain/core/messages";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { strictSerializer } from "../../src/index.ts";
import { encodeValue } from "../../src/serializer/encode-value.ts";
import { contentHash } from "../../src/snapshots/content-hash.ts";
import { inline, SnapshotBuilder } from "../../src/snapshots/snapshot-builder.ts";
import { readSnapshot, snapshotText, sourceOf, type SnapshotReader } from "../../src/snapshots/snapshot-text.ts";
import { rowNode, type ValueNode } from "../../src/snapshots/value-nodes.ts";

const at = { key: "value", parent: null };
const long = (seed: string) => seed.repeat(300);
const { parse } = { parse: (text: string) => strictSerializer().parse(text) };

const builderOf = (changes: "gradual" | "immediate") =>
  new SnapshotBuilder((each, path) => JSON.stringify(encodeValue(each, {}, path)), contentHash, changes);

const copy = (each: object): object => {
  const list: readonly unknown[] | null = Array.isArray(each) ? each : null;
  return list === null ? { ...each } : [...list];
};

/** Changes one part, and returns the number of snapshots after which the change is stored. */
const snapshotsUntilStored = (made: object, place: number, changes: "gradual" | "immediate"): number => {
  const builder = builderOf(changes);
  let before = builder.build(made, at);
  builder.takeFresh();
  const part: unknown = Object.values(made)[place % Object.values(made).length];
  assert.ok(typeof part === "object" && part !== null);
  Reflect.set(part, "id", "changed");
  for (let count = 1; count <= 100; count += 1) {
    const after = builder.build(copy(made), at, before);
    const change = snapshotText(after, before);
    if (change !== null) {
      const stored = builder.takeFresh().map(({ text }) => text);
      expect([change, ...stored].join(" ")).toContain('"changed"');
      return count;
    }
    before = after;
  }
  return Infinity;
};

describe("a change in place inside an old part", () => {
  const many = 3_000;
  const makers = {
    "of a list": () => Array.from({ length: many }, (_, index) => ({ id: index, text: long("a") })),
    "of a record": () =>
      Object.fromEntries(Array.from({ length: many }, (_, index) => [`k${index}`, { id: index, text: long("a") }])),
    "of a list of messages": () =>
      Array.from({ length: 600 }, (_, index) => new HumanMessage({ id: `${index}`, content: long("a") })),
  };
  test.each(Object.entries(makers))("%s is stored by one of the next snapshots, wherever it is", (_, make) => {
    fc.assert(
      fc.property(fc.nat(), (place) => snapshotsUntilStored(make(), place, "gradual") <= 13),
      { numRuns: 20 },
    );
  });

  test.each(Object.entries(makers))("%s is stored at once if it is one of the newest", (_, make) => {
    fc.assert(
      fc.property(fc.nat({ max: 31 }), (back) => {
        const made = make();
        return snapshotsUntilStored(made, Object.keys(made).length - 1 - back, "gradual") === 1;
      }),
      { numRuns: 10 },
    );
  });

  test.each(Object.entries(makers))("%s is stored at once if all are compared", (_, make) => {
    fc.assert(
      fc.property(fc.nat(), (place) => snapshotsUntilStored(make(), place, "immediate") === 1),
      { numRuns: 10 },
    );
  });

  test("is stored together with parts that were replaced, removed and added", () => {
    const change = fc.record({ pick: fc.nat(), how: fc.constantFrom("set", "add", "remove"), deep: fc.boolean() });
    fc.assert(
      fc.property(fc.array(change, { minLength: 1, maxLength: 8 }), fc.boolean(), (changes, isList) => {
        const texts: string[] = [];
        const reader: SnapshotReader = {
          inline: (value) => inline(parse(JSON.stringify(value)), JSON.stringify(value)),
          row: (id) => rowNode({ source: parse(texts[id] ?? ""), text: "", hash: "", id }),
        };
        const read = (text: string, base: ValueNode | null = null) => readSnapshot(JSON.parse(text), base, reader);
        const builder = builderOf("immediate");
        const store = (node: ValueNode): ValueNode => {
          for (const row of builder.takeFresh()) row.id = texts.push(row.text) - 1;
          return node;
        };
        let state: object = isList
          ? Array.from({ length: 90 }, (_, index) => ({ id: index, text: long("a") }))
          : Object.fromEntries(Array.from({ length: 90 }, (_, index) => [`k${index}`, { text: long("b") }]));
        let before = store(builder.build(state, at));
        let known = read(snapshotText(before, null) ?? "");
        for (const { pick, how, deep } of changes) {
          if (!deep) state = copy(state);
          const parts = Object.keys(state);
          const name = parts[pick % parts.length] ?? "";
          const part: unknown = Reflect.get(state, name);
          if (deep && typeof part === "object" && part !== null) Reflect.set(part, `n${pick % 7}`, pick);
          else if (how === "set") Reflect.set(state, name, { text: long(`c${pick}`) });
          else if (Array.isArray(state)) {
            if (how === "add") state.push({ text: long("d") });
            else state.splice(pick % state.length, 1);
          } else if (how === "add") Reflect.set(state, `n${pick}`, { text: long("d") });
          else Reflect.deleteProperty(state, name);
          const after = store(builder.build(state, at, before));
          const text = snapshotText(after, before);
          if (text !== null) known = read(text, known);
          assert.deepStrictEqual(sourceOf(known), state);
          before = after;
        }
      }),
    );
  });
});
