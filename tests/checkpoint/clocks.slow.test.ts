// Clocks that are set back and forward, by milliseconds up to days, hosts whose clocks differ, and processes that are killed: a turn that was
// acknowledged is stored and stays. `CLOCK_RUNS` is the number of histories and of kills on each saver; few in each run of the tests.
import { type ChildProcess, spawn } from "node:child_process";
import { EventEmitter, once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { MemorySaver } from "@langchain/langgraph";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { bundleWorker } from "@tidemark/test-fixtures/bundle";
import { startPostgres, type TestPostgres } from "@tidemark/test-fixtures/postgres";
import type { Acknowledged, ClockOrders } from "./clock-worker.ts";
import { type Host, type HostOrders, openHost } from "./hosts.ts";
import { shiftClock } from "./shifted-clock.ts";

const RUNS = Number(process.env["CLOCK_RUNS"] ?? "12");

let postgres: TestPostgres;
let worker: string;
const folder = mkdtempSync(path.join(tmpdir(), "tidemark-clocks-"));
let offset = 0;

let restoreClock = () => {};

beforeAll(async () => {
  restoreClock = shiftClock(() => offset);
  postgres = await startPostgres();
  worker = await bundleWorker(path.join(import.meta.dirname, "clock-worker.ts"), folder);
});
afterAll(async () => {
  restoreClock();
  await postgres.stop();
  rmSync(folder, { recursive: true, force: true });
});

let places = 0;
const placeOf = (saver: HostOrders["saver"]): HostOrders => {
  places += 1;
  return { saver, at: /postgres/i.test(saver) ? postgres.connectionString : path.join(folder, `${places}.db`) };
};

/** A clock that is set: by a digit and a power of ten in milliseconds, back or forward. */
const jump = fc.oneof(
  { weight: 1, arbitrary: fc.constant(0) },
  {
    weight: 3,
    arbitrary: fc
      .tuple(fc.integer({ min: 1, max: 9 }), fc.integer({ min: 0, max: 8 }), fc.boolean())
      .map(([digit, power, back]) => digit * 10 ** power * (back ? -1 : 1)),
  },
);
/** A turn, by one of two hosts whose clock is set before it. */
const turn = fc.record({ host: fc.nat(1), jump });
const history = fc.array(turn, { minLength: 2, maxLength: 6 });
type History = typeof history extends fc.Arbitrary<infer Each> ? Each : never;

interface Outcome {
  /** The acknowledged turns, in order. */
  readonly acknowledged: readonly string[];
  readonly sent: readonly string[];
  readonly stored: readonly string[];
}

let threads = 0;

async function play(hosts: readonly Host[], turns: History): Promise<Outcome> {
  threads += 1;
  const threadId = `history ${threads}`;
  const sessions = hosts.map((host) => host.session(threadId));
  const clocks = hosts.map(() => 0);
  const acknowledged: string[] = [];
  const sent: string[] = [];
  try {
    for (const [index, each] of turns.entries()) {
      offset = clocks[each.host] = (clocks[each.host] ?? 0) + each.jump;
      sent.push(`turn ${index}`);
      const result = await sessions[each.host]?.send(`turn ${index}`);
      if (result?.outcome === "done") acknowledged.push(`turn ${index}`);
    }
  } finally {
    offset = 0;
  }
  return { acknowledged, sent, stored: (await sessions[0]?.state())?.log_said ?? [] };
}

/** Two hosts on one database, which remember nothing of each other. */
async function twoHosts(saver: HostOrders["saver"]): Promise<readonly Host[]> {
  // Nobody is killed here: a busy machine must not cost a lease.
  const orders = { ...placeOf(saver), leaseMilliseconds: 60_000 };
  const shared = new MemorySaver();
  return [await openHost(orders, shared), await openHost(orders, shared)];
}

const report = (text: string): void => {
  if (process.env["CLOCK_RUNS"] !== undefined) process.stdout.write(`${text}\n`);
};

describe.each(["sqliteSaver", "postgresSaver"] as const)("%s", (saver) => {
  test("keeps every turn that two hosts take, however their clocks are set", async () => {
    const hosts = await twoHosts(saver);
    let turns = 0;
    await fc.assert(
      fc.asyncProperty(history, async (each) => {
        const { acknowledged, stored } = await play(hosts, each);
        // Nothing got in the way of a turn, so each of them is done, and stored in its place.
        expect(acknowledged).toHaveLength(each.length);
        expect(stored).toEqual(acknowledged);
        turns += acknowledged.length;
      }),
      { numRuns: RUNS },
    );
    report(`${saver}: ${RUNS} histories of two hosts, ${turns} acknowledged turns, 0 lost`);
    for (const host of hosts) await host.close();
  }, 600_000);

  test("keeps every acknowledged turn of processes whose clocks are set while they work and that are killed", async () => {
    const { kills, acknowledged, lost, disordered } = await storm(placeOf(saver));
    report(`${saver}: ${kills} kills, ${acknowledged} acknowledged turns, ${lost.length} lost`);
    expect({ lost, disordered }).toEqual({ lost: [], disordered: [] });
    expect(acknowledged).toBeGreaterThan(0);
  }, 900_000);
});

describe.each(["stock SqliteSaver", "stock PostgresSaver", "MemorySaver"] as const)("the control, %s,", (saver) => {
  test("loses turns in the same histories", async () => {
    const hosts = await twoHosts(saver);
    let missing = 0;
    let acknowledged = 0;
    let lost = 0;
    for (const each of fc.sample(history, { numRuns: RUNS, seed: 7 })) {
      const outcome = await play(hosts, each);
      // A session may know that a turn is not the newest; it is missing all the same.
      missing += outcome.sent.filter((said) => !outcome.stored.includes(said)).length;
      acknowledged += outcome.acknowledged.length;
      lost += outcome.acknowledged.filter((said) => !outcome.stored.includes(said)).length;
    }
    report(`${saver}: ${RUNS} histories, ${missing} turns missing; of ${acknowledged} acknowledged ones ${lost} lost`);
    for (const host of hosts) await host.close();
    expect(missing).toBeGreaterThan(0);
  }, 600_000);
});

interface Running {
  readonly child: ChildProcess;
  readonly reports: Acknowledged[];
  readonly ended: Promise<unknown>;
}

/** A process on a thread, whose clock is set every few milliseconds; it has begun when this has ended. */
async function start(orders: ClockOrders): Promise<Running> {
  const offsets = fc.sample(jump, 50);
  const preload = pathToFileURL(path.join(import.meta.dirname, "clock-preload.ts")).href;
  const child = spawn(process.execPath, ["--import", preload, worker, JSON.stringify(orders)], {
    stdio: ["ignore", "pipe", "inherit"],
    env: {
      ...process.env,
      CLOCK_OFFSETS: offsets.join(","),
      CLOCK_STEP: "15",
    },
  });
  const reports: Acknowledged[] = [];
  const signals = new EventEmitter();
  const ready = once(signals, "ready");
  let rest = "";
  child.stdout.on("data", (chunk: Buffer) => {
    const lines = (rest + chunk.toString()).split("\n");
    rest = lines.pop() ?? "";
    for (const line of lines) {
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the worker writes nothing else
      const each = JSON.parse(line) as "ready" | Acknowledged;
      if (each === "ready") signals.emit("ready");
      else reports.push(each);
    }
  });
  const ended = once(child, "close").then(() => signals.emit("ready"));
  await ready;
  return { child, reports, ended };
}

/** Two processes on one thread, each of which is killed again and again and comes back. */
async function storm(place: HostOrders) {
  const threadId = "storm";
  const orders = { ...place, threadId, leaseMilliseconds: 1_000 };
  const reports: Acknowledged[][] = [];
  const running = await Promise.all([0, 1].map((index) => start({ ...orders, name: `p${index}` })));
  for (let kill = 0; kill < RUNS; kill += 1) {
    await new Promise((resolve) => setTimeout(resolve, Math.random() * 1_200));
    const index = kill % running.length;
    const victim = running[index];
    victim?.child.kill("SIGKILL");
    await victim?.ended;
    if (victim !== undefined) reports.push(victim.reports);
    running[index] = await start({ ...orders, name: `k${kill}` });
  }
  for (const each of running) {
    each.child.kill("SIGKILL");
    await each.ended;
    reports.push(each.reports);
  }
  const host = await openHost(place);
  const session = host.session(threadId);
  // What a killed turn has left is finished by the next one.
  await session.send("the last");
  const stored = (await session.state())?.log_said ?? [];
  await host.close();
  const acknowledged = reports.flat();
  return {
    kills: RUNS,
    acknowledged: acknowledged.length,
    lost: acknowledged.map(({ said }) => said).filter((said) => stored.filter((each) => each === said).length !== 1),
    // Every acknowledged turn has seen the beginning of what is stored, and itself as its end.
    disordered: acknowledged.filter(
      ({ said, log }) => log.at(-1) !== said || log.some((each, index) => stored[index] !== each),
    ),
  };
}
