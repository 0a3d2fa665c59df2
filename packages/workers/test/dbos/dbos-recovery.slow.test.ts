import path from "node:path";
import { Pool } from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { defineTurns, startWorker } from "../../src/index.ts";
import { CasePlace } from "../../src/testing/case-desk.graph.ts";
import { countingGraph } from "../counting-graph.ts";
import { openEngine, startServices } from "../engines/engine-services.ts";

let running: Awaited<ReturnType<typeof startServices>>;
beforeAll(async () => {
  running = await startServices("dbos");
});
afterAll(() => running.stop());

test("the workflows of killed workers end on another one, even if a worker that resumed them was killed too", async () => {
  const { services } = running;
  const file = path.join(import.meta.dirname, "..", "engines", "engine-worker.ts");
  const place = new CasePlace({
    open: (name) => openEngine(services, name),
    worker: { file, args: () => [JSON.stringify(services)] },
    place: "recovery",
    takeOverSeconds: 1,
  });
  const pool = new Pool({ connectionString: services.postgres, max: 1 });
  const { turns, start } = await place.desk();
  const killed = await place.otherWorker(2);
  for (const thread of ["ann", "ben"]) {
    await turns.send(thread, { log_text: `held ${thread}` }, { idempotencyKey: `${thread} 1` });
    await turns.send(thread, { log_text: "then" }, { idempotencyKey: `${thread} 2` });
    await killed.works(`held ${thread}`);
  }
  await killed.kill();
  const resumed = await place.otherWorker(1);
  await Promise.race([resumed.works("held ann"), resumed.works("held ben")]);
  await resumed.kill();
  await start();
  for (const id of ["ann 2", "ben 2"]) expect((await turns.result(id)).outcome).toBe("done");
  const statuses = async () => {
    const { rows } = await pool.query<{ status: string }>("SELECT DISTINCT status FROM recovery_dbos.workflow_status");
    return rows.map(({ status }) => status);
  };
  await expect.poll(statuses, { timeout: 300_000 }).toEqual(["SUCCESS"]);
  await place.close();
  await pool.end();
});

async function open(place: string) {
  const { engine, saver, close } = await openEngine(running.services, place);
  return { turns: defineTurns({ name: place, graph: countingGraph(saver), engine }), close };
}

test("a process has one worker, and takes the next one when the first has stopped", async () => {
  const [first, second] = [await open("first"), await open("second")];
  const worker = await startWorker(first.turns);
  await expect(startWorker(second.turns)).rejects.toMatchObject({ code: "workers/oneWorker" });
  await worker.stop();
  const next = await startWorker(second.turns);
  await second.turns.send("ann", { log_text: "sea" }, { idempotencyKey: "1" });
  expect(await second.turns.result("1")).toMatchObject({ outcome: "done" });
  await next.stop();
  for (const { turns, close } of [first, second]) {
    await turns.close();
    await close();
  }
});

test("processes that start together on an empty database all get their tables", async () => {
  const opened = await Promise.all([open("together"), open("together"), open("together")]);
  const sent = await Promise.all(
    opened.map(({ turns }, index) => turns.send(`t${index}`, { log_text: "sea" }, { idempotencyKey: `${index}` })),
  );
  expect(sent.map(({ outcome }) => outcome)).toEqual(["accepted", "accepted", "accepted"]);
  for (const { turns, close } of opened) {
    await turns.close();
    await close();
  }
});
