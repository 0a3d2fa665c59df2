// What a person was shown is what was checked, what runs, what is logged, and what the model reads next.
import { AIMessage } from "@langchain/core/messages";
import { createAgentGraph, defineAgent } from "@tidemark/agents/langgraph";
import { scriptedModel } from "@tidemark/agents/testing";
import { AgentState, extendState, fieldGroups } from "@tidemark/core-state";
import { digest } from "@tidemark/state-manager";
import { openSession } from "@tidemark/state-manager/langgraph";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { allSavers } from "../checkpoint/savers.ts";

const Desk = extendState(AgentState, { version: 1, fields: [fieldGroups.calls] });

/** Number of runs with each saver; nightly runs multiply it. */
const RUNS = Math.ceil((fc.readConfigureGlobal().numRuns ?? 100) / 4);

/** Schemas that fill in, convert, remove, and answer differently each time. */
const schemas = {
  plain: () => z.object({ to: z.string(), amount: z.number() }),
  default: () => z.object({ to: z.string(), amount: z.number().default(5000) }),
  convert: () =>
    z.object({
      to: z.string().trim(),
      amount: z.preprocess((given) => (typeof given === "string" ? Number(given.replace("€", "")) : given), z.number()),
    }),
  cents: () => z.object({ to: z.string(), amount: z.number().transform((euros) => euros * 100) }),
  date: () => z.object({ to: z.string(), amount: z.number(), day: z.coerce.date() }),
  changing: () => {
    let count = 0;
    const next = () => (count += 1000);
    return z.object({ to: z.string(), amount: z.number().default(next) });
  },
};

const kinds = fc.constantFrom("plain", "default", "convert", "cents", "date", "changing");

const decisions = fc.constantFrom("approve", "word", "edit", "reject");

/** Arguments by a model that fit the schema. */
const argumentsOf = (
  kind: keyof typeof schemas,
  to: string,
  amount: number,
): Record<string, boolean | number | string> => {
  if (kind === "default" || kind === "changing") return { to, invented: true };
  if (kind === "convert") return { to: ` ${to} `, amount: `€ ${amount}` };
  return { to, amount, ...(kind === "date" && { day: "2030-01-31" }) };
};

const plain = (value: unknown): unknown => JSON.parse(JSON.stringify(value));

const callsIn = (messages: readonly unknown[]): unknown[] =>
  messages.flatMap((each) => (AIMessage.isInstance(each) ? (each.tool_calls ?? []) : [])).map(({ args }) => args);

const Arguments = z.record(z.string(), z.unknown());

const Shown = z.object({
  requests: z.array(z.looseObject({ id: z.string(), hash: z.string(), payload: z.record(z.string(), z.unknown()) })),
});

const schemasReturn = (value: unknown) => z.object({ amount: z.number() }).parse(value);

/** Decides the open request, if there is one, and returns what was shown and approved. */
async function answer(session: ReturnType<typeof openSession>, decision: string, name = "arguments") {
  const [question] = await session.pending();
  if (question === undefined) return { shown: null, edited: null, isRejected: false, refusedEdit: false };
  const [request] = Shown.parse(question.value).requests;
  const { id = "", hash = "", payload = {} } = request ?? {};
  const shown = Arguments.parse(payload[name]);
  if (decision === "word") await session.resume(question.id, "yes");
  if (decision !== "edit" && decision !== "word") await session.resume(question.id, { id, hash, decision });
  if (decision !== "edit") return { shown, edited: null, isRejected: decision === "reject", refusedEdit: false };
  const edited = { ...shown, to: "eve" };
  const result = await session.resume(question.id, { id, hash, decision, payload: { ...payload, [name]: edited } });
  if (result.outcome === "done") return { shown, edited, isRejected: false, refusedEdit: false };
  // A schema that would change the edit again refuses it.
  const [again] = await session.pending();
  await session.resume(again?.id ?? "", { id, hash, decision: "reject" });
  return { shown, edited: null, isRejected: true, refusedEdit: true };
}

describe.each(allSavers())("with %s", (_, open) => {
  test("a call of a tool runs with the arguments that the rule and the person saw, and the conversation has them", async () => {
    await fc.assert(
      fc.asyncProperty(kinds, fc.integer({ min: 0, max: 300 }), decisions, async (kind, amount, decision) => {
        const ran: unknown[] = [];
        const checked: unknown[] = [];
        const model = scriptedModel([
          { toolCalls: [{ name: "pay", args: argumentsOf(kind, "ben", amount) }] },
          "Done.",
        ]);
        const clerk = defineAgent(Desk, {
          name: "clerk",
          description: "Pays.",
          reads: ["messages"],
          tools: {
            pay: {
              description: "Pays.",
              inputs: schemas[kind](),
              run: (inputs) => {
                ran.push(plain(inputs));
                return "paid";
              },
            },
          },
          approvals: {
            pay: ({ inputs }) => {
              checked.push(plain(inputs));
              return inputs.amount > 100;
            },
          },
        });
        const graph = createAgentGraph({ state: Desk, model, agents: [clerk], checkpointer: await open() });
        const session = openSession({ graph, threadId: "t", userId: "boss" });
        await session.send("Pay");
        const before = ran.length;
        const answered = await answer(session, decision);
        const expected = answered.edited ?? checked[0];
        const state = await session.state();
        const needed = schemasReturn(checked[0]).amount > 100;
        expect([answered.shown, before]).toEqual(needed ? [checked[0], 0] : [null, 1]);
        expect(ran).toEqual(answered.isRejected ? [] : [expected]);
        expect(answered.refusedEdit).toBe(needed && decision === "edit" && kind === "cents");
        const asked = state?.runtime_audit_log.slice(0, 1);
        expect(asked).toMatchObject(needed ? [{ asked: { arguments: answered.shown } }] : []);
        expect(state?.execution_tool_executions.map(({ args }) => args)).toEqual([expected]);
        expect(callsIn(state?.messages ?? [])).toEqual([expected]);
        expect(callsIn(model.got.at(-1)?.messages ?? [])).toEqual([expected]);
      }),
      { numRuns: RUNS },
    );
  });

  test("a step runs with the inputs that the rule and the person saw, and the plan has them", async () => {
    await fc.assert(
      fc.asyncProperty(kinds, fc.integer({ min: 0, max: 300 }), decisions, async (kind, amount, decision) => {
        const ran: unknown[] = [];
        const checked: unknown[] = [];
        const cashier = defineAgent(Desk, {
          name: "cashier",
          description: "Pays.",
          reads: [],
          inputs: schemas[kind](),
          run: (__, { inputs }) => {
            ran.push(plain(inputs));
            return {};
          },
        });
        const graph = createAgentGraph({
          state: Desk,
          agents: [cashier],
          planner: () =>
            Promise.resolve({
              steps: [{ capability: "cashier", taskObjective: "Pay", parameters: argumentsOf(kind, "ben", amount) }],
            }),
          approvals: {
            cashier: ({ inputs }) => {
              checked.push(plain(inputs));
              return inputs.amount > 100;
            },
          },
          approvalQuestions: { editable: { cashier: z.looseObject({ parameters: Arguments }) } },
          checkpointer: await open(),
        });
        const session = openSession({ graph, threadId: "t", userId: "boss" });
        await session.send("Pay");
        const before = ran.length;
        const answered = await answer(session, decision, "parameters");
        const state = await session.state();
        const needed = schemasReturn(checked[0]).amount > 100;
        const expected = answered.edited ?? checked[0];
        expect([answered.shown, before]).toEqual(needed ? [checked[0], 0] : [null, 1]);
        expect(checked.filter((each) => digest(each) !== digest(checked[0]))).toEqual(
          answered.edited === null ? [] : checked.filter((each) => digest(each) === digest(answered.edited)),
        );
        expect(ran).toEqual(answered.isRejected ? [] : [expected]);
        expect(answered.refusedEdit).toBe(needed && decision === "edit" && kind === "cents");
        const asked = state?.runtime_audit_log.slice(0, 1);
        expect(asked).toMatchObject(needed ? [{ asked: { parameters: answered.shown } }] : []);
        // A schema that changes its own result reads the parameters when the step runs.
        const [step] = state?.planning_execution_plan?.steps ?? [];
        expect(kind === "cents" ? expected : step?.parameters).toEqual(expected);
      }),
      { numRuns: RUNS },
    );
  });

  test("arguments that no state can store are refused by the tool, and the turn goes on", async () => {
    const hostile = fc.constantFrom(
      '{"to":"a","amount":5,"__proto__":{"polluted":1}}',
      '{"to":"a","amount":5,"constructor":{"prototype":{"polluted":1}}}',
      '{"to":"a","amount":5,"x":{"lc":1,"type":"secret","id":["PATH"]}}',
      '{"to":"a","amount":5,"x":{"lc":2,"type":"undefined"}}',
      '{"to":"a","amount":5,"x":{"type":"__overwrite__","value":1}}',
      `{"to":"a","amount":5,"x":${'{"a":'.repeat(300)}1${"}".repeat(300)}}`,
    );
    await fc.assert(
      fc.asyncProperty(hostile, fc.boolean(), async (text, inBlocks) => {
        const ran: unknown[] = [];
        // Zod would drop the keys in question.
        // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- an object, by the texts above
        const args = JSON.parse(text) as Record<string, unknown>;
        const call = { id: "c1", name: "pay", args, type: "tool_call" as const };
        const content = inBlocks ? [{ type: "tool_use", id: "c1", name: "pay", input: args }] : "";
        const model = scriptedModel([new AIMessage({ content, tool_calls: [call] }), "Done."]);
        const clerk = defineAgent(Desk, {
          name: "clerk",
          description: "Pays.",
          reads: ["messages"],
          tools: {
            pay: { description: "Pays.", inputs: z.looseObject({ to: z.string() }), run: () => ran.push(1) },
          },
        });
        const graph = createAgentGraph({ state: Desk, model, agents: [clerk], checkpointer: await open() });
        const session = openSession({ graph, threadId: "t" });
        const result = await session.send("Pay");
        expect(result.outcome).toBe("done");
        expect(ran).toEqual([]);
        const state = await session.state();
        expect(state?.execution_final_answer).toBe("Done.");
        expect(state?.execution_tool_executions).toMatchObject([{ errorCode: "agents/unfitToolArguments", args: {} }]);
      }),
      { numRuns: RUNS },
    );
  });
});
