/**
 * Prints what workers do: turns per second of 1, 2 and 4 processes, the time of a turn when there is nothing else to do, the time of a send beside busy workers, bytes and
 * rows of a turn, the cost of a new turn beside 100,000 others, the time until a turn is taken over, and the time until a worker has stopped.
 *
 * Run it with `node benchmarks/src/workers.ts`. All processes and Postgres share one machine, so more processes than cores gain nothing.
 * With `--check` it fails if a new turn beside 100,000 others costs more than 1.1 times as much, if more processes run fewer turns per second than 0.95 times those of one,
 * if the p99 of a send beside four workers is more than twice that without one, or if the median turn of an idle queue takes more than 60 ms.
 */
import { startPostgres } from "@tidemark/test-fixtures/postgres";
import { startWorker } from "@tidemark/workers";
import type { Pool } from "pg";
import { checkAtLeast, checkAtMost } from "./measure/limits.ts";
import { exact, quick, report, type Result, summary } from "./measure/report.ts";
import { idleQueues } from "./workers/idle.ts";
import { sendingBesideWorkers } from "./workers/sending.ts";
import { heard, startProcess } from "./workers/start-process.ts";
import { fill, openTurns } from "./workers/turns.ts";

const results: Result[] = [];
const postgres = await startPostgres();
const url = postgres.connectionString;
const only = process.argv.slice(2).filter((each) => !each.startsWith("--"));
const isWanted = (part: string): boolean => only.length === 0 || only.includes(part);
const wait = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));
const nothing = async (): Promise<void> => {};

type Opened = ReturnType<typeof openTurns>;

/** Opens turns in a schema of Postgres. */
function openPostgres(schema: string) {
  const { pool, ...opened } = openTurns({ url, schema }, nothing);
  if (pool === undefined) throw new Error("Turns in a schema have a pool.");
  return { ...opened, pool };
}

/** Turns per second of some processes, from the first claim to the last result. */
async function throughput(kind: "turns" | "bare", processes: number, schema: string): Promise<number> {
  const opened = openPostgres(schema);
  const count = quick ? 200 : 600;
  await fill(opened, count, 50);
  const started = await Promise.all(
    Array.from({ length: processes }, () => startProcess({ url, schema, kind, concurrency: 8 })),
  );
  const before = performance.now();
  for (const each of started) each.go();
  while ((await opened.turns.measure()).ended < count) await wait(10);
  const seconds = (performance.now() - before) / 1_000;
  await Promise.all(started.map(({ end }) => end()));
  await opened.pool.end();
  return count / seconds;
}

if (isWanted("throughput")) {
  const names = { turns: "a graph of three nodes", bare: "the bare queue, an empty task" };
  for (const kind of ["turns", "bare"] as const) {
    let one = 0;
    for (const processes of [1, 2, 4]) {
      const samples: number[] = [];
      for (let round = 0; round < (quick ? 1 : 3); round += 1) {
        samples.push(await throughput(kind, processes, `${kind}_${processes}_${round}`));
      }
      const measured = summary(samples);
      if (processes === 1) one = measured.median;
      const contender = `${processes} ${processes === 1 ? "process" : "processes"}`;
      const subject = `workers on Postgres, ${names[kind]}`;
      const ratio = measured.median / one;
      results.push({ subject, contender, unit: "turns/s", ...measured, ratio });
      if (kind === "turns") checkAtLeast(`Turns per second of ${contender}`, ratio, 0.95);
    }
  }
}

if (isWanted("idle")) results.push(...(await idleQueues(url)));

if (isWanted("sending")) results.push(...(await sendingBesideWorkers(url)));

/** Bytes and rows of the tables of turns. */
async function sizes(pool: Pool, schema: string) {
  const { rows } = await pool.query<{ name: string }>(
    "SELECT tablename AS name FROM pg_tables WHERE schemaname = $1 AND tablename LIKE 'tidemark_turn%'",
    [schema],
  );
  let bytes = 0;
  let count = 0;
  for (const { name } of rows) {
    await pool.query(`VACUUM FULL "${schema}".${name}`);
    const found = await pool.query<{ bytes: string; rows: string }>(
      `SELECT pg_total_relation_size('"${schema}".${name}') AS bytes, (SELECT count(*) FROM "${schema}".${name}) AS rows`,
    );
    bytes += Number(found.rows[0]?.bytes);
    count += Number(found.rows[0]?.rows);
  }
  return { bytes, rows: count };
}

if (isWanted("costs")) {
  const schema = "costs";
  const opened = openPostgres(schema);
  await opened.turns.measure();
  const count = quick ? 200 : 1_000;
  const empty = await sizes(opened.pool, schema);
  await fill(opened, count, count);
  const queued = await sizes(opened.pool, schema);
  const worker = await startProcess({ url, schema, kind: "turns", concurrency: 8 });
  worker.go();
  while ((await opened.turns.measure()).ended < count) await wait(50);
  await worker.end();
  const finished = await sizes(opened.pool, schema);
  await opened.pool.query(`DELETE FROM "${schema}".tidemark_turn_events`);
  const trimmed = await sizes(opened.pool, schema);
  for (const [contender, size] of [
    ["queued", queued],
    ["finished, with its events", finished],
    ["finished, events removed", trimmed],
  ] as const) {
    const subject = "a turn in the tables of turns";
    const bytes = exact((size.bytes - empty.bytes) / count);
    results.push({ subject, contender, unit: "bytes", ...bytes, ratio: null });
    results.push({ subject, contender, unit: "rows", ...exact((size.rows - empty.rows) / count), ratio: null });
  }
  await opened.pool.end();
}

/** Counts the statements that the connections of a pool send, each of which is a round trip. */
function countStatements(pool: Pool): () => number {
  let count = 0;
  pool.on("connect", (client) => {
    const query: unknown = client.query.bind(client);
    Object.assign(client, {
      query(...all: readonly unknown[]): unknown {
        count += 1;
        // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the method of the client, with the arguments that it got
        return (query as (...given: readonly unknown[]) => unknown)(...all);
      },
    });
  });
  return () => count;
}

if (isWanted("statements")) {
  const opened = openPostgres("statements");
  const statements = countStatements(opened.pool);
  await fill(opened, 1, 1);
  const count = quick ? 20 : 100;
  let before = statements();
  for (let index = 0; index < count; index += 1) await fill(opened, 1, 1);
  const accepted = (statements() - before) / count;
  before = statements();
  // Looks for turns are a fixed number a second: they are not part of a turn.
  const worker = await startWorker(opened.turns, { concurrency: 1 });
  while ((await opened.store.read("last"))?.stage !== "ended") {
    await opened.turns.send("thread 0", { notes_text: "last" }, { idempotencyKey: "last" });
    await opened.turns.result("last");
  }
  const ran = (statements() - before) / (count + 2);
  await worker.stop();
  const subject = "statements of a turn of three nodes";
  results.push({ subject, contender: "send", unit: "statements", ...exact(accepted), ratio: null });
  results.push({ subject, contender: "claim, run, store and end", unit: "statements", ...exact(ran), ratio: null });
  await opened.pool.end();
}

/** Milliseconds of accepting, claiming and ending one turn, alone in the process. */
async function cycles({ turns, store }: Pick<Opened, "turns" | "store">, count: number): Promise<readonly number[]> {
  const worker = "cycles";
  await store.enter(worker);
  const samples: number[] = [];
  for (let index = 0; index < count; index += 1) {
    const before = performance.now();
    await turns.send(`new ${index}`, { notes_text: "new" }, { userId: "new" });
    const [claimed] = await store.claim({ worker, maxAttempts: 3, maxPerUser: 1_000 });
    if (claimed === undefined) throw new Error("There is no turn to claim.");
    await store.end(claimed, { outcome: "done", turnId: null, checkpointId: null });
    samples.push(performance.now() - before);
  }
  await store.bury(worker, null);
  return samples;
}

/** Adds 100,000 turns of as many threads: ended ones, whose threads wait for a person, or queued ones. */
async function crowd(pool: Pool, schema: string, stage: "ended" | "waiting", users: number): Promise<void> {
  const count = quick ? 10_000 : 100_000;
  await pool.query(`SET search_path TO "${schema}"`);
  await pool.query(`INSERT INTO tidemark_turns
    (queue, turn_id, thread_id, user_id, request, position, stage, outcome, accepted_at, ended_at)
    SELECT 'bench', 'crowd ' || n, 'crowd ' || n, 'user ' || n % ${users},
      '{"turnId":"crowd ' || n || '","threadId":"crowd ' || n || '","userId":null,"call":{"kind":"send","input":"Hi"},"context":null}',
      1000000 + n, '${stage}', ${stage === "ended" ? `'{"outcome":"interrupted"}'` : "NULL"}, 1700000000000 + n,
      ${stage === "ended" ? "1700000000000 + n" : "NULL"} FROM generate_series(1, ${count}) AS n`);
  if (stage === "waiting") {
    await pool.query(`INSERT INTO tidemark_turn_heads (queue, thread_id, number, user_id, position)
      SELECT queue, thread_id, number, user_id, position FROM tidemark_turns WHERE thread_id LIKE 'crowd%'`);
    // The users of the crowd were served later than the one who is measured.
    await pool.query(`INSERT INTO tidemark_turn_users (queue, user_id, ready, running, served)
      SELECT queue, user_id, count(*), 0, 1000000000 FROM tidemark_turn_heads WHERE thread_id LIKE 'crowd%' GROUP BY 1, 2`);
    await pool.query(`UPDATE tidemark_turn_counts SET waiting = waiting + ${count} WHERE queue = 'bench'`);
  }
  // The turns of the crowd are in their places, before those that are accepted from now on.
  await pool.query("UPDATE tidemark_turn_accepts SET positions = 2000000 WHERE queue = 'bench'");
  await pool.query("UPDATE tidemark_turn_counts SET placed = 2000000 WHERE queue = 'bench'");
  await pool.query("ANALYZE");
}

if (isWanted("waiting")) {
  for (const [stage, users, contender] of [
    ["ended", 1_000, "100,000 threads that wait for a person"],
    ["waiting", 1, "100,000 queued threads of one user"],
    ["waiting", 100_000, "100,000 queued threads of as many users"],
  ] as const) {
    const schemas = [`alone_${stage}_${users}`, `crowd_${stage}_${users}`] as const;
    const [alone, crowded] = schemas.map((schema) => {
      const opened = openPostgres(schema);
      // `SET search_path` of the crowd is for one connection.
      opened.pool.options.max = 1;
      return opened;
    });
    if (alone === undefined || crowded === undefined) throw new Error("Two schemas are needed.");
    // 100,001 turns fit into no queue with the default limit.
    for (const each of [alone, crowded]) await cycles(each, 20);
    await crowd(crowded.pool, schemas[1], stage, users);
    const samples = { alone: [] as number[], crowded: [] as number[], measure: [] as number[] };
    for (let round = 0; round < (quick ? 3 : 10); round += 1) {
      samples.alone.push(...(await cycles(alone, 20)));
      samples.crowded.push(...(await cycles(crowded, 20)));
    }
    const before = performance.now();
    await crowded.turns.measure();
    const measured = performance.now() - before;
    const one = summary(samples.alone);
    const many = summary(samples.crowded);
    const subject = "accept, claim and end a new turn";
    const ratio = many.median / one.median;
    results.push({ subject, contender: `alone (beside ${contender})`, unit: "ms", ...one, ratio: null });
    results.push({ subject, contender: `beside ${contender}`, unit: "ms", ...many, ratio });
    results.push({ subject: "measure", contender: `beside ${contender}`, unit: "ms", ...exact(measured), ratio: null });
    checkAtMost(`A new turn beside ${contender}`, ratio, 1.1);
    await alone.pool.end();
    await crowded.pool.end();
  }
}

/** Seconds from the end or the freezing of a worker until another one has its turn. */
async function takeovers(signal: "SIGKILL" | "SIGSTOP", count: number): Promise<readonly number[]> {
  const schema = `takeover_${signal.toLowerCase()}`;
  const opened = openPostgres(schema);
  const held = await Promise.all(
    Array.from({ length: count }, () => startProcess({ url, schema, kind: "hold", concurrency: 1 })),
  );
  for (const [index, each] of held.entries()) {
    const holding = heard(each.child, "holding");
    each.go();
    await opened.turns.send(`thread ${index}`, { notes_text: "held" }, { idempotencyKey: `turn ${index}` });
    await holding;
  }
  const rescuer = await startProcess({ url, schema, kind: "turns", concurrency: count });
  rescuer.go();
  // It has seen the beats of the others.
  await wait(3_000);
  const samples: number[] = [];
  const before = performance.now();
  for (const each of held) each.child.kill(signal);
  await Promise.all(
    held.map(async (_, index) => {
      await opened.turns.result(`turn ${index}`);
      samples.push((performance.now() - before) / 1_000);
    }),
  );
  await Promise.all([...held, rescuer].map(({ end }) => end()));
  await opened.pool.end();
  return samples;
}

if (isWanted("takeover")) {
  const count = quick ? 3 : 10;
  for (const [signal, contender] of [
    ["SIGKILL", "killed"],
    ["SIGSTOP", "frozen"],
  ] as const) {
    const measured = summary(await takeovers(signal, count));
    const subject = "a turn of a worker is finished by another one, takeOverSeconds 5";
    results.push({ subject, contender, unit: "s", ...measured, ratio: null });
  }
  const schema = "drain";
  const opened = openPostgres(schema);
  const worker = await startProcess({ url, schema, kind: "turns", concurrency: 8 });
  worker.go();
  await fill(opened, 100, 100);
  const before = performance.now();
  worker.child.kill("SIGTERM");
  await worker.ended;
  const seconds = (performance.now() - before) / 1_000;
  const { running } = await opened.turns.measure();
  if (running > 0) throw new Error(`${running} turns still run after the end of their worker.`);
  results.push({
    subject: "a worker with 8 running turns stops",
    contender: "SIGTERM",
    unit: "s",
    ...exact(seconds),
    ratio: null,
  });
  await opened.pool.end();
}

await postgres.stop();
report("Workers on Postgres", results);
