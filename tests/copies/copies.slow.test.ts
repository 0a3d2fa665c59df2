// The law of copies: whatever leaves a thread carries no right to act. Each thread that is asked acts once for its answer, also after a crash.
import { InMemoryStore } from "@langchain/langgraph";
import fc from "fast-check";
import { copyThread, exportThread, importThread } from "tidemark/checkpoint";
import { describe, expect, test } from "vitest";
import { allSavers } from "../checkpoint/savers.ts";
import { Bank, conversation, Desk, deskGraph } from "./desk.ts";

/** A history: what happens next, in one of the threads that there are. A call that crashes is continued until it ends. */
const histories = fc.array(
  fc.record({
    kind: fc.constantFrom("ask", "ask", "answer", "answer", "fork", "copy", "import", "restore"),
    thread: fc.nat(),
    crashes: fc.nat({ max: 2 }),
  }),
  { minLength: 3, maxLength: 10 },
);

describe.each(allSavers())("copies of threads on %s", (_, open) => {
  test("pay and remember each answer once, and nothing is dropped", async () => {
    await fc.assert(
      fc.asyncProperty(histories, async (history) => {
        const saver = await open();
        const bank = new Bank();
        const graph = deskGraph({ bank, checkpointer: saver, store: new InMemoryStore() });
        const threads = ["t0"];
        const answers: string[] = [];
        const answer = async (threadId: string, crashes: number): Promise<void> => {
          const session = conversation(graph, threadId);
          const [question] = await session.pending();
          if (question === undefined) return;
          const order = `order ${answers.length}`;
          answers.push(order);
          bank.crashes = crashes;
          let turn = await session.resume(question.id, order).catch(() => null);
          for (let crash = 0; crash < crashes && turn === null; crash += 1) {
            turn = await session.continue().catch(() => null);
          }
          if (turn?.outcome !== "done") throw new Error(`The turn of ${order} ended as ${turn?.outcome ?? "failed"}.`);
        };
        const exported = async (threadId: string): Promise<unknown> =>
          JSON.parse(JSON.stringify(await exportThread(saver, threadId)));
        const copies = {
          fork: (threadId: string, to: string) => conversation(graph, threadId).fork({ threadId: to }),
          copy: (threadId: string, to: string) => copyThread(saver, threadId, { to }),
          import: async (threadId: string, to: string) =>
            importThread(await exported(threadId), { checkpointer: saver, state: Desk, threadId: to }),
        };
        await conversation(graph, "t0").send("order");
        for (const { kind, thread, crashes } of history) {
          const threadId = threads[thread % threads.length] ?? "t0";
          if (kind === "ask") await conversation(graph, threadId).send("order");
          else if (kind === "answer") await answer(threadId, crashes);
          else if (kind === "restore") {
            // The id of the original, which has gone on since and is gone. Its effects are not.
            const document = await exported(threadId);
            await answer(threadId, crashes);
            await saver.deleteThread(threadId);
            await importThread(document, { checkpointer: saver, state: Desk });
          } else {
            const to = `t${threads.length}`;
            await copies[kind](threadId, to);
            threads.push(to);
          }
        }
        expect([...bank.payments.values()].toSorted()).toEqual(answers.toSorted());
        const turn = await conversation(graph, "another").send("hello");
        const orders = turn.outcome === "done" ? turn.state.profile_orders : [];
        expect(orders.toSorted()).toEqual(answers.toSorted());
      }),
      { numRuns: 40 },
    );
  });
});
