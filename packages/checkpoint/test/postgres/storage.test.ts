import { emptyCheckpoint, InMemoryStore, type Operation } from "@langchain/langgraph-checkpoint";
import { checkpointErrors, type ThreadStorage } from "@tidemark/checkpoint";
import { COMPARE_AND_SET, type Swap } from "@tidemark/checkpoint/internal";
import { postgres } from "@tidemark/checkpoint/postgres";
import { startPostgres, type TestPostgres } from "@tidemark/test-fixtures/postgres";
import { reason } from "@tidemark/test-fixtures/stores";
import fc from "fast-check";
import { Pool } from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

let server: TestPostgres;
let pool: Pool;
beforeAll(async () => {
  server = await startPostgres();
  pool = new Pool({ connectionString: server.connectionString });
});
afterAll(async () => {
  await pool.end();
  await server.stop();
});

let schemas = 0;
const emptySchema = () => `storage_${(schemas += 1)}`;
const ann = { configurable: { thread_id: "ann", checkpoint_ns: "" } };

async function fill(storage: ThreadStorage): Promise<void> {
  await storage.setup();
  await storage.saver.put(ann, emptyCheckpoint(), { source: "input", step: -1, parents: {} }, {});
  await storage.store.put(["users", "ann"], "profile", { theme: "dark" });
}

describe("postgres", () => {
  test("keeps threads, locks and items behind an address, and ends its own connections", async () => {
    const schema = emptySchema();
    const first = postgres(server.connectionString, { schema });
    await fill(first);
    const lease = await first.locks.acquire("ann");
    const second = postgres(server.connectionString, { schema });
    expect(await second.locks.acquire("ann", { onBusy: "refuse" })).toMatchObject({ outcome: "busy" });
    if (lease.outcome === "acquired") await lease.lease.release();
    await first.close();
    expect(checkpointErrors.unavailable.is(await reason(first.store.get(["users", "ann"], "profile")))).toBe(true);
    expect(await second.saver.getTuple(ann)).toBeDefined();
    expect((await second.store.get(["users", "ann"], "profile"))?.value).toEqual({ theme: "dark" });
    await second.close();
    await second.close();
  });

  test("leaves a pool of the application open", async () => {
    const storage = postgres(pool, { schema: emptySchema() });
    await fill(storage);
    await storage.close();
    expect((await pool.query("SELECT 1 AS one")).rows).toEqual([{ one: 1 }]);
  });

  test("creates its tables once, however many processes start together", async () => {
    const schema = emptySchema();
    const storages = Array.from({ length: 4 }, () => postgres(pool, { schema }));
    await Promise.all(storages.map(({ store }, index) => store.put(["a"], `k${index}`, { index })));
    expect(await storages[0]?.store.search(["a"])).toHaveLength(4);
  });

  test("stores a value only if its item is still the one that was read", async () => {
    const { store } = postgres(pool, { schema: emptySchema() });
    const swap: unknown = Reflect.get(store, COMPARE_AND_SET);
    if (typeof swap !== "function") throw new Error("The store does not compare.");
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the method under this symbol
    const set = swap.bind(store) as Swap;
    const item = { namespace: ["users"], key: "ann" };
    const created = await Promise.all(
      ["a", "b", "c"].map((etag) => set({ ...item, etag: null, value: { etag, from: etag } })),
    );
    expect(created.filter(Boolean)).toHaveLength(1);
    const etag = String((await store.get(["users"], "ann"))?.value["etag"]);
    const changed = await Promise.all(["x", "y"].map((next) => set({ ...item, etag, value: { etag: next } })));
    expect(changed.filter(Boolean)).toHaveLength(1);
    expect(await set({ ...item, etag, value: { etag: "late" } })).toBe(false);
  });

  test("stores a batch completely or not at all", async () => {
    const { store } = postgres(pool, { schema: emptySchema() });
    const batch = store.batch([
      { namespace: ["a"], key: "one", value: { x: 1 } },
      { namespace: ["a"], key: "two", value: { at: () => 1 } },
    ]);
    expect(checkpointErrors.unstorable.is(await reason(batch))).toBe(true);
    expect(await store.search(["a"])).toEqual([]);
  });
});

const labels = fc.constantFrom("users", "ann", "a_n", "a%", "A", "日本", "*");
const namespace = fc.array(labels, { minLength: 1, maxLength: 3 });
const key = fc.constantFrom("k", "K", "", "a:b", "n\0l", "😀");
const member = fc.oneof(fc.integer({ min: -2, max: 2 }), fc.constantFrom("a", "n\0l", null, true), fc.constant([1]));
const value = fc.dictionary(fc.constantFrom("x", "y", "etag"), member, { maxKeys: 3 });
const condition = fc.oneof(member, fc.record({ $gte: member }), fc.record({ $in: fc.array(member, { maxLength: 3 }) }));
const filter = fc.option(fc.dictionary(fc.constantFrom("x", "y"), condition, { maxKeys: 2 }), { nil: undefined });
const page = { limit: fc.nat({ max: 4 }), offset: fc.nat({ max: 3 }) };
const prefix = fc.array(labels, { maxLength: 2 });
const operation: fc.Arbitrary<Operation> = fc.oneof(
  { weight: 3, arbitrary: fc.record({ namespace, key, value: fc.option(value, { freq: 4 }) }) },
  fc.record({ namespace, key }),
  fc.record({ namespacePrefix: prefix, filter, ...page }),
  fc.record({
    matchConditions: fc.array(fc.record({ matchType: fc.constant("prefix" as const), path: prefix }), { maxLength: 1 }),
    maxDepth: fc.integer({ min: 1, max: 3 }),
    ...page,
  }),
);

/** Answers without times, which two stores cannot share. */
const comparable = (results: readonly unknown[]): unknown =>
  JSON.parse(
    JSON.stringify(results, (name, each: unknown) =>
      ["createdAt", "updatedAt", "score"].includes(name) ? undefined : each,
    ),
  );

/** An InMemoryStore lists a namespace even after its last item was deleted; a database should not. */
function dropEmptyNamespaces(store: InMemoryStore): void {
  const data: unknown = Reflect.get(store, "data");
  if (!(data instanceof Map)) throw new Error("InMemoryStore has changed.");
  for (const [name, items] of data) if (items instanceof Map && items.size === 0) data.delete(name);
}

test("the store answers every sequence of batches like an InMemoryStore", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.array(operation, { minLength: 1, maxLength: 3 }), { maxLength: 8 }),
      async (batches) => {
        const memory = new InMemoryStore();
        const { store } = postgres(pool, { schema: "laws" });
        await pool.query('DROP TABLE IF EXISTS "laws".tidemark_items');
        for (const operations of batches) {
          // In one batch, InMemoryStore takes ["a"] "b:c" and ["a", "b"] "c" for the same item.
          const names = operations.filter((each) => "value" in each).map((each) => [...each.namespace, each.key]);
          fc.pre(
            new Set(names.map((each) => each.join(":"))).size ===
              new Set(names.map((each) => JSON.stringify(each))).size,
          );
          const expected = comparable(await memory.batch(structuredClone(operations)));
          expect(comparable(await store.batch(operations))).toEqual(expected);
          dropEmptyNamespaces(memory);
        }
      },
    ),
    { numRuns: 60 },
  );
});
