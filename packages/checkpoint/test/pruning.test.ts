import { checkpointErrors } from "@tidemark/checkpoint";
import { expect, test } from "vitest";
import { pruneThread } from "../src/pruning/prune-thread.ts";
import type { Pruning } from "../src/pruning/pruning.ts";

const options = { policy: { keepLast: 1 }, guard: {} };
const damage = () =>
  checkpointErrors.corrupt({ threadId: "t", checkpointId: "c", found: "it is missing", newestGood: null });

/** Five checkpoints to remove, two in a transaction; name only what goes another way. */
const prune = (parts: Partial<Pruning>) => {
  const pruning: Pruning = {
    prepare: () => Promise.resolve(5),
    removeFrom: (from) => Promise.resolve({ next: from + 2, removed: Math.min(2, 5 - from) }),
    ...parts,
  };
  return pruneThread({ pruning: () => pruning }, "t", options);
};

test("every part of a plan is removed, and the number of removed checkpoints is returned", async () => {
  expect(await prune({})).toBe(5);
  expect(await prune({ prepare: () => Promise.resolve(0) })).toBe(0);
});

test("a prune ends when its guard does not allow it any longer", async () => {
  expect(await prune({ removeFrom: (from) => Promise.resolve(from === 0 ? { next: 2, removed: 2 } : null) })).toBe(2);
});

test("a plan that meets another removal is made again, and counts as damage the third time", async () => {
  let plans = 0;
  const failing = (times: number) => () => {
    plans += 1;
    return plans <= times ? Promise.reject(damage()) : Promise.resolve(5);
  };
  expect(await prune({ prepare: failing(2) })).toBe(5);
  plans = 0;
  await expect(prune({ prepare: failing(3) })).rejects.toMatchObject({ code: "checkpoint/corrupt" });
  expect(plans).toBe(3);
});

test("any other error of a plan is thrown at once", async () => {
  let plans = 0;
  const prepare = () => {
    plans += 1;
    return Promise.reject(checkpointErrors.invalidPolicy({ policy: "{}" }));
  };
  await expect(prune({ prepare })).rejects.toMatchObject({ code: "checkpoint/invalidPolicy" });
  expect(plans).toBe(1);
});
