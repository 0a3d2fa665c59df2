import { MemorySaver } from "@langchain/langgraph";
import { expect, test } from "vitest";
import { z } from "zod";
import { inspector } from "../../src/index.ts";
import { fareGraph, SpeakingModel } from "./desks.ts";
import { ask, post } from "./writing-app.ts";

const Run = z.object({
  run: z.object({
    version: z.number(),
    isRunning: z.boolean(),
    nodes: z.array(z.object({ node: z.string(), state: z.string() })),
    words: z.object({ node: z.string(), text: z.string() }).nullable(),
  }),
});

test("a run shows its nodes and the words of the model while it speaks, and goes on when nobody asks", async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  const saver = new MemorySaver();
  const app = inspector({
    saver,
    graph: fareGraph(saver, new SpeakingModel(promise)),
    write: true,
    token: "token",
    person: "maria",
    redact: (value) => (typeof value === "string" ? value.replaceAll("fare", "****") : value),
  });
  expect((await post(app, "send", { thread: "ann", message: "To Lisbon" })).status).toBe(202);
  const runAfter = async (version: number) =>
    Run.parse((await ask(app, "run", { thread: "ann", version: String(version) })).body).run;
  let run = await runAfter(0);
  while (run.words?.text !== "The ") run = await runAfter(run.version);
  expect(run).toMatchObject({
    isRunning: true,
    nodes: [{ node: "search", state: "running" }],
    words: { node: "search" },
  });
  resolve();
  while (run.isRunning) run = await runAfter(run.version);
  expect(run).toMatchObject({
    words: { node: "book", text: "The **** is 480." },
    nodes: [
      { node: "search", state: "finished" },
      { node: "book", state: "finished" },
    ],
  });
});
