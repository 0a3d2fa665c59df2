import type { StateSnapshot } from "@langchain/langgraph";
import { expect, test } from "vitest";
import { branchOf } from "../../src/ownership/state-branch.graph.ts";

const snapshot = (id: string, parent?: string): StateSnapshot => ({
  values: {},
  next: [],
  config: { configurable: { checkpoint_id: id } },
  ...(parent !== undefined && { parentConfig: { configurable: { checkpoint_id: parent } } }),
  metadata: { source: "loop", step: 0, parents: {} },
  tasks: [],
});

/** Ids of the branch in a listing, from its first checkpoint or from another one. */
async function followed(listing: readonly StateSnapshot[], newestId?: string): Promise<unknown[]> {
  async function* listed() {
    for (const each of listing) yield await Promise.resolve(each);
  }
  const ids: unknown[] = [];
  for await (const { config } of branchOf(listed(), newestId)) ids.push(config.configurable?.["checkpoint_id"]);
  return ids;
}

test("follows one branch, and leaves out the others", async () => {
  const listing = [snapshot("5", "2"), snapshot("4", "3"), snapshot("3", "2"), snapshot("2", "1"), snapshot("1")];
  expect(await followed(listing)).toEqual(["5", "2", "1"]);
  expect(await followed(listing, "4")).toEqual(["4", "3", "2", "1"]);
});

test("misses no checkpoint whose id is above that of its child", async () => {
  // The clock was set back before 3: its parent precedes it in the listing.
  expect(await followed([snapshot("9", "1"), snapshot("3", "9"), snapshot("1")], "3")).toEqual(["3", "9", "1"]);
});

test("ends at a missing parent, and in a cycle", async () => {
  expect(await followed([snapshot("2", "gone"), snapshot("1")])).toEqual(["2"]);
  expect(await followed([snapshot("2", "1"), snapshot("1", "2")])).toEqual(["2", "1"]);
});
