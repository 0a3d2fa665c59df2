import {
  AgentState,
  coreStateErrors,
  defineState,
  describe,
  field,
  fields,
  initialState,
  type UpdateOf,
} from "@tidemark/core-state";
import { toStateSchema } from "@tidemark/core-state/langgraph";
import { decideRoute, defineRegistry, describeAgent, killSwitch } from "@tidemark/agents";
import { toAgUi } from "@tidemark/stream/ag-ui";
import { serveEvents } from "@tidemark/stream/hono";
import { createAgentGraph, defineAgent } from "@tidemark/agents/langgraph";
import { scriptedModel } from "@tidemark/agents/testing";
import { agentErrors } from "@tidemark/agents";
import { mcpTools } from "tidemark/agents";
import { append } from "@tidemark/reducers";
import { commit, propose, stateManagerErrors } from "@tidemark/state-manager";
import { defineNode, openSession, turnStart } from "@tidemark/state-manager/langgraph";
import { fixedClock } from "@tidemark/state-manager/testing";
import { z } from "zod";

const Trip = defineState({
  version: 1,
  fields: fields("trip", {
    city: field({
      description: "Where to.",
      schema: z.string().nullable(),
      default: () => null,
      lifetime: "turn",
      owner: "root",
    }),
    notes: field({
      description: "What was said.",
      schema: z.array(z.string()),
      default: () => [],
      lifetime: "thread",
      reducer: append<string>(),
    }),
  }),
});

const first = initialState(Trip);
const city: string | null = first.trip_city;
const update: UpdateOf<typeof Trip> = { trip_notes: ["hello"] };
// @ts-expect-error a number is not a city
const wrong: UpdateOf<typeof Trip> = { trip_city: 1 };
// @ts-expect-error the field is unknown
first.trip_country;

const node = defineNode(Trip, { agent: "root", run: ({ trip_notes: notes }) => ({ trip_city: notes[0] ?? null }) });
// @ts-expect-error the city belongs to the root
const foreign = defineNode(Trip, { agent: "planner", run: () => ({ trip_city: "Oslo" }) });
const now = fixedClock("2030-01-31T12:00:00.000Z").now();
const wish = propose(Trip, first, {
  agent: "planner",
  changes: { trip_city: "Oslo" },
  reason: "",
  now,
  proposalId: "p",
});
const { values, decisions } = commit(Trip, first, [wish], { decidedBy: "root", now });
const reached: string | null = values.trip_city;

const weather = defineAgent(AgentState, {
  name: "weather",
  description: "Knows the weather.",
  reads: ["task_current_task"],
  writes: ["messages"],
  // @ts-expect-error the plan is not in the declared `writes`
  run: () => ({ planning_execution_plan: null }),
});
const graph = createAgentGraph({ state: AgentState, agents: [weather], planner: () => Promise.resolve({ steps: [] }) });
const answered: Promise<{ execution_final_answer: string | null }> = graph.invoke({
  messages: [{ role: "user", content: "Hello" }],
});
const registry = defineRegistry([describeAgent({ name: "mail", description: "Sends mail." })]);

// The packages of the protocol are optional, and not installed here.
const missing: unknown = await mcpTools({ servers: {} }).catch((error: unknown) => error);
const close = async (tools: Awaited<ReturnType<typeof mcpTools>>): Promise<void> => await tools.close();

const names: readonly string[] = describe(Trip).fields.map((each) => each.name);
const usable =
  city === null &&
  update.trip_notes?.length === 1 &&
  wrong.trip_city !== undefined &&
  names.join() === "trip_city,trip_notes" &&
  typeof coreStateErrors.invalidUpdate.is === "function" &&
  reached === "Oslo" &&
  decisions[0]?.outcome === "accepted" &&
  [node, foreign, turnStart(Trip), openSession, stateManagerErrors.fenced.is].every(
    (each) => typeof each === "function",
  ) &&
  decideRoute({}, { registry, now }).to === "task_extraction" &&
  (await answered).execution_final_answer !== null &&
  agentErrors.missingPackage.is(missing) &&
  [toAgUi, serveEvents, killSwitch, scriptedModel, close].every((each) => typeof each === "function") &&
  typeof toStateSchema(Trip).getJsonSchema === "function";
console.log(usable ? "ok" : "broken");
