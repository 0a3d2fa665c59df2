import type { PostgresPool } from "@tidemark/checkpoint/internal";
import { postgresLocks } from "@tidemark/checkpoint/postgres";
import { checkpointErrors } from "@tidemark/checkpoint";
import { describe, expect, test } from "vitest";
import { acquired, testLocks } from "../../locks/lock-contract.ts";
import { having } from "../../matchers.ts";

type Row = Readonly<Record<string, unknown>>;

/** A statement as the connection got it. */
interface Asked {
  readonly text: string;
  readonly values: readonly unknown[] | undefined;
}

/** What a statement is for, by its own words. */
const kindOf = (text: string) =>
  text.includes("CREATE TABLE")
    ? "prepare"
    : text.includes("AS fenced")
      ? "find"
      : text.includes("INSERT INTO")
        ? "take"
        : text.includes("'-infinity'")
          ? "free"
          : text.includes("expires_at > clock_timestamp()")
            ? "shorten"
            : text.includes("UPDATE")
              ? "renew"
              : "holds";

/**
 * A connection that keeps leases in memory, records what it is asked, and lets tests answer otherwise. How the statements
 * fare in a real Postgres is asked elsewhere.
 */
function recorder(answers: Partial<Record<ReturnType<typeof kindOf>, () => Row[]>> = {}) {
  const asked: Asked[] = [];
  const leases = new Map<unknown, { token: number; taken: boolean }>();
  let made = false;
  const rowsOf = (kind: ReturnType<typeof kindOf>, [thread, second]: readonly unknown[]): Row[] => {
    const lease = leases.get(thread);
    if (kind === "prepare") {
      made = true;
      return [];
    }
    if (kind === "find") return [{ present: true, made, fenced: true }];
    if (kind === "take") {
      if (lease?.taken === true) return [];
      const token = (lease?.token ?? 0) + 1;
      leases.set(thread, { token, taken: true });
      // As `pg` reads a BIGINT.
      return [{ token: String(token) }];
    }
    if (lease === undefined || lease.token !== second) return [];
    if (kind === "free") lease.taken = false;
    return [{}];
  };
  const connection: Pick<PostgresPool, "query"> = {
    query: async (text, values) => {
      asked.push({ text, values });
      await Promise.resolve();
      const kind = kindOf(text);
      return { rows: answers[kind]?.() ?? rowsOf(kind, values ?? []) };
    },
  };
  const kinds = () => asked.map(({ text }) => kindOf(text));
  return { connection, asked, kinds, of: (kind: string) => asked.filter(({ text }) => kindOf(text) === kind) };
}

/** Ids that count: `holder_1`, `holder_2`, … */
function holders() {
  let count = 0;
  return { next: () => `holder_${(count += 1)}` };
}

const fail = (message: string) => (): never => {
  throw new Error(message);
};

describe("postgresLocks", () => {
  testLocks(() => postgresLocks(recorder().connection));

  test("makes the tables once, before anything else, however many ask at once", async () => {
    const { connection, kinds } = recorder();
    const locks = postgresLocks(connection);
    const leases = await Promise.all(["a", "b", "c"].map((thread) => acquired(locks, thread)));
    leases.push(await acquired(locks, "d"));
    expect(kinds()).toEqual(["find", "prepare", "find", "take", "take", "take", "take"]);
    for (const lease of leases) await lease.release();
  });

  test("makes nothing when all tables exist, as a role without the right to create them needs it", async () => {
    const { connection, kinds } = recorder({ find: () => [{ present: true, made: true, fenced: true }] });
    await (await acquired(postgresLocks(connection))).release();
    expect(kinds()).toEqual(["find", "take", "free"]);
  });

  test("looks for them again at each lease until there are tables of a saver to fence", async () => {
    let fenced: unknown = false;
    const { connection, kinds } = recorder({ find: () => [{ present: true, made: true, fenced }] });
    const locks = postgresLocks(connection);
    for (const answer of [false, "true", true, true]) {
      fenced = answer;
      await (await acquired(locks)).release();
    }
    const lease = ["take", "free"];
    const asked = ["find", ...lease];
    expect(kinds()).toEqual([...asked, ...asked, ...asked, ...lease]);
  });

  test("asks nothing of the connection before a thread is wanted", () => {
    const { connection, asked } = recorder();
    postgresLocks(connection);
    expect(asked).toEqual([]);
  });

  test("says what is different each time in parameters, never in the statement", async () => {
    const { connection, asked } = recorder();
    const locks = postgresLocks(connection, { leaseMilliseconds: 4321, ids: holders() });
    for (const thread of ["plain", "'; DROP TABLE tidemark_leases; --", "$1", "\u0001"]) {
      const lease = await acquired(locks, thread);
      await lease.holds();
      await lease.release();
    }
    const statements = asked.slice(3);
    expect(new Set(statements.map(({ text }) => text)).size).toBe(3);
    for (const { text } of statements) expect(text).not.toMatch(/plain|DROP|holder_|4321/);
    expect(statements.slice(3, 6).map(({ values }) => values)).toEqual([
      ["'; DROP TABLE tidemark_leases; --", "holder_2", 4321],
      ["'; DROP TABLE tidemark_leases; --", 1],
      ["'; DROP TABLE tidemark_leases; --", 1],
    ]);
  });

  test("numbers its parameters as many as it passes", async () => {
    const { connection, asked } = recorder();
    const lease = await acquired(postgresLocks(connection));
    await lease.holds();
    await lease.release();
    for (const { text, values } of asked) {
      const named = new Set(text.match(/\$\d+/g));
      expect([...named].toSorted()).toEqual((values ?? []).map((_, index) => `$${index + 1}`));
    }
  });

  test.each([
    ["public", undefined, '"public".tidemark_leases'],
    ["another", "tides", '"tides".tidemark_leases'],
    ["one with quotes", 'odd "name', '"odd ""name".tidemark_leases'],
    ["one with words of the language", "a.b; DROP SCHEMA public", '"a.b; DROP SCHEMA public".tidemark_leases'],
  ])("keeps its table in the schema: %s", async (_, schema, table) => {
    const { connection, asked, of } = recorder();
    const lease = await acquired(postgresLocks(connection, schema === undefined ? {} : { schema }));
    await lease.holds();
    await lease.release();
    const finding = of("find");
    for (const { text } of asked.filter((each) => !finding.includes(each))) {
      const places = text.match(/"(?:[^"]|"")+"[.]tidemark_leases/g) ?? [];
      expect(new Set(places)).toEqual(new Set([table]));
    }
    for (const { values } of finding) expect(values?.[0]).toBe(schema ?? "public");
  });

  test("a schema whose name has an apostrophe does not end the text that names its tables", async () => {
    const { connection, of } = recorder();
    await (await acquired(postgresLocks(connection, { schema: "ann's" }))).release();
    expect(of("prepare")[0]?.text).toContain(`to_regclass('"ann''s".checkpoints')`);
    expect(of("prepare")[0]?.text).not.toContain(`to_regclass('"ann's"`);
  });

  test("reads a token that comes as text or as a number, and takes a row without one for busy", async () => {
    for (const token of ["9007199254740991", 9_007_199_254_740_991]) {
      const { connection } = recorder({ take: () => [{ token }] });
      const lease = await acquired(postgresLocks(connection));
      expect(lease.token).toBe(9_007_199_254_740_991);
      await lease.release();
    }
    for (const rows of [[], [{}], [{ other: 1 }]]) {
      const { connection } = recorder({ take: () => rows });
      const asking = postgresLocks(connection).acquire("t", { onBusy: "refuse" });
      expect(await asking).toEqual({ outcome: "busy", threadId: "t", until: null });
    }
  });

  test("the signal of a holder is aborted when the row names another token", async () => {
    const { connection } = recorder({ holds: () => [] });
    const lease = await acquired(postgresLocks(connection));
    expect(lease.signal.aborted).toBe(false);
    expect(await lease.holds()).toBe(false);
    expect(lease.signal.reason).toMatchObject({ code: "checkpoint/fenced", details: { threadId: "t" } });
  });

  test("renews its own token for the duration of the lease, and reports a token that is missing", async () => {
    let renewals = 0;
    const { connection, of } = recorder({ renew: () => ((renewals += 1) < 3 ? [{ token: "1" }] : []) });
    const lease = await acquired(postgresLocks(connection, { leaseMilliseconds: 60 }));
    await new Promise((resolve) => lease.signal.addEventListener("abort", resolve, { once: true }));
    expect(lease.signal.reason).toMatchObject({ code: "checkpoint/fenced" });
    expect(of("renew").map(({ values }) => values)).toEqual([
      ["t", 1, 60],
      ["t", 1, 60],
      ["t", 1, 60],
    ]);
    await lease.release();
  });

  test("a lease lasts 30 seconds when nothing is said", async () => {
    const { connection, of } = recorder();
    await (await acquired(postgresLocks(connection))).release();
    expect(of("take")[0]?.values?.[2]).toBe(30_000);
  });

  test.each([0, 49, 50.5, Number.NaN, Number.POSITIVE_INFINITY])(
    "refuses a lease of %j before it asks",
    (milliseconds) => {
      const { connection, asked } = recorder();
      const options = { leaseMilliseconds: milliseconds };
      expect(() => postgresLocks(connection, options)).toThrow(checkpointErrors.invalidLease(options).message);
      expect(asked).toEqual([]);
    },
  );
});

/** The typed error with the words of the driver, and the driver's error as its cause. */
const unavailable = (message: string) => ({
  code: "checkpoint/locksUnavailable",
  details: { threadId: "t", problem: message },
  cause: having({ message }),
});

describe("a connection that fails", () => {
  test("while the tables are made throws a typed error, and the next caller makes them", async () => {
    let closed = true;
    const { connection, kinds } = recorder({ prepare: () => (closed ? fail("Client was closed")() : []) });
    const locks = postgresLocks(connection);
    await expect(locks.acquire("t")).rejects.toMatchObject(unavailable("Client was closed"));
    await expect(locks.acquire("t")).rejects.toMatchObject(unavailable("Client was closed"));
    closed = false;
    await (await acquired(locks)).release();
    expect(kinds()).toEqual(["find", "prepare", "find", "prepare", "find", "prepare", "find", "take", "free"]);
  });

  test("while a thread is taken throws a typed error, and the place in the queue is free again", async () => {
    let closed = true;
    const { connection } = recorder({ take: () => (closed ? fail("connection lost")() : [{ token: "1" }]) });
    const locks = postgresLocks(connection);
    await expect(locks.acquire("t")).rejects.toMatchObject(unavailable("connection lost"));
    closed = false;
    const lease = await acquired(locks);
    expect(lease.token).toBe(1);
    await lease.release();
  });

  test("while a lease is looked up throws a typed error, and the lease does not count as lost", async () => {
    const { connection } = recorder({ holds: fail("connection lost") });
    const lease = await acquired(postgresLocks(connection));
    await expect(lease.holds()).rejects.toMatchObject(unavailable("connection lost"));
    expect(lease.signal.aborted).toBe(false);
    await lease.release();
  });

  test("while a thread is released does not reach the caller, and the next lease releases it first", async () => {
    let closed = true;
    const { connection, kinds } = recorder({ free: () => (closed ? fail("connection lost")() : []) });
    const locks = postgresLocks(connection);
    const lease = await acquired(locks);
    await lease.release();
    closed = false;
    expect(await locks.acquire("t", { onBusy: "refuse" })).toMatchObject({ outcome: "busy" });
    expect(kinds().slice(3)).toEqual(["take", "free", "free", "take", "shorten"]);
  });
});
