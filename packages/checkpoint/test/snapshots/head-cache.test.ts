import { emptyCheckpoint } from "@langchain/langgraph-checkpoint";
import { expect, test } from "vitest";
import { type Head, HeadCache } from "../../src/snapshots/head-cache.ts";
import { listNode } from "../../src/snapshots/value-nodes.ts";

const head = (): Head => ({
  checkpoint: emptyCheckpoint(),
  stored: { document: { id: 1, links: 0, whole: 1, changed: 0 }, tree: listNode([], []) },
});

test("the thread that was used longest ago goes first", () => {
  const cache = new HeadCache(2);
  const [a, b, c] = [head(), head(), head()];
  cache.set("a", "", a);
  cache.set("b", "", b);
  expect(cache.get("a", "")).toBe(a);
  cache.set("c", "", c);
  expect([cache.get("a", ""), cache.get("b", ""), cache.get("c", "")]).toEqual([a, undefined, c]);
  cache.clear();
  expect(cache.get("a", "")).toBeUndefined();
});

test("a thread and its namespace are never mistaken for others", () => {
  const cache = new HeadCache(2);
  cache.set("a", "b", head());
  expect(cache.get("a,b", "")).toBeUndefined();
});
