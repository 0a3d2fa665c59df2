// Turns whose process is killed before and after every call that stores something: checkpoints, pending writes, and the values of the user.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { cpSync, existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { memoryLocks } from "@tidemark/checkpoint/internal";
import { bundleWorker } from "@tidemark/test-fixtures/bundle";
import { openSession } from "tidemark";
import { sqliteSaver, sqliteStore } from "tidemark/sqlite";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { KillOrder } from "./killed-worker.ts";
import { profileGraph } from "./profile.ts";

let folder: string;
let worker: string;
/** File with one finished turn. */
let base: string;
beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), "tidemark-killed-"));
  worker = await bundleWorker(path.join(import.meta.dirname, "killed-worker.ts"), folder);
  base = path.join(folder, "base.db");
  await inConversation(base, "one", (session) => session.send("first"));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Number of calls that store something in the turn of the worker. */
const CALLS = 9;

/** Position of the call that stores the values of the user among them. */
const SWAP = 7;

async function runWorker(order: KillOrder): Promise<{ readonly signal: unknown; readonly output: string }> {
  const child = spawn(process.execPath, [worker, JSON.stringify(order)], { stdio: ["ignore", "pipe", "pipe"] });
  let [output, errors] = ["", ""];
  child.stdout.on("data", (chunk: Buffer) => (output += chunk.toString()));
  child.stderr.on("data", (chunk: Buffer) => (errors += chunk.toString()));
  const ended: readonly unknown[] = await once(child, "close");
  const [code, signal] = ended;
  if (code !== 0 && signal !== "SIGKILL") throw new Error(errors);
  return { signal, output };
}

/** Opens a conversation of the user on a file in this process. */
async function inConversation<Result>(
  file: string,
  threadId: string,
  work: (session: ReturnType<typeof open>["session"]) => Promise<Result>,
): Promise<Result> {
  const { session, close } = open(file, threadId);
  try {
    return await work(session);
  } finally {
    close();
  }
}

function open(file: string, threadId: string) {
  const [saver, store] = [sqliteSaver({ file }), sqliteStore({ file })];
  const graph = profileGraph(saver, store);
  return {
    session: openSession({ graph, threadId, userId: "ann", locks: memoryLocks() }),
    close: () => {
      saver.close();
      store.close();
    },
  };
}

let copies = 0;
/** Copies a file with its log, which a killed process leaves behind. */
function copyOf(file: string): string {
  copies += 1;
  const copy = path.join(folder, `copy-${copies}.db`);
  cpSync(file, copy);
  if (existsSync(`${file}-wal`)) cpSync(`${file}-wal`, `${copy}-wal`);
  return copy;
}

async function factsIn(file: string, threadId: string): Promise<readonly string[]> {
  const turn = await inConversation(file, threadId, (session) => session.send(""));
  if (turn.outcome !== "done") throw new Error(turn.outcome);
  return turn.state.profile_facts;
}

test("a turn that writes a user field makes these calls", async () => {
  const { output } = await runWorker({ file: copyOf(base), say: "second", kill: null });
  const counted: unknown = JSON.parse(output);
  expect(counted).toMatchObject({ outcome: "done" });
  const calls: unknown = Reflect.get(Object(counted), "calls");
  expect(calls).toHaveLength(CALLS);
  expect(Array.isArray(calls) && calls[SWAP]).toBe("the swap of the store");
});

/** The disk is the same after a call as before the next one. */
const points: readonly (KillOrder["kill"] & object)[] = [
  ...Array.from({ length: CALLS }, (_, call) => ({ call, moment: "before" as const })),
  { call: CALLS - 1, moment: "after" },
];

describe.each(points)("a process that is killed $moment call $call", ({ call, moment }) => {
  test("neither loses nor doubles a fact, whether its turn is continued or another one follows", async () => {
    const killed = copyOf(base);
    expect((await runWorker({ file: killed, say: "second", kill: { call, moment } })).signal).toBe("SIGKILL");
    for (const recovery of ["continue", "send"] as const) {
      const file = copyOf(killed);
      // Another conversation of the user goes on meanwhile.
      await inConversation(file, "two", (session) => session.send("third"));
      const state = await inConversation(file, "one", async (session) => {
        if (recovery === "continue") await session.continue();
        await session.send("");
        return session.state();
      });
      const facts = await factsIn(file, "three");
      const count = facts.filter((fact) => fact === "second").length;
      expect(count).toBeLessThanOrEqual(1);
      // What the thread has accepted is stored, and what is stored was accepted by the thread.
      expect(facts.filter((fact) => fact !== "second").toSorted()).toEqual(["first", "third"]);
      expect(state?.profile_facts).toEqual(facts);
      const isKnown = state?.messages.some(({ content }) => content === "second") === true;
      // A turn that is continued writes its fact. One that is given up may end before its node.
      const isWritten = call >= SWAP || (recovery === "continue" && isKnown);
      expect(count).toBeGreaterThanOrEqual(isWritten ? 1 : 0);
      expect(isKnown || count === 0).toBe(true);
    }
  });
});
