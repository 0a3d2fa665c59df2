import { expect, test } from "vitest";
import { NewestEntries } from "../src/newest-entries.ts";

test("keeps the entries that were set last, also those that were set again", () => {
  const entries = new NewestEntries<number>(2);
  entries.set("a", 1).set("b", 2).set("a", 3).set("c", 4);
  expect([...entries]).toEqual([
    ["a", 3],
    ["c", 4],
  ]);
});
