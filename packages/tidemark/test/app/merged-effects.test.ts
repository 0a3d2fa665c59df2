import { defineState, field, memory, tidemark } from "tidemark";
import { scriptedModel } from "tidemark/testing";
import { expect, test } from "vitest";
import { z } from "zod";

const Desk = defineState({
  version: 1,
  fields: { city: field(z.string(), { lifetime: "thread", default: "", owner: "travel" }) },
});
const desk = tidemark(Desk);
const clock = { description: "Tells the time.", inputs: z.object({}), run: () => "12:00" };
const travel = desk.agent({ name: "travel", instructions: "Be brief.", tools: { clock } });
const call = (id: string) => ({ toolCalls: [{ id, name: "clock", args: {} }] });

test("a merge lists the tools that ran in the fork, and none that ran before it", async () => {
  const model = scriptedModel([call("before"), "Noon.", call("after"), "Noon."]);
  const app = desk.app({ agents: [travel], model, storage: memory() });
  const session = app.session("ann");
  await session.send("What time is it?");
  const fork = await session.fork({ threadId: "what-if" });
  await fork.send("And now?");
  expect(await session.merge(fork)).toMatchObject({ effects: [{ name: "clock", id: "after" }] });
});
