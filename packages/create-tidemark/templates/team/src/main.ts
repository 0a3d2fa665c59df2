import { existsSync } from "node:fs";
import { createInterface } from "node:readline/promises";
import { serve } from "@hono/node-server";
import { openSession } from "tidemark";
import { inspector } from "tidemark/inspect";
import { sqliteSaver } from "tidemark/sqlite";
import { deskGraph } from "./desk.ts";
import { sampleInvoices } from "./invoices.ts";
import { OfflineModel } from "./offline-model.ts";
import { DeskState } from "./state.ts";

if (existsSync(".env")) process.loadEnvFile();

const invoices = sampleInvoices(".tidemark/refunds.log");
// Conversations are stored: a question that is open when you leave is asked again at the next start.
const checkpointer = sqliteSaver({ file: ".tidemark/threads.db" });
const model = process.env["TIDEMARK_MODEL"] ?? new OfflineModel();
const session = openSession({ graph: deskGraph({ model, invoices, checkpointer }), threadId: "home", userId: "you" });

async function showQuestion(): Promise<void> {
  const [question] = await session.pending();
  if (question?.kind !== "approval") return;
  for (const { payload } of question.value.requests) console.log("Approve?", JSON.stringify(payload["arguments"]));
  console.log("Type yes or no.");
}

async function say(text: string): Promise<void> {
  const [question] = await session.pending();
  // A new message would abandon the question.
  if (question !== undefined && !/^(?:yes|no)$/i.test(text)) return showQuestion();
  const turn =
    question === undefined ? await session.send(text) : await session.resume(question.id, text.toLowerCase());
  if (turn.outcome === "done") console.log(turn.state.execution_final_answer);
  else if (turn.outcome !== "interrupted") console.log(`The turn ended with "${turn.outcome}".`);
  await showQuestion();
}

if ((await session.state()) === null) {
  console.log("> refund b");
  await say("refund b");
  console.log('Now type "refund a": above 50 a person decides.');
}
await showQuestion();
// Shows each step of the stored conversations, to this machine only.
const { fetch } = inspector({ saver: checkpointer, state: DeskState });
const port = Number(process.env["INSPECTOR_PORT"] ?? 0);
serve({ fetch, hostname: "127.0.0.1", port }, (address) => {
  console.log(`The inspector shows each step: http://127.0.0.1:${address.port}/?thread=home`);
  console.log("Type a message, or press Ctrl+D to leave.");
});
for await (const line of createInterface({ input: process.stdin, output: process.stdout })) {
  if (line.trim() !== "") await say(line.trim());
}
checkpointer.close();
process.exit();
