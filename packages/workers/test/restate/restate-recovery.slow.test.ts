import { EventEmitter, once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import path from "node:path";
import { text } from "node:stream/consumers";
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
  await frozen.freeze();
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

/** Starts an administration whose answers wait until `goOn` is called. */
async function slowAdmin(admin: string) {
  const gate = new EventEmitter();
  const open = once(gate, "open");
  const server = createServer((request, response) => {
    void (async () => {
      const body = await text(request);
      await open;
      const answer = await fetch(`${admin}${request.url}`, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body,
      });
      response.writeHead(answer.status).end(await answer.text());
    })();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the server listens on a port
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, goOn: () => gate.emit("open"), close: () => server.close() };
}

test("a turn that is sent while the worker registers runs as soon as it has registered", async () => {
  const { services } = running;
  const admin = await slowAdmin(services.admin);
  const place = new CasePlace({
    open: (name) => openEngine({ ...services, admin: admin.url }, name),
    worker: { file: "", args: () => [] },
    place: "registering",
    takeOverSeconds: 1,
  });
  const { turns, start } = await place.desk({}, { takeOverSeconds: 100_000 });
  await start();
  await turns.send("ann", { log_text: "sea" }, { idempotencyKey: "1" });
  admin.goOn();
  expect((await turns.result("1")).outcome).toBe("done");
  await place.close();
  admin.close();
});
