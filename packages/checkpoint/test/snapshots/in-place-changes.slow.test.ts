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

const builderOf = () => new SnapshotBuilder((each, path) => JSON.stringify(encodeValue(each, {}, path)), contentHash);

const copy = (each: object): object => {
  const list: readonly unknown[] | null = Array.isArray(each) ? each : null;
  return list === null ? { ...each } : [...list];
};

/** Stores snapshots, and reads them as another process does. */
function storeOf(builder: SnapshotBuilder, compares?: true) {
  const texts: string[] = [];
  const reader: SnapshotReader = {
    inline: (value) => inline(parse(JSON.stringify(value)), JSON.stringify(value)),
    row: (id) => rowNode({ source: parse(texts[id] ?? ""), text: "", hash: "", id }),
  };
  return {
    build: (state: object, before?: ValueNode): ValueNode => {
      const node = builder.build(state, at, { guide: before, compares });
      for (const row of builder.takeFresh()) row.id = texts.push(row.text) - 1;
      return node;
    },
    read: (text: string, base: ValueNode | null = null): ValueNode => readSnapshot(JSON.parse(text), base, reader),
  };
}

/** Text of what is stored after a part was changed in place: of the same object, or of a copy. Null for nothing. */
const storedAfter = (
  made: object,
  place: number,
  { copies, compares }: { readonly copies: boolean; readonly compares?: true },
): string | null => {
  const builder = builderOf();
  const before = builder.build(made, at);
  builder.takeFresh();
  const part: unknown = Object.values(made)[place % Object.values(made).length];
  assert.ok(typeof part === "object" && part !== null);
  Reflect.set(part, "id", "changed");
  const after = builder.build(copies ? copy(made) : made, at, { guide: before, compares });
  const change = snapshotText(after, before);
  return change === null ? null : [change, ...builder.takeFresh().map(({ text }) => text)].join(" ");
};

const stores = (copies: boolean, compares?: true) => (make: () => object) =>
  fc.assert(
    fc.property(fc.nat(), (place) => {
      const stored = storedAfter(make(), place, { copies, ...(compares && { compares }) });
      return stored?.includes('"changed"') === true;
    }),
    { numRuns: 20 },
  );

describe("a change in place inside a part", () => {
  const many = 600;
  const makers = {
    "of a list": () => Array.from({ length: many }, (_, index) => ({ id: index, text: long("a") })),
    "of a record": () =>
      Object.fromEntries(Array.from({ length: many }, (_, index) => [`k${index}`, { id: index, text: long("a") }])),
    "of a list of messages": () =>
      Array.from({ length: 600 }, (_, index) => new HumanMessage({ id: `${index}`, content: long("a") })),
  };
  test.each(Object.entries(makers))("%s is stored when the same object is handed over again", (_, make) => {
    stores(false)(make);
  });
  test.each(Object.entries(makers))("%s is stored in a copy when all are compared", (_, make) => {
    stores(true, true)(make);
  });
  test.each(Object.entries(makers))("%s is not looked for in a copy by default", (_, make) => {
    fc.assert(
      fc.property(fc.nat(), (place) => storedAfter(make(), place, { copies: true }) === null),
      { numRuns: 20 },
    );
  });

  test("is stored together with parts that were replaced, removed and added", () => {
    const change = fc.record({ pick: fc.nat(), how: fc.constantFrom("set", "add", "remove"), deep: fc.boolean() });
    fc.assert(
      fc.property(fc.array(change, { minLength: 1, maxLength: 8 }), fc.boolean(), (changes, isList) => {
        const { build: store, read } = storeOf(builderOf(), true);
        let state: object = isList
          ? Array.from({ length: 90 }, (_, index) => ({ id: index, text: long("a") }))
          : Object.fromEntries(Array.from({ length: 90 }, (_, index) => [`k${index}`, { text: long("b") }]));
        let before = store(state);
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
          const after = store(state, before);
          const text = snapshotText(after, before);
          if (text !== null) known = read(text, known);
          assert.deepStrictEqual(sourceOf(known), state);
          before = after;
        }
      }),
    );
  });

  const edit = fc.record({
    pick: fc.nat(),
    how: fc.constantFrom("set", "add", "remove", "change"),
    copies: fc.boolean(),
  });
  test("hides nothing else: parts that were replaced, removed and added are stored", () => {
    fc.assert(
      fc.property(fc.array(edit, { minLength: 1, maxLength: 8 }), fc.boolean(), (edits, isList) => {
        const { build, read } = storeOf(builderOf());
        let state: object = isList
          ? Array.from({ length: 700 }, (_, index) => ({ id: index, text: long("a") }))
          : Object.fromEntries(Array.from({ length: 700 }, (_, index) => [`k${index}`, { text: long("b") }]));
        let before = build(state);
        let known = read(snapshotText(before, null) ?? "");
        const changed = new Set<unknown>();
        const put = () => {
          const after = build(state, before);
          const text = snapshotText(after, before);
          if (text !== null) known = read(text, known);
          before = after;
        };
        for (const { pick, how, copies } of edits) {
          if (copies) state = copy(state);
          const names = Object.keys(state);
          const name = names[pick % names.length] ?? "";
          const part: unknown = Reflect.get(state, name);
          if (how === "change" && typeof part === "object" && part !== null) {
            Reflect.set(part, `n${pick % 7}`, pick);
            changed.add(part);
          } else if (how === "set") Reflect.set(state, name, { text: long(`c${pick}`) });
          else if (Array.isArray(state)) {
            if (how === "add") state.push({ text: long("d") });
            else state.splice(pick % state.length, 1);
          } else if (how === "add") Reflect.set(state, `n${pick}`, { text: long("d") });
          else Reflect.deleteProperty(state, name);
          put();
          const stored = sourceOf(known);
          assert.ok(typeof stored === "object" && stored !== null);
          assert.deepStrictEqual(Object.keys(stored), Object.keys(state));
          for (const [key, value] of Object.entries(state))
            if (!changed.has(value)) assert.deepStrictEqual(Reflect.get(stored, key), value);
        }
      }),
      { numRuns: 40 },
    );
  });
});

describe("two branches that go on from one value", () => {
  const branch = fc.record({ pick: fc.nat(), how: fc.constantFrom("add", "set", "shrink") });
  test("store their own parts, also after a value that could not be stored", () => {
    fc.assert(
      fc.property(fc.array(branch, { minLength: 2, maxLength: 10 }), fc.boolean(), (branches, isList) => {
        const builder = builderOf();
        const { build, read } = storeOf(builder);
        const start: object = isList
          ? Array.from({ length: 90 }, (_, index) => ({ id: index, text: long("a") }))
          : Object.fromEntries(Array.from({ length: 90 }, (_, index) => [`k${index}`, { text: long("b") }]));
        const first = build(start);
        const versions = [{ state: start, node: first, written: snapshotText(first, null) ?? "" }];
        for (const { pick, how } of branches) {
          const base = versions[pick % versions.length];
          assert.ok(base !== undefined);
          const state = copy(base.state);
          const names = Object.keys(state);
          const name = names[pick % names.length] ?? "";
          if (how === "set") Reflect.set(state, name, { text: long(`c${pick}`) });
          else if (Array.isArray(state)) {
            if (how === "add") state.push({ text: long(`d${pick}`) });
            else state.length = Math.max(1, state.length - (pick % 5));
          } else if (how === "add") Reflect.set(state, `n${pick}`, { text: long(`d${pick}`) });
          else Reflect.deleteProperty(state, names.at(-1) ?? "");
          // A version that fails after some of its parts have been added.
          const wrong = copy(state);
          for (const [key, value] of Object.entries({ x: { text: long("e") }, y: () => 1 }))
            if (Array.isArray(wrong)) wrong.push(value);
            else Reflect.set(wrong, key, value);
          expect(() => build(wrong, base.node)).toThrow("y");
          builder.takeFresh();
          const node = build(state, base.node);
          const change = snapshotText(node, base.node);
          const tree = read(base.written);
          assert.deepStrictEqual(sourceOf(change === null ? tree : read(change, tree)), state);
          versions.push({ state, node, written: snapshotText(node, null) ?? "" });
        }
        // What came later has changed none of them.
        for (const { state, node, written } of versions) {
          expect(snapshotText(node, null)).toBe(written);
          assert.deepStrictEqual(sourceOf(read(written)), state);
        }
      }),
      { numRuns: 50 },
    );
  });
});
