import { EventEmitter } from "node:events";
import { describe, expect, test } from "vitest";
import { checkpointErrors } from "../../src/index.ts";
import { Connection, type PostgresPool } from "../../src/postgres/connection.ts";

/** What `pg` throws. */
const failure = (message: string, code?: string): Error =>
  Object.assign(new Error(message), code === undefined ? {} : { code });

/** A pool whose statements have the given results, one after the other. It records them. */
function pool(answers: (Error | null)[] = []) {
  const asked: string[] = [];
  const released: unknown[] = [];
  const events = new EventEmitter();
  const query = async (text: string) => {
    asked.push(text);
    await Promise.resolve();
    const answer = answers.shift();
    if (answer instanceof Error) throw answer;
    return { rows: [] };
  };
  const client = {
    query,
    on: (event: "error", listener: (error: Error) => void) => events.on(event, listener),
    removeListener: (event: "error", listener: (error: Error) => void) => events.removeListener(event, listener),
    release: (broken?: boolean) => released.push(broken),
  };
  const each: PostgresPool = {
    query,
    connect: () => Promise.resolve(client),
    on: (event, listener) => events.on(event, listener),
  };
  return { each, asked, released, events };
}

const reason = (promise: Promise<unknown>) =>
  promise.then(
    () => null,
    (error: unknown) => error,
  );

describe("a statement", () => {
  test.each([
    failure("Connection terminated unexpectedly"),
    failure("terminating connection due to administrator command", "57P01"),
    failure("read ECONNRESET", "ECONNRESET"),
    failure("Client has encountered a connection error and is not queryable"),
    failure("terminating connection due to idle-in-transaction timeout", "25P03"),
    failure("Query read timeout"),
  ])("whose connection is lost says so: $message", async (error) => {
    const connection = new Connection(pool([error]).each, "public");
    const thrown = await reason(connection.query("SELECT 1"));
    expect(checkpointErrors.connectionLost.is(thrown)).toBe(true);
  });

  test.each([
    failure("connect ECONNREFUSED 127.0.0.1:5432", "ECONNREFUSED"),
    failure("", "ECONNREFUSED"),
    failure("the database system is starting up", "57P03"),
    failure("could not extend file: No space left on device", "53100"),
    failure("cannot execute UPDATE in a read-only transaction", "25006"),
    failure("canceling statement due to lock timeout", "55P03"),
    failure("canceling statement due to statement timeout", "57014"),
    failure("sorry, too many clients already", "53300"),
    failure("timeout exceeded when trying to connect"),
    failure("Cannot use a pool after calling end on the pool"),
  ])("that has not run says that the database is unavailable: $message $code", async (error) => {
    const connection = new Connection(pool([error]).each, "public");
    const thrown = await reason(connection.query("SELECT 1"));
    expect(checkpointErrors.unavailable.is(thrown)).toBe(true);
  });

  test("that is wrong throws what the database says", async () => {
    const error = failure("syntax error", "42601");
    expect(await reason(new Connection(pool([error]).each, "public").query("SELECT 1"))).toBe(error);
  });
});

describe("a transaction", () => {
  test("runs again after a conflict with another one", async () => {
    const { each, asked } = pool([null, failure("deadlock detected", "40P01")]);
    await new Connection(each, "public").transaction((query) => query("UPDATE t"));
    expect(asked.map((text) => text.split(" ")[0])).toEqual([
      "BEGIN",
      "UPDATE",
      "ROLLBACK",
      "BEGIN",
      "UPDATE",
      "COMMIT",
    ]);
  });

  test("that others always get in the way of says so", async () => {
    const { each } = pool(Array.from({ length: 30 }, () => failure("deadlock detected", "40P01")));
    const thrown = await reason(new Connection(each, "public").transaction((query) => query("UPDATE t")));
    expect(checkpointErrors.unavailable.is(thrown)).toBe(true);
  });

  test("gives its connection back, and says when it is broken", async () => {
    const whole = pool([null, failure("no")]);
    await reason(new Connection(whole.each, "public").transaction((query) => query("UPDATE t")));
    const lost = failure("Connection terminated unexpectedly");
    const broken = pool([null, lost, lost]);
    await reason(new Connection(broken.each, "public").transaction((query) => query("UPDATE t")));
    expect([whole.released, broken.released]).toEqual([[false], [true]]);
  });
});

test("an idle connection that breaks does not end the process, however many savers share its pool", () => {
  const { each, events } = pool();
  for (let saver = 0; saver < 20; saver += 1) expect(new Connection(each, "public")).toBeDefined();
  expect(events.listenerCount("error")).toBe(1);
  expect(events.emit("error", failure("terminated"))).toBe(true);
});
