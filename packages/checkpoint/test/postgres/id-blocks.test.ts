import { expect, test } from "vitest";
import { IdBlocks } from "../../src/postgres/id-blocks.ts";
import { ID_BLOCK } from "../../src/postgres/schema.ts";

/** A sequence that others take blocks of, too. */
function blocks() {
  const asked: unknown[] = [];
  let next = 1;
  const ids = new IdBlocks(async (_text, [, count] = []) => {
    asked.push(count);
    await Promise.resolve();
    return Array.from({ length: Number(count) }, () => {
      next += 2 * ID_BLOCK;
      return { first: String(next) };
    });
  }, "s");
  return { ids, asked };
}

test("ids are returned once, also to callers at the same time", async () => {
  const { ids } = blocks();
  const taken = (await Promise.all([700, 3, 900, 2_500].map((count) => ids.take(count)))).map((each) => [...each]);
  expect(taken.map(({ length }) => length)).toEqual([700, 3, 900, 2_500]);
  expect(new Set(taken.flat()).size).toBe(4_103);
});

test("the database is asked only for what is missing, and what a write has brought along is used first", async () => {
  const { ids, asked } = blocks();
  expect(ids.few).toBe(true);
  await ids.take(1);
  expect([ids.few, asked]).toEqual([false, [1]]);
  await ids.take(600);
  expect(ids.few).toBe(true);
  ids.add("90001");
  ids.add(null);
  expect((await ids.take(1_000)).at(-1)).toBeGreaterThan(90_000);
  expect(asked).toEqual([1]);
});
