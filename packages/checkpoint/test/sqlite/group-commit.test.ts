import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { DatabaseSync } from "node:sqlite";
import { type Checkpoint, emptyCheckpoint, uuid6 } from "@langchain/langgraph-checkpoint";
import { afterAll, describe, expect, test } from "vitest";
import { checkpointErrors } from "../../src/index.ts";
import { type SqliteSaver, sqliteSaver } from "../../src/sqlite.ts";
import { GroupCommit } from "../../src/sqlite/group-commit.ts";

const folder = mkdtempSync(path.join(tmpdir(), "tidemark-"));
afterAll(() => rmSync(folder, { recursive: true }));

const metadata = { source: "loop" as const, step: 0, parents: {} };
const at = (thread: string, id?: string) => ({
  configurable: { thread_id: thread, checkpoint_ns: "", ...(id !== undefined && { checkpoint_id: id }) },
});
const long = (text: string) => text.repeat(300);

let step = 0;
/** A checkpoint with one channel. */
const holding = (value: unknown): Checkpoint => {
  step += 1;
  const versions = { channel_versions: { value: 2 ** 40 + step } };
  return { ...emptyCheckpoint(), id: uuid6(step), channel_values: { value }, ...versions };
};

/** Counts the transactions of a connection that have ended well. */
function transactions({ database }: SqliteSaver): () => number {
  let count = 0;
  const exec = database.exec.bind(database);
  database.exec = (sql) => {
    exec(sql);
    if (sql === "COMMIT") count += 1;
  };
  return () => count;
}

const valueOf = async (saver: SqliteSaver, thread: string): Promise<unknown> =>
  (await saver.getTuple(at(thread)))?.checkpoint.channel_values["value"];

const outcome = (write: Promise<unknown>): Promise<unknown> =>
  write.then(() => "stored").catch((error: unknown) => error);

describe("writes that arrive together", () => {
  test("are one transaction, and each is acknowledged when it is there", async () => {
    const saver = sqliteSaver();
    const count = transactions(saver);
    const first = holding(long("a"));
    await saver.put(at("t"), first, metadata, {});
    expect(count()).toBe(1);
    await Promise.all([
      saver.putWrites(at("t", first.id), [["value", long("b")]], "task"),
      saver.put(at("t", first.id), holding([long("a"), long("b")]), metadata, {}),
      ...["u", "v", "w"].map((thread) => saver.put(at(thread), holding({ text: long("b") }), metadata, {})),
    ]);
    expect(count()).toBe(2);
    expect(await valueOf(sqliteSaver({ database: saver.database }), "t")).toEqual([long("a"), long("b")]);
    expect(saver.database.prepare("SELECT count(*) AS n FROM tidemark_values").get()).toMatchObject({ n: 2 });
  });

  test("depend on each other", async () => {
    const saver = sqliteSaver();
    const log = [long("0")];
    let parent: string | undefined;
    const writes: Promise<unknown>[] = [];
    for (let turn = 1; turn < 5; turn += 1) {
      log.push(long(String(turn)));
      const checkpoint = holding([...log]);
      writes.push(saver.put(at("t", parent), checkpoint, metadata, {}));
      parent = checkpoint.id;
    }
    await Promise.all(writes);
    expect(await valueOf(sqliteSaver({ database: saver.database }), "t")).toEqual(log);
    expect(saver.database.prepare("SELECT count(*) AS n FROM tidemark_documents WHERE base IS NULL").get()).toEqual({
      n: 1,
    });
  });

  test("say what was handed over, whatever becomes of it while they wait", async () => {
    const saver = sqliteSaver();
    const value = { list: [{ text: long("a") }], small: { n: 1 } };
    await saver.put(at("t"), holding(value), metadata, {});
    const second = holding(value);
    value.small.n = 2;
    const write = saver.put(at("t"), second, metadata, {});
    value.small.n = 3;
    value.list[0] = { text: long("b") };
    second.channel_values["value"] = "gone";
    await write;
    const stored = { list: [{ text: long("a") }], small: { n: 2 } };
    expect(await valueOf(saver, "t")).toEqual(stored);
    expect(await valueOf(sqliteSaver({ database: saver.database }), "t")).toEqual(stored);
    await saver.put(at("t"), holding(value), metadata, {});
    expect(await valueOf(sqliteSaver({ database: saver.database }), "t")).toEqual(value);
  });

  test("do not fail with the one of them that is refused", async () => {
    const saver = sqliteSaver();
    // The tables of the locks of state-manager, with a lease that is newer than the writer's.
    saver.database.exec(
      `CREATE TABLE tidemark_leases (thread_id TEXT PRIMARY KEY, token INTEGER NOT NULL);
       CREATE TABLE tidemark_cleared_leases (id INTEGER PRIMARY KEY CHECK (id = 1), token INTEGER NOT NULL) STRICT;
       INSERT INTO tidemark_leases VALUES ('late', 2)`,
    );
    const late = holding(long("s"));
    const noted = { ...metadata, tidemark_fence: 1, tidemark_fence_of: late.id };
    const same = { text: long("s") };
    const [one, refused, unstorable, other] = await Promise.all([
      outcome(saver.put(at("one"), holding(same), metadata, {})),
      outcome(saver.put(at("late"), late, noted, {})),
      outcome(saver.put(at("bad"), holding({ same, run: () => 1 }), metadata, {})),
      outcome(saver.put(at("other"), holding([same, { text: long("o") }]), metadata, {})),
    ]);
    expect([one, other]).toEqual(["stored", "stored"]);
    expect([checkpointErrors.fenced.is(refused), checkpointErrors.unstorable.is(unstorable)]).toEqual([true, true]);
    const cold = sqliteSaver({ database: saver.database });
    expect(await valueOf(cold, "one")).toEqual(same);
    expect(await valueOf(cold, "other")).toEqual([same, { text: long("o") }]);
    expect([await cold.getTuple(at("late")), await cold.getTuple(at("bad"))]).toEqual([undefined, undefined]);
  });
});

describe("what is on its way", () => {
  test("is seen by every read and every change that comes after it", async () => {
    const saver = sqliteSaver();
    const write = (thread: string): Checkpoint => {
      const checkpoint = holding(long(thread));
      void saver.put(at(thread), checkpoint, metadata, {});
      return checkpoint;
    };
    write("got");
    expect(await valueOf(saver, "got")).toBe(long("got"));
    write("listed");
    const listed: string[] = [];
    for await (const { checkpoint } of saver.list({})) listed.push(String(checkpoint.channel_values["value"]));
    expect(listed).toContain(long("listed"));
    write("measured");
    expect((await saver.stats("measured")).checkpoints).toBe(1);
    write("exported");
    expect(await saver.exportThread("exported")).toMatchObject({});
    write("copied");
    await saver.copyThread("copied", "copy");
    expect(await valueOf(saver, "copy")).toBe(long("copied"));
    const first = write("pruned");
    void saver.put(at("pruned", first.id), holding("x"), metadata, {});
    expect(await saver.prune("pruned", { keepLast: 1 })).toBe(1);
    write("deleted");
    await saver.deleteThread("deleted");
    expect(await valueOf(saver, "deleted")).toBeUndefined();
  });

  test("is stored when the saver is closed", async () => {
    const file = path.join(folder, "closed.db");
    const saver = sqliteSaver({ file });
    const write = saver.put(at("t"), holding("x"), metadata, {});
    saver.close();
    await write;
    expect(await valueOf(sqliteSaver({ file }), "t")).toBe("x");
  });

  test("is stored whole when another connection removes the values in it", async () => {
    const file = path.join(folder, "removed.db");
    const [saver, other] = [sqliteSaver({ file }), sqliteSaver({ file })];
    const value = [long("a"), { text: long("b") }];
    const first = holding(value);
    await saver.put(at("t"), first, metadata, {});
    const write = saver.put(at("t", first.id), holding([...value, "c"]), metadata, {});
    // What was put waits for the end of a transaction of the application.
    saver.database.exec("BEGIN");
    await other.deleteThread("t");
    saver.database.exec("COMMIT");
    await write;
    expect(await valueOf(sqliteSaver({ file }), "t")).toEqual([...value, "c"]);
  });

  test("waits for another writer without holding up the process, and fails when it takes too long", async () => {
    const file = path.join(folder, "busy.db");
    const saver = sqliteSaver({ file, busyTimeout: 300 });
    const patient = sqliteSaver({ file, busyTimeout: 600_000 });
    const other = new DatabaseSync(file);
    other.exec("BEGIN IMMEDIATE");
    let turns = 0;
    const timer = setInterval(() => (turns += 1), 1);
    const late = await outcome(saver.put(at("t"), holding("late"), metadata, {}));
    expect(checkpointErrors.unavailable.is(late)).toBe(true);
    expect(turns).toBeGreaterThan(3);
    const write = outcome(patient.put(at("t"), holding("soon"), metadata, {}));
    setTimeout(() => other.exec("ROLLBACK"), 20);
    expect(await write).toBe("stored");
    clearInterval(timer);
    expect(await valueOf(patient, "t")).toBe("soon");
    expect(saver.database.prepare("PRAGMA busy_timeout").get()).toEqual({ timeout: 300 });
  });

  test("goes with a transaction of the application's own", async () => {
    const saver = sqliteSaver();
    saver.database.exec("BEGIN");
    await saver.put(at("t"), holding("x"), metadata, {});
    saver.database.exec("ROLLBACK");
    expect(await valueOf(sqliteSaver({ database: saver.database }), "t")).toBeUndefined();
    const write = saver.put(at("t"), holding("y"), metadata, {});
    saver.database.exec("BEGIN");
    setTimeout(() => saver.database.exec("ROLLBACK"), 20);
    await write;
    expect(await valueOf(sqliteSaver({ database: saver.database }), "t")).toBe("y");
  });
});

describe("a transaction of the application's own", () => {
  test("that is rolled back takes with it what was believed to be stored", async () => {
    const saver = sqliteSaver();
    const value = { text: long("a") };
    for (const during of [
      () => saver.put(at("t"), holding(value), metadata, {}),
      () => saver.put(at("t"), holding(value), metadata, {}).then(() => valueOf(saver, "t")),
    ]) {
      saver.database.exec("BEGIN");
      await during();
      saver.database.exec("ROLLBACK");
      // Takes the id that the value had.
      await saver.put(at("other"), holding({ text: long("b") }), metadata, {});
      await saver.put(at("t"), holding(value), metadata, {});
      expect(await valueOf(sqliteSaver({ database: saver.database }), "t")).toEqual(value);
      await saver.deleteThread("t");
      await saver.deleteThread("other");
    }
  });

  test("does not take in what was put before it", async () => {
    const saver = sqliteSaver();
    const first = holding({ text: long("a") });
    const before = saver.put(at("t"), first, metadata, {});
    saver.database.exec("BEGIN");
    await saver.put(at("t", first.id), holding({ text: long("a"), more: long("b") }), metadata, {});
    await saver.deleteThread("u");
    expect(await valueOf(saver, "t")).toEqual({ text: long("a"), more: long("b") });
    saver.database.exec("ROLLBACK");
    await before;
    expect(await valueOf(sqliteSaver({ database: saver.database }), "t")).toEqual({ text: long("a") });
  });

  test("that takes too long is waited for in vain", async () => {
    const saver = sqliteSaver();
    saver.database.exec("PRAGMA busy_timeout = 20");
    const writes = ["t", "u"].map((thread) => outcome(saver.put(at(thread), holding("x"), metadata, {})));
    saver.database.exec("BEGIN");
    for (const write of writes) expect(checkpointErrors.unavailable.is(await write)).toBe(true);
    saver.database.exec("COMMIT");
    expect(await valueOf(saver, "t")).toBeUndefined();
  });

  test("that is open when the saver is closed leaves nothing acknowledged", async () => {
    const saver = sqliteSaver();
    const write = outcome(saver.put(at("t"), holding("x"), metadata, {}));
    saver.database.exec("BEGIN");
    saver.close();
    expect(checkpointErrors.unavailable.is(await write)).toBe(true);
  });
});

test("a saver that was closed says so, whatever it is asked", async () => {
  const saver = sqliteSaver();
  await saver.put(at("t"), holding("x"), metadata, {});
  saver.close();
  saver.close();
  for (const ask of [
    () => saver.put(at("t"), holding("y"), metadata, {}),
    () => saver.putWrites(at("t", "x"), [["value", 1]], "task"),
    () => saver.getTuple(at("t")),
    () => saver.list(at("t")).next(),
    () => saver.getDeltaChannelHistory({ config: at("t"), channels: ["value"] }),
    () => saver.deleteThread("t"),
    () => saver.prune("t", { keepLast: 1 }),
    () => saver.exportThread("t"),
    () => saver.removeExpired("2030-01-01T00:00:00Z"),
    () => saver.stats("t"),
    () => saver.vacuum(),
  ])
    expect(checkpointErrors.unavailable.is(await outcome(ask()))).toBe(true);
});

test("an object that was changed in place, read and stored again is stored as it is", async () => {
  const saver = sqliteSaver();
  const value = { list: [long("a")], more: { text: long("b") } };
  await saver.put(at("t"), holding(value), metadata, {});
  value.more.text = long("c");
  expect(await valueOf(saver, "t")).toEqual({ list: [long("a")], more: { text: long("b") } });
  await saver.put(at("t"), holding(value), metadata, {});
  expect(await valueOf(sqliteSaver({ database: saver.database }), "t")).toEqual(value);
});

test("a write that fails alone is undone, and the next one finds nothing of it", async () => {
  const database = new DatabaseSync(":memory:");
  database.exec("CREATE TABLE kept (n INTEGER NOT NULL)");
  let forgotten = 0;
  const commits = new GroupCommit(database, { refresh: () => {}, forget: () => (forgotten += 1) });
  const calls: string[] = [];
  const write = (n: number | null) =>
    commits.add({
      threadId: "t",
      store: () => database.prepare("INSERT INTO kept VALUES (?)").run(n),
      stored: () => calls.push(`${n} stored`),
      undo: () => calls.push(`${n} undone`),
    });
  const ended = await Promise.allSettled([write(1), write(null), write(2)]);
  expect(ended.map(({ status }) => status)).toEqual(["fulfilled", "rejected", "fulfilled"]);
  expect(calls).toEqual(["1 undone", "null undone", "2 undone", "1 stored", "null undone", "2 stored"]);
  expect(database.prepare("SELECT n FROM kept ORDER BY n").all()).toEqual([{ n: 1 }, { n: 2 }]);
  expect(forgotten).toBe(2);
});
