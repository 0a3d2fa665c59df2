import { existsSync } from "node:fs";
import { createInterface } from "node:readline/promises";
import { serve } from "@hono/node-server";
import { inspector } from "tidemark/inspect";
import { sqlite } from "tidemark/sqlite";
import { deskApp } from "./desk.ts";
import { sampleInvoices } from "./invoices.ts";
import { OfflineModel } from "./offline-model.ts";
import { desk } from "./state.ts";

if (existsSync(".env")) process.loadEnvFile();

const invoices = sampleInvoices(".tidemark/refunds.log");
// Conversations are stored: a question that is open when you leave is asked again at the next start.
const storage = sqlite(".tidemark/threads.db");
const app = deskApp({ model: process.env["TIDEMARK_MODEL"] ?? new OfflineModel(), invoices, storage });
const session = app.session("home", { userId: "you" });

async function showQuestion(): Promise<void> {
  const [request] = await session.approvals();
  if (request !== undefined) console.log("Approve?", JSON.stringify(request.payload["arguments"]), "Type yes or no.");
}

async function say(text: string): Promise<void> {
  const [request] = await session.approvals();
  // A new message would abandon the question.
  if (request !== undefined && !/^(?:yes|no)$/i.test(text)) return showQuestion();
  const decide = () => (/^yes$/i.test(text) ? session.approve(request) : session.reject(request));
  const turn = await (request === undefined ? session.send(text) : decide());
  if (turn.status === "done") console.log(turn.answer);
  else if (turn.status !== "waiting") console.log(`The turn ended with "${turn.status}".`);
  await showQuestion();
}

if ((await session.state()).messages.length === 0) {
  console.log("> refund b");
  await say("refund b");
  console.log('Now type "refund a": above 50 a person decides.');
}
await showQuestion();
// Shows each step of the stored conversations, to this machine only.
const { fetch } = inspector({ saver: storage.saver, state: desk.state });
const port = Number(process.env["INSPECTOR_PORT"] ?? 0);
serve({ fetch, hostname: "127.0.0.1", port }, (address) => {
  console.log(`The inspector shows each step: http://127.0.0.1:${address.port}/?thread=home`);
  console.log("Type a message, or press Ctrl+D to leave.");
});
for await (const line of createInterface({ input: process.stdin, output: process.stdout })) {
  if (line.trim() !== "") await say(line.trim());
}
await app.close();
process.exit();
