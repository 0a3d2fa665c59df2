import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { DatabaseSync } from "node:sqlite";
import { InMemoryStore, type Operation } from "@langchain/langgraph-checkpoint";
import { bundleWorker } from "@tidemark/test-fixtures/bundle";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { checkpointErrors } from "../../../src/kernel/errors.ts";
import { sqliteSaver, sqliteStore } from "../../../src/sqlite.ts";
import { COMPARE_AND_SET } from "../../../src/store/compare-and-set.ts";
import { reason } from "@tidemark/test-fixtures/stores";

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), "tidemark-items-"));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const labels = fc.constantFrom("users", "ann", "ben", "a_n", "a%", "A", "日本", "*");
const namespace = fc.array(labels, { minLength: 1, maxLength: 3 });
const key = fc.constantFrom("k", "K", "other", "", "a:b", "n\0l", "😀");
const member = fc.oneof(fc.integer({ min: -2, max: 2 }), fc.constantFrom("a", "b", null, true), fc.constant([1]));
const value = fc.dictionary(fc.constantFrom("x", "y", "etag"), member, { maxKeys: 3 });
const condition = fc.oneof(
  member,
  fc.record(
    {
      $eq: member,
      $ne: member,
      $gt: member,
      $gte: member,
      $lt: member,
      $lte: member,
      $in: fc.array(member, { maxLength: 3 }),
      $nin: fc.array(member, { maxLength: 3 }),
    },
    { requiredKeys: [] },
  ),
  fc.record({ other: member }),
);
const filter = fc.option(fc.dictionary(fc.constantFrom("x", "y"), condition, { maxKeys: 2 }), { nil: undefined });
const page = { limit: fc.nat({ max: 4 }), offset: fc.nat({ max: 3 }) };
const prefix = fc.array(labels, { maxLength: 2 });

const put = fc.record({ namespace, key, value: fc.option(value, { freq: 4 }) });
const operation: fc.Arbitrary<Operation> = fc.oneof(
  { weight: 3, arbitrary: put },
  fc.record({ namespace, key }),
  fc.record({ namespacePrefix: prefix, filter, ...page }),
  fc.record(
    {
      matchConditions: fc.array(
        fc.record({ matchType: fc.constantFrom("prefix" as const, "suffix" as const), path: prefix }),
        { maxLength: 2 },
      ),
      maxDepth: fc.integer({ min: 1, max: 3 }),
      ...page,
    },
    { requiredKeys: ["matchConditions", "limit", "offset"] },
  ),
);

/** Answers without times, which two stores cannot share. */
const comparable = (results: readonly unknown[]): unknown =>
  JSON.parse(
    JSON.stringify(results, (name, each: unknown) =>
      name === "createdAt" || name === "updatedAt" || name === "score" ? undefined : each,
    ),
  );

/** An InMemoryStore lists a namespace even after its last item was deleted; a database should not. */
function dropEmptyNamespaces(store: InMemoryStore): void {
  const data: unknown = Reflect.get(store, "data");
  if (!(data instanceof Map)) throw new Error("InMemoryStore has changed.");
  for (const [name, items] of data) if (items instanceof Map && items.size === 0) data.delete(name);
}

describe("sqliteStore", () => {
  test("answers every sequence of batches like an InMemoryStore", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.array(operation, { minLength: 1, maxLength: 4 }), { maxLength: 12 }),
        async (batches) => {
          const [memory, sqlite] = [new InMemoryStore(), sqliteStore()];
          for (const operations of batches) {
            // In one batch, InMemoryStore takes ["a"] "b:c" and ["a", "b"] "c" for the same item.
            const names = operations.filter((each) => "value" in each).map((each) => [...each.namespace, each.key]);
            fc.pre(
              new Set(names.map((each) => each.join(":"))).size ===
                new Set(names.map((each) => JSON.stringify(each))).size,
            );
            // In one batch, InMemoryStore gives a namespace its place in the order when something is deleted there that does not exist.
            const writes = operations.filter((each) => "value" in each);
            const placeOf = ({ namespace: labelsOf }: (typeof writes)[number]): string => JSON.stringify(labelsOf);
            fc.pre(
              !writes.some(
                (deleted, index) =>
                  deleted.value === null &&
                  writes.slice(index + 1).some((each) => each.value !== null && placeOf(each) === placeOf(deleted)),
              ),
            );
            const expected = comparable(await memory.batch(structuredClone(operations)));
            expect(comparable(await sqlite.batch(operations))).toEqual(expected);
            dropEmptyNamespaces(memory);
          }
          sqlite.close();
        },
      ),
    );
  });

  test("has the methods of a BaseStore, with its defaults", async () => {
    const store = sqliteStore();
    for (let index = 0; index < 12; index += 1) await store.put(["docs"], `d${index}`, { index });
    expect((await store.search(["docs"])).map((item) => item.key)).toEqual(
      Array.from({ length: 10 }, (_, index) => `d${index}`),
    );
    expect((await store.search(["docs"], { filter: { index: { $gte: 10 } } })).map((item) => item.key)).toEqual([
      "d10",
      "d11",
    ]);
    expect(await store.listNamespaces()).toEqual([["docs"]]);
    await store.delete(["docs"], "d0");
    expect(await store.get(["docs"], "d0")).toBeNull();
    expect(await store.get(["docs"], "d1")).toMatchObject({ key: "d1", namespace: ["docs"], value: { index: 1 } });
    store.close();
  });

  test("keeps the time of creation, and moves the time of the update", async () => {
    const store = sqliteStore();
    await store.put(["a"], "k", { x: 1 });
    const first = await store.get(["a"], "k");
    await new Promise((resolve) => setTimeout(resolve, 5));
    await store.put(["a"], "k", { x: 2 });
    const second = await store.get(["a"], "k");
    expect(second?.createdAt).toEqual(first?.createdAt);
    expect(second?.updatedAt.getTime()).toBeGreaterThan(first?.updatedAt.getTime() ?? Infinity);
    store.close();
  });

  test("shares a file with sqliteSaver and with another store, and survives closing", async () => {
    const file = path.join(folder, "shared.db");
    const [saver, one, other] = [sqliteSaver({ file }), sqliteStore({ file }), sqliteStore({ file })];
    await one.put(["a"], "k", { from: "one" });
    expect((await other.get(["a"], "k"))?.value).toEqual({ from: "one" });
    expect(await saver.getTuple({ configurable: { thread_id: "t" } })).toBeUndefined();
    for (const each of [saver, one, other]) each.close();
    const again = sqliteStore({ file });
    expect((await again.get(["a"], "k"))?.value).toEqual({ from: "one" });
    again.close();
  });

  test("leaves no trace of a namespace whose items were deleted", async () => {
    const store = sqliteStore();
    await store.put(["users", "ann"], "k", { x: 1 });
    await store.delete(["users", "ann"], "k");
    expect(await store.listNamespaces()).toEqual([]);
    expect(store.database.prepare("SELECT count(*) AS n FROM tidemark_items").get()).toEqual({ n: 0 });
    store.close();
  });

  test("stores a batch completely or not at all", async () => {
    const store = sqliteStore();
    const bad = { at: () => 1 };
    const batch = store.batch([
      { namespace: ["a"], key: "one", value: { x: 1 } },
      { namespace: ["a"], key: "two", value: bad },
    ]);
    expect(checkpointErrors.unstorable.is(await reason(batch))).toBe(true);
    expect(await store.search(["a"])).toEqual([]);
    store.close();
  });

  test("leaves nothing of a batch whose last write the database refuses", async () => {
    const store = sqliteStore();
    await store.put(["b"], "k", { x: 1 });
    store.database.exec(
      "CREATE TRIGGER refuse BEFORE INSERT ON tidemark_items WHEN NEW.path = 'c' BEGIN SELECT RAISE(ABORT, 'no'); END",
    );
    const batch = store.batch([
      { namespace: ["a"], key: "one", value: { x: 1 } },
      { namespace: ["c"], key: "two", value: { x: 2 } },
    ]);
    expect(checkpointErrors.unavailable.is(await reason(batch))).toBe(true);
    expect(await store.search(["a"])).toEqual([]);
    store.close();
  });

  test("finds each of many items once, with a filter and without", async () => {
    const store = sqliteStore();
    const keys = Array.from({ length: 600 }, (_, index) => `k${index}`);
    await store.batch(keys.map((each, index) => ({ namespace: ["a"], key: each, value: { even: index % 2 === 0 } })));
    const found = async (wanted: { readonly even?: boolean }, offset = 0) =>
      (await store.search(["a"], { filter: wanted, offset, limit: 1_000 })).map((item) => item.key);
    expect(await found({})).toEqual(keys);
    expect(await found({ even: true }, 10)).toEqual(keys.filter((_, index) => index % 2 === 0).slice(10));
    store.close();
  });

  test("takes part in a transaction of the application", async () => {
    const database = new DatabaseSync(":memory:");
    const store = sqliteStore({ database });
    database.exec("BEGIN");
    await store.put(["a"], "k", { x: 1 });
    database.exec("ROLLBACK");
    expect(await store.get(["a"], "k")).toBeNull();
    database.close();
    expect(checkpointErrors.unavailable.is(await reason(store.get(["a"], "k")))).toBe(true);
  });

  test.each([
    ["a query", [{ namespacePrefix: ["a"], query: "trains" }]],
    ["an index", [{ namespace: ["a"], key: "k", value: {}, index: ["text"] }]],
    ["a time to live", [{ namespace: ["a"], key: "k", value: {}, options: { ttl: 1 } }]],
  ])("refuses %s instead of ignoring it", async (_, operations) => {
    const store = sqliteStore();
    expect(checkpointErrors.notInStore.is(await reason(store.batch(operations)))).toBe(true);
    store.close();
  });

  test.each([[[]], [[""]], [["a.b"]], [["a:b"]], [["n\0l"]], [["\ud800"]]])(
    "refuses the namespace %j",
    async (name) => {
      const store = sqliteStore();
      await expect(store.batch([{ namespace: name, key: "k", value: {} }])).rejects.toThrow(/namespace/i);
      store.close();
    },
  );

  test("refuses a key that SQLite would change, and options that it does not know", async () => {
    const store = sqliteStore();
    expect(checkpointErrors.invalidKey.is(await reason(store.put(["a"], "\ud800", {})))).toBe(true);
    const options: object = { index: { dims: 3 } };
    expect(() => sqliteStore(options)).toThrow(/index/);
    store.close();
  });

  test("compares and stores in one transaction", async () => {
    const file = path.join(folder, "swap.db");
    const [one, other] = [sqliteStore({ file }), sqliteStore({ file })];
    const swap = (store: typeof one, etag: string | null, next: string): unknown => {
      const method: unknown = Reflect.get(store, COMPARE_AND_SET);
      if (typeof method !== "function") throw new Error("The store cannot compare.");
      return Reflect.apply(method, store, [{ namespace: ["a"], key: "k", etag, value: { etag: next } }]);
    };
    expect(await swap(one, "1", "2")).toBe(false);
    expect(await swap(one, null, "1")).toBe(true);
    expect(await swap(other, null, "1")).toBe(false);
    expect(await swap(other, "1", "2")).toBe(true);
    expect(await swap(one, "1", "3")).toBe(false);
    expect((await one.get(["a"], "k"))?.value).toEqual({ etag: "2" });
    await other.put(["a"], "k", { etag: "4" });
    expect(await swap(one, "2", "5")).toBe(false);
    expect(await swap(one, "4", "5")).toBe(true);
    one.close();
    other.close();
  });

  test("keeps every acknowledged item of a killed process, and whole batches only", async () => {
    const file = path.join(folder, "killed.db");
    const worker = await bundleWorker(path.join(import.meta.dirname, "item-writer.ts"), folder);
    for (let round = 0; round < 5; round += 1) {
      const child = spawn(process.execPath, [worker, JSON.stringify({ file, round })], {
        stdio: ["ignore", "pipe", "inherit"],
      });
      let acknowledged = -1;
      child.stdout.on("data", (chunk: Buffer) => {
        const last = chunk.toString().trim().split("\n").at(-1);
        acknowledged = Math.max(acknowledged, Number(last));
        if (acknowledged >= 5 + round) child.kill("SIGKILL");
      });
      await once(child, "close");
      const store = sqliteStore({ file });
      const left = await store.search([`r${round}`, "left"], { limit: 10_000 });
      const right = await store.search([`r${round}`, "right"], { limit: 10_000 });
      expect(acknowledged).toBeGreaterThanOrEqual(5);
      expect(left.length).toBeGreaterThan(acknowledged);
      expect(right.map((item) => item.value)).toEqual(left.map((item) => item.value));
      store.close();
    }
  });
});
