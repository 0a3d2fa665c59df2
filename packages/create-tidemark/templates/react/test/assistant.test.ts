import assert from "node:assert/strict";
import { test } from "node:test";
import { MemorySaver } from "@langchain/langgraph";
import { openSession } from "tidemark";
import { assistantGraph } from "../src/assistant.ts";
import { OfflineModel } from "../src/offline-model.ts";
import { createServer } from "../src/server.ts";

function openAssistant() {
  const checkpointer = new MemorySaver();
  const graph = assistantGraph({ model: new OfflineModel(), checkpointer });
  const session = (threadId: string) => openSession({ graph, threadId });
  return { session, server: createServer({ session, checkpointer, key: "a key for the tests" }) };
}

test("the list is cleared when a person approves it", async () => {
  const session = openAssistant().session("test");
  await session.send("add milk");
  assert.equal((await session.send("clear the list")).outcome, "interrupted");
  assert.deepEqual((await session.state())?.list_items, ["milk"]);

  const [question] = await session.pending();
  assert.ok(question);
  assert.equal((await session.resume(question.id, "yes")).outcome, "done");
  assert.deepEqual((await session.state())?.list_items, []);
});

test("the page gets the stored messages and the list", async () => {
  const { session, server } = openAssistant();
  await session("test").send("add milk");
  const response = await server.request("/api/chat/test/messages");
  assert.equal(response.status, 200);
  assert.match(await response.text(), /"list_items":\["milk"\]/);
});
