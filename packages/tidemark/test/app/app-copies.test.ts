// What an application gives beside its own sessions: copies of them, and itself to an evaluation.
import { defineState, field, memory, tidemark } from "tidemark";
import { evaluate, type EvaluationParts, scriptedModel } from "tidemark/testing";
import { expect, expectTypeOf, test } from "vitest";
import { z } from "zod";

const Desk = defineState({
  version: 1,
  fields: { city: field(z.string(), { default: "", owner: "travel", lifetime: "thread" }) },
});
const desk = tidemark(Desk);
const travel = desk.agent({
  name: "travel",
  writes: ["city"],
  tools: {
    note: {
      description: "Notes the city.",
      inputs: z.object({ city: z.string() }),
      run: ({ city }, { update }) => {
        update({ city });
        return "Noted.";
      },
    },
  },
});
const note = (city: string) => ({ toolCalls: [{ name: "note", args: { city } }] });

const makeApp = (model: EvaluationParts["model"]) =>
  desk.app({ agents: [travel], storage: memory(), ...(model !== undefined && { model }) });

const planner = () => Promise.resolve({ steps: [{ capability: "travel", taskObjective: "Note the city" }] });

test("a fork of a conversation has a state like the conversation, also before its first turn", async () => {
  const session = makeApp(scriptedModel([note("Oslo"), "Noted."])).session("ann");
  await session.send("To Oslo");
  const fork = await session.fork({ threadId: "ann-2" });
  expectTypeOf(await fork.state()).toEqualTypeOf(await session.state());
  const [state, copied] = [await session.state(), await fork.state()];
  expect(Object.keys(copied).toSorted()).toEqual(Object.keys(state).toSorted());
  await fork.delete();
  expect((await fork.state()).city).toBe("");
});

test("a merge lists fields of the application as combined and taken, and not how Tidemark recorded the work", async () => {
  const model = scriptedModel([note("Oslo"), "Noted.", note("Bergen"), "Noted.", "Hello."]);
  const session = desk.app({ agents: [travel], model, planner, storage: memory() }).session("ann");
  await session.send("To Oslo");
  const fork = await session.fork({ threadId: "ann-2" });
  await fork.send("To Bergen");
  await session.send("Hello");
  expect((await session.state()).task_ledger).toHaveLength(2);
  expect(await session.merge(fork)).toMatchObject({ taken: ["city"], combined: [] });
  expect((await session.state()).task_ledger).toHaveLength(3);
  expect((await session.state()).city).toBe("Bergen");
});

test("an application is evaluated as its graph is, and a function may make one for each case", async () => {
  const expected = { message: "To Oslo", expect: { state: { city: "Oslo" } } };
  const app = makeApp(scriptedModel([note("Oslo"), "Noted."]));
  expect((await evaluate(app, [expected])).passed).toBe(true);
  const make = ({ model }: EvaluationParts) => makeApp(model);
  const script = [note("Oslo"), "Noted."];
  expect((await evaluate(make, [{ ...expected, model: script }])).cases).toMatchObject([{ verdict: "passed" }]);
  // @ts-expect-error -- the state has no such field
  await evaluate(app, [{ message: "a", expect: { state: { town: "Oslo" } } }]);
});

test("what is neither a graph nor an application is refused by name", async () => {
  // @ts-expect-error -- a plain object
  await expect(evaluate({}, [{ message: "a" }])).rejects.toThrow("neither a compiled graph nor an application");
});
