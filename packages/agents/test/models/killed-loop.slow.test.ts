import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, expect, test } from "vitest";
import { OpenAIServer, type Served } from "./openai-server.ts";

const folder = mkdtempSync(path.join(tmpdir(), "tidemark-killed-"));
afterAll(() => {
  rmSync(folder, { recursive: true });
});

const program = fileURLToPath(new URL("./killed-loop-process.ts", import.meta.url));

/** Runs the program; gives what it printed, and the signal that ended it. */
async function run(...parameters: readonly string[]): Promise<{ readonly said: string; readonly signal: unknown }> {
  const child = spawn(process.execPath, [program, ...parameters], { stdio: ["ignore", "pipe", "inherit"] });
  let said = "";
  child.stdout.on("data", (chunk: Buffer) => (said += chunk.toString()));
  const signal = await new Promise((resolve) => child.once("close", (_, by) => resolve(by)));
  return { said, signal };
}

const script: readonly Served[] = [
  { calls: [{ name: "look", args: { id: "1" } }] },
  {
    calls: [
      { name: "pay", args: { id: "2" } },
      { name: "pay", args: { id: "3" } },
      { name: "look", args: { id: "4" } },
    ],
  },
  "All done.",
];

/** Answers by what the conversation contains, as a model does. */
const byConversation = (messages: readonly { readonly role: string }[]): Served => {
  const results = messages.filter(({ role }) => role === "tool").length;
  return script[results === 0 ? 0 : results === 1 ? 1 : 2] ?? "";
};

test.each(["look 1", "pay 2", "look 4"])(
  "a turn that is killed in a call (%s) goes on with that call, and repeats no finished one",
  async (kill) => {
    await using server = await OpenAIServer.start(({ messages }) => byConversation(messages));
    const database = path.join(folder, `${kill.replace(" ", "-")}.db`);
    const log = `${database}.log`;
    const killed = await run(database, server.url, log, "send", kill);
    expect(killed).toEqual({ said: "", signal: "SIGKILL" });
    const callsBefore = server.asked.length;
    const { said, signal } = await run(database, server.url, log, "continue", "");
    expect(signal).toBeNull();
    const result: unknown = JSON.parse(said);
    expect(result).toMatchObject({ outcome: "done", answer: "All done.", usage: [[3, 4]] });
    // The call that ran again ended last; what it wrote and recorded is in its place.
    const order = ["1", "2", "3", "4"];
    expect(result).toMatchObject({ notes: order, tools: order });
    const steps = readFileSync(log, "utf8").trim().split("\n");
    // Only the call that was cut off ran again.
    expect(steps.filter((step) => step === kill)).toHaveLength(2);
    expect(new Set(steps).size).toBe(steps.length - 1);
    // No answer of the model was asked for twice.
    expect(callsBefore + (server.asked.length - callsBefore)).toBe(3);
  },
);
