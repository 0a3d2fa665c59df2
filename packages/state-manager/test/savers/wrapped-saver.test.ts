import { MemorySaver } from "@langchain/langgraph";
import { emptyCheckpoint } from "@langchain/langgraph-checkpoint";
import { expect, test } from "vitest";
import { WrappedSaver } from "../../src/savers/wrapped-saver.graph.ts";

test("a wrapped saver reads, writes, lists, counts and deletes like the inner saver", async () => {
  const below = new MemorySaver();
  const saver = new WrappedSaver(below);
  const config = { configurable: { thread_id: "t", checkpoint_ns: "" } };
  const checkpoint = { ...emptyCheckpoint(), channel_values: { amount: 3 } };
  const stored = await saver.put(config, checkpoint, { source: "input", step: -1, parents: {} }, {});
  await saver.putWrites(stored, [["amount", 4]], "task");
  expect((await below.getTuple(config))?.pendingWrites).toEqual([["task", "amount", 4]]);
  expect((await saver.getTuple(config))?.checkpoint.channel_values).toEqual({ amount: 3 });
  const listed: string[] = [];
  for await (const tuple of saver.list(config)) listed.push(tuple.checkpoint.id);
  expect(listed).toEqual([checkpoint.id]);
  expect(saver.getNextVersion(4)).toBe(below.getNextVersion(4));
  expect(await saver.getDeltaChannelHistory({ config: stored, channels: ["amount"] })).toEqual(
    await below.getDeltaChannelHistory({ config: stored, channels: ["amount"] }),
  );
  await saver.deleteThread("t");
  expect(await below.getTuple(config)).toBeUndefined();
});
