import { copyFileSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { setImmediate as nextTurn } from "node:timers/promises";
import { DatabaseSync } from "node:sqlite";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { type Checkpoint, emptyCheckpoint, uuid6 } from "@langchain/langgraph-checkpoint";
import { afterAll, describe, expect, test } from "vitest";
import { checkpointErrors } from "../../src/index.ts";
import { type SqliteSaver, sqliteSaver } from "../../src/sqlite.ts";
import { sqliteSaverOf } from "../../src/sqlite/saver.ts";
import { DiskSync, logOf, type WrittenFile } from "../../src/sqlite/disk-sync.ts";

const folder = mkdtempSync(path.join(tmpdir(), "tidemark-"));
afterAll(() => rmSync(folder, { recursive: true }));

const metadata = { source: "loop" as const, step: 0, parents: {} };
const at = (thread: string) => ({ configurable: { thread_id: thread, checkpoint_ns: "" } });

let step = 0;
/** A checkpoint with one channel. */
const holding = (value: unknown): Checkpoint => {
  step += 1;
  const versions = { channel_versions: { value: 2 ** 40 + step } };
  return { ...emptyCheckpoint(), id: uuid6(step), channel_values: { value }, ...versions };
};

const open = (file: string): DatabaseSync => {
  const database = new DatabaseSync(file);
  database.exec("PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL");
  return database;
};

const valueOf = async (saver: SqliteSaver, thread: string): Promise<unknown> =>
  (await saver.getTuple(at(thread)))?.checkpoint.channel_values["value"];

/** Collects garbage, now. */
function collect(): void {
  setFlagsFromString("--expose-gc");
  runInNewContext("gc()");
}

/** A file that reports each request, and answers on demand. */
function scripted() {
  const asked: ((error?: Error) => void)[] = [];
  let closed = 0;
  const file: WrittenFile = {
    sync: () =>
      new Promise((resolve, reject) => asked.push((error) => (error === undefined ? resolve() : reject(error)))),
    close: () => (closed += 1),
  };
  return { file, asked, closed: () => closed };
}

describe("waiting for the disk", () => {
  test("serves those who come while it is at work together, by the next one", async () => {
    const { file, asked } = scripted();
    const disk = new DiskSync(file);
    const done: string[] = [];
    void disk.sync().then(() => done.push("first"));
    await nextTurn();
    for (const name of ["second", "third"]) void disk.sync().then(() => done.push(name));
    await nextTurn();
    expect(asked).toHaveLength(1);
    asked[0]?.();
    await nextTurn();
    expect([done, asked.length]).toEqual([["first"], 2]);
    asked[1]?.();
    await nextTurn();
    expect([done, asked.length]).toEqual([["first", "second", "third"], 2]);
  });

  test("lets go of the file when nothing waits any more", async () => {
    const { file, asked, closed } = scripted();
    const disk = new DiskSync(file);
    const one = disk.sync();
    const end = disk.close();
    await nextTurn();
    expect(closed()).toBe(0);
    asked[0]?.();
    await Promise.all([one, end]);
    expect(closed()).toBe(1);
  });

  test("lets go of the file when it was forgotten, and not while somebody waits", async () => {
    const { file, asked, closed } = scripted();
    const waiting = new DiskSync(file).sync();
    await nextTurn();
    collect();
    await nextTurn();
    expect(closed()).toBe(0);
    asked[0]?.();
    await waiting;
    for (let tried = 0; tried < 100 && closed() === 0; tried += 1) {
      collect();
      await nextTurn();
    }
    expect(closed()).toBe(1);
  });

  test("is possible for the log of a file, and for nothing else", async () => {
    const log = logOf(open(path.join(folder, "log.db")));
    await expect(Promise.all([log?.sync(), log?.sync()])).resolves.toEqual([undefined, undefined]);
    log?.close();
    await expect(log?.sync()).rejects.toThrow("EBADF");
    expect(logOf(new DatabaseSync(":memory:"))).toBeNull();
    const other = new DatabaseSync(path.join(folder, "other.db"));
    expect(logOf(other)).toBeNull();
  });
});

describe("a saver that waits for the disk apart", () => {
  test("acknowledges only what the disk has been given", async () => {
    const file = path.join(folder, "given.db");
    const database = open(file);
    let images = 0;
    // What a loss of power leaves: the files as they were when the disk was last asked to take them.
    const image = (): string => path.join(folder, `image-${images}`);
    const log: WrittenFile = {
      sync: async () => {
        const next = path.join(folder, `image-${images + 1}`);
        mkdirSync(next);
        for (const ending of ["", "-wal"]) copyFileSync(`${file}${ending}`, path.join(next, `x.db${ending}`));
        await nextTurn();
        images += 1;
      },
      close: () => {},
    };
    const saver = sqliteSaverOf(database, {}, new DiskSync(log));
    const left = async (thread: string) => {
      const there = sqliteSaver({ file: path.join(image(), "x.db") });
      const value = await valueOf(there, thread);
      there.close();
      return value;
    };
    const threads = Array.from({ length: 12 }, (_, index) => `t${index}`);
    await Promise.all(
      threads.map(async (thread, index) => {
        for (let turns = 0; turns < index; turns += 1) await nextTurn();
        await saver.put(at(thread), holding(`${thread} `.repeat(300)), metadata, {});
        expect(await left(thread)).toBe(`${thread} `.repeat(300));
      }),
    );
    expect(images).toBeGreaterThan(1);
    expect(images).toBeLessThanOrEqual(threads.length);
  });

  test("leaves the database to others meanwhile, with the settings that it had", async () => {
    const file = path.join(folder, "others.db");
    const { file: log, asked } = scripted();
    const saver = sqliteSaverOf(open(file), {}, new DiskSync(log));
    let acknowledged = false;
    const write = saver.put(at("t"), holding("x"), metadata, {}).then(() => (acknowledged = true));
    while (asked.length === 0) await nextTurn();
    const other = new DatabaseSync(file, { timeout: 0 });
    other.exec("BEGIN IMMEDIATE; CREATE TABLE own (n INTEGER) STRICT; COMMIT");
    expect(saver.database.prepare("PRAGMA synchronous").get()).toEqual({ synchronous: 2 });
    expect(saver.database.prepare("PRAGMA busy_timeout").get()).toEqual({ timeout: 0 });
    expect(acknowledged).toBe(false);
    asked[0]?.();
    await write;
    expect(acknowledged).toBe(true);
  });

  test("says so when the disk refuses, and goes on only when the database itself has taken it", async () => {
    const file = path.join(folder, "refused.db");
    const { file: log, asked } = scripted();
    const saver = sqliteSaverOf(open(file), {}, new DiskSync(log));
    const reader = new DatabaseSync(file);
    reader.exec("BEGIN; SELECT count(*) FROM checkpoints");
    const refused = saver.put(at("t"), holding("first"), metadata, {}).catch((error: unknown) => error);
    while (asked.length === 0) await nextTurn();
    asked[0]?.(new Error("EIO: i/o error, fdatasync"));
    const error = await refused;
    expect(checkpointErrors.unsynced.is(error)).toBe(true);
    expect(String(error)).toContain("EIO");
    expect(await valueOf(saver, "t")).toBe("first");

    const others = ["u", "w"].map((thread) => saver.put(at(thread), holding(thread), metadata, {}));
    const reasons = await Promise.all(others.map((write) => write.catch((reason: unknown) => reason)));
    expect(reasons.map((reason) => checkpointErrors.unsynced.is(reason))).toEqual([true, true]);
    const copied: unknown = await saver.copyThread("t", "copy").catch((reason: unknown) => reason);
    expect(checkpointErrors.unsynced.is(copied)).toBe(true);
    reader.exec("COMMIT");
    const third = saver.put(at("v"), holding("third"), metadata, {});
    while (asked.length === 1) await nextTurn();
    // What the disk refused is in the database without its log.
    const copy = path.join(folder, "without-log.db");
    copyFileSync(file, copy);
    expect(await valueOf(sqliteSaver({ file: copy }), "t")).toBe("first");
    asked[1]?.();
    await third;
    const left = await Promise.all(["u", "v", "w"].map((thread) => valueOf(saver, thread)));
    expect(left).toEqual([undefined, "third", undefined]);
  });

  test("has stored what was on its way when it is closed", async () => {
    const file = path.join(folder, "closed.db");
    const saver = sqliteSaver({ file });
    const writes = ["t", "u"].map((thread) => saver.put(at(thread), holding(thread), metadata, {}));
    await nextTurn();
    writes.push(saver.put(at("v"), holding("v"), metadata, {}));
    saver.close();
    await Promise.all(writes);
    const again = sqliteSaver({ file });
    for (const thread of ["t", "u", "v"]) expect(await valueOf(again, thread)).toBe(thread);
  });
});
