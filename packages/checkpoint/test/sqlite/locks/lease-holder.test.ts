import { spawnSync } from "node:child_process";
import { DatabaseSync } from "node:sqlite";
import { sqliteLocks } from "@tidemark/checkpoint/sqlite";
import { describe, expect, test } from "vitest";
import { hasEnded, leaseHolder } from "../../../src/sqlite/locks/lease-holder.ts";

/** Id of a process that has ended. */
const endedPid = (): number => spawnSync(process.execPath, ["-e", ""]).pid;

const withPid = (pid: unknown, at?: string): string => {
  const own = leaseHolder("one");
  const changed = own.replace(`,${process.pid},`, `,${JSON.stringify(pid)},`);
  return at === undefined ? changed : changed.replace(/^\["[^"]*"/, `["${at}"`);
};

describe("a holder", () => {
  test("has ended when its process on this host has", () => {
    expect(hasEnded(leaseHolder("one"))).toBe(false);
    expect(hasEnded(withPid(endedPid()))).toBe(true);
  });

  test("of another host, or one that cannot be read, is not taken to have ended", () => {
    const pid = endedPid();
    for (const holder of [
      withPid(pid, "elsewhere"),
      withPid("7"),
      withPid(-1),
      withPid(0),
      "random-id",
      "[]",
      "{",
      5,
      null,
    ]) {
      expect([holder, hasEnded(holder)]).toEqual([holder, false]);
    }
  });
});

test("the lease of an ended process goes to the next caller at once, with a higher token", async () => {
  const database = new DatabaseSync(":memory:");
  const first = await sqliteLocks(database).acquire("t");
  const second = sqliteLocks(database);
  expect(await second.acquire("t", { onBusy: "refuse" })).toMatchObject({ outcome: "busy" });
  database.prepare("UPDATE tidemark_leases SET holder = ?").run(withPid(endedPid()));
  const taken = await second.acquire("t", { onBusy: "refuse" });
  expect(taken).toMatchObject({ outcome: "acquired", lease: { token: 2 } });
  expect(first.outcome === "acquired" && (await first.lease.holds())).toBe(false);
  for (const each of [first, taken]) if (each.outcome === "acquired") await each.lease.release();
});
