import { existsSync, mkdirSync } from "node:fs";
import { createInterface } from "node:readline/promises";
import { serve } from "@hono/node-server";
import { openSession } from "tidemark";
import { inspector } from "tidemark/inspect";
import { sqliteSaver } from "tidemark/sqlite";
import { assistantGraph } from "./assistant.ts";
import { OfflineModel } from "./offline-model.ts";
import { ListState } from "./state.ts";

if (existsSync(".env")) process.loadEnvFile();

// Conversations are stored, so the list is still there after a restart.
mkdirSync(".tidemark", { recursive: true });
const checkpointer = sqliteSaver({ file: ".tidemark/threads.db" });
const graph = assistantGraph({ model: process.env["TIDEMARK_MODEL"] ?? new OfflineModel(), checkpointer });
const session = openSession({ graph, threadId: "home" });

async function say(text: string): Promise<void> {
  const turn = await session.send(text);
  if (turn.outcome !== "done") console.log(`The turn ended with "${turn.outcome}".`);
  else console.log(`${turn.state.execution_final_answer}\nList: ${turn.state.list_items.join(", ")}`);
}

if ((await session.state()) === null) {
  console.log("> add milk");
  await say("add milk");
}
// Shows each step of the stored conversations, to this machine only.
const { fetch } = inspector({ saver: checkpointer, state: ListState });
const port = Number(process.env["INSPECTOR_PORT"] ?? 0);
serve({ fetch, hostname: "127.0.0.1", port }, (address) => {
  console.log(`The inspector shows each step: http://127.0.0.1:${address.port}/?thread=home`);
  console.log("Type a message, or press Ctrl+D to leave.");
});
for await (const line of createInterface({ input: process.stdin, output: process.stdout })) {
  if (line.trim() !== "") await say(line);
}
checkpointer.close();
process.exit();
