import { Hono } from "hono";
import { fork } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { serveEvents } from "tidemark/hono";
import { expect, onTestFinished, test } from "vitest";
import { storyTurns } from "./story-turns.ts";

/** A server that runs no turns, beside a worker in another process. */
function start() {
  const folder = mkdtempSync(path.join(tmpdir(), "tidemark-following-"));
  const file = path.join(folder, "turns.db");
  const turns = storyTurns(file, () => Promise.reject(new Error("This process runs no turns.")));
  const worker = fork(path.join(import.meta.dirname, "story-worker.ts"), [file]);
  onTestFinished(async () => {
    const ended = new Promise((resolve) => void worker.once("exit", resolve));
    if (worker.exitCode === null) {
      worker.kill("SIGKILL");
      await ended;
    }
    await turns.close();
    rmSync(folder, { recursive: true });
  });
  async function* events(turnId: string, after: number, signal: AbortSignal) {
    for await (const { event } of turns.stream(turnId, { after, signal })) yield event;
  }
  const app = new Hono().get("/turns/:turn", (context) => {
    const after = Number(context.req.header("last-event-id") ?? 0);
    return serveEvents(context, events(context.req.param("turn"), after, context.req.raw.signal));
  });
  return { app, turns, worker };
}

/** Reads a stream until it contains a text. Returns what was read. */
async function readUntil(response: Response, text: string): Promise<string> {
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  let read = "";
  while (!read.includes(text)) {
    const step = await reader?.read();
    if (step?.done !== false) break;
    read += step.value;
  }
  await reader?.cancel();
  return read;
}

test("a client of one process follows the turn of another one while it runs, and again after a lost connection", async () => {
  const { app, turns, worker } = start();
  await turns.send("ann", "Tell me a story", { idempotencyKey: "story" });
  const first = await readUntil(await app.request("/turns/story"), "Once upon a time");
  expect(first).not.toContain("run_finished");
  const last = [...first.matchAll(/^id: (\d+)$/gm)].at(-1)?.[1] ?? "";
  const following = app.request("/turns/story", { headers: { "last-event-id": last } });
  worker.send("go");
  const rest = await readUntil(await following, "run_finished");
  expect(rest).toContain("they lived on.");
  expect(rest).not.toContain("run_started");
  const ids = [...`${first}\n${rest}`.matchAll(/^id: (\d+)$/gm)].map(([, id]) => Number(id));
  expect(ids).toEqual(ids.map((_, index) => index + 1));
});
