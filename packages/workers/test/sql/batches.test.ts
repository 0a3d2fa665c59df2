import { expect, test } from "vitest";
import { Batches } from "../../src/sql/batches.ts";

/** Batches whose lock is free once it is given. */
function locked() {
  const run: (readonly string[])[] = [];
  const free: (() => void)[] = [];
  const batches = new Batches<string, string>(async (take) => {
    await new Promise<void>((resolve) => free.push(resolve));
    const items = take();
    run.push(items);
    return items.map((item) => `${item} ended`);
  });
  return { batches, run, free: () => free.shift()?.() };
}

test("what comes while a batch waits for its lock is part of the batch", async () => {
  const { batches, run, free } = locked();
  const results = Promise.all(["a", "b", "c"].map((item) => batches.add(item)));
  free();
  expect(await results).toEqual(["a ended", "b ended", "c ended"]);
  expect(run).toEqual([["a", "b", "c"]]);
});

test("a batch that is tried again has its entries and those that came since", async () => {
  const taken: (readonly string[])[] = [];
  const batches: Batches<string, string> = new Batches(async (take) => {
    taken.push(take());
    later ??= batches.add("b");
    const items = take();
    taken.push(items);
    return await Promise.resolve(items);
  });
  let later: Promise<string> | null = null;
  expect([await batches.add("a"), await (later ?? Promise.resolve(null))]).toEqual(["a", "b"]);
  expect(taken).toEqual([["a"], ["a", "b"]]);
});

test("a batch that fails fails for all of its entries, and the next one runs", async () => {
  const batches = new Batches<string, string>(async (take) => {
    await Promise.resolve();
    const items = take();
    if (items.includes("bad")) throw new Error("It is full.");
    return items;
  });
  const settled = await Promise.allSettled(["good", "bad"].map((item) => batches.add(item)));
  expect(settled.map(({ status }) => status)).toEqual(["rejected", "rejected"]);
  expect(await batches.add("good")).toBe("good");
});
