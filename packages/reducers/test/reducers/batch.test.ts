import { append, mergeDeep } from "@tidemark/reducers";
import { batch } from "@tidemark/reducers/internal";
import { testLaws } from "@tidemark/reducers/testing";
import fc from "fast-check";
import { describe, expect, test } from "vitest";

describe("batch", () => {
  test("applies the updates in order", () => {
    expect(batch(append<string>())(["a"], [["b"], undefined, ["c", "d"]])).toEqual(["a", "b", "c", "d"]);
  });

  test("returns the default when both arguments are missing", () => {
    expect(batch(append<string>())(undefined, [])).toEqual([]);
    expect(batch(append<string>())(null, null)).toEqual([]);
  });

  type Tree = Readonly<Record<string, unknown>>;
  const tree = fc.object({ key: fc.constantFrom("a", "b"), values: [fc.constantFrom(1, null)], maxDepth: 2 });

  testLaws(
    ["identity", "batching", "purity"],
    {
      // mergeDeep alone does not batch.
      reduce: batch<Tree, Tree>(mergeDeep<Tree>),
      initial: {},
      empty: [],
      update: fc.array(tree, { maxLength: 3 }),
      concat: (first, second) => [...first, ...second],
    },
    { test },
  );
});
