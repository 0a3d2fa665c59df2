import { writeFileSync } from "node:fs";
import path from "node:path";
import { SqliteSaver } from "@langchain/langgraph-checkpoint-sqlite";
import { expect, test } from "vitest";
import { inspector } from "../../src/index.ts";
import { inspectCommands } from "../../src/internal.ts";
import { temporaryFolder } from "../sources.ts";
import { at } from "../threads.ts";
import { CountingModel, fareGraph } from "./desks.ts";
import { act, ask, post, stepOf, values } from "./writing-app.ts";

const ann = { thread: "ann", person: "maria" };
const reason = "The fare was wrong.";

/** A thread of a plain graph in a file of LangGraph's saver, with the inspector that may write to it. */
async function bookedFare(answer: string) {
  const file = path.join(temporaryFolder(), "threads.db");
  const saver = SqliteSaver.fromConnString(file);
  const graph = fareGraph(saver, new CountingModel(() => answer));
  await graph.invoke({ messages: [{ role: "user", content: "To Lisbon" }] }, at("ann"));
  return { file, graph, app: inspector({ saver, graph, write: true, token: "token" }) };
}

async function run(name: string, ...argv: readonly string[]): Promise<string> {
  const printed: string[] = [];
  const print = (line: string) => printed.push(line);
  await inspectCommands[name]?.run(argv, { stop: Promise.resolve(), print, warn: print });
  return printed.join("\n");
}

test("an edit of a plain thread is one step with its author, for the page, the commands and a shared file", async () => {
  const { file, app } = await bookedFare("The fare is 480.");
  const { newest = "" } = (await ask(app, "steps", { thread: "ann" })).body;
  await post(app, "edit", { ...ann, step: newest, field: "price", value: 300, reason });
  const sources = (await ask(app, "steps", { thread: "ann" })).body.steps.map(({ source }) => source);
  expect(sources).toEqual(["input", "loop", "loop", "loop", "update"]);
  expect((await ask(app, "blame", { thread: "ann", field: "price" })).body).toMatchObject({
    price: { outcome: "edit", by: "maria", reason, writtenAt: { label: "1.4" } },
  });
  expect(await run("blame", file, "ann", "price")).toBe(`price  1.4  maria edited it: “${reason}”`);
  expect(await run("steps", file, "ann")).toMatch(/^1\.4 .* edit +price$/m);
  const shared = path.join(temporaryFolder(), "ann.json");
  writeFileSync(shared, await run("share", file, "ann", "--json"));
  expect(await run("blame", shared, "ann", "price")).toBe(`price  1.4  maria edited it: “${reason}”`);
});

test("an edit that names nobody is an edit, and not one of a step that is missing", async () => {
  const { file, graph } = await bookedFare("The fare is 480.");
  await graph.updateState(at("ann"), { price: 300 });
  expect(await run("blame", file, "ann", "price")).toBe(
    "price  1.4  It was edited outside of a run. The thread does not store who did",
  );
});

test("the change of a fork is one step, from which the edges choose the next node", async () => {
  const { file, app } = await bookedFare("The fare is 520.");
  const fork = { ...ann, step: await stepOf(app, "ann", "search"), to: "ann-2", changes: { price: 300 }, reason };
  expect(await act(app, "fork", { ...fork, models: "live" })).toMatchObject({ outcome: "done" });
  const { steps } = (await ask(app, "steps", { thread: "ann-2" })).body;
  expect(steps.map(({ source, nodes }) => (nodes.length === 0 ? source : nodes.join(", ")))).toEqual([
    "input",
    "loop",
    "search",
    "update",
    "book",
  ]);
  expect(await values(app, "ann-2")).toMatchObject({ price: 300, route: "booked" });
  expect(await run("blame", file, "ann-2", "price")).toContain(`maria edited it: “${reason}”`);
});
