import assert from "node:assert/strict";
import { idOf, pause } from "./case-desk.graph.ts";
import type { PlacedCase } from "./delivery-cases.graph.ts";

/** Limits, and who is served first. */
export const fairnessCases: readonly PlacedCase[] = [
  {
    title: "a full queue refuses a turn, and loses none that it accepted",
    async check(place) {
      const { turns, start } = await place.desk({}, { maxWaiting: 2 });
      const first = await turns.send("a", { log_text: "a" });
      const second = await turns.send("b", { log_text: "b" });
      assert.deepEqual(await turns.send("c", { log_text: "c" }), { outcome: "full", waiting: 2, limit: 2 });
      await start();
      for (const each of [first, second]) assert.equal((await turns.result(idOf(each))).outcome, "done");
      assert.equal((await turns.send("c", { log_text: "c" })).outcome, "accepted");
    },
  },
  {
    title: "a user with many turns does not hold up the others",
    async check(place) {
      const order: string[] = [];
      const { turns, start } = await place.desk({ work: (text) => void order.push(text) });
      for (let index = 0; index < 40; index += 1) {
        await turns.send(`thread ${index}`, { log_text: `busy ${index}` }, { userId: "busy" });
      }
      const last = idOf(await turns.send("ann", { log_text: "ann" }, { userId: "ann" }));
      await start(1);
      await turns.result(last);
      assert.ok(order.indexOf("ann") < 3, `ann was served after ${order.indexOf("ann")} others`);
    },
  },
  {
    title: "no more turns of a user run at the same time than maxPerUser",
    async check(place) {
      let running = 0;
      let most = 0;
      const { turns, start } = await place.desk(
        {
          work: async () => {
            running += 1;
            most = Math.max(most, running);
            // The first two wait for each other, however slow the machine is.
            // oxlint-disable-next-line eslint/no-unmodified-loop-condition -- the other turns change it
            for (let waited = 0; most < 2 && waited < 500; waited += 1) await pause(20);
            await pause(20);
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
      for (const id of ids) assert.equal((await turns.result(id)).outcome, "done");
      assert.equal(most, 2);
    },
  },
];
