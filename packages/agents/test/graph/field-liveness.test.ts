import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { Command, MemorySaver } from "@langchain/langgraph";
import { killSwitch, type Planner } from "@tidemark/agents";
import { createAgentGraph, defineAgent } from "@tidemark/agents/langgraph";
import { AgentState, initialState } from "@tidemark/core-state";
import { isPlainRecord } from "@tidemark/reducers/internal";
import { defineContexts } from "@tidemark/state-manager";
import { countingIds, fixedClock } from "@tidemark/state-manager/testing";
import { describe, expect, test } from "vitest";
import { z } from "zod";

const clock = fixedClock("2030-01-31T12:00:00.000Z");
const config = { configurable: { thread_id: "ann", user_id: "ann" } };
const say = (content: string) => ({ messages: [{ role: "user", content }] });
const fields = Object.keys(AgentState.fields);

const contexts = defineContexts({ WEATHER: z.object({ sky: z.string() }).describe("Weather at a place") });

/** A graph whose first attempts fail in every way that is counted. */
function troubled() {
  let failures = 1;
  const weather = defineAgent(AgentState, {
    name: "weather",
    description: "Knows the weather.",
    reads: [],
    proposes: ["task_current_task"],
    contexts,
    run: (_, { context, propose }) => {
      failures -= 1;
      if (failures >= 0) throw Object.assign(new Error("connection reset"), { code: "ECONNRESET" });
      context.set("WEATHER", "today", { sky: "rain" });
      propose({ task_current_task: "Tell Ben to take care" }, "It rains.");
      return {};
    },
  });
  const mail = defineAgent(AgentState, { name: "mail", description: "Sends mail.", reads: [], run: () => ({}) });
  const plans = [
    { steps: [{ capability: "ghost" }] },
    {
      steps: [
        { capability: "weather", taskObjective: "Look at the sky", contextKey: "today" },
        { capability: "mail", taskObjective: "Write to Ben" },
      ],
    },
    { steps: [{ capability: "clarify", taskObjective: "To whom?" }] },
  ];
  const planner: Planner = () => Promise.resolve(plans.shift() ?? []);
  const extraction = { task: "Tell Ben of the weather", dependsOnChatHistory: true, dependsOnUserMemory: true };
  return createAgentGraph({
    state: AgentState,
    agents: [weather, mail],
    planner,
    taskExtractor: () => Promise.resolve(extraction),
    classifier: () => Promise.resolve(["weather", "mail"]),
    approvals: { mail: "always" },
    limits: { maxStepRetries: 1, maxPlanningAttempts: 3 },
    clock,
    timer: { wait: (milliseconds) => (milliseconds < 60_000 ? Promise.resolve() : new Promise<void>(() => {})) },
    ids: countingIds(),
    checkpointer: new MemorySaver(),
  });
}

/** A graph that is stopped from outside. */
function stopped() {
  const runs = killSwitch();
  const weather = defineAgent(AgentState, {
    name: "weather",
    description: "Knows the weather.",
    reads: [],
    run: () => {
      runs.kill("ann", "the user left");
      return {};
    },
  });
  return createAgentGraph({
    state: AgentState,
    agents: [weather],
    planner: () => Promise.resolve({ steps: [{ capability: "weather" }] }),
    killSwitch: runs,
    clock,
    checkpointer: new MemorySaver(),
  });
}

interface Streams {
  stream(input: unknown, options: object): Promise<AsyncIterable<unknown>>;
}

/** The fields that some node wrote, to another value than their default. */
async function written(): Promise<ReadonlySet<string>> {
  const found = new Set<string>();
  const defaults: Readonly<Record<string, unknown>> = { ...initialState(AgentState) };
  const graph: Streams = troubled();
  const runs: { readonly graph: Streams; readonly input: unknown }[] = [
    { graph, input: say("Tell Ben") },
    { graph, input: new Command({ resume: "yes" }) },
    { graph, input: say("And then?") },
    { graph: stopped(), input: say("Tell Ben") },
  ];
  for (const run of runs) {
    // oxlint-disable-next-line eslint/no-await-in-loop -- one turn after the other
    for await (const part of await run.graph.stream(run.input, {
      ...config,
      streamMode: "updates",
      outputKeys: fields,
    })) {
      for (const update of Object.values<unknown>(isPlainRecord(part) ? part : {}).flat()) {
        for (const [field, value] of Object.entries(isPlainRecord(update) ? update : {})) {
          if (JSON.stringify(value) !== JSON.stringify(defaults[field])) found.add(field);
        }
      }
    }
  }
  return found;
}

const packages = path.join(import.meta.dirname, "..", "..", "..");

/** The code of `createAgentGraph`'s nodes, of routing and of sessions, without comments and without the declarations. */
const sources = ["agents", "state-manager"].flatMap((name) => {
  const folder = path.join(packages, name, "src");
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".ts") && !file.startsWith("compat"))
    .map((file) => readFileSync(path.join(folder, file), "utf8").replaceAll(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, ""));
});

/** A read of a field: taken out of values by a point, in brackets, or by a pattern; an object that is built is a write. */
const reads = (field: string): RegExp =>
  new RegExp(
    `\\.${field}\\b|\\["${field}"\\]|[{,]\\s*${field}(?:: \\w+)?(?: = [^,}]+)?(?:,[^{}]*)?\\s*\\}\\s*(?:=|:|\\))`,
  );

describe("the fields of AgentState", () => {
  test("are each written by a node of an assembled graph, so that none is only declared", async () => {
    const found = await written();
    expect(fields.filter((field) => !found.has(field))).toEqual([]);
  });

  test.each(fields)("%s is read by a node, by routing or by a session", (field) => {
    expect(sources.some((source) => reads(field).test(source))).toBe(true);
  });
});
