import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { MemorySaver } from "@langchain/langgraph";
import { sqliteSaver } from "@tidemark/checkpoint/sqlite";
import { expect, test } from "vitest";
import { WrappedSaver } from "../../src/savers/wrapped-saver.graph.ts";
import { defaultLocks } from "../../src/savers/default-locks.graph.ts";
import { acquired } from "./lock-contract.ts";
import { tripSession } from "./session-graph.ts";

test("all callers of a checkpointer share one queue", async () => {
  const saver = new MemorySaver();
  const lease = await acquired(defaultLocks(saver));
  expect(defaultLocks(saver)).toBe(defaultLocks(saver));
  expect(await defaultLocks(saver).acquire("t", { onBusy: "refuse" })).toMatchObject({ outcome: "busy" });
  await lease.release();
  expect((await defaultLocks(saver).acquire("t", { onBusy: "refuse" })).outcome).toBe("acquired");
});

test("another checkpointer has a separate queue, also for the same thread", async () => {
  const [one, other] = [new MemorySaver(), new MemorySaver()];
  const lease = await acquired(defaultLocks(one));
  expect(defaultLocks(other)).not.toBe(defaultLocks(one));
  expect((await defaultLocks(other).acquire("t", { onBusy: "refuse" })).outcome).toBe("acquired");
  await lease.release();
});

test("a saver with a database uses the locks of its database, also through a wrapper", async () => {
  const directory = mkdtempSync(path.join(tmpdir(), "tidemark-locks-"));
  const file = path.join(directory, "threads.db");
  const [one, other] = [sqliteSaver({ file }), sqliteSaver({ file })];
  expect(defaultLocks(new WrappedSaver(one))).toBe(one.locks);
  const lease = await acquired(defaultLocks(one));
  expect(await defaultLocks(other).acquire("t", { onBusy: "refuse" })).toMatchObject({ outcome: "busy" });
  await lease.release();
  expect((await defaultLocks(other).acquire("t", { onBusy: "refuse" })).outcome).toBe("acquired");
  one.close();
  other.close();
  rmSync(directory, { recursive: true });
});

test("sessions on savers of one file run one turn of a thread at a time, and answer a question once", async () => {
  const directory = mkdtempSync(path.join(tmpdir(), "tidemark-locks-"));
  const file = path.join(directory, "threads.db");
  const savers = [sqliteSaver({ file }), sqliteSaver({ file })];
  const sessions = savers.map((saver) => tripSession({ saver }).session);
  const turns = await Promise.all(sessions.map((session, index) => session.send(index === 0 ? "sea" : "hills")));
  expect(turns.map(({ outcome }) => outcome)).toEqual(["done", "done"]);
  expect((await sessions[0]?.state())?.trip_notes.toSorted()).toEqual(["hills", "sea"]);
  for (const saver of savers) saver.close();
  rmSync(directory, { recursive: true });
});
