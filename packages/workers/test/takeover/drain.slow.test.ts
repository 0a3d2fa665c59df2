import { type ChildProcess, fork } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterEach, expect, test } from "vitest";
import { tenSteps } from "./ten-steps.ts";

const open: (() => Promise<void> | void)[] = [];

afterEach(async () => {
  for (const close of open.splice(0).toReversed()) await close();
});

function newFolder(): string {
  const folder = mkdtempSync(path.join(tmpdir(), "tidemark-drain-"));
  open.push(() => rmSync(folder, { recursive: true }));
  return folder;
}

/** Starts a worker in another process. */
async function startProcess(folder: string, waits: "drain" | "go" | "nothing", sixth = "step_6", concurrency = 10) {
  const child = fork(path.join(import.meta.dirname, "stopping-worker.ts"), [folder, waits, sixth, `${concurrency}`]);
  const ended = new Promise<number | null>((resolve) => child.once("exit", (code) => resolve(code)));
  open.push(async () => {
    if (child.exitCode === null && child.signalCode === null) child.kill("SIGKILL");
    await ended;
  });
  await heard(child, "ready");
  return { child, ended };
}

const heard = (child: ChildProcess, text: string): Promise<void> =>
  new Promise((resolve) => {
    const listen = (message: unknown) => {
      if (message !== text) return;
      child.off("message", listen);
      resolve();
    };
    child.on("message", listen);
  });

/** The steps that ran, in order, each with its process. */
const stepsIn = (folder: string): readonly string[] =>
  readFileSync(path.join(folder, "steps"), "utf8").trim().split("\n");

const steps = (from: number, to: number, pid: number | undefined): readonly string[] =>
  Array.from({ length: to - from + 1 }, (_, index) => `step_${from + index} ${pid}`);

function turnsIn(folder: string) {
  const turns = tenSteps({ folder });
  open.push(() => turns.close());
  return turns;
}

test("a worker that gets SIGTERM in a step leaves its turn after that step to another process, and no step runs twice", async () => {
  const folder = newFolder();
  const turns = turnsIn(folder);
  const first = await startProcess(folder, "drain");
  const isInFifth = heard(first.child, "fifth");
  await turns.send("ann", { log_text: "sea" }, { idempotencyKey: "turn" });
  await isInFifth;
  const second = await startProcess(folder, "nothing");
  first.child.kill("SIGTERM");
  expect(await first.ended).toBe(0);
  expect((await turns.result("turn")).outcome).toBe("done");
  expect(stepsIn(folder)).toEqual([...steps(1, 5, first.child.pid), ...steps(6, 10, second.child.pid)]);
  const bounds: string[] = [];
  for await (const { event } of turns.stream("turn")) if (event.type.startsWith("run_")) bounds.push(event.type);
  expect(bounds).toEqual(["run_started", "run_finished"]);
});

test("a worker keeps its turn until a worker of the same graph has started", async () => {
  const folder = newFolder();
  const turns = turnsIn(folder);
  const first = await startProcess(folder, "drain");
  const isInFifth = heard(first.child, "fifth");
  await turns.send("ann", { log_text: "sea" }, { idempotencyKey: "turn" });
  await isInFifth;
  const isStopping = heard(first.child, "stopping");
  first.child.kill("SIGTERM");
  await isStopping;
  const second = await startProcess(folder, "nothing");
  expect(await first.ended).toBe(0);
  expect((await turns.result("turn")).outcome).toBe("done");
  expect(stepsIn(folder)).toEqual([...steps(1, 5, first.child.pid), ...steps(6, 10, second.child.pid)]);
});

test("a worker leaves no turn to a worker whose graph has other nodes", async () => {
  const folder = newFolder();
  const turns = turnsIn(folder);
  const first = await startProcess(folder, "go");
  const isInFifth = heard(first.child, "fifth");
  await turns.send("ann", { log_text: "sea" }, { idempotencyKey: "turn" });
  await isInFifth;
  await startProcess(folder, "nothing", "step_six");
  const isStopping = heard(first.child, "stopping");
  first.child.kill("SIGTERM");
  await isStopping;
  first.child.send("go");
  expect(await first.ended).toBe(0);
  expect((await turns.result("turn")).outcome).toBe("done");
  expect(stepsIn(folder)).toEqual(steps(1, 10, first.child.pid));
});

test("a turn that waits at a node which a worker does not have is left to one that has it", async () => {
  const folder = newFolder();
  const turns = turnsIn(folder);
  // It has no place for the other turn.
  const first = await startProcess(folder, "drain", "step_6", 1);
  const isInFifth = heard(first.child, "fifth");
  await turns.send("ann", { log_text: "sea" }, { idempotencyKey: "turn" });
  await isInFifth;
  // It has the node, and no place for another turn until it may go on.
  const busy = await startProcess(folder, "go", "step_6", 1);
  const isBusy = heard(busy.child, "fifth");
  await turns.send("ben", { log_text: "hills" }, { idempotencyKey: "other" });
  await isBusy;
  await startProcess(folder, "nothing", "step_six");
  first.child.kill("SIGTERM");
  expect(await first.ended).toBe(0);
  // Only the worker without the node can have claimed it again.
  const claims = new DatabaseSync(path.join(folder, "turns.db"), { readOnly: true });
  open.push(() => claims.close());
  const count = claims.prepare("SELECT claim FROM tidemark_turns WHERE turn_id = 'turn'");
  while (Number(count.get()?.["claim"]) < 3) await new Promise((resolve) => setTimeout(resolve, 20));
  busy.child.send("go");
  expect((await turns.result("other")).outcome).toBe("done");
  expect((await turns.result("turn")).outcome).toBe("done");
  expect(stepsIn(folder).filter((step) => step.startsWith("step_6"))).toHaveLength(2);
});
