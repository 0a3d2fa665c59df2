import { Command, isInterrupted, MemorySaver } from "@langchain/langgraph";
import { agentErrors, defineRegistry, directTo } from "@tidemark/agents";
import type { ApprovalPolicy } from "../../src/approvals/policy.ts";
import { type ApprovalContext } from "@tidemark/agents/internal";
import { type Agent, type ApprovalQuestion, createAgentGraph, defineAgent } from "@tidemark/agents/langgraph";
import { SeedState, extendState, field, fields, type PlanStep } from "@tidemark/core-state";
import { agentControlDefaults, type JsonObject, type AgentControl } from "@tidemark/core-state/internal";
import type { GraphValueOf } from "@tidemark/core-state/langgraph";
import type { FieldName } from "@tidemark/state-manager/internal/langgraph";
import { describe, expect, expectTypeOf, test } from "vitest";
import { z } from "zod";
import { untyped } from "../untyped.ts";
import { everyField } from "../every-field.ts";

const Shop = extendState(SeedState, {
  version: 1,
  fields: fields("shop", {
    limit: field({
      description: "The limit.",
      schema: z.number(),
      default: () => 100,
      lifetime: "thread",
      owner: "root",
    }),
  }),
});
type Values = GraphValueOf<typeof Shop>;

const config = { configurable: { thread_id: "t", user_id: "ann" } };
const say = { messages: [{ role: "user", content: "Go" }] };

/** Shop whose refunds follow the parameters of its only step; executed agents are recorded in `executed`. */
function shop(
  approvals: ApprovalPolicy<Values, "plan" | "refunds">,
  setup: {
    readonly step?: Partial<PlanStep>;
    readonly control?: Partial<AgentControl>;
    readonly begin?: Partial<Values>;
    readonly agent?: { readonly readOnly?: boolean; readonly capabilities?: readonly string[] };
  } = {},
) {
  const executed: unknown[] = [];
  const refunds = defineAgent(Shop, {
    name: "refunds",
    description: "Pays back.",
    ...setup.agent,
    reads: [],
    run: (_, { step }) => {
      executed.push(step?.parameters ?? null);
      return {};
    },
  });
  const graph = createAgentGraph({
    state: Shop,
    output: everyField(Shop),
    agents: [refunds],
    planner: () => Promise.resolve({ steps: [{ capability: "refunds", taskObjective: "Pay back", ...setup.step }] }),
    approvals,
    checkpointer: new MemorySaver(),
    turn: { begin: { agent_control: { ...agentControlDefaults(), ...setup.control }, ...setup.begin } },
  });
  return {
    executed,
    asks: async () => {
      const result = await graph.invoke(say, config);
      if (!isInterrupted<ApprovalQuestion>(result)) return [];
      const { __interrupt__: asked } = result;
      return asked[0]?.value?.requests ?? [];
    },
  };
}

const asksFor = async (...args: Parameters<typeof shop>): Promise<boolean> => (await shop(...args).asks()).length > 0;

describe("a misspelled name in the approval options", () => {
  const sent: unknown[] = [];
  const mail = defineAgent(SeedState, {
    name: "mail",
    description: "Sends mail.",
    capabilities: ["post"],
    reads: [],
    run: () => {
      sent.push("mail");
      return {};
    },
  });
  const parts = {
    state: SeedState,
    agents: [mail],
    planner: () => Promise.resolve({ steps: [{ capability: "mail", taskObjective: "Write" }] }),
    checkpointer: new MemorySaver(),
  };

  test.for([
    ["approvals", { approvals: { mial: "always" } }],
    ["approvalQuestions.editable", { approvalQuestions: { editable: { mial: z.looseObject({}) } } }],
  ] as const)("in `%s` throws when the graph is built, and suggests a known name", ([option, slip]) => {
    expect(() => createAgentGraph(untyped({ ...parts, ...slip }))).toThrow(
      agentErrors.unknownApprovalName({ option, name: "mial", nearest: "mail", known: ["mail", "plan"] }).message,
    );
    expect(sent).toEqual([]);
  });

  test("does not compile, like an unknown rule", () => {
    const build = [
      // @ts-expect-error the agent "mial" is unknown
      () => createAgentGraph({ ...parts, agents: [mail], approvals: { mial: "always" } }),
      // @ts-expect-error a capability is not the name of an agent
      () => createAgentGraph({ ...parts, agents: [mail], approvals: { post: "always" } }),
      () =>
        // @ts-expect-error the agent "mial" is unknown
        createAgentGraph({ ...parts, agents: [mail], approvalQuestions: { editable: { mial: z.looseObject({}) } } }),
      // @ts-expect-error the rule "allways" is unknown
      () => createAgentGraph({ ...parts, agents: [mail], approvals: { mail: "allways" } }),
      // @ts-expect-error a rule must be synchronous, because a promise would count as true
      () => createAgentGraph({ ...parts, agents: [mail], approvals: { mail: () => Promise.resolve(false) } }),
      () =>
        createAgentGraph({
          ...parts,
          agents: [mail],
          // @ts-expect-error the state does not have this field
          approvals: { mail: ({ values }) => values.trip_city === "" },
        }),
    ];
    expect(build).toHaveLength(6);
  });

  test("the names of agents are inferred, and a list of any agents accepts any name", () => {
    const any: readonly Agent<string, FieldName<typeof SeedState>>[] = [mail];
    expect(() => createAgentGraph({ ...parts, agents: any, approvals: { anything: "always" } })).toThrow(/anything/);
    createAgentGraph({ ...parts, agents: [mail], approvals: { mail: "always", plan: "never" } });
  });

  test.for(["plan", "commit"])("an agent cannot have the name %s, which is a kind of approval", (name) => {
    const agent = defineAgent(SeedState, { name, description: "Plans.", reads: [], run: () => ({}) });
    expect(() => createAgentGraph({ ...parts, agents: [agent] })).toThrow(/approval type/);
  });
});

describe("the rules of an assembled graph", () => {
  test("`always` requires approval; `never` and a missing rule do not", async () => {
    expect(await asksFor({ refunds: "always" })).toBe(true);
    expect(await asksFor({ refunds: "never" })).toBe(false);
    expect(await asksFor({})).toBe(false);
  });

  test("`writes` requires approval of an agent that can write externally, but not of a read-only one", async () => {
    expect(await asksFor({ refunds: "writes" })).toBe(true);
    expect(await asksFor({ refunds: "writes" }, { agent: { readOnly: false } })).toBe(true);
    expect(await asksFor({ refunds: "writes" }, { agent: { readOnly: true } })).toBe(false);
  });

  test("`code` follows the settings for code and depends on the fields that the agent writes", async () => {
    expect(await asksFor({ refunds: "code" })).toBe(true);
    const writing = { control: { pythonExecutionApprovalMode: "control_writes" } } as const;
    expect(await asksFor({ refunds: "code" }, writing)).toBe(true);
    expect(await asksFor({ refunds: "code" }, { ...writing, agent: { readOnly: true } })).toBe(false);
    expect(await asksFor({ refunds: "code" }, { control: { pythonExecutionApprovalEnabled: false } })).toBe(false);
  });

  test("`memory` follows the setting for memory", async () => {
    expect(await asksFor({ refunds: "memory" })).toBe(true);
    expect(await asksFor({ refunds: "memory" }, { control: { memoryApprovalEnabled: false } })).toBe(false);
  });

  test("an agent with the capability `python` or `memory` needs approval without a rule", async () => {
    expect(await asksFor({}, { agent: { capabilities: ["python"] } })).toBe(true);
    expect(await asksFor({}, { agent: { capabilities: ["memory"] } })).toBe(true);
    expect(await asksFor({ refunds: "never" }, { agent: { capabilities: ["python"] } })).toBe(false);
  });

  test("an unknown or undefined rule requires approval", async () => {
    expect(await asksFor(untyped({ refunds: "alwyas" }))).toBe(true);
    expect(await asksFor(untyped({ refunds: undefined }))).toBe(true);
    expect(await asksFor(untyped({ refunds: null }))).toBe(true);
  });

  test("an unknown or missing setting requires approval", async () => {
    expect(await asksFor({ refunds: "never" }, { control: untyped({ approvalGlobalMode: "selective" }) })).toBe(false);
    const values = { agent_control: untyped({}) };
    expect(await asksFor({ refunds: "never" }, { begin: untyped(values) }).catch(() => true)).toBe(true);
  });
});

const over100 = ({ inputs }: ApprovalContext<Values>) => Number(inputs["amount"]) > 100;

describe("a rule function", () => {
  test("decides by the inputs of the step", async () => {
    const small = shop({ refunds: over100 }, { step: { parameters: { amount: 80 } } });
    expect([await small.asks(), small.executed]).toEqual([[], [{ amount: 80 }]]);
    const large = shop({ refunds: over100 }, { step: { parameters: { amount: 180 } } });
    expect([await large.asks(), large.executed]).toMatchObject([[{ payload: { parameters: { amount: 180 } } }], []]);
  });

  test("receives the step, its contexts and the state, with types", async () => {
    const seen: unknown[] = [];
    const rule = (context: ApprovalContext<Values>): boolean => {
      expectTypeOf(context.step).toEqualTypeOf<PlanStep | null>();
      expectTypeOf(context.inputs).toEqualTypeOf<JsonObject>();
      expectTypeOf(context.values.shop_limit).toEqualTypeOf<number>();
      seen.push([context.capability, context.step?.taskObjective, context.inputs, context.values.shop_limit]);
      return false;
    };
    const { asks } = shop(
      { refunds: rule },
      {
        step: { inputs: [{ ORDER: "last" }], parameters: { amount: 80 } },
        begin: untyped({ planning_active_capabilities: [] }),
      },
    );
    // Without the context that the step reads the plan is invalid, and nobody is asked.
    expect([await asks(), seen]).toEqual([[], []]);
    const known = shop({ refunds: rule }, { step: { parameters: { amount: 80 } } });
    await known.asks();
    expect(seen[0]).toEqual(["refunds", "Pay back", { amount: 80 }, 100]);
  });

  test.for([
    [
      "throws",
      () => {
        throw new Error("no amount");
      },
    ],
    [
      "parses invalid inputs",
      ({ inputs }: ApprovalContext) => z.object({ amount: z.number() }).parse(inputs).amount > 100,
    ],
    ["returns nothing", () => {}],
    ["returns text", () => "no"],
    ["returns 0", () => 0],
    ["returns a promise of false", () => Promise.resolve(false)],
  ] as const)("requires approval when it %s", async ([, rule]) => {
    const { asks, executed } = shop(untyped({ refunds: rule }));
    expect([(await asks()).length, executed]).toEqual([1, []]);
  });

  test("is ignored while approvals are disabled, or required for everything", async () => {
    expect(await asksFor({ refunds: () => true }, { control: { approvalGlobalMode: "disabled" } })).toBe(false);
    expect(await asksFor({ refunds: () => false }, { control: { approvalGlobalMode: "all_capabilities" } })).toBe(true);
  });
});

test("also applies to an agent that the user selected", async () => {
  const executed: string[] = [];
  const mail = defineAgent(SeedState, {
    name: "mail",
    description: "Sends mail.",
    reads: [],
    run: () => {
      executed.push("mail");
      return {};
    },
  });
  const agents = [mail];
  const graph = createAgentGraph({
    state: SeedState,
    input: ["control_operation_mode", "control_directed_mode_context"],
    output: everyField(SeedState),
    agents,
    planner: () => Promise.resolve({ steps: [] }),
    approvals: { mail: "always" },
    checkpointer: new MemorySaver(),
  });
  const picked = directTo({}, "mail", { registry: defineRegistry(agents) });
  const stopped = await graph.invoke({ ...say, ...(picked.outcome === "directed" && picked.update) }, config);
  expect([isInterrupted(stopped), executed]).toEqual([true, []]);
  await graph.invoke(new Command({ resume: "yes" }), config);
  expect(executed).toEqual(["mail"]);
});
