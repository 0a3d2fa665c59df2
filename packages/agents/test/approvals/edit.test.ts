import type { Planner } from "../../src/plans/parts.ts";
import { Command, isInterrupted, MemorySaver } from "@langchain/langgraph";
import { pendingApprovals } from "@tidemark/agents/internal";
import { type ApprovalQuestion, createAgentGraph, defineAgent } from "@tidemark/agents/langgraph";
import { type ApprovalQuestionOptions } from "@tidemark/agents/internal/langgraph";
import { agentControlDefaults, type JsonObject, type SeedStateUpdate } from "@tidemark/core-state/internal";
import { SeedState } from "@tidemark/core-state";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { everyField } from "../every-field.ts";

const config = { configurable: { thread_id: "t", user_id: "ann" } };
const say = { messages: [{ role: "user", content: "Go" }] };
const anything = z.looseObject({});
const Values = z.record(z.string(), z.unknown());

function questionOf(result: unknown): ApprovalQuestion | undefined {
  if (!isInterrupted<ApprovalQuestion>(result)) return undefined;
  const { __interrupt__: asked } = result;
  return asked[0]?.value;
}

/** Graph of two agents that execute their steps and handoffs. */
function mailGraph(
  approvalQuestions: ApprovalQuestionOptions<"mail" | "other">,
  setup: {
    readonly planner?: Planner;
    readonly handsOn?: boolean;
    readonly control?: SeedStateUpdate["agent_control"];
  } = {},
) {
  const executed: unknown[] = [];
  const agent = <const Name extends string>(name: Name) =>
    defineAgent(SeedState, {
      name,
      description: `Does ${name}.`,
      reads: [],
      run: (_, { step, received, handoff }) => {
        if (name === "other" && setup.handsOn === true) {
          const handoffResult = handoff("mail", { reason: "user_request", payload: { to: "ben" } });
          if (handoffResult.outcome === "handedOff") return handoffResult.command;
        }
        executed.push([name, step?.taskObjective ?? null, step?.parameters ?? received?.payload ?? null]);
        return {};
      },
    });
  const step = { capability: "mail", taskObjective: "Send the offer", parameters: { to: "ben" }, contextKey: "k" };
  const graph = createAgentGraph({
    state: SeedState,
    output: everyField(SeedState),
    agents: [agent("mail"), agent("other")],
    planner: setup.planner ?? (() => Promise.resolve({ steps: [step] })),
    approvals: { mail: "always" },
    checkpointer: new MemorySaver(),
    approvalQuestions,
    ...(setup.control && { turn: { begin: { agent_control: setup.control } } }),
  });
  const waiting = async () => pendingApprovals(Values.parse((await graph.getState(config)).values))[0];
  return {
    executed,
    waiting,
    begin: async () => questionOf(await graph.invoke(say, config)),
    edit: async (change: (payload: JsonObject) => JsonObject) => {
      const request = await waiting();
      if (request === undefined) throw new Error("Nothing waits.");
      const { id, hash, payload } = request;
      const state = await graph.invoke(
        new Command({ resume: { id, hash, decision: "edit", payload: change(payload) } }),
        config,
      );
      return { state, question: questionOf(state) };
    },
    answer: (resume: unknown) => graph.invoke(new Command({ resume }), config),
  };
}

describe("an approved edit of a step", () => {
  test.for([
    ["parameters", { parameters: { to: "ann", cc: true } }, ["mail", "Send the offer", { to: "ann", cc: true }]],
    ["no parameters", { parameters: null }, ["mail", "Send the offer", null]],
    ["the task", { task: "Send the bill" }, ["mail", "Send the bill", { to: "ben" }]],
  ] as const)("with %s is executed, once", async ([, change, expected]) => {
    const { executed, begin, edit } = mailGraph({ editable: { mail: anything } });
    await begin();
    const { state, question } = await edit((payload) => ({ ...payload, ...change }));
    expect([executed, question]).toEqual([[expected], undefined]);
    expect(state.planning_execution_plan?.steps[0]).toMatchObject({ status: "completed" });
    expect(Object.values(state.execution_pending_approvals)).toMatchObject([
      { status: "approved", payload: change, askedPayload: { agent: "mail", parameters: { to: "ben" } } },
    ]);
  });

  test.for([
    ["names another agent", (p: JsonObject) => ({ ...p, agent: "other" }), "agent"],
    ["names no agent", (p: JsonObject) => ({ ...p, agent: 3 }), "agent"],
    ["has additional keys", (p: JsonObject) => ({ ...p, approvalType: "other" }), ""],
    ["lacks parameters", ({ parameters: _parameters, ...p }: JsonObject) => p, "parameters"],
    ["has parameters that are not an object", (p: JsonObject) => ({ ...p, parameters: "x" }), "parameters"],
    ["reads a missing context", (p: JsonObject) => ({ ...p, inputs: [{ OFFER: "today" }] }), "inputs[0].OFFER"],
    ["is empty", () => ({}), "agent"],
  ] as const)("that %s executes nothing and reports the invalid path", async ([, change, path]) => {
    const { executed, begin, edit, waiting } = mailGraph({ editable: { mail: anything } });
    await begin();
    const before = await waiting();
    const { state, question } = await edit(change);
    expect(executed).toEqual([]);
    expect(question?.problem).toMatchObject({ code: "invalidPayload" });
    expect(question?.problem?.issues.map((issue) => issue.path)).toContain(path);
    expect(question?.requests).toMatchObject([{ id: before?.id, hash: before?.hash, status: "pending" }]);
    expect(state.messages).toHaveLength(1);
  });

  test("must first match the application's schema", async () => {
    const { executed, begin, edit } = mailGraph({
      editable: { mail: z.looseObject({ parameters: z.object({ to: z.enum(["ben", "ann"]) }) }) },
    });
    await begin();
    const { question } = await edit((payload) => ({ ...payload, parameters: { to: "eve" } }));
    expect([executed, question?.problem?.issues.map(({ path }) => path)]).toEqual([[], ["parameters.to"]]);
    await edit((payload) => ({ ...payload, parameters: { to: "ann" } }));
    expect(executed).toEqual([["mail", "Send the offer", { to: "ann" }]]);
  });

  test("of an agent that is not editable is refused", async () => {
    const { executed, begin, edit } = mailGraph({ editable: { other: anything } });
    await begin();
    const { question } = await edit((payload) => ({ ...payload, parameters: { to: "ann" } }));
    expect([executed, question?.problem?.code]).toEqual([[], "notEditable"]);
  });

  test("with a hash of another request executes nothing", async () => {
    const { executed, begin, waiting, answer } = mailGraph({ editable: { mail: anything } });
    await begin();
    const request = await waiting();
    const payload = { ...request?.payload, parameters: { to: "ann" } };
    await answer({ id: request?.id, hash: "of something else", decision: "edit", payload });
    expect(executed).toEqual([]);
  });
});

const steps = (payload: JsonObject) => z.array(z.looseObject({})).parse(payload["steps"]);

describe("an approved edit of a plan", () => {
  const planning = { control: { ...agentControlDefaults(), planningModeEnabled: true } };

  test("is executed, and its steps still need their own approvals", async () => {
    const { executed, begin, edit, answer } = mailGraph({ editable: { plan: anything } }, planning);
    expect((await begin())?.requests).toMatchObject([{ approvalType: "plan" }]);
    const { question } = await edit((payload) => {
      const [mail, ...rest] = steps(payload);
      return { ...payload, steps: [{ ...mail, parameters: { to: "ann" } }, ...rest] };
    });
    expect(question?.requests).toMatchObject([{ capability: "mail", payload: { parameters: { to: "ann" } } }]);
    await answer("yes");
    expect(executed).toEqual([["mail", "Send the offer", { to: "ann" }]]);
  });

  test("with a step of an unknown agent is invalid", async () => {
    const { executed, begin, edit } = mailGraph({ editable: { plan: anything } }, planning);
    await begin();
    const { question } = await edit((payload) => ({ ...payload, steps: [{ capability: "mial" }, ...steps(payload)] }));
    expect(executed).toEqual([]);
    expect(question?.problem?.issues).toMatchObject([{ path: "steps[0].capability" }]);
  });

  test("that would need a repair is invalid, because nobody has seen the repaired plan", async () => {
    const { begin, edit } = mailGraph({ editable: { plan: anything } }, planning);
    await begin();
    const { question } = await edit((payload) => ({ ...payload, steps: steps(payload).slice(0, 1) }));
    expect(question?.problem?.code).toBe("invalidPayload");
  });

  test("stays approved when one of its steps is edited later", async () => {
    const { executed, begin, edit, answer } = mailGraph({ editable: { mail: anything } }, planning);
    await begin();
    await answer("yes");
    const { question } = await edit((payload) => ({ ...payload, parameters: { to: "ann" } }));
    expect([question, executed]).toEqual([undefined, [["mail", "Send the offer", { to: "ann" }]]]);
  });
});

const planner: Planner = () => Promise.resolve({ steps: [{ capability: "other", taskObjective: "Begin" }] });

describe("an approved edit of a handoff", () => {
  test("is passed to the receiving agent", async () => {
    const { executed, begin, edit } = mailGraph({ editable: { mail: anything } }, { planner, handsOn: true });
    expect((await begin())?.requests).toMatchObject([{ capability: "mail", payload: { to: "ben" } }]);
    const { state } = await edit(() => ({ to: "ann" }));
    expect(executed).toContainEqual(["mail", null, { to: "ann" }]);
    expect(state.execution_handoff_history.at(-1)?.payload).toEqual({ to: "ann" });
  });

  test("cannot change the receiver or the sender", async () => {
    const { executed, begin, edit } = mailGraph({ editable: { mail: anything } }, { planner, handsOn: true });
    await begin();
    const { state } = await edit(() => ({ toAgentId: "other", fromAgentId: "mail" }));
    expect(executed).toEqual([["mail", null, { toAgentId: "other", fromAgentId: "mail" }]]);
    expect(state.execution_handoff_history.at(-1)).toMatchObject({ fromAgentId: "other", toAgentId: "mail" });
  });
});
