// Erasing a person: what goes, what stays, and that nothing is left in the bytes of the files.
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { digest, exportThread, importThread } from "tidemark/checkpoint";
import { memory } from "tidemark";
import { traceToFile } from "tidemark/traces";
import { afterAll, expect, test } from "vitest";
import { deskIn, deskOn, holdNext } from "./desk.ts";

const folder = mkdtempSync(path.join(tmpdir(), "tidemark-erasure-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

let files = 0;
const newFile = (): string => {
  files += 1;
  return path.join(folder, `${files}.db`);
};

/** Texts that are found nowhere by chance. */
const planted = (who: string, count: number): readonly string[] =>
  Array.from({ length: count }, (_, index) => `planted-${who}-${index}-${digest([who, index]).slice(0, 16)}`);

/** Planted texts that are found in the files of a database, its log and its free pages. */
function foundIn(file: string, texts: readonly string[]): readonly string[] {
  const bytes = [file, `${file}-wal`, `${file}-shm`]
    .filter((each) => existsSync(each))
    .map((each) => readFileSync(each));
  const found = Buffer.concat(bytes);
  return texts.filter((text) => found.includes(text));
}

test("no byte of 1,000 values of a person is left in the files, and the values of others are", async () => {
  const file = newFile();
  const app = deskIn(file);
  const [mine, others] = [planted("ann", 1_000), planted("bob", 20)];
  for (let turn = 0; turn < 10; turn += 1)
    await app.session(`ann-${turn % 3}`, { userId: "ann" }).send(mine.slice(turn * 100, turn * 100 + 100).join(" "));
  await app.session("bob", { userId: "bob" }).send(others.join(" "));
  expect(foundIn(file, mine)).toHaveLength(1_000);
  const receipt = await app.erase("ann");
  expect(receipt.erased).toMatchObject({ threads: 3, sharedThreads: 0, userFields: 1 });
  expect(receipt.erased.checkpoints).toBeGreaterThan(30);
  expect(foundIn(file, mine)).toEqual([]);
  expect(foundIn(file, others)).toHaveLength(20);
  expect((await app.session("bob", { userId: "bob" }).state()).facts).toEqual([others.join(" ")]);
  await app.close();
});

test("a dry run counts the same and removes nothing, and a second call counts nothing", async () => {
  const app = deskIn(newFile());
  await app.session("a", { userId: "ann" }).send("first");
  const dry = await app.erase("ann", { dryRun: true });
  expect((await app.session("a", { userId: "ann" }).state()).last).toBe("first");
  const done = await app.erase("ann");
  expect(done.erased).toEqual(dry.erased);
  expect([dry.dryRun, done.dryRun]).toEqual([true, false]);
  const again = await app.erase("ann");
  expect(Object.values(again.erased).every((count) => count === 0)).toBe(true);
  const { hash, ...rest } = done;
  expect(hash).toBe(digest(rest));
  await app.close();
});

test("what others wrote in a shared thread stays, and the part of the person goes with the history", async () => {
  const file = newFile();
  const app = deskIn(file);
  const [mine] = planted("ann", 1);
  await app.session("shared", { userId: "bob" }).send("from bob");
  await app.session("shared", { userId: "ann" }).send(mine ?? "");
  const receipt = await app.erase("ann");
  expect(receipt.erased).toMatchObject({ threads: 0, sharedThreads: 1 });
  const state = await app.session("shared", { userId: "bob" }).state();
  expect(state.messages.map(({ text }) => text)).toEqual(["from bob", "Noted: from bob"]);
  expect([state.notes, state.last]).toEqual([["from bob"], ""]);
  expect(foundIn(file, [mine ?? ""])).toEqual([]);
  const next = await app.session("shared", { userId: "bob" }).send("more");
  expect(next.status).toBe("done");
  expect((await app.erase("ann")).erased.sharedThreads).toBe(0);
  await app.close();
});

test("a document from before the erasure is not imported, and one from after it is", async () => {
  const storage = memory();
  const app = deskOn(storage);
  await app.session("a", { userId: "ann" }).send("old");
  const old = await exportThread(storage.saver, "a");
  await app.erase("ann");
  const target = { checkpointer: storage.saver, state: { version: 1, fields: {} }, store: storage.store } as const;
  await expect(importThread(old, target)).rejects.toMatchObject({ code: "state-manager/erased" });
  await app.session("b", { userId: "ann" }).send("new");
  const fresh = await exportThread(storage.saver, "b");
  await expect(importThread(fresh, { ...target, threadId: "c" })).resolves.toEqual({ threadId: "c" });
  await app.close();
});

test("a turn that runs ends before its thread goes, and what it wrote goes with it", async () => {
  const storage = memory();
  const app = deskOn(storage);
  await app.session("a", { userId: "ann" }).send("first");
  const gate = holdNext();
  const running = app.session("a", { userId: "ann" }).send("hold");
  await gate.reached;
  const erasing = app.erase("ann");
  gate.open();
  expect((await running).status).toBe("done");
  expect((await erasing).erased.threads).toBe(1);
  expect(await storage.saver.getTuple({ configurable: { thread_id: "a" } })).toBeUndefined();
  expect((await app.session("b", { userId: "ann" }).state()).facts).toEqual([]);
  await app.close();
});

test("a person who proposed something in the thread of another is named by a pseudonym", async () => {
  const app = deskIn(newFile());
  await app.session("a", { userId: "bob" }).send("first");
  await app.session("a", { userId: "bob" }).propose({ last: "changed" }, { userId: "ann", reason: "I know better." });
  expect(JSON.stringify(await app.session("a", { userId: "bob" }).state())).toContain("user:ann");
  const { person } = await app.erase("ann", { threads: ["a"] });
  const left = JSON.stringify(await app.session("a", { userId: "bob" }).state());
  expect([left.includes("user:ann"), left.includes(`user:${person}`)]).toEqual([false, true]);
  await app.close();
});

test("named items of the store and the spans of the threads go, those of others stay", async () => {
  const storage = memory();
  const app = deskOn(storage);
  const traces = path.join(folder, "traces", "app.jsonl");
  const stop = traceToFile({ path: traces, content: true });
  await app.session("a", { userId: "ann" }).send("words of ann");
  await app.session("b", { userId: "bob" }).send("words of bob");
  stop();
  await storage.store.put(["memories", "ann"], "1", { text: "tea" });
  await storage.store.put(["memories", "bob"], "1", { text: "coffee" });
  const receipt = await app.erase("ann", { items: [["memories", "ann"]], traces: [traces] });
  expect(receipt.erased.storeItems).toBe(1);
  expect(receipt.erased.traceSpans).toBeGreaterThan(0);
  const left = readFileSync(traces, "utf8");
  expect([left.includes("words of ann"), left.includes("words of bob")]).toEqual([false, true]);
  expect(readdirSync(path.dirname(traces))).toEqual(["app.jsonl"]);
  expect((await storage.store.search(["memories"])).map(({ namespace }) => namespace.at(-1))).toEqual(["bob"]);
  await app.close();
});
