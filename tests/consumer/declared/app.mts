/** An application that exports what it makes, and depends on `tidemark` but on none of the packages behind it. */
import {
  append,
  AgentState,
  commitNode,
  defineNode,
  defineState,
  existingFields,
  extendState,
  field,
  fieldGroups,
  fields,
  memory,
  openSession,
  tidemark,
  toStateSchema,
} from "tidemark";
import {
  approvalSteps,
  createAgentGraph,
  defineAgent,
  defineContexts,
  defineErrors,
  defineFlow,
  defineRegistry,
  describeAgent,
  findingsOf,
  killSwitch,
  mcpTools,
  toGraphSchemas,
} from "tidemark/agents";
import { blameHistory, defineBudgets, defineMigrations, exportThread } from "tidemark/checkpoint";
import { threadReader } from "tidemark/inspect";
import { sqlite, sqliteSaver } from "tidemark/sqlite";
import { countingIds, evaluate, fixedClock, scriptedModel } from "tidemark/testing";
import { StateSchema } from "@langchain/langgraph";
import { z } from "zod";

export const Desk = defineState({
  version: 1,
  fields: {
    city: field(z.string().nullable(), { default: null, owner: "travel", lifetime: "thread" }),
    seen: field(z.array(z.string()).readonly(), { default: [], lifetime: "turn", reducer: append<string>() }),
  },
});
export const Prefixed = extendState(AgentState, {
  version: 2,
  fields: fields("desk", { city: field(z.string(), { default: "", lifetime: "thread" }) }),
});
export const Grouped = extendState(AgentState, { version: 1, fields: [fieldGroups.progress, fieldGroups.identity] });
export const Existing = existingFields(new StateSchema({ title: z.string() }));
export const desk = tidemark(Desk);
export const refunds = desk.agent({
  name: "refunds",
  instructions: "Look the invoice up before you pay.",
  tools: {
    refund: {
      description: "Refunds.",
      inputs: z.object({ id: z.string() }),
      approve: ({ inputs }) => inputs.id !== "",
      run: ({ id }) => id,
    },
  },
});
export const plain = defineAgent(AgentState, {
  name: "plain",
  description: "Answers.",
  reads: [],
  writes: ["messages"],
  run: () => ({}),
});
export const model = scriptedModel(["Refunded."]);
export const app = desk.app({ agents: [refunds], model, storage: sqlite(":memory:") });
export const kim = app.session("kim");
export const turn = await kim.send("Refund invoice a.");
export const state = await kim.state();
export const approval = turn.status === "waiting" ? turn.approvals[0] : undefined;
export const schema = toStateSchema(Desk);
export const schemas = toGraphSchemas(AgentState, { input: ["messages"], output: ["messages"] });
export const node = defineNode(Desk, { agent: "travel", run: () => ({ city: "Oslo" }) });
export const commits = commitNode(Desk, { owner: "travel" });
export const graph = createAgentGraph({
  state: AgentState,
  agents: [plain],
  planner: () => Promise.resolve({ steps: [] }),
});
export const session = openSession({ graph, threadId: "a", storage: memory() });
export const steps = approvalSteps(AgentState, { name: "pay", agent: "root", request: () => null, effect: () => ({}) });
export const budgets = defineBudgets(Desk, { seen: { entries: 3, policy: "dropOldest" } });
export const migrations = defineMigrations(Desk, []);
export const contexts = defineContexts({ NOTE: z.object({ text: z.string() }) });
export const errors = defineErrors("desk", { closed: () => "The desk is closed. Come back." });
export const stop = killSwitch();
export const tools = await mcpTools({ servers: {} });
export const registry = defineRegistry([describeAgent({ name: "mail", description: "Sends mail." })]);
export const saver = sqliteSaver();
export const reader = threadReader({ saver });
export const clock = fixedClock("2030-01-31T12:00:00.000Z");
export const ids = countingIds("a");
