import { copyFileSync, mkdtempSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { sqliteLocks, sqliteSaver, sqliteStore } from "../../../src/sqlite.ts";
import { put, values } from "../written.ts";

const folder = mkdtempSync(path.join(tmpdir(), "tidemark-open-"));
afterAll(() => rmSync(folder, { recursive: true }));

const remove = (file: string, suffixes: readonly string[]) => {
  for (const suffix of suffixes) rmSync(`${file}${suffix}`, { force: true });
};

/** What may happen to a file that is open. */
const losses: readonly [name: string, happen: (file: string) => void][] = [
  ["deleted", (file) => remove(file, ["", "-wal", "-shm"])],
  ["moved", (file) => renameSync(file, `${file}.moved`)],
  [
    "replaced by an empty one",
    (file) => {
      remove(file, ["", "-wal", "-shm"]);
      writeFileSync(file, "");
    },
  ],
  [
    "replaced by an older copy",
    (file) => {
      copyFileSync(file, `${file}.old`);
      remove(file, ["-wal", "-shm"]);
      renameSync(`${file}.old`, file);
    },
  ],
  ["left without its log", (file) => remove(file, ["-wal"])],
  ["left without its shared memory", (file) => remove(file, ["-shm"])],
];

let files = 0;
const newFile = () => {
  files += 1;
  return path.join(folder, `${files}.db`);
};

describe.skipIf(process.platform === "win32").each(losses)("when a file that is open is %s", (_, happen) => {
  test.each(["full", "normal"] as const)(
    "the saver acknowledges nothing, with the option synchronous %s",
    async (synchronous) => {
      const file = newFile();
      const saver = sqliteSaver({ file, synchronous });
      const first = await put(saver, "t", { list: ["one"] });
      happen(file);
      for (let attempt = 0; attempt < 2; attempt += 1) {
        const second = put(saver, "t", { list: ["one", "two"] }, first);
        await expect(second).rejects.toMatchObject({ code: "checkpoint/unavailable" });
        await expect(second).rejects.toThrow(/was (deleted or moved|replaced) while it was open/);
      }
      await expect(saver.deleteThread("t")).rejects.toMatchObject({ code: "checkpoint/unavailable" });
      saver.close();
    },
  );

  test("the store and the locks acknowledge nothing", async () => {
    const file = newFile();
    const store = sqliteStore({ file });
    await store.put(["users"], "ann", { theme: "dark" });
    const locks = sqliteLocks(store.database);
    const held = await locks.acquire("t");
    if (held.outcome === "acquired") await held.lease.release();
    happen(file);
    await expect(store.put(["users"], "ann", { theme: "light" })).rejects.toMatchObject({
      code: "checkpoint/unavailable",
    });
    await expect(locks.acquire("t")).rejects.toMatchObject({ code: "checkpoint/locksUnavailable" });
    store.close();
  });
});

test("a file that was moved and comes back is used again, with what was acknowledged", async () => {
  const file = newFile();
  const saver = sqliteSaver({ file });
  const first = await put(saver, "t", { list: ["one"] });
  renameSync(file, `${file}.moved`);
  await expect(put(saver, "t", { list: ["one", "lost"] }, first)).rejects.toMatchObject({
    code: "checkpoint/unavailable",
  });
  renameSync(`${file}.moved`, file);
  const second = await put(saver, "t", { list: ["one", "two"] }, first);
  const other = sqliteSaver({ file });
  expect(await values(other, "t", second)).toEqual({ list: ["one", "two"] });
  for (const each of [saver, other]) each.close();
});

test("a database in memory, and one that another connection closes, go on", async () => {
  const memory = sqliteSaver();
  await put(memory, "t", { list: ["one"] });
  memory.close();
  const file = newFile();
  const [first, second] = [sqliteSaver({ file }), sqliteSaver({ file })];
  const written = await put(first, "t", { list: ["one"] });
  await put(second, "u", { list: ["one"] });
  first.database.exec("VACUUM; PRAGMA wal_checkpoint(TRUNCATE)");
  first.close();
  await put(second, "t", { list: ["one", "two"] }, written);
  second.database.exec("PRAGMA journal_mode = DELETE");
  await put(second, "u", { list: ["two"] });
  second.close();
});
