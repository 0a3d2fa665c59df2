// Runs one turn on a thread in a separate process, which is killed at a chosen moment of a chosen call to the saver.
import { EventEmitter, once } from "node:events";
import type { BaseCheckpointSaver } from "@langchain/langgraph-checkpoint";
import type { ThreadLocks } from "@tidemark/state-manager";
import { openSession } from "@tidemark/state-manager/langgraph";
import pg from "pg";
import { openStore } from "../locks/worker.ts";
import { Journey, journeyGraph } from "./journey.ts";

/** Moments of a call at which the process ends: before it is sent, with all rows written but not committed, and when it is stored. */
export const MOMENTS = ["before", "inside", "after"] as const;

/** Calls with which LangGraph stores a turn of the journey, and the answer to its question, in order. */
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
    "the putWrites of who answers",
    "the putWrites of the answer",
    "the putWrites of right",
    "the put after left and right",
    "the putWrites of finish",
    "the put after finish",
  ],
} as const;

/** Command-line arguments of a worker. */
export interface WorkerArguments {
  readonly store: "sqlite" | "postgres";
  /** A file, or a connection string. */
  readonly at: string;
  readonly threadId: string;
  readonly leaseMilliseconds: number;
  /** User message, or the answer to the open question. */
  readonly say: string;
  readonly action: keyof typeof CALLS;
  readonly kill: KillPoint;
}

/** Point at which the process ends: the index of the call, and the moment in it. */
export interface KillPoint {
  readonly call: number;
  readonly moment: (typeof MOMENTS)[number];
}

/** A call with which LangGraph stores data. */
type Call = "put" | "putWrites";

/**
 * Intercepts every call that stores data: `around` receives the call and runs it.
 *
 * LangGraph does not wait for a putWrites before its next call. Here each call waits for the previous one, so that the data on
 * disk at each point is known.
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
 * Makes the locks answer lease checks in the order in which they were requested.
 *
 * LangGraph requests a putWrites and immediately the following put; on Postgres one may overtake the other.
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

/** Ends this process like a power loss; nothing runs after it. */
function die(): never {
  process.kill(process.pid, "SIGKILL");
  // The signal may take a moment, in which the process must not continue.
  for (;;) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
}

/** Kills the process inside a transaction: `armed` is called when its rows are written and not committed. */
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
  // oxlint-disable-next-line typescript/unbound-method -- called on the client from which it was taken
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

/** Runs the turn and is killed meanwhile. Called by the bundle of the tests. */
export async function run({ kill, ...orders }: WorkerArguments): Promise<void> {
  const { saver, locks, close } = await openStore(orders);
  let calls = 0;
  let inside = false;
  const stored = new EventEmitter();
  const leftIsStored = once(stored, "left");
  const callOfLeft = CALLS[orders.action].findIndex((call) => call === "the putWrites of left");
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
  const [question] = orders.action === "resume" ? await session.pending() : [];
  const { outcome } =
    question === undefined ? await session.send(orders.say) : await session.resume(question.id, orders.say);
  // The turn has no such point, so the test would have tested nothing.
  process.stdout.write(`${outcome} after ${calls} calls\n`);
  await close();
}
