import assert from "node:assert/strict";
import { test } from "node:test";
import { memory } from "tidemark";
import { assistantApp } from "../src/assistant.ts";
import { OfflineModel } from "../src/offline-model.ts";
import { createServer } from "../src/server.ts";

function openAssistant() {
  const storage = memory();
  const app = assistantApp({ model: new OfflineModel(), storage });
  const session = (threadId: string) => app.session(threadId);
  return { session, server: createServer({ session, storage, key: "a key for the tests" }) };
}

test("the list is cleared when a person approves it", async () => {
  const session = openAssistant().session("test");
  await session.send("add milk");
  assert.equal((await session.send("clear the list")).status, "waiting");
  assert.deepEqual((await session.state()).items, ["milk"]);

  const [request] = await session.approvals();
  assert.equal((await session.approve(request)).status, "done");
  assert.deepEqual((await session.state()).items, []);
});

test("the page gets the stored messages and the list", async () => {
  const { session, server } = openAssistant();
  await session("test").send("add milk");
  const response = await server.request("/api/chat/test/messages");
  assert.equal(response.status, 200);
  assert.match(await response.text(), /"items":\["milk"\]/);
});
