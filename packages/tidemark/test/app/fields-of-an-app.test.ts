import { defineState, field, memory, tidemark } from "tidemark";
import { scriptedModel } from "tidemark/testing";
import { expect, test } from "vitest";
import { z } from "zod";

const Desk = defineState({
  version: 1,
  fields: { city: field(z.string().nullable(), { default: null, owner: "travel", lifetime: "thread" }) },
});
const desk = tidemark(Desk);
const clock = { description: "Tells the time.", inputs: z.object({}), run: () => "12:00" };
const call = { toolCalls: [{ name: "clock", args: {} }] };
const travel = desk.agent({ name: "travel", instructions: "Be brief.", tools: { clock } });

const namesOf = ({ channels }: { readonly channels: object }) =>
  Object.keys(channels).filter((name) => !/^__|^branch:/.test(name));

test("an application with one agent and one tool stores at most 12 values, messages included", async () => {
  const storage = memory();
  const app = desk.app({ agents: [travel], model: scriptedModel([call, "Noon."]), storage });
  expect(await app.session("ann").send("What time is it?")).toMatchObject({ status: "done", answer: "Noon." });
  const tuple = await storage.saver.getTuple({ configurable: { thread_id: "ann" } });
  const stored = Object.keys(tuple?.checkpoint.channel_values ?? {}).filter((name) => !name.startsWith("__"));
  expect(stored.length).toBeLessThanOrEqual(12);
  expect(stored.toSorted()).toEqual(namesOf(app.graph).toSorted());
});

test("the state of a session has the defaults of the fields that its application does not use", async () => {
  const session = desk.app({ agents: [travel], model: scriptedModel(["Noon."]) }).session("ann");
  const before = await session.state();
  const turn = await session.send("What time is it?");
  if (turn.status !== "done") throw new Error("The turn did not end.");
  const after = await session.state();
  for (const state of [before, turn.state, after])
    expect(state).toMatchObject({ planning_execution_plan: null, task_ledger: [], city: null });
  expect([before.messages.length, after.messages.length]).toEqual([0, 2]);
});

test("an application whose agent reads the task has a plan", async () => {
  const planned = desk.agent({ name: "planned", reads: ["task_current_task"], run: () => ({}) });
  const app = desk.app({ agents: [planned] });
  await app.session("ann").send("Fly to Oslo");
  expect(await app.session("ann").state()).toMatchObject({ task_current_task: "Fly to Oslo" });
  expect(namesOf(app.graph)).toContain("planning_execution_plan");
});
