import assert from "node:assert/strict";
import { test } from "node:test";
import { MemorySaver } from "@langchain/langgraph";
import { openSession } from "tidemark";
import { scriptedModel } from "tidemark/testing";
import { assistantGraph } from "../src/assistant.ts";

test("an item that the model adds is kept for the next message", async () => {
  const model = scriptedModel([
    { toolCalls: [{ name: "add_item", args: { item: "milk" } }] },
    "Milk is on the list.",
    "You need milk.",
  ]);
  const session = openSession({ graph: assistantGraph({ model, checkpointer: new MemorySaver() }), threadId: "test" });

  await session.send("Add milk, please");
  const turn = await session.send("What do I need?");

  assert.equal(turn.outcome, "done");
  assert.deepEqual((await session.state())?.list_items, ["milk"]);
  model.assertDone();
});
