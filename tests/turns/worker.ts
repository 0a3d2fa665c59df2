// Takes one turn on a thread in a process of its own, and is killed at a chosen moment of a chosen call to the saver.
import { EventEmitter, once } from "node:events";
import type { BaseCheckpointSaver } from "@langchain/langgraph-checkpoint";
import type { ThreadLocks } from "@tidemark/state-manager";
import { openSession } from "@tidemark/state-manager/langgraph";
import pg from "pg";
import { openStore } from "../locks/worker.ts";
import { Journey, journeyGraph } from "./journey.ts";

/** When in a call the process ends: before anything of it is sent, with all rows written and none committed, or when it is stored. */
export const MOMENTS = ["before", "inside", "after"] as const;

/** The calls by which the stock host stores a turn of the journey, and the answer to its question, in this order. */
export const CALLS = {
  send: [
    "the put of the input",
    "the putWrites of the input",
    "the put of the message",
    "the putWrites of turn_start",
    "the put after turn_start",
    "the putWrites of plan",
    "the put after plan",
    "the putWrites of left",
    "the putWrites of right",
    "the put after left and right",
    "the putWrites of finish",
    "the put after finish",
  ],
  resume: [
    "the putWrites of the answer",
    "the putWrites of right",
    "the put after left and right",
    "the putWrites of finish",
    "the put after finish",
  ],
} as const;

/** What a worker is told on its command line. */
export interface TurnOrders {
  readonly store: "sqlite" | "postgres";
  /** A file, or a connection string. */
  readonly at: string;
  readonly threadId: string;
  readonly leaseMilliseconds: number;
  /** What is sent; or the answer to the question that waits. */
  readonly say: string;
  readonly does: keyof typeof CALLS;
  readonly kill: KillPoint;
}

/** Where the process ends: the number of the call, and the moment in it. */
export interface KillPoint {
  readonly call: number;
  readonly moment: (typeof MOMENTS)[number];
}

/** A call by which the host stores something. */
type Call = "put" | "putWrites";

/**
 * Lets somebody watch every call by which something is stored: `around` is given the call and does it.
 *
 * The host does not wait for a putWrites before its next call. Here each waits for the one before it, so that what is on the
 * disk at a point is known.
 */
export function watchSaver(
  saver: BaseCheckpointSaver,
  around: (call: Call, store: () => Promise<void>) => Promise<void>,
): void {
  const put = saver.put.bind(saver);
  const putWrites = saver.putWrites.bind(saver);
  let before = Promise.resolve();
  const next = (call: Call, store: () => Promise<void>) => (before = before.then(() => around(call, store)));
  saver.put = async (...given) => {
    let stored: Awaited<ReturnType<typeof put>> = {};
    await next("put", async () => {
      stored = await put(...given);
    });
    return stored;
  };
  saver.putWrites = (...given) => next("putWrites", () => putWrites(...given));
}

/**
 * Lets the questions whether a lease is held be answered in the order in which they are asked.
 *
 * The host asks for a putWrites and at once for the put behind it; on Postgres one may overtake the other.
 */
export const inOrder = (locks: ThreadLocks): ThreadLocks => ({
  async acquire(threadId, options) {
    const acquisition = await locks.acquire(threadId, options);
    if (acquisition.outcome !== "acquired") return acquisition;
    const { lease } = acquisition;
    let before: Promise<unknown> = Promise.resolve();
    const holds = () => {
      const asked = before.then(() => lease.holds());
      before = asked;
      return asked;
    };
    return { outcome: "acquired", lease: { ...lease, holds } };
  },
});

/** Ends this process as a power cut would; nothing after it is run. */
function die(): never {
  process.kill(process.pid, "SIGKILL");
  // The signal may take a moment; the process must not get any further in it.
  for (;;) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
}

/** Kills inside a transaction: `armed` is asked when its rows are written and it is not committed. */
function dieInside(saver: BaseCheckpointSaver, armed: () => boolean): void {
  const dieIfArmed = () => (armed() ? die() : 0);
  const database: unknown = Reflect.get(saver, "db");
  if (isDatabase(database)) {
    database.function("die_if_armed", dieIfArmed);
    for (const table of ["checkpoints", "writes"]) {
      database.exec(
        `CREATE TEMP TRIGGER die_in_${table} AFTER INSERT ON main.${table} BEGIN SELECT die_if_armed(); END`,
      );
    }
    return;
  }
  // oxlint-disable-next-line typescript/unbound-method -- it is called on the client it was taken from
  const { query } = pg.Client.prototype;
  Object.assign(pg.Client.prototype, {
    query(this: pg.Client, ...given: unknown[]): unknown {
      if (given[0] === "COMMIT") dieIfArmed();
      return Reflect.apply(query, this, given);
    },
  });
}

interface Database {
  exec(sql: string): unknown;
  function(name: string, run: () => number): unknown;
}
const isDatabase = (value: unknown): value is Database =>
  typeof value === "object" && value !== null && "exec" in value && "function" in value;

/** Takes the turn, and is killed on the way; the bundle of the tests calls it. */
export async function run({ kill, ...orders }: TurnOrders): Promise<void> {
  const { saver, locks, close } = await openStore(orders);
  let calls = 0;
  let inside = false;
  const stored = new EventEmitter();
  const leftIsStored = once(stored, "left");
  const callOfLeft = CALLS[orders.does].findIndex((call) => call === "the putWrites of left");
  dieInside(saver, () => inside);
  watchSaver(saver, async (_, store) => {
    const call = calls++;
    const chosen = call === kill.call;
    if (chosen && kill.moment === "before") die();
    inside ||= chosen && kill.moment === "inside";
    await store();
    if (chosen) die();
    if (call === callOfLeft) stored.emit("left");
  });
  const graph = journeyGraph(saver, callOfLeft === -1 ? {} : { leftIsStored });
  const session = openSession({ graph, state: Journey, threadId: orders.threadId, locks: inOrder(locks) });
  const [question] = orders.does === "resume" ? await session.pending() : [];
  const { outcome } =
    question === undefined ? await session.send(orders.say) : await session.resume(question.id, orders.say);
  // A point that the turn does not have: the test asked for something that never was tested.
  process.stdout.write(`${outcome} after ${calls} calls\n`);
  await close();
}
