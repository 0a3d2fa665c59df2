import assert from "node:assert/strict";
import { MemorySaver } from "@langchain/langgraph";
import { type BaseCheckpointSaver, emptyCheckpoint } from "@langchain/langgraph-checkpoint";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  checkpointErrors,
  exportThread,
  importThread,
  strictSerializer,
  type ThreadDocument,
} from "../../src/index.ts";
import { sqliteSaver } from "../../src/sqlite.ts";
import { contentOf, listed, SAVERS, writeTurn } from "./thread-graph.ts";

/** A document of one checkpoint whose channel `x` is written like this. */
const holding = (x: unknown, more: Partial<ThreadDocument> = {}): ThreadDocument => ({
  format: "tidemark/thread",
  version: 1,
  threadId: "t",
  values: [],
  trees: [
    {
      base: null,
      tree: {
        o: {
          v: [4],
          ts: [""],
          channel_values: { o: { x } },
          channel_versions: { o: { x: [1] } },
          versions_seen: { o: {} },
        },
      },
    },
  ],
  checkpoints: [
    {
      namespace: "",
      id: emptyCheckpoint().id,
      parent: null,
      metadata: { source: "input", step: -1, parents: {} },
      tree: 0,
    },
  ],
  writes: [],
  ...more,
});

const nested = (levels: number): unknown => {
  let value: unknown = 1;
  for (let level = 0; level < levels; level += 1) value = [value];
  return value;
};

const circle: unknown[] = [];
circle.push(circle);

/** What a hostile document may have done to the process. */
const globals = (): unknown[] => [
  Object.name,
  Array.name,
  Function.name,
  Object.getOwnPropertyNames(Object.prototype).length,
  Object.getOwnPropertyNames(Array.prototype).length,
  Reflect.get({}, "polluted"),
];

/** Imports a document that may be anything: gives back what is there then, or null when it was refused and nothing is there. */
async function outcome(document: unknown, saver: BaseCheckpointSaver): Promise<unknown> {
  const before = globals();
  try {
    await importThread(document, { checkpointer: saver, threadId: "t" });
  } catch (error) {
    const { tooLarge, unreadable, unsupported } = checkpointErrors;
    const typed = [tooLarge, unreadable, unsupported].some((each) => each.is(error));
    assert.ok(typed, error instanceof Error ? error.stack : String(error));
    assert.deepEqual(await listed(saver, "t"), []);
    return null;
  } finally {
    assert.deepEqual(globals(), before);
  }
  return contentOf(saver, "t");
}

/** Imports a document into three kinds of savers: those that take it have the same thread afterwards. */
async function requireOneMeaning(document: unknown): Promise<boolean> {
  const rows = await outcome(document, sqliteSaver());
  const strict = await outcome(document, new MemorySaver(strictSerializer()));
  const stock = await outcome(document, new MemorySaver());
  if (strict !== null) assert.deepEqual(strict, rows);
  if (stock !== null) assert.deepEqual(stock, rows);
  return rows !== null;
}

describe("a document from anywhere", () => {
  test.each<[string, unknown]>([
    ["nothing", undefined],
    ["a text", "{"],
    ["a circle", circle],
    ["a document with a circle in it", holding([circle])],
    ["a BigInt", holding([10n])],
    ["a value of 1,500 levels", holding([nested(1_500)])],
    ["a value of 100,000 levels", holding([nested(100_000)])],
    ["a tree of 100,000 levels", holding(nested(100_000))],
    [
      "metadata of 100,000 levels",
      holding([1], {
        checkpoints: holding([1]).checkpoints.map((row) => ({ ...row, metadata: { x: nested(100_000) } })),
      }),
    ],
    ["a value of 100,000 levels in its list", holding(0, { values: [nested(100_000)] })],
    [
      "a write in the place of another one",
      holding([1], {
        trees: [...holding([1]).trees, { base: null, tree: { o: { "-3": { a: [["x"], [1]] } } } }],
        writes: [{ namespace: "", id: holding([1]).checkpoints[0]?.id ?? "", taskId: "a", tree: 1 }],
      }),
    ],
    ["a namespace alone", holding([1], { checkpoints: [] })],
  ])("that is %s is refused by every saver, typed, and leaves nothing", async (_, document) => {
    for (const [, make] of SAVERS) expect(await outcome(document, make())).toBe(null);
  });

  test("that holds an error is taken by savers that keep its name and stack, and refused by others", async () => {
    const error = { "~": "Error", v: { name: "TypeError", message: "no", stack: "TypeError: no" } };
    const document = holding([error]);
    expect(await outcome(document, sqliteSaver())).toEqual(
      await outcome(document, new MemorySaver(strictSerializer())),
    );
    const refused = importThread(document, { checkpointer: new MemorySaver(), threadId: "t" });
    await expect(refused).rejects.toThrow(/TypeError/);
    await expect(refused).rejects.toMatchObject({ code: "checkpoint/unsupported" });
  });

  test("with keys of a checkpoint that a saver in memory leaves out is refused for it, and taken by ours", async () => {
    const saver = sqliteSaver();
    const config = { configurable: { thread_id: "t", checkpoint_ns: "" } };
    const checkpoint = { ...emptyCheckpoint(), pending_sends: ["one"] };
    await saver.put(config, checkpoint, { source: "input", step: -1, parents: {} }, {});
    const document = await exportThread(saver, "t");
    expect(await outcome(document, sqliteSaver())).toEqual(await contentOf(saver, "t"));
    for (const memory of [new MemorySaver(strictSerializer()), new MemorySaver()]) {
      const refused = importThread(document, { checkpointer: memory, threadId: "t" });
      await expect(refused).rejects.toThrow(/pending_sends/);
      await expect(refused).rejects.toMatchObject({ code: "checkpoint/unsupported" });
    }
  });

  test.each([
    [45, true],
    [46, false],
    [60, false],
  ])("with a message of %i levels is imported into a saver in memory: %s", async (levels, taken) => {
    const kwargs = { content: "Hi", additional_kwargs: { deep: nested(levels - 1) } };
    const id = ["langchain_core", "messages", "HumanMessage"];
    const document = holding([{ lc: 1, type: "constructor", id, kwargs }]);
    const imported = await outcome(document, new MemorySaver());
    expect(imported !== null).toBe(taken);
    expect(await outcome(document, sqliteSaver())).not.toBe(null);
  });

  test("is refused, as soon as it is too much, when it names one value very often", async () => {
    const often = { a: Array.from({ length: 100_000 }, () => 0) };
    const document = holding(often, { values: ["x".repeat(100_000)] });
    for (const [, make] of SAVERS.slice(0, 3)) expect(await outcome(document, make())).toBe(null);
  });

  test("is refused when its checkpoints would have more parts than memory holds", async () => {
    const { trees, checkpoints } = holding({ a: Array.from({ length: 10_000 }, () => [0]) });
    const [row] = checkpoints;
    const grown = Array.from({ length: 3_000 }, (_, base) => ({
      base,
      tree: { p: { channel_values: { p: { x: { s: [0, 0, [[base]]] } } } } },
    }));
    const document = holding([0], {
      trees: [...trees, ...grown],
      checkpoints: [...trees, ...grown].map((_, tree) => {
        return { namespace: "", parent: null, metadata: row?.metadata, id: String(tree).padStart(8, "0"), tree };
      }),
    });
    expect(await outcome(document, new MemorySaver(strictSerializer()))).toBe(null);
  });

  test("means the same to every saver that takes it, whatever was exchanged, cut, repeated or nested in it", async () => {
    const saver = sqliteSaver();
    await writeTurn(saver);
    const original = JSON.stringify(await exportThread(saver, "t"));
    const anything = fc.oneof(
      fc.constantFrom<unknown>(
        null,
        -1,
        0,
        1,
        1e9,
        "",
        "x",
        "__proto__",
        [],
        {},
        [[]],
        [0],
        { o: {} },
        { a: [0] },
        { s: [0, 1, [0]] },
        { p: { v: [3] } },
      ),
      fc.constantFrom<unknown>(
        [{ lc: 1, type: "constructor", id: ["langchain_core", "messages", "constructor"], kwargs: {} }],
        [{ lc: 2, type: "constructor", id: ["Set"], args: [[1]] }],
        [{ lc: 2, type: "undefined" }],
        [{ "~": "undefined" }],
        [{ "~": "Date", v: "2030-01-31T12:00:00.000Z" }],
        [{ "~": "Error", v: { name: "Error", message: { lc: 1 } } }],
        [{ "~": "data", v: { lc: 1, type: "secret", id: ["PATH"] } }],
        [JSON.parse('{"__proto__":{"polluted":1}}')],
      ),
      fc.constantFrom(50, 900, 1_100, 3_000).map((levels) => nested(levels)),
      fc.jsonValue(),
    );
    const change = fc.record({
      path: fc.array(fc.nat(), { minLength: 1, maxLength: 8 }),
      how: fc.constantFrom("put", "drop", "repeat", "swap"),
      value: anything,
    });
    let taken = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(change, { minLength: 1, maxLength: 3 }), async (changes) => {
        const document: unknown = JSON.parse(original);
        for (const { path, how, value } of changes) alter(document, path, { how, value });
        if (await requireOneMeaning(document)) taken += 1;
      }),
    );
    expect(taken).toBeGreaterThan(0);
  });

  test("is read or refused when it was cut off anywhere or its text was changed", async () => {
    const saver = sqliteSaver();
    await writeTurn(saver);
    const text = JSON.stringify(await exportThread(saver, "t"));
    await fc.assert(
      fc.asyncProperty(
        fc.nat(text.length),
        fc.nat(20),
        fc.constantFrom("", "0", '"', "[", "]}", ",{}", "null"),
        async (at, cut, put) => {
          let document: unknown;
          try {
            document = JSON.parse(text.slice(0, at) + put + text.slice(at + cut));
          } catch {
            document = text.slice(0, at);
          }
          await requireOneMeaning(document);
        },
      ),
    );
  });

  test("is read or refused when nobody ever wrote it", async () => {
    const part = fc.anything({ withBigInt: true, withMap: true, withSet: true, withNullPrototype: true, maxDepth: 4 });
    const shape = fc.record({
      format: fc.constantFrom<unknown>("tidemark/thread", "x"),
      version: fc.constantFrom<unknown>(1, 2),
      threadId: fc.oneof(fc.string(), part),
      values: fc.oneof(fc.array(fc.jsonValue()), part),
      trees: fc.oneof(fc.array(fc.record({ base: fc.option(fc.nat(2)), tree: fc.jsonValue() })), part),
      checkpoints: fc.oneof(fc.array(part), part),
      writes: fc.oneof(fc.array(part), part),
    });
    await fc.assert(
      fc.asyncProperty(fc.oneof(part, shape), async (document) => void (await requireOneMeaning(document))),
    );
  });
});

/** Changes a part of a document that a path leads to. */
function alter(document: unknown, path: readonly number[], { how, value }: { how: string; value: unknown }): void {
  let at: unknown = document;
  for (const [depth, step] of path.entries()) {
    if (typeof at !== "object" || at === null) return;
    const keys = Object.keys(at);
    const key = keys[step % Math.max(1, keys.length)];
    if (key === undefined) return;
    const next: unknown = Reflect.get(at, key);
    if (depth < path.length - 1 && typeof next === "object" && next !== null) {
      at = next;
      continue;
    }
    if (how === "put") Reflect.set(at, key, value);
    else if (how === "drop" && Array.isArray(at)) at.splice(Number(key), 1);
    else if (how === "drop") Reflect.deleteProperty(at, key);
    else if (how === "repeat" && Array.isArray(at)) at.push(structuredClone(next));
    else if (how === "swap")
      Reflect.set(at, key, structuredClone(Reflect.get(at, keys[(step + 1) % keys.length] ?? key)));
    return;
  }
}
