import { MemorySaver } from "@langchain/langgraph";
import { expect, test } from "vitest";
import { lineOf } from "../../src/sessions/checkpointer-line.graph.ts";
import { acquired } from "./lock-contract.ts";

test("whoever asks for the line of a checkpointer gets the same one", async () => {
  const saver = new MemorySaver();
  const lease = await acquired(lineOf(saver));
  expect(lineOf(saver)).toBe(lineOf(saver));
  expect(await lineOf(saver).acquire("t", { onBusy: "refuse" })).toMatchObject({ outcome: "busy" });
  await lease.release();
  expect((await lineOf(saver).acquire("t", { onBusy: "refuse" })).outcome).toBe("acquired");
});

test("another checkpointer has a line of its own, for the same thread too", async () => {
  const [one, other] = [new MemorySaver(), new MemorySaver()];
  const lease = await acquired(lineOf(one));
  expect(lineOf(other)).not.toBe(lineOf(one));
  expect((await lineOf(other).acquire("t", { onBusy: "refuse" })).outcome).toBe("acquired");
  await lease.release();
});
