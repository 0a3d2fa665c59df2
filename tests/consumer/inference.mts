// cspell:ignore rfund svrity
/** Types inferred for nodes, agents, effects, rules and sessions, with every supported compiler. */
import { AgentState, defineNode, extendState, field, fields, openSession } from "tidemark";
import { approvalSteps, createAgentGraph, defineAgent } from "tidemark/agents";
import { z } from "zod";

const Desk = extendState(AgentState, {
  version: 1,
  fields: fields("desk", {
    severity: field({
      description: "Severity of the case.",
      schema: z.enum(["low", "high"]).nullable(),
      default: () => null,
      lifetime: "thread",
      owner: "triage",
    }),
    refund: field({
      description: "Refund of the case.",
      schema: z.object({ status: z.enum(["paid", "refused"]), amount: z.number() }).nullable(),
      default: () => null,
      lifetime: "thread",
      owner: "refunds",
    }),
  }),
});

export const node = defineNode(Desk, {
  agent: "triage",
  run: ({ task_user_input: text }) => (text === null ? { desk_severity: "low" } : { desk_severity: "high" }),
});
// @ts-expect-error another agent owns the field
export const foreign = defineNode(Desk, { agent: "triage", run: () => ({ desk_refund: null }) });
// @ts-expect-error the state does not have this field
export const unknownOfNode = defineNode(Desk, { agent: "triage", run: () => ({ desk_svrity: "high" }) });
// @ts-expect-error a node returns an object
export const textOfNode = defineNode(Desk, { agent: "triage", run: () => "high" });

const triage = defineAgent(Desk, {
  name: "triage",
  description: "Rates a case.",
  reads: ["task_user_input"],
  writes: ["desk_severity"],
  run: async ({ task_user_input: text }) => {
    await Promise.resolve();
    if (text === null) return { desk_severity: "low" };
    return { desk_severity: "high" };
  },
});
const refunds = defineAgent(Desk, {
  name: "refunds",
  description: "Pays back.",
  inputs: z.object({ amount: z.number() }),
  reads: [],
  writes: ["desk_refund"],
  run: (_, { inputs }) => ({ desk_refund: { status: "paid", amount: inputs.amount } }),
});
export const wrong = () =>
  defineAgent(Desk, {
    name: "x",
    description: "Writes a field of another agent.",
    reads: [],
    // @ts-expect-error another agent owns the field
    writes: ["desk_refund"],
    run: () => ({}),
  });
const described = { name: "triage", description: "Rates a case.", reads: [], writes: ["desk_severity"] } as const;
// @ts-expect-error the state does not have this field
export const unknownOfAgent = () => defineAgent(Desk, { ...described, run: () => ({ desk_svrity: "high" }) });
// @ts-expect-error the state does not have this field
export const unknownLater = () => defineAgent(Desk, { ...described, run: async () => ({ desk_svrity: "high" }) });
// @ts-expect-error an agent returns an object
export const numberOfAgent = () => defineAgent(Desk, { ...described, run: () => 5 });
export const unknownOption = () =>
  defineAgent(Desk, {
    name: "triage",
    description: "Rates a case.",
    reads: [],
    // @ts-expect-error agents do not have this option, and the other options are not affected
    needsApproval: true,
    run: () => ({}),
  });

export const effect = approvalSteps(Desk, {
  name: "refunds",
  request: () => null,
  effect: () => ({ desk_refund: { status: "paid", amount: 1 } }),
});
export const unknownOfEffect = approvalSteps(Desk, {
  name: "refunds",
  request: () => null,
  // @ts-expect-error the state does not have this field
  effect: () => ({ desk_rfund: null }),
});

const graph = createAgentGraph({
  state: Desk,
  agents: [triage, refunds],
  planner: async () => ({ steps: [{ capability: "triage", taskObjective: "Rate it" }] }),
  approvals: { refunds: ({ inputs }) => inputs.amount > 100, triage: "never", plan: "never" },
});
export const session = (threadId: string) => openSession({ graph, threadId });
// @ts-expect-error the state does not have this field
export const misspelled = () => session("t").send({ mesages: [] });

const state = await graph.invoke({ messages: [{ role: "user", content: "My seat is broken" }] });
console.log(state.messages.length > 0 ? "ok" : state);
