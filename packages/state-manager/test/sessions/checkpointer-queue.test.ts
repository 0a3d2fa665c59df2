import { MemorySaver } from "@langchain/langgraph";
import { expect, test } from "vitest";
import { queueOf } from "../../src/sessions/checkpointer-queue.graph.ts";
import { acquired } from "./lock-contract.ts";

test("whoever asks for the line of a checkpointer gets the same one", async () => {
  const saver = new MemorySaver();
  const lease = await acquired(queueOf(saver));
  expect(queueOf(saver)).toBe(queueOf(saver));
  expect(await queueOf(saver).acquire("t", { onBusy: "refuse" })).toMatchObject({ outcome: "busy" });
  await lease.release();
  expect((await queueOf(saver).acquire("t", { onBusy: "refuse" })).outcome).toBe("acquired");
});

test("another checkpointer has a line of its own, for the same thread too", async () => {
  const [one, other] = [new MemorySaver(), new MemorySaver()];
  const lease = await acquired(queueOf(one));
  expect(queueOf(other)).not.toBe(queueOf(one));
  expect((await queueOf(other).acquire("t", { onBusy: "refuse" })).outcome).toBe("acquired");
  await lease.release();
});
