// Memory is not a log: however many proposals, answers and writes of users come between, each counts once, also when it is delivered again.
import { type BaseCheckpointSaver, InMemoryStore, START, StateGraph } from "@langchain/langgraph";
import type { Proposal } from "@tidemark/core-state";
import fc from "fast-check";
import {
  AgentState,
  append,
  commitNode,
  defineNode,
  extendState,
  field,
  fieldGroups,
  openSession,
  toStateSchema,
  turnStart,
} from "tidemark";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { allSavers } from "../checkpoint/savers.ts";

const texts = { owner: "root", reducer: append<string>() } as const;

const Desk = extendState(AgentState, {
  version: 1,
  fields: {
    ...fieldGroups.session,
    notes: field(z.array(z.string()), { default: [], lifetime: "thread", ...texts }),
    price: field(z.number(), { default: 0, owner: "root", lifetime: "thread" }),
    facts: field(z.array(z.string()), { default: [], lifetime: "user", reducer: append<string>() }),
  },
});

/** Number of runs with each saver; nightly runs multiply it. */
const RUNS = Math.ceil((fc.readConfigureGlobal().numRuns ?? 100) / 20);

const turns = fc.array(
  fc.record({
    /** Number of new notes. The memory of decisions has room for 200 single ones. */
    fresh: fc.constantFrom(0, 3, 60, 110),
    /** Share of all earlier proposals at which those that are delivered again begin, and their number. */
    again: fc.tuple(fc.double({ min: 0, max: 1, noNaN: true }), fc.integer({ min: 0, max: 8 })),
    /** Whether a person is asked about a price, and the answer. */
    asks: fc.constantFrom(null, true, false),
  }),
  { minLength: 5, maxLength: 8 },
);

/** Turns that leave no room for the first decision, so that no choice of turns tests nothing. */
const manyNotes = [110, 110, 110, 0].map((fresh): { fresh: number; again: [number, number]; asks: boolean | null } => ({
  fresh,
  again: [0, 0],
  asks: null,
}));

interface Next {
  readonly fresh: number;
  readonly again: readonly Proposal[];
  readonly prices: readonly number[];
}

/** Proposes what is next, and delivers older proposals again. */
function deskGraph(checkpointer: BaseCheckpointSaver, made: Proposal[], next: () => Next) {
  return new StateGraph(toStateSchema(Desk))
    .addNode("turn_start", turnStart(Desk))
    .addNode(
      "plan",
      defineNode(Desk, {
        agent: "planner",
        run: ({ task_user_input: said }, { propose }) => {
          const { fresh, prices } = next();
          for (let count = 0; count < fresh; count += 1) made.push(propose({ notes: [`note ${made.length}`] }, "New."));
          for (const price of prices) made.push(propose({ price }, "It fits."));
          return { facts: [said ?? ""] };
        },
      }),
    )
    .addNode("again", () => ({ control_proposals: next().again }))
    .addNode("commit", commitNode(Desk, { policies: { notes: "rebase", price: "ask" }, ask: "interrupt" }))
    .addEdge(START, "turn_start")
    .addEdge("turn_start", "plan")
    .addEdge("plan", "again")
    .addEdge("again", "commit")
    .compile({ checkpointer, store: new InMemoryStore() });
}

const Asked = z.object({ requests: z.array(z.object({ id: z.string() })) });

describe.each(allSavers())("with %s", (_, open) => {
  test("each proposal, answer and write of a user counts once, whatever is delivered again", async () => {
    await fc.assert(
      fc.asyncProperty(turns, async (plan) => {
        const made: Proposal[] = [];
        let next: Next = { fresh: 0, again: [], prices: [] };
        const graph = deskGraph(await open(), made, () => next);
        const session = openSession({ graph, threadId: "t", userId: "ann" });
        const answered: { readonly id: string; readonly answer: object }[] = [];
        let price = 0;
        for (const [index, { fresh, again, asks }] of plan.entries()) {
          const start = Math.floor(again[0] * made.length);
          const prices = asks === null ? [] : [2 * index + 1, 2 * index + 2];
          next = { fresh, again: [...made.slice(0, 3), ...made.slice(start, start + again[1])], prices };
          let turn = await session.send(`fact ${index}`);
          const [question] = await session.pending();
          const questions = question === undefined ? [] : Asked.parse(question.value).requests;
          expect([index, questions.length]).toEqual([index, asks === null ? 0 : 1]);
          if (question !== undefined) {
            const id = questions[0]?.id ?? "";
            turn = await session.resume(question.id, { [id]: asks });
            answered.push({ id: question.id, answer: { [id]: asks !== true } });
          }
          if (asks !== null) price = prices[asks ? 1 : 0] ?? 0;
          expect(turn.outcome).toBe("done");
          // Used answers, with the contrary.
          for (const { id, answer } of answered) await session.resume(id, answer);
          const state = await session.state();
          expect([index, state?.price]).toEqual([index, price]);
          expect(state?.facts).toEqual(plan.slice(0, index + 1).map((__, turnIndex) => `fact ${turnIndex}`));
        }
        const notes = made.flatMap(({ changes }, index) => ("notes" in changes ? [`note ${index}`] : []));
        expect((await session.state())?.notes).toEqual(notes);
        const other = openSession({ graph, threadId: "another", userId: "ann" });
        next = { fresh: 0, again: [], prices: [] };
        const turn = await other.send("last");
        expect(turn.outcome === "done" && turn.state.facts).toEqual([
          ...plan.map((__, index) => `fact ${index}`),
          "last",
        ]);
      }),
      { numRuns: RUNS, examples: [[manyNotes]] },
    );
  });
});
