import assert from "node:assert/strict";
import { test } from "node:test";
import { MemorySaver } from "@langchain/langgraph";
import { openSession } from "tidemark";
import { scriptedModel } from "tidemark/testing";
import { assistantGraph } from "../src/assistant.ts";
import { OfflineModel } from "../src/offline-model.ts";

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

test("an item that is added twice is on the list once", async () => {
  const graph = assistantGraph({ model: new OfflineModel(), checkpointer: new MemorySaver() });
  const session = openSession({ graph, threadId: "test" });

  await session.send("add milk and eggs");
  const turn = await session.send("add Milk, bread");

  assert.deepEqual((await session.state())?.list_items, ["milk", "eggs", "bread"]);
  assert.equal(
    turn.outcome === "done" && turn.state.execution_final_answer,
    "Milk is on the list already. Added bread.",
  );
});
