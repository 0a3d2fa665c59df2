// A process is killed after it has summarized the conversation, and while a person is asked about a call of a tool.
import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";
import { bundleWorker } from "../fixtures/bundle.ts";
import type { WorkerArguments } from "./worker.ts";

const start = promisify(execFile);

let folder = "";
let worker = "";
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "talk-"));
  worker = await bundleWorker(path.join(import.meta.dirname, "worker.ts"), folder);
});
afterAll(() => rm(folder, { recursive: true }));

/** A thread in a file, and what its processes have noted. */
const threadOf = (name: string) => {
  const files = { file: path.join(folder, `${name}.sqlite`), log: path.join(folder, `${name}.log`) };
  return {
    async run(orders: Omit<WorkerArguments, "file" | "log">): Promise<unknown> {
      const { stdout } = await start(process.execPath, [worker, JSON.stringify({ ...files, ...orders })]);
      return JSON.parse(stdout);
    },
    notes: async () => (await readFile(files.log, "utf8")).trim().split("\n"),
  };
};

test("a turn that is killed after its summary is continued without a second summary of the same messages", async () => {
  const thread = threadOf("summary");
  await thread.run({ send: ["one", "two"], script: ["1", "2"] });
  const killed = thread.run({ send: ["three"], script: [5], kill: "payment" });
  await expect(killed).rejects.toMatchObject({ signal: "SIGKILL" });
  const end = await thread.run({ continues: true, script: ["Paid."] });
  expect(end).toMatchObject({ outcome: "done", answer: "Paid.", summary: 3 });
  expect(await thread.notes()).toEqual(["summary of one, 1, two", "check of 5", "paid 5"]);
});

test.each([
  ["yes", ["check of 500", "paid 500"], "approved"],
  ["no", ["check of 500"], "rejected"],
])(
  "a question that a guardrail asked survives a killed process, and %s is the answer to it",
  async (answer, notes, outcome) => {
    const thread = threadOf(answer);
    const killed = thread.run({ send: ["Pay"], script: [500], kill: "asked" });
    await expect(killed).rejects.toMatchObject({ signal: "SIGKILL" });
    const end = await thread.run({ answer, script: ["Done."] });
    expect(end).toMatchObject({ outcome: "done", answer: "Done." });
    expect(end).toMatchObject({
      audit: expect.arrayContaining([
        ["guardrail", "asked"],
        ["approval", outcome],
      ]) as unknown,
    });
    // The call is not checked again: what was asked is what is decided.
    expect(await thread.notes()).toEqual(notes);
  },
);
