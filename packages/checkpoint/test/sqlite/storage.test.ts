import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { emptyCheckpoint } from "@langchain/langgraph-checkpoint";
import { memory, type ThreadStorage } from "@tidemark/checkpoint";
import { sqlite } from "@tidemark/checkpoint/sqlite";
import { afterAll, describe, expect, test } from "vitest";

const folder = mkdtempSync(path.join(tmpdir(), "tidemark-storage-"));
afterAll(() => {
  rmSync(folder, { recursive: true });
});

const ann = { configurable: { thread_id: "ann", checkpoint_ns: "" } };

async function fill(storage: ThreadStorage): Promise<void> {
  await storage.setup();
  await storage.saver.put(ann, emptyCheckpoint(), { source: "input", step: -1, parents: {} }, {});
  await storage.store.put(["users", "ann"], "profile", { theme: "dark" });
}

describe.each([
  ["memory()", memory],
  ["sqlite(':memory:')", () => sqlite(":memory:")],
  ["sqlite(file)", () => sqlite(path.join(folder, "storage.db"))],
])("%s", (_, make) => {
  test("stores checkpoints and items, and locks threads", async () => {
    const storage = make();
    await fill(storage);
    expect(await storage.saver.getTuple(ann)).toBeDefined();
    expect((await storage.store.get(["users", "ann"], "profile"))?.value).toEqual({ theme: "dark" });
    const lease = await storage.locks.acquire("ann");
    expect(lease.outcome).toBe("acquired");
    expect(await storage.locks.acquire("ann", { onBusy: "refuse" })).toMatchObject({ outcome: "busy" });
    if (lease.outcome === "acquired") await lease.lease.release();
    await storage.close();
  });
});

test("a file keeps threads and items after close", async () => {
  const file = path.join(folder, "kept.db");
  const first = sqlite(file);
  await fill(first);
  await first.close();
  await expect(first.saver.getTuple(ann)).rejects.toMatchObject({ code: "checkpoint/unavailable" });
  const second = sqlite(file);
  expect(await second.saver.getTuple(ann)).toBeDefined();
  expect(await second.store.get(["users", "ann"], "profile")).not.toBeNull();
  await second.close();
});

test("an unknown option throws", () => {
  // @ts-expect-error -- the option does not exist
  expect(() => sqlite(":memory:", { sync: "full" })).toThrow(/sync/);
});
