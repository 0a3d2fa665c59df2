import assert from "node:assert/strict";
import { systemClock } from "@tidemark/state-manager";
import { doneIn, idOf, pause } from "./case-desk.graph.ts";
import type { PlacedCase } from "./delivery-cases.graph.ts";

/** Cases about the result of a turn and its events. */
export const resultCases: readonly PlacedCase[] = [
  {
    title: "a question ends the turn, holds no worker, and its answer is the next turn",
    async check(place) {
      const { turns, start } = await place.desk();
      await start(1);
      const asked = await turns.result(idOf(await turns.send("ann", { log_text: "sea?" })));
      assert.equal(asked.outcome, "interrupted");
      const { interrupts, running } = await turns.status("ann");
      assert.deepEqual(
        interrupts.map(({ value }) => value),
        [{ question: "sea?" }],
      );
      assert.equal(running, null);
      assert.equal((await turns.result(idOf(await turns.send("bob", { log_text: "hills" })))).outcome, "done");
      const answered = await turns.answer("ann", interrupts[0]?.id ?? "", "yes");
      assert.deepEqual(doneIn(await turns.result(idOf(answered))), ['sea? "yes"']);
    },
  },
  {
    title:
      "a turn that waits for a time holds no worker, is continued once at its time, and is answered by nobody else",
    async check(place) {
      const { turns, start } = await place.desk({}, { maxWaiting: 1 });
      await start(1);
      const asked = await turns.result(idOf(await turns.send("ann", { log_text: "after 1.5: tide" })));
      assert.equal(asked.status, "waiting");
      assert.equal(asked.status === "waiting" && asked.waits.length, 1);
      const { interrupts, running } = await turns.status("ann");
      assert.equal(running, null);
      const [wait] = interrupts;
      assert.equal(wait?.kind, "timer");
      // It does not wait for a worker, so others are accepted and run.
      assert.equal((await turns.result(idOf(await turns.send("bob", { log_text: "hills" })))).outcome, "done");
      const forged = await turns.answer("ann", wait?.id ?? "", "yes");
      assert.equal((await turns.result(idOf(forged))).outcome, "notAllowed");
      const done = await turns.result(`timer:ann:${wait?.id ?? ""}`);
      assert.deepEqual(doneIn(done), ["after 1.5: tide"]);
      assert.ok(systemClock.now() >= (asked.status === "waiting" ? (asked.waits[0]?.value.until ?? "") : ""));
      assert.deepEqual((await turns.status("ann")).interrupts, []);
    },
  },
  {
    title: "a message ends the wait of its thread, and a timer of it continues nothing",
    async check(place) {
      const { turns, start } = await place.desk();
      await start(1);
      const asked = await turns.result(idOf(await turns.send("ann", { log_text: "after 0.5: tide" })));
      const id = asked.status === "waiting" ? asked.waits[0]?.id : undefined;
      assert.deepEqual(doneIn(await turns.result(idOf(await turns.send("ann", { log_text: "sea" })))), ["sea"]);
      assert.equal((await turns.result(`timer:ann:${id ?? ""}`)).outcome, "abandoned");
    },
  },
  {
    title: "an error of the graph is a result, and the turn can be continued",
    async check(place) {
      let broken = true;
      const { turns, start } = await place.desk({
        work: () => {
          if (broken) throw new Error("power cut");
        },
      });
      await start();
      const failed = await turns.result(idOf(await turns.send("ann", { log_text: "sea" })));
      assert.deepEqual(failed, { outcome: "failed", status: "failed", code: null, message: "power cut" });
      broken = false;
      assert.deepEqual(doneIn(await turns.result(idOf(await turns.continue("ann")))), ["sea"]);
    },
  },
  {
    title: "a turn that waits is cancelled at once, and one that runs after its step",
    async check(place) {
      const started: string[] = [];
      const { turns, start } = await place.desk({
        work: async (text) => {
          started.push(text);
          await pause(100);
        },
      });
      const first = idOf(await turns.send("ann", { log_text: "sea" }));
      const second = idOf(await turns.send("ann", { log_text: "hills" }));
      assert.equal(await turns.cancel(second), true);
      assert.deepEqual(await turns.result(second), { outcome: "cancelled", status: "cancelled", started: false });
      await start();
      while (started.length === 0) await pause(5);
      assert.equal(await turns.cancel(first), true);
      // Its last step may have ended before the worker knew.
      assert.ok(["cancelled", "done"].includes((await turns.result(first)).outcome));
      assert.equal(await turns.cancel(first), false);
      assert.deepEqual(started, ["sea"]);
    },
  },
  {
    title: "the events of a turn can be read from any number, while it runs and afterwards",
    async check(place) {
      const { turns, start } = await place.desk();
      const turnId = idOf(await turns.send("ann", { log_text: "sea" }));
      const read = async (after: number) => {
        const types: string[] = [];
        for await (const { event } of turns.stream(turnId, { after })) types.push(event.type);
        return types;
      };
      const live = read(0);
      await start();
      const types = await live;
      assert.equal(types.at(0), "run_started");
      assert.equal(types.at(-1), "run_finished");
      assert.deepEqual(await read(types.length - 2), types.slice(-2));
    },
  },
  {
    title: "an unknown turn is named",
    async check(place) {
      const { turns } = await place.desk();
      await assert.rejects(turns.result("nobody"), { code: "workers/unknownTurn" });
    },
  },
];
