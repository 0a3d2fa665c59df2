import { Command, END, MemorySaver } from "@langchain/langgraph";
import { createAgentGraph, defineAgent } from "@tidemark/agents/langgraph";
import { SeedState } from "@tidemark/core-state";
import { countingIds, fixedClock } from "@tidemark/state-manager/testing";
import { expect, test } from "vitest";
import { at, config, say } from "./trip-graph.ts";

test("an agent that ends the run with a command does not follow its edge, and the same agent does in the next turn", async () => {
  const executed: string[] = [];
  let turns = 0;
  const agent = (name: string, run: () => object) =>
    defineAgent(SeedState, {
      name,
      description: `Works as ${name}.`,
      reads: [],
      writes: [],
      run: () => {
        executed.push(name);
        return run();
      },
    });
  const graph = createAgentGraph({
    state: SeedState,
    agents: [
      agent("weather", () => {
        turns += 1;
        return turns === 1 ? new Command({ goto: END }) : {};
      }),
      agent("booker", () => ({})),
    ],
    planner: () => Promise.resolve({ steps: [{ capability: "weather" }, { capability: "booker" }] }),
    responder: () => Promise.resolve("Done."),
    clock: fixedClock("2030-01-31T12:00:00.000Z"),
    timer: at,
    ids: countingIds(),
    checkpointer: new MemorySaver(),
  });
  await graph.invoke(say("Go"), config);
  expect(executed).toEqual(["weather"]);
  await graph.invoke(say("Go on"), config);
  expect(executed).toEqual(["weather", "weather", "booker"]);
});
