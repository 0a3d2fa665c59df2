import assert from "node:assert/strict";
import { doneIn, idOf, pause } from "./case-desk.graph.ts";
import type { PlacedCase } from "./delivery-cases.graph.ts";

/** Cases about processes that end or freeze. */
export const processCases: readonly PlacedCase[] = [
  {
    title: "a wait outlives the process of its worker, and one of the others continues it once",
    async check(place) {
      const { turns } = await place.desk();
      const killed = await place.otherWorker();
      const asked = await turns.result(idOf(await turns.send("ann", { log_text: "after 2: tide" })));
      const id = asked.status === "waiting" ? (asked.waits[0]?.id ?? "") : "";
      await killed.kill();
      const others = await Promise.all([place.otherWorker(), place.otherWorker()]);
      assert.deepEqual(doneIn(await turns.result(`timer:ann:${id}`)), ["after 2: tide"]);
      const works = others.flatMap(({ messages }) => messages.filter(({ node }) => node === "work"));
      assert.equal(works.length, 1);
    },
  },
  {
    title: "the workers of several processes share the turns, each thread in its order",
    async check(place) {
      const { turns } = await place.desk();
      const workers = [await place.otherWorker(4), await place.otherWorker(4)];
      const ids: string[] = [];
      for (let index = 0; index < 40; index += 1) {
        ids.push(idOf(await turns.send(`thread ${index % 4}`, { log_text: `${index}` })));
      }
      for (const [index, id] of ids.entries()) {
        const before = Array.from({ length: Math.floor(index / 4) + 1 }, (_, turn) => `${turn * 4 + (index % 4)}`);
        assert.deepEqual(doneIn(await turns.result(id)), before);
      }
      const works = () => workers.flatMap(({ messages }) => messages.filter(({ node }) => node === "work")).length;
      // The results come through the database, and may be here before the messages of the processes.
      while (works() < 40) await pause(20);
      assert.equal(works(), 40);
    },
  },
  {
    title: "the turn of a killed worker is continued by another one, from its last step and with the same key",
    async check(place) {
      const runs: string[] = [];
      const keys: string[] = [];
      const { turns, start } = await place.desk({
        begin: (text) => void runs.push(text),
        work: (_, key) => void keys.push(key),
      });
      const killed = await place.otherWorker();
      const turnId = idOf(await turns.send("ann", { log_text: "held sea" }));
      await killed.works("held sea");
      await killed.kill();
      await start();
      assert.deepEqual(doneIn(await turns.result(turnId)), ["held sea"]);
      assert.deepEqual(runs, [], "a step that was stored ran again");
      assert.deepEqual(
        keys,
        killed.messages.flatMap((message) => (message.node === "work" ? [message.key] : [])),
      );
      assert.equal((await turns.measure()).takeovers, 1);
    },
  },
  {
    title: "a worker that freezes and wakes up too late changes nothing",
    async check(place) {
      const { turns, start } = await place.desk();
      const frozen = await place.otherWorker();
      await turns.send("ann", { log_text: "held sea" }, { idempotencyKey: "1" });
      await turns.send("ann", { log_text: "hills" }, { idempotencyKey: "2" });
      await frozen.works("held sea");
      // Its first events are stored by now.
      await pause(200);
      await frozen.freeze();
      await start(1);
      assert.deepEqual(doneIn(await turns.result("2")), ["held sea", "hills"]);
      frozen.thaw();
      frozen.go();
      await pause(1_000);
      const last = await turns.result(idOf(await turns.send("ann", { log_text: "end" })));
      assert.deepEqual(doneIn(last), ["held sea", "hills", "end"]);
    },
  },
  {
    title: "turns that run beside one that ends its workers are done",
    async check(place) {
      const { turns } = await place.desk();
      const poisoned = "endless";
      const texts = Array.from({ length: 10 }, (_, index) => (index === 4 ? poisoned : `held ${index}`));
      for (const text of texts) await turns.send(text, { log_text: text }, { idempotencyKey: text });
      const outcomes = new Map<string, string>();
      const ended = Promise.all(texts.map(async (text) => outcomes.set(text, (await turns.result(text)).outcome)));
      /** Starts a worker of which the poisoned turn is the end, while it runs as many turns. Returns when it has ended. */
      const runWorker = async (company: number): Promise<void> => {
        const worker = await place.otherWorker(10);
        const begun = () => new Set(worker.messages.flatMap((each) => (each.node === "work" ? [each.text] : [])));
        while (outcomes.size < texts.length && (!begun().has(poisoned) || begun().size < company)) {
          // The others go on as soon as they are not needed beside it.
          if (company === 1) worker.go();
          await pause(20);
        }
        await worker.kill();
      };
      for (let death = 1; death <= 2; death += 1) await runWorker(texts.length);
      while (outcomes.size < texts.length) await runWorker(1);
      await ended;
      assert.deepEqual(
        texts.map((text) => outcomes.get(text)),
        texts.map((text) => (text === poisoned ? "setAside" : "done")),
      );
    },
  },
  {
    title: "a turn that ends its workers is set aside, and its thread goes on",
    async check(place) {
      const { turns, start } = await place.desk();
      await turns.send("ann", { log_text: "held sea" }, { idempotencyKey: "1" });
      for (let attempt = 1; attempt <= 3; attempt += 1) {
        const killed = await place.otherWorker();
        await killed.works("held sea");
        await killed.kill();
      }
      await turns.send("ann", { log_text: "hills" }, { idempotencyKey: "2" });
      await start();
      const { outcome } = await turns.result("1");
      assert.equal(outcome, "setAside");
      assert.deepEqual(doneIn(await turns.result("2")), ["hills"]);
    },
  },
];
