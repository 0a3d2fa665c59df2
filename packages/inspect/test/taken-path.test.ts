import { SqliteSaver } from "@langchain/langgraph-checkpoint-sqlite";
import { expect, test } from "vitest";
import { takenPath } from "../page/path/taken-path.ts";
import { shownSteps } from "../src/history/shown-steps.ts";
import { inspector, threadReader } from "../src/index.ts";
import { at } from "./threads.ts";
import { CountingModel, fareGraph } from "./writing/desks.ts";
import { act, stepOf } from "./writing/writing-app.ts";

/** Steps of a fork whose price was changed after the search, so that another node ran than in its thread. */
async function forkedSteps() {
  const saver = SqliteSaver.fromConnString(":memory:");
  const graph = fareGraph(saver, new CountingModel(() => "The fare is 520."));
  await graph.invoke({ messages: [{ role: "user", content: "To Lisbon" }] }, at("ann"));
  const app = inspector({ saver, graph, write: true, token: "token" });
  const fork = { thread: "ann", person: "maria", to: "ann-2", changes: { price: 300 }, models: "live" };
  await act(app, "fork", { ...fork, step: await stepOf(app, "ann", "search") });
  return shownSteps((await threadReader({ saver }).steps("ann-2")).steps);
}

test("the path leads over an edit to the node that ran after it", async () => {
  const steps = await forkedSteps();
  const { edges, onPath } = takenPath(steps, steps.at(-1) ?? null);
  expect(edges).toEqual([
    { from: "input", to: "search", count: 1, isOnPath: true },
    { from: "search", to: "book", count: 1, isOnPath: true },
  ]);
  expect([...onPath]).toEqual(["input", "search", "book"]);
});

test("at an edit no node is the one that runs, and the path up to it is drawn", async () => {
  const steps = await forkedSteps();
  const edit = steps.find(({ source }) => source === "update");
  const { edges, onPath, here } = takenPath(steps, edit ?? null);
  expect([...here]).toEqual([]);
  expect([...onPath]).toEqual(["input", "search"]);
  expect(edges.map(({ to, isOnPath }) => [to, isOnPath])).toEqual([
    ["search", true],
    ["book", false],
  ]);
});
