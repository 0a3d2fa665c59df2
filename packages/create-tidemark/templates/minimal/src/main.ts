import { existsSync, mkdirSync } from "node:fs";
import { createInterface } from "node:readline/promises";
import { serve } from "@hono/node-server";
import { inspector } from "tidemark/inspect";
import { sqlite } from "tidemark/sqlite";
import { assistantApp } from "./assistant.ts";
import { OfflineModel } from "./offline-model.ts";
import { list } from "./state.ts";

if (existsSync(".env")) process.loadEnvFile();

// Conversations are stored, so the list is still there after a restart.
mkdirSync(".tidemark", { recursive: true });
const storage = sqlite(".tidemark/threads.db");
const app = assistantApp({ model: process.env["TIDEMARK_MODEL"] ?? new OfflineModel(), storage });
const session = app.session("home");

async function say(text: string): Promise<void> {
  const turn = await session.send(text);
  if (turn.status !== "done") console.log(`The turn ended with "${turn.status}".`);
  else console.log(`${turn.answer}\nList: ${turn.state.items.join(", ")}`);
}

if ((await session.state()).messages.length === 0) {
  console.log("> add milk");
  await say("add milk");
}
// Shows each step of the stored conversations, to this machine only.
const { fetch } = inspector({ saver: storage.saver, state: list.state });
const port = Number(process.env["INSPECTOR_PORT"] ?? 0);
serve({ fetch, hostname: "127.0.0.1", port }, (address) => {
  console.log(`The inspector shows each step: http://127.0.0.1:${address.port}/?thread=home`);
  console.log("Type a message, or press Ctrl+D to leave.");
});
for await (const line of createInterface({ input: process.stdin, output: process.stdout })) {
  if (line.trim() !== "") await say(line);
}
await app.close();
process.exit();
