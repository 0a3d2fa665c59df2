import { MemorySaver } from "@langchain/langgraph";
import { defineTurns } from "@tidemark/workers";
import { localEngine } from "@tidemark/workers/local";
import fc from "fast-check";
import { expect, test } from "vitest";
import { countingGraph } from "../counting-graph.ts";

const sends = fc.array(
  fc.record({ thread: fc.integer({ min: 0, max: 5 }), user: fc.constantFrom(null, "ann", "ben", "cleo") }),
  { maxLength: 25 },
);
const claims = fc.array(fc.integer({ min: 1, max: 6 }), { minLength: 1, maxLength: 8 });

test("claims of several turns keep the order of a thread, one turn of it at a time, the limit of a user, and lose none", async () => {
  await fc.assert(
    fc.asyncProperty(sends, claims, fc.integer({ min: 1, max: 3 }), async (sent, sizes, maxPerUser) => {
      const engine = localEngine({ file: ":memory:" });
      const turns = defineTurns({ name: "desk", graph: countingGraph(new MemorySaver()), engine });
      const store = engine.store("desk");
      await store.enter("worker");
      // A thread belongs to one user.
      const userOf = new Map(sent.map(({ thread, user }) => [thread, user]));
      const threadOf = new Map<string, number>();
      for (const [index, { thread }] of sent.entries()) {
        const userId = userOf.get(thread);
        const options = typeof userId === "string" ? { userId } : {};
        await turns.send(`${thread}`, { log_text: "" }, { ...options, idempotencyKey: `${index}` });
        threadOf.set(`${index}`, thread);
      }
      const order: string[] = [];
      for (let round = 0; order.length < sent.length; round += 1) {
        const most = sizes[round % sizes.length] ?? 1;
        const claimed = await store.claim({ worker: "worker", most, maxAttempts: 3, maxPerUser });
        const ids = claimed.map(({ request }) => request.turnId);
        expect(ids.length).toBeGreaterThan(0);
        expect(ids.length).toBeLessThanOrEqual(most);
        expect(new Set(ids.map((id) => threadOf.get(id))).size).toBe(ids.length);
        const users = claimed.flatMap(({ request }) => request.userId ?? []);
        for (const user of users) expect(users.filter((each) => each === user).length).toBeLessThanOrEqual(maxPerUser);
        order.push(...ids);
        const ended = await Promise.all(
          claimed.map((turn) => store.end(turn, { outcome: "cancelled", started: true })),
        );
        expect(ended).toEqual(ids.map(() => true));
      }
      expect(order.map(Number).toSorted((one, other) => one - other)).toEqual([...sent.keys()]);
      for (const thread of userOf.keys()) {
        const ofThread = order.filter((id) => threadOf.get(id) === thread).map(Number);
        expect(ofThread).toEqual(ofThread.toSorted((one, other) => one - other));
      }
      expect(await turns.measure()).toMatchObject({ waiting: 0, running: 0, ended: sent.length });
      await turns.close();
    }),
    { numRuns: 100 },
  );
});
