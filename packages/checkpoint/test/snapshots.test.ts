import assert from "node:assert/strict";
import { HumanMessage } from "@langchain/core/messages";
import { emptyCheckpoint } from "@langchain/langgraph-checkpoint";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { strictSerializer } from "../src/index.ts";
import { encodeValue } from "../src/serializer/encode-value.ts";
import { setOwn } from "../src/serializer/plain-object.ts";
import { checkpointOf, checkpointSnapshot } from "../src/snapshots/checkpoint-snapshot.ts";
import { contentHash } from "../src/snapshots/content-hash.ts";
import { inline, SnapshotBuilder } from "../src/snapshots/snapshot-builder.ts";
import { idsIn, readSnapshot, sourceOf, snapshotText, type SnapshotReader } from "../src/snapshots/snapshot-text.ts";
import { rowNode, rowsOf, type ValueNode } from "../src/snapshots/value-nodes.ts";

const { parse } = { parse: (text: string) => strictSerializer().parse(text) };
const at = { key: "value", parent: null };

/** A store that keeps everything: the texts by id. */
function memory(compares?: true) {
  const builder = new SnapshotBuilder((value, path) => JSON.stringify(encodeValue(value, {}, path)), contentHash);
  const texts: string[] = [];
  const build = (value: unknown, before?: ValueNode): ValueNode => {
    const node = builder.build(value, at, { guide: before, compares });
    for (const row of builder.takeFresh()) {
      const known = texts.indexOf(row.text);
      row.id = known === -1 ? texts.push(row.text) - 1 : known;
    }
    return node;
  };
  const reader: SnapshotReader = {
    inline: (value) => inline(parse(JSON.stringify(value)), JSON.stringify(value)),
    row: (id) => rowNode({ source: parse(texts[id] ?? ""), text: "", hash: "", id }),
  };
  const read = (text: string, before: ValueNode | null = null) => readSnapshot(JSON.parse(text), before, reader);
  return { build, read, texts };
}

const long = (seed: string) => seed.repeat(300);
const key = fc.constantFrom("a", "b", "c", "2", "1", "__proto__", "lc", "~");
const value = fc.letrec((tie) => ({
  any: fc.oneof(
    { maxDepth: 5, depthSize: "small" },
    fc.constantFrom<unknown>(0, -0, null, undefined, "x", long("p"), long("q"), new Date(1), { s: long("r") }),
    fc.array(tie("any"), { maxLength: 5 }),
    fc.array(fc.tuple(key, tie("any")), { maxLength: 5 }).map((pairs) => Object.fromEntries(pairs)),
  ),
})).any;

/** Every list and record of a value. */
function containers(each: unknown, found = new Set<object>()): readonly object[] {
  if (typeof each !== "object" || each === null || each instanceof Date || found.has(each)) return [];
  found.add(each);
  if (!(each instanceof HumanMessage)) for (const part of Object.values(each)) containers(part, found);
  return [...found];
}

interface Change {
  readonly pick: number;
  readonly how: string;
  readonly to: unknown;
}

/** A state, with the data of its messages only. */
const said = ({ list, messages }: { readonly list: unknown; readonly messages: readonly unknown[] }): unknown => ({
  list,
  messages: messages.map((each) => each instanceof HumanMessage && [each.id, each.content]),
});

/** Changes one of some objects in place. */
function alter(objects: readonly object[], { pick, how, to }: Change): void {
  const object = objects[pick % objects.length];
  if (object === undefined) return;
  const keys = Object.keys(object);
  const name = keys[pick % Math.max(1, keys.length)];
  if (object instanceof HumanMessage) object.content = `changed ${pick}`;
  else if (Array.isArray(object)) {
    if (how === "add") object.push(to);
    else if (how === "remove") object.pop();
    else if (how === "reorder") object.reverse();
    else if (how === "slide") {
      object.push(to);
      object.splice(0, 1 + (pick % 2));
    } else if (object.length > 0) object[pick % object.length] = to;
  } else if (how === "add") Object.assign(object, { [`n${pick}`]: to });
  else if (name !== undefined && !["list", "messages"].includes(name)) {
    const old: unknown = Reflect.get(object, name);
    if (how !== "set") Reflect.deleteProperty(object, name);
    if (how !== "remove") setOwn(object, name, how === "set" ? to : old);
  }
}

describe("trees", () => {
  test("say the value that they were made of", () => {
    fc.assert(
      fc.property(value, (each) => {
        const { build, read } = memory();
        assert.deepStrictEqual(sourceOf(read(snapshotText(build(each), null) ?? "")), each);
      }),
    );
  });

  test("and what changed, laid over what was, says what is", () => {
    fc.assert(
      fc.property(fc.array(value, { minLength: 2, maxLength: 5 }), (values) => {
        const { build, read } = memory();
        let before: ValueNode | null = null;
        let known: ValueNode | null = null;
        for (const each of values) {
          const node = build(each, before ?? undefined);
          const text = snapshotText(node, before);
          if (text !== null) known = read(text, known);
          assert.ok(known !== null);
          assert.deepStrictEqual(sourceOf(known), each);
          before = node;
        }
      }),
    );
  });

  test("name the values that they contain", () => {
    fc.assert(
      fc.property(value, (each) => {
        const { build } = memory();
        const node = build(each);
        const named = idsIn(JSON.parse(snapshotText(node, null) ?? ""));
        expect(named).toEqual(new Set(Array.from(rowsOf(node), ({ id }) => id)));
      }),
    );
  });

  test("of an object that nobody has changed are not made again", () => {
    const { build, texts } = memory();
    const state = { list: [{ text: long("a") }, { text: long("b") }], small: { a: 1 } };
    const first = build(state);
    expect(build(state)).toBe(first);
    expect(snapshotText(build({ ...state }), first)).toBeNull();
    state.small.a = 2;
    expect(snapshotText(build(state, first), first)).toBe('{"p":{"small":[{"a":2}]}}');
    expect(texts).toHaveLength(2);
  });

  test("that are compared say what an object is now, whatever was done to it in place since it was last looked at", () => {
    const change = fc.record({
      pick: fc.nat(),
      how: fc.constantFrom("set", "add", "remove", "reorder", "slide"),
      to: value,
    });
    fc.assert(
      fc.property(
        fc.array(value, { minLength: 1, maxLength: 8 }),
        fc.array(change, { maxLength: 6 }),
        (list, changes) => {
          const { build, read } = memory(true);
          const state = { list: structuredClone(list), messages: [new HumanMessage({ id: "m", content: long("m") })] };
          let before = build(state);
          for (const each of changes) {
            // A copy: an object that came into itself would be a circle.
            alter(containers(state), { ...each, to: structuredClone(each.to) });
            before = build(each.pick % 2 === 0 ? state : { ...state }, before);
            // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the state has both
            const found = sourceOf(read(snapshotText(before, null) ?? "")) as Parameters<typeof said>[0];
            assert.deepStrictEqual(said(found), said(state));
          }
        },
      ),
    );
  });

  test("grow by what was added", () => {
    const { build } = memory();
    const many = Array.from({ length: 200 }, (_, index) => ({ id: index, text: "some words" }));
    const first = build(many);
    expect(snapshotText(build([...many, { id: 200, text: "more" }]), first)).toBe(
      '{"s":[200,0,[[{"id":200,"text":"more"}]]]}',
    );
    expect(snapshotText(build(many.slice(1)), first)).toBe('{"s":[0,1,[]]}');
    const slid = [...many.slice(2), { id: 200, text: "more" }];
    expect(snapshotText(build(slid), first)).toBe('{"s":[0,2,[],198,0,[[{"id":200,"text":"more"}]]]}');
  });

  test("take in more at once than a call has arguments", () => {
    const { build, read } = memory();
    const first = build([long("a"), long("b")]);
    const many = [long("a"), ...Array.from({ length: 200_000 }, () => true), long("b")];
    const change = snapshotText(build(many, first), first) ?? "";
    expect(sourceOf(read(change, read(snapshotText(first, null) ?? "")))).toEqual(many);
  });

  test("that nobody has written are refused", () => {
    const { read } = memory();
    for (const text of ["null", '"x"', "[]", "[1,2]", '{"p":{}}', '{"o":1}', '{"a":{}}', '{"i":{"0":1}}', "1.5"]) {
      expect(() => read(text)).toThrow(TypeError);
    }
    for (const text of ['{"s":[3,0,[]]}', '{"s":[1,2,[]]}', '{"s":[-1,0,[]]}', '{"s":[0,0.5,[]]}'])
      expect(() => read(text, read('{"a":[[1],[2]]}'))).toThrow(TypeError);
  });
});

test("a checkpoint comes back whole, and takes what has not changed from its parent", () => {
  const builder = new SnapshotBuilder((each, path) => JSON.stringify(encodeValue(each, {}, path)), contentHash);
  const version = 2 ** 40;
  const first = {
    ...emptyCheckpoint(),
    channel_values: { a: { n: [1] } },
    channel_versions: { a: version },
    versions_seen: { node: { a: version } },
  };
  const tree = checkpointSnapshot(first, builder, { parent: null });
  expect(checkpointOf(tree, first.id)).toEqual(first);
  const second = checkpointSnapshot({ ...first, channel_versions: { a: version, b: version + 1 } }, builder, {
    parent: tree,
  });
  expect(snapshotText(second, tree)).toBe(`{"p":{"channel_versions":{"p":{"b":[${version + 1}]}}}}`);
});
