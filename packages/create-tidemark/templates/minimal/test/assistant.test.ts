import assert from "node:assert/strict";
import { test } from "node:test";
import { memory } from "tidemark";
import { scriptedModel } from "tidemark/testing";
import { assistantApp } from "../src/assistant.ts";
import { OfflineModel } from "../src/offline-model.ts";

test("an item that the model adds is kept for the next message", async () => {
  const model = scriptedModel([
    { toolCalls: [{ name: "add_item", args: { item: "milk" } }] },
    "Milk is on the list.",
    "You need milk.",
  ]);
  const session = assistantApp({ model, storage: memory() }).session("test");

  await session.send("Add milk, please");
  const turn = await session.send("What do I need?");

  assert.equal(turn.status, "done");
  assert.deepEqual((await session.state()).items, ["milk"]);
  model.assertDone();
});

test("an item that is added twice is on the list once", async () => {
  const session = assistantApp({ model: new OfflineModel(), storage: memory() }).session("test");

  await session.send("add milk and eggs");
  const turn = await session.send("add Milk, bread");

  assert.deepEqual((await session.state()).items, ["milk", "eggs", "bread"]);
  assert.equal(turn.status === "done" && turn.answer, "Milk is on the list already. Added bread.");
});
