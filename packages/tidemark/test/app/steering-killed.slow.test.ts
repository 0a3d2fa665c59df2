import { fork } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { sqlite } from "tidemark/sqlite";
import { scriptedModel } from "tidemark/testing";
import { afterAll, expect, test } from "vitest";
import { deskApp } from "./steered-desk.ts";

const folder = mkdtempSync(path.join(tmpdir(), "tidemark-steering-"));
afterAll(() => {
  rmSync(folder, { recursive: true });
});

test("a message from another process survives the end of the process that runs the turn", async () => {
  const file = path.join(folder, "desk.db");
  const running = fork(path.join(import.meta.dirname, "steering-process.ts"), [file]);
  const ended = once(running, "exit");
  await once(running, "message");
  const model = scriptedModel(["Lisbon it is."]);
  const app = deskApp({ model, storage: sqlite(file), look: () => Promise.resolve("Nothing yet.") });
  const result = await app
    .session("ann")
    .send("No, to Lisbon", { onBusy: "steer", onSteered: () => void running.kill("SIGKILL") });
  await ended;
  expect(running.signalCode).toBe("SIGKILL");
  expect(result).toMatchObject({ outcome: "done", steered: true, answer: "Lisbon it is." });
  expect(model.got[0]?.messages.slice(-2).map(({ type, text }) => `${type}: ${text}`)).toEqual([
    "tool: Nothing yet.",
    "human: No, to Lisbon",
  ]);
});
