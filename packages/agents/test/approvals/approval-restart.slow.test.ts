import { execFile } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { SqliteSaver } from "@langchain/langgraph-checkpoint-sqlite";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { z } from "zod";
import { mailGraph, mailTo } from "./approval-graph.ts";

const Printed = z.object({
  sent: z.array(z.object({ payload: z.object({ to: z.string() }) })),
  asked: z.array(z.object({ id: z.string(), hash: z.string(), status: z.string() })),
});

const program = fileURLToPath(new URL("./approval-process.ts", import.meta.url));
const run = promisify(execFile);

async function inAnotherProcess(database: string, action: "say" | "answer", text: string) {
  const { stdout } = await run(process.execPath, [program, database, action, text]);
  return Printed.parse(JSON.parse(stdout));
}

const over = (database: string) =>
  mailGraph(() => [mailTo("Ann"), mailTo("Ben")], { saver: SqliteSaver.fromConnString(database) });

describe("after a restart", () => {
  let folder = "";
  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), "approvals-"));
  });
  afterAll(() => rm(folder, { recursive: true }));

  test("AP-24 a request from a process that has ended is answered in another process", async () => {
    const database = path.join(folder, "processes.sqlite");
    const asked = await inAnotherProcess(database, "say", "Ann");
    expect(asked).toMatchObject({ sent: [], asked: [{ status: "pending" }] });
    const unclear = await inAnotherProcess(database, "answer", "hm");
    expect(unclear).toEqual(asked);
    const answered = await inAnotherProcess(database, "answer", "yes");
    expect(answered).toMatchObject({ sent: [{ payload: { to: "Ann" } }], asked: [] });
    expect((await inAnotherProcess(database, "answer", "yes")).sent).toEqual([]);
  });

  test("AP-24 a request stays pending with a new saver and a new graph on the same file", async () => {
    const database = path.join(folder, "graphs.sqlite");
    const before = over(database);
    await before.say("Write to both");
    const [ann, ben] = await before.asked();
    const after = over(database);
    expect(await after.asked()).toEqual([ann, ben]);
    await after.answer({ id: ann?.id, decision: "approve" });
    const last = over(database);
    await last.answer({ id: ben?.id, decision: "reject" });
    expect([before.sent, after.sent.map(({ payload }) => payload), last.sent]).toEqual([[], [{ to: "Ann" }], []]);
  });
});
