import { Command, END, isInterrupted, MemorySaver, START, StateGraph } from "@langchain/langgraph";
import type { BaseCheckpointSaver } from "@langchain/langgraph-checkpoint";
import { SqliteSaver } from "@langchain/langgraph-checkpoint-sqlite";
import { sqliteSaver } from "@tidemark/checkpoint/sqlite";
import { toStateSchema } from "@tidemark/core-state/langgraph";
import { blameHistory, openSession, turnStart } from "@tidemark/state-manager/langgraph";
import fc from "fast-check";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { adoptedGraph, type Kind, LetterState, plainGraph } from "./letters.ts";

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), "tidemark-adoption-"));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const stock = (file: string) => ({ saver: SqliteSaver.fromConnString(file), close: () => {} });
const tidemark = (file: string) => {
  const saver = sqliteSaver({ file });
  return { saver, close: () => saver.close() };
};

type Open = (file: string) => { readonly saver: BaseCheckpointSaver; readonly close: () => unknown };
let files = 0;
const newFile = () => {
  files += 1;
  return path.join(folder, `${files}.db`);
};
const say = (content: string) => ({ messages: [{ role: "user", content }] });
const on = (thread_id: string) => ({ configurable: { thread_id } });

/** Works on a database, closes it, and works on it again as another process would. */
async function afterRestart<Result>(
  open: Open,
  before: (saver: BaseCheckpointSaver) => Promise<unknown>,
  after: (saver: BaseCheckpointSaver) => Promise<Result>,
): Promise<Result> {
  const file = newFile();
  const first = open(file);
  await before(first.saver);
  first.close();
  const second = open(file);
  const result = await after(second.saver);
  second.close();
  return result;
}

describe.each<[string, Open]>([
  ["SqliteSaver", stock],
  ["sqliteSaver", tidemark],
])("threads of a plain graph on %s", (_, open) => {
  describe.each<Kind>(["annotation", "schema"])("made with %s", (kind) => {
    test("continue after one field was declared, with all of their values", async () => {
      const second = await afterRestart(
        open,
        async (saver) => {
          const graph = plainGraph(kind, saver);
          await graph.invoke(say("dear ann"), on("ann"));
          await graph.invoke(new Command({ resume: "kim" }), on("ann"));
        },
        async (saver) => {
          const graph = adoptedGraph(kind, saver);
          expect((await graph.getState(on("ann"))).values).toMatchObject({
            draftText: "dear ann (approved by kim)",
            approvedBy: "kim",
          });
          await graph.invoke(say("dear bob"), on("ann"));
          return graph.invoke(new Command({ resume: "lee" }), on("ann"));
        },
      );
      expect(second).toMatchObject({
        draftText: "dear bob (approved by lee)",
        wordCounts: { dear: 2, ann: 1, bob: 1 },
        approvedBy: "lee",
        topics: new Set(["dear"]),
        messages: [{ content: "dear ann" }, { content: "dear bob" }],
      });
    });

    test("that wait for an answer take it afterwards", async () => {
      const done = await afterRestart(
        open,
        async (saver) => {
          const asked = await plainGraph(kind, saver).invoke(say("dear ann"), on("ann"));
          expect(isInterrupted(asked)).toBe(true);
        },
        (saver) => adoptedGraph(kind, saver).invoke(new Command({ resume: "kim" }), on("ann")),
      );
      expect(done).toMatchObject({
        draftText: "dear ann (approved by kim)",
        wordCounts: { dear: 1 },
        approvedBy: "kim",
      });
    });

    test("that wait for an answer take it in a session, once", async () => {
      const [first, second, state] = await afterRestart(
        open,
        (saver) => plainGraph(kind, saver).invoke(say("dear ann"), on("ann")),
        async (saver) => {
          const session = openSession({ graph: adoptedGraph(kind, saver), threadId: "ann" });
          const [question] = await session.pending();
          const id = question?.id ?? "";
          const answers = [await session.resume(id, "kim"), await session.resume(id, "lee")];
          return [answers[0]?.outcome, answers[1]?.outcome, await session.state()];
        },
      );
      expect([first, second]).toEqual(["done", "alreadyResolved"]);
      expect(state).toMatchObject({ approvedBy: "kim", topics: new Set(["dear"]) });
    });

    test("keep the declared field for its owner", async () => {
      const work = afterRestart(
        open,
        (saver) => plainGraph(kind, saver).invoke(say("dear ann"), on("ann")),
        async (saver) => {
          const graph = adoptedGraph(kind, saver, { by: "writer" });
          await expect(graph.invoke(new Command({ resume: "kim" }), on("ann"))).rejects.toThrow(
            '"approvedBy" is owned by "reviewer"',
          );
          // The answer is stored, and the owner takes it.
          return adoptedGraph(kind, saver).invoke(null, on("ann"));
        },
      );
      await expect(work).resolves.toMatchObject({ approvedBy: "kim" });
    });

    test("name the author of a value that was written after the adoption", async () => {
      const blame = await afterRestart(
        open,
        (saver) => plainGraph(kind, saver).invoke(say("dear ann"), on("ann")),
        async (saver) => {
          const graph = adoptedGraph(kind, saver);
          await graph.invoke(new Command({ resume: "kim" }), on("ann"));
          return [
            await blameHistory(graph, on("ann"), "approvedBy"),
            await blameHistory(graph, on("ann"), "wordCounts.dear"),
          ];
        },
      );
      expect(blame).toMatchObject([
        { outcome: "node", by: "review" },
        { outcome: "node", by: "write" },
      ]);
    });

    test("go back to the plain graph without a loss", async () => {
      const back = await afterRestart(
        open,
        async (saver) => {
          await adoptedGraph(kind, saver).invoke(say("dear ann"), on("ann"));
        },
        (saver) => plainGraph(kind, saver).invoke(new Command({ resume: "kim" }), on("ann")),
      );
      expect(back).toMatchObject({ draftText: "dear ann (approved by kim)", approvedBy: "kim" });
    });
  });
});

test("a graph that adopts a field at any point of a conversation ends with the values of the plain graph", async () => {
  const turn = fc.record({
    text: fc.constantFrom("dear ann", "dear bob", "a note", "ann ann"),
    by: fc.string({ minLength: 1 }),
  });
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom<Kind>("annotation", "schema"),
      fc.array(fc.record({ turn, asks: fc.boolean(), answers: fc.boolean() }), { minLength: 1, maxLength: 4 }),
      async (kind, turns) => {
        const savers = { plain: new MemorySaver(), mixed: sqliteSaver({ file: ":memory:" }) };
        for (const { turn: given, asks, answers } of turns) {
          const message = { messages: [{ role: "user", content: given.text, id: `${turns.length}-${given.text}` }] };
          await plainGraph(kind, savers.plain).invoke(message, on("t"));
          await (asks ? adoptedGraph : plainGraph)(kind, savers.mixed).invoke(message, on("t"));
          await plainGraph(kind, savers.plain).invoke(new Command({ resume: given.by }), on("t"));
          await (answers ? adoptedGraph : plainGraph)(kind, savers.mixed).invoke(
            new Command({ resume: given.by }),
            on("t"),
          );
        }
        const expected = await plainGraph(kind, savers.plain).getState(on("t"));
        for (const graph of [plainGraph(kind, savers.mixed), adoptedGraph(kind, savers.mixed)]) {
          expect((await graph.getState(on("t"))).values).toEqual(expected.values);
        }
        savers.mixed.close();
      },
    ),
    { numRuns: 25 },
  );
});

test("a stored value that does not fit the declared field is named at the next turn", async () => {
  const work = afterRestart(
    tidemark,
    async (saver) => {
      const graph = plainGraph("annotation", saver);
      await graph.invoke(say("dear ann"), on("ann"));
      await graph.updateState(on("ann"), { approvedBy: 7 });
    },
    (saver) => {
      const graph = new StateGraph(toStateSchema(LetterState))
        .addNode("turn_start", turnStart(LetterState))
        .addEdge(START, "turn_start")
        .addEdge("turn_start", END)
        .compile({ checkpointer: saver });
      return graph.invoke(say("dear bob"), on("ann"));
    },
  );
  await expect(work).rejects.toThrow(/approvedBy.*expected string/);
});
