import assert from "node:assert/strict";
import { definitionOf } from "../turns/define-turns.graph.ts";
import { type CasePlace, doneIn, idOf, pause } from "./case-desk.graph.ts";

/** A promise and its check at a place. */
export interface PlacedCase {
  readonly title: string;
  readonly check: (place: CasePlace) => Promise<void>;
}

/** Cases about the order and time of turns. */
export const deliveryCases: readonly PlacedCase[] = [
  {
    title: "a turn that was accepted before there was a worker runs",
    async check(place) {
      const { turns, start } = await place.desk();
      const accepted = await turns.send("ann", { log_text: "sea" });
      assert.equal(accepted.outcome, "accepted");
      await start();
      assert.deepEqual(doneIn(await turns.result(idOf(accepted))), ["sea"]);
    },
  },
  {
    title: "a turn is delivered to a worker that waits",
    async check(place) {
      // What a worker looks for by itself, it looks for after this time.
      const { turns, start } = await place.desk({}, { takeOverSeconds: 100_000 });
      await start();
      for (const text of ["sea", "hills"]) {
        const result = await turns.result(idOf(await turns.send(text, { log_text: text })));
        assert.deepEqual(doneIn(result), [text]);
      }
    },
  },
  {
    title: "a turn whose delivery was lost runs",
    async check(place) {
      const { turns, start } = await place.desk({}, { change: (engine) => ({ ...engine, dispatch: async () => {} }) });
      await start();
      assert.deepEqual(doneIn(await turns.result(idOf(await turns.send("ann", { log_text: "sea" })))), ["sea"]);
    },
  },
  {
    title: "the turns of a thread run in the order in which they were accepted",
    async check(place) {
      let running = 0;
      const { turns, start } = await place.desk({
        work: async () => {
          running += 1;
          assert.equal(running, 1, "two turns of a thread run at the same time");
          await pause(3);
          running -= 1;
        },
      });
      await start(8);
      const texts = Array.from({ length: 30 }, (_, index) => `note ${index}`);
      const ids: string[] = [];
      for (const text of texts) ids.push(idOf(await turns.send("ann", { log_text: text })));
      const results = await Promise.all(ids.map((id) => turns.result(id)));
      for (const [index, result] of results.entries()) assert.deepEqual(doneIn(result), texts.slice(0, index + 1));
    },
  },
  {
    title: "turns of different threads run side by side",
    async check(place) {
      const started = new Set<string>();
      const { turns, start } = await place.desk({
        work: async (text) => {
          started.add(text);
          while (started.size < 3) await pause(5);
        },
      });
      await start(3);
      const ids: string[] = [];
      for (const text of ["a", "b", "c"]) ids.push(idOf(await turns.send(text, { log_text: text })));
      for (const id of ids) assert.equal((await turns.result(id)).outcome, "done");
    },
  },
  {
    title: "a delayed turn waits, and does not hold up those that are accepted later",
    async check(place) {
      const { turns, start } = await place.desk();
      await start();
      const later = idOf(await turns.send("ann", { log_text: "later" }, { delaySeconds: 1 }));
      const now = idOf(await turns.send("ann", { log_text: "now" }));
      assert.deepEqual(doneIn(await turns.result(now)), ["now"]);
      assert.deepEqual(doneIn(await turns.result(later)), ["now", "later"]);
    },
  },
  {
    title: "a request that is sent again is one turn, and another request with its key is refused",
    async check(place) {
      const { turns, start } = await place.desk();
      const send = (text: string) => turns.send("ann", { log_text: text }, { idempotencyKey: "request 1" });
      const sent = [await send("sea"), await send("sea")];
      assert.deepEqual(
        sent.map((each) => each.outcome === "accepted" && each.repeated),
        [false, true],
      );
      await assert.rejects(send("hills"), { code: "workers/changedRequest" });
      await start();
      assert.deepEqual(doneIn(await turns.result("request 1")), ["sea"]);
      await send("sea");
      const last = await turns.result(idOf(await turns.send("ann", { log_text: "end" })));
      assert.deepEqual(doneIn(last), ["sea", "end"]);
    },
  },
  {
    title: "turns and results survive the end of all processes",
    async check(place) {
      const before = await place.desk();
      const worker = await before.start();
      const ended = idOf(await before.turns.send("ann", { log_text: "sea" }));
      await before.turns.result(ended);
      await worker.stop();
      const waiting = idOf(await before.turns.send("ann", { log_text: "hills" }));
      await place.close();
      const { turns, start } = await place.desk();
      assert.deepEqual(doneIn(await turns.result(ended)), ["sea"]);
      await start();
      assert.deepEqual(doneIn(await turns.result(waiting)), ["sea", "hills"]);
    },
  },
  {
    title: "a worker that stops finishes what it runs and leaves the rest to others",
    async check(place) {
      const started = new Set<string>();
      const { turns, start } = await place.desk({
        work: async (text) => {
          started.add(text);
          await pause(100);
        },
      });
      const ids: string[] = [];
      for (let index = 0; index < 6; index += 1)
        ids.push(idOf(await turns.send(`t${index}`, { log_text: `${index}` })));
      const first = await start(2);
      while (started.size === 0) await pause(5);
      await first.stop();
      const { running, waiting } = await turns.measure();
      assert.equal(running, 0);
      assert.ok(waiting > 0, "a worker that stops has started all turns");
      const before = started.size;
      await pause(300);
      assert.equal(started.size, before, "a worker that has stopped starts turns");
      await start(2);
      for (const id of ids) assert.equal((await turns.result(id)).outcome, "done");
    },
  },
  {
    title: "a worker that was taken for dead claims, stores and ends nothing, and changes no turn of others",
    async check(place) {
      const { turns } = await place.desk();
      const { store } = definitionOf(turns);
      const limits = { maxAttempts: 3, maxPerUser: 10 };
      for (const worker of ["frozen", "other"]) await store.enter(worker);
      for (const text of ["sea", "hills"]) await turns.send(text, { log_text: text }, { idempotencyKey: text });
      const [claimed] = await store.claim({ worker: "frozen", ...limits });
      assert.ok(claimed !== undefined, "a worker that lives claims nothing");
      assert.equal(await store.bury("frozen", 0), 1);
      const isPowerless = async (): Promise<void> => {
        assert.deepEqual(await store.claim({ worker: "frozen", ...limits }), []);
        assert.equal(await store.append(claimed, [{ number: 1, body: "{}" }]), false);
        assert.equal(await store.end(claimed, { outcome: "done", turnId: null, checkpointId: null }), false);
        await store.release(claimed);
        assert.equal(await store.beat("frozen"), null);
      };
      await isPowerless();
      const [taken] = await store.claim({ worker: "other", ...limits });
      assert.ok(taken !== undefined, "nobody can claim the turn of a dead worker");
      assert.equal(taken.request.turnId, claimed.request.turnId);
      await isPowerless();
      assert.equal((await store.read(taken.request.turnId))?.stage, "running");
      assert.equal(await store.end(taken, { outcome: "cancelled", started: true }), true);
    },
  },
];
