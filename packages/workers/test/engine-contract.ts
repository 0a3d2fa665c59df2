import type { BaseCheckpointSaver } from "@langchain/langgraph";
import { afterEach, expect, test } from "vitest";
import { defineTurns, startWorker, type TurnEngine } from "../src/index.ts";
import { countingGraph, type Stops } from "./counting-graph.ts";

/** A new engine and a saver on an empty database. */
export interface OpenedEngine {
  readonly engine: TurnEngine;
  readonly saver: BaseCheckpointSaver;
  readonly close: () => Promise<void> | void;
}

interface DeskOptions {
  readonly maxWaiting?: number;
  readonly maxPerUser?: number;
}

const idOf = (acceptance: { readonly outcome: string }): string => String(Reflect.get(acceptance, "turnId"));

/** Tests that every engine passes. */
export function testEngine(openEngine: () => Promise<OpenedEngine>): void {
  const open: (() => Promise<void> | void)[] = [];

  afterEach(async () => {
    for (const close of open.splice(0).toReversed()) await close();
  });

  /** Turns in an empty database, without a worker. */
  async function desk(stops: Stops = {}, options: DeskOptions = {}) {
    const { engine, saver, close } = await openEngine();
    const graph = countingGraph(saver, stops);
    const turns = defineTurns({ name: "desk", graph, engine, takeOverSeconds: 1, ...options });
    open.push(close, () => turns.close());
    const start = async (concurrency = 4) => {
      const worker = await startWorker(turns, { concurrency });
      open.push(() => worker.stop());
      return worker;
    };
    return { turns, start };
  }

  test("runs a turn that was accepted before there was a worker", async () => {
    const { turns, start } = await desk();
    const accepted = await turns.send("ann", { log_text: "sea" });
    expect(accepted).toMatchObject({ outcome: "accepted", repeated: false });
    await start();
    expect(await turns.result(idOf(accepted))).toMatchObject({ outcome: "done", state: { log_done: ["sea"] } });
  });

  test("the turns of a thread run in the order in which they were accepted", async () => {
    const { turns, start } = await desk({
      work: () => new Promise((resolve) => setTimeout(resolve, Math.random() * 5)),
    });
    await start(8);
    const texts = Array.from({ length: 30 }, (_, index) => `note ${index}`);
    const ids: string[] = [];
    for (const text of texts) ids.push(idOf(await turns.send("ann", { log_text: text })));
    const results = await Promise.all(ids.map((id) => turns.result(id)));
    expect(results.at(-1)).toMatchObject({ state: { log_done: texts } });
    expect(results[4]).toMatchObject({ state: { log_done: texts.slice(0, 5) } });
  });

  test("a request that is sent again is one turn, and another request with its key is refused", async () => {
    const { turns, start } = await desk();
    const send = (text: string) => turns.send("ann", { log_text: text }, { idempotencyKey: "request 1" });
    expect([await send("sea"), await send("sea")]).toMatchObject([{ repeated: false }, { repeated: true }]);
    await expect(send("hills")).rejects.toMatchObject({ code: "workers/changedRequest" });
    await start();
    expect(await turns.result("request 1")).toMatchObject({ state: { log_done: ["sea"] } });
  });

  test("a question ends the turn, holds no worker, and its answer is the next turn", async () => {
    const { turns, start } = await desk();
    await start(1);
    const asked = await turns.result(idOf(await turns.send("ann", { log_text: "sea?" })));
    expect(asked).toMatchObject({ outcome: "interrupted", interrupts: [{ value: { question: "sea?" } }] });
    const { interrupts, running } = await turns.status("ann");
    expect(running).toBeNull();
    const answered = await turns.answer("ann", interrupts[0]?.id ?? "", "yes");
    expect(await turns.result(idOf(answered))).toMatchObject({ outcome: "done", state: { log_done: ['sea? "yes"'] } });
  });

  test("an error of the graph is a result, and the turn can be continued", async () => {
    let broken = true;
    const { turns, start } = await desk({
      work: () => {
        if (broken) throw new Error("power cut");
      },
    });
    await start();
    const failed = await turns.result(idOf(await turns.send("ann", { log_text: "sea" })));
    expect(failed).toMatchObject({ outcome: "failed", message: "power cut" });
    broken = false;
    const continued = await turns.result(idOf(await turns.continue("ann")));
    expect(continued).toMatchObject({ outcome: "done", state: { log_done: ["sea"] } });
  });

  test("a turn that waits is cancelled at once, and one that runs after its step", async () => {
    const started: string[] = [];
    const { turns, start } = await desk({
      work: async (text) => {
        started.push(text);
        await new Promise((resolve) => setTimeout(resolve, 100));
      },
    });
    const first = idOf(await turns.send("ann", { log_text: "sea" }));
    const second = idOf(await turns.send("ann", { log_text: "hills" }));
    expect(await turns.cancel(second)).toBe(true);
    expect(await turns.result(second)).toEqual({ outcome: "cancelled", started: false });
    await start();
    while (started.length === 0) await new Promise((resolve) => setTimeout(resolve, 5));
    expect(await turns.cancel(first)).toBe(true);
    expect(["cancelled", "done"]).toContain((await turns.result(first)).outcome);
    expect(await turns.cancel(first)).toBe(false);
    expect(started).toEqual(["sea"]);
  });

  test("a full queue refuses a turn, and loses none that it accepted", async () => {
    const { turns, start } = await desk({}, { maxWaiting: 2 });
    const sent: Awaited<ReturnType<typeof turns.send>>[] = [];
    for (const text of ["a", "b", "c"]) sent.push(await turns.send(text, { log_text: text }));
    expect(sent.map(({ outcome }) => outcome)).toEqual(["accepted", "accepted", "full"]);
    expect(sent[2]).toEqual({ outcome: "full", waiting: 2, limit: 2 });
    await start();
    for (const each of sent.slice(0, 2)) expect((await turns.result(idOf(each))).outcome).toBe("done");
    expect((await turns.send("c", { log_text: "c" })).outcome).toBe("accepted");
  });

  test("a user with many turns does not hold up the others", async () => {
    const order: string[] = [];
    const { turns, start } = await desk({ work: (text) => void order.push(text) });
    for (let index = 0; index < 40; index += 1) {
      await turns.send(`thread ${index}`, { log_text: `busy ${index}` }, { userId: "busy" });
    }
    const last = idOf(await turns.send("ann", { log_text: "ann" }, { userId: "ann" }));
    await start(1);
    await turns.result(last);
    expect(order.indexOf("ann")).toBeLessThan(3);
  });

  test("no more turns of a user run at the same time than maxPerUser", async () => {
    let running = 0;
    let most = 0;
    const { turns, start } = await desk(
      {
        work: async () => {
          running += 1;
          most = Math.max(most, running);
          await new Promise((resolve) => setTimeout(resolve, 20));
          running -= 1;
        },
      },
      { maxPerUser: 2 },
    );
    const ids: string[] = [];
    for (let index = 0; index < 8; index += 1) {
      ids.push(idOf(await turns.send(`thread ${index}`, { log_text: "x" }, { userId: "ann" })));
    }
    await start(8);
    for (const id of ids) await turns.result(id);
    expect(most).toBe(2);
  });

  test("a delayed turn waits, and does not hold up those that are accepted later", async () => {
    const { turns, start } = await desk();
    await start();
    const later = idOf(await turns.send("ann", { log_text: "later" }, { delaySeconds: 0.3 }));
    const now = idOf(await turns.send("ann", { log_text: "now" }));
    expect(await turns.result(now)).toMatchObject({ state: { log_done: ["now"] } });
    expect(await turns.result(later)).toMatchObject({ state: { log_done: ["now", "later"] } });
  });

  test("the events of a turn can be read from any number, while it runs and afterwards", async () => {
    const { turns, start } = await desk();
    const turnId = idOf(await turns.send("ann", { log_text: "sea" }));
    const live = (async () => {
      const types: string[] = [];
      for await (const { event } of turns.stream(turnId)) types.push(event.type);
      return types;
    })();
    await start();
    const types = await live;
    expect(types.at(0)).toBe("run_started");
    expect(types.at(-1)).toBe("run_finished");
    const rest: string[] = [];
    for await (const { event } of turns.stream(turnId, { after: types.length - 2 })) rest.push(event.type);
    expect(rest).toEqual(types.slice(-2));
  });

  test("a worker that stops finishes what it runs and leaves the rest to others", async () => {
    const { turns, start } = await desk({ work: () => new Promise((resolve) => setTimeout(resolve, 50)) });
    const ids = await Promise.all(
      Array.from({ length: 6 }, async (_, index) => idOf(await turns.send(`t${index}`, { log_text: "x" }))),
    );
    const first = await start(2);
    await new Promise((resolve) => setTimeout(resolve, 20));
    await first.stop();
    const { running, waiting } = await turns.measure();
    expect(running).toBe(0);
    expect(waiting).toBeGreaterThan(0);
    await start(2);
    for (const id of ids) expect((await turns.result(id)).outcome).toBe("done");
  });

  test("an unknown turn is named", async () => {
    const { turns } = await desk();
    await expect(turns.result("nobody")).rejects.toMatchObject({ code: "workers/unknownTurn" });
  });
}
