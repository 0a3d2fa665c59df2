// A worker is killed in the middle of a turn, and another one takes the turn over: its events contain nothing that is not named.
import { spawn } from "node:child_process";
import { existsSync, writeFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { toAgUi } from "tidemark/ag-ui";
import { toUiMessageStream } from "tidemark/ai-sdk";
import { expect, onTestFinished, test, vi } from "vitest";
import { bundleWorker } from "../fixtures/bundle.ts";
import { type DeskFiles, deskTurns } from "./desk-worker.ts";
import { MARK } from "./private-desk.ts";

const count = (list: readonly string[], type: string): number =>
  list.filter((text) => text.includes(`"type":"${type}"`)).length;

test("the events of a turn that is taken over contain nothing that is not named, on any wire", async () => {
  const folder = await mkdtemp(path.join(tmpdir(), "takeover-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  const [database = "", waiting = "", gate = ""] = ["desk.db", "waiting", "gate"].map((name) =>
    path.join(folder, name),
  );
  const files: DeskFiles = { database, waiting, gate };
  const program = await bundleWorker(path.join(import.meta.dirname, "desk-worker.ts"), folder);
  const start = () => {
    const worker = spawn(process.execPath, [program, JSON.stringify(files)], { stdio: "ignore" });
    onTestFinished(() => void worker.kill("SIGKILL"));
    return worker;
  };
  const turns = deskTurns(files);
  onTestFinished(() => turns.close());
  await turns.send("t", "wait", { idempotencyKey: "turn", userId: "ann" });
  expect(await turns.find("turn")).toEqual({ threadId: "t", userId: "ann" });
  expect(await turns.find("another")).toBe(null);

  const first = start();
  await vi.waitFor(() => expect(existsSync(waiting)).toBe(true), { timeout: 120_000, interval: 20 });
  first.kill("SIGKILL");
  writeFileSync(gate, "");
  start();
  expect((await turns.result("turn")).outcome).toBe("done");

  const events = async function* () {
    for await (const { event } of turns.stream("turn")) yield event;
  };
  const typed: string[] = [];
  for await (const event of events()) typed.push(JSON.stringify(event));
  const agUi: string[] = [];
  for await (const event of toAgUi(events(), { threadId: "t" })) agUi.push(JSON.stringify(event));
  const chunks: string[] = [];
  for await (const chunk of toUiMessageStream(events())) chunks.push(JSON.stringify(chunk));
  expect([count(typed, "run_started"), count(typed, "run_finished")]).toEqual([1, 1]);
  expect([count(agUi, "RUN_STARTED"), count(agUi, "RUN_FINISHED")]).toEqual([1, 1]);
  expect([count(chunks, "start"), count(chunks, "finish")]).toEqual([1, 1]);
  const all = [...typed, ...agUi, ...chunks];
  expect(all.join("\n")).toContain('"wait"');
  expect(all.filter((text) => text.includes(MARK))).toEqual([]);
});
