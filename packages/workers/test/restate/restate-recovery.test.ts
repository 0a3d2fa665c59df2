import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { defineTurns } from "../../src/index.ts";
import { CasePlace } from "../../src/testing/case-desk.graph.ts";
import { countingGraph } from "../counting-graph.ts";
import { openEngine, startServices } from "../engines/engine-services.ts";

let running: Awaited<ReturnType<typeof startServices>>;
beforeAll(async () => {
  running = await startServices("restate");
});
afterAll(() => running.stop());

/** Number of calls that the server has not completed. */
async function openCalls(): Promise<unknown> {
  const response = await fetch(`${running.services.admin}/query`, {
    method: "POST",
    headers: { "content-type": "application/json", accept: "application/json" },
    body: JSON.stringify({ query: "SELECT count(*) AS open FROM sys_invocation WHERE status <> 'completed'" }),
  });
  return response.json();
}

test("the calls of a frozen worker are completed by another one", async () => {
  const { services } = running;
  const file = path.join(import.meta.dirname, "..", "engines", "engine-worker.ts");
  const place = new CasePlace({
    open: (name) => openEngine(services, name),
    worker: { file, args: () => [JSON.stringify(services)] },
    place: "recovery",
    takeOverSeconds: 1,
  });
  const { turns, start } = await place.desk();
  const frozen = await place.otherWorker(2);
  for (const thread of ["ann", "ben"]) {
    await turns.send(thread, { log_text: `held ${thread}` }, { idempotencyKey: `${thread} 1` });
    await turns.send(thread, { log_text: "then" }, { idempotencyKey: `${thread} 2` });
    await frozen.works(`held ${thread}`);
  }
  frozen.signal("SIGSTOP");
  await start();
  for (const id of ["ann 2", "ben 2"]) expect((await turns.result(id)).outcome).toBe("done");
  await expect.poll(openCalls, { timeout: 300_000 }).toEqual({ rows: [{ open: 0 }] });
  await place.close();
});

test("a turn that the server does not take is stored, and is delivered when it is sent again", async () => {
  const { services } = running;
  const lost = { ...services, ingress: "http://127.0.0.1:9" };
  const { engine, saver, close } = await openEngine(lost, "lost");
  const turns = defineTurns({ name: "lost", graph: countingGraph(saver), engine });
  const send = () => turns.send("ann", { log_text: "sea" }, { idempotencyKey: "1" });
  await expect(send()).rejects.toMatchObject({ code: "workers/notDelivered" });
  expect(await turns.status("ann")).toMatchObject({ waiting: ["1"] });
  const found = await openEngine(services, "lost");
  const again = defineTurns({ name: "lost", graph: countingGraph(found.saver), engine: found.engine });
  expect(await again.send("ann", { log_text: "sea" }, { idempotencyKey: "1" })).toMatchObject({ repeated: true });
  for (const opened of [turns, again]) await opened.close();
  await close();
  await found.close();
});
