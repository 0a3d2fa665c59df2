import assert from "node:assert/strict";
import { test } from "node:test";
import { memory } from "tidemark";
import { assistantApp } from "../src/assistant.ts";
import { OfflineModel } from "../src/offline-model.ts";
import { createServer } from "../src/server.ts";

function openAssistant() {
  const app = assistantApp({ model: new OfflineModel(), storage: memory() });
  const session = (threadId: string) => app.session(threadId);
  return { session, server: createServer({ session, key: "a key for the tests" }) };
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
  const { server } = openAssistant();
  const headers = { "content-type": "application/json" };
  const sent = await server.request("/api/threads/test/runs", {
    method: "POST",
    headers,
    body: '{"message":"add milk"}',
  });
  await sent.text();
  const response = await server.request("/api/chat/test/messages");
  assert.equal(response.status, 200);
  assert.match(await response.text(), /"items":\["milk"\]/);
});
