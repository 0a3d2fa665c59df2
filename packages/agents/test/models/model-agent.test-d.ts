import { tool } from "@langchain/core/tools";
import { defineAgent } from "@tidemark/agents/langgraph";
import { defineContexts } from "@tidemark/state-manager";
import { createAgent, createMiddleware } from "langchain";
import { expectTypeOf, test } from "vitest";
import { z } from "zod";
import { Desk } from "./desk-graph.ts";

const described = { name: "billing", description: "Answers.", reads: ["messages", "desk_customer"] } as const;
const findInvoice = tool(() => "{}", {
  name: "find_invoice",
  description: "Finds.",
  schema: z.object({ id: z.string() }),
});
const Invoice = z.object({ id: z.string(), amount: z.number() });

test("a function gets the arguments of its schema, and what its agent reads", () => {
  defineAgent(Desk, {
    ...described,
    writes: ["desk_invoice"],
    proposes: ["desk_customer"],
    tools: {
      find_invoice: findInvoice,
      note: {
        description: "Notes.",
        inputs: Invoice,
        run: ({ id, amount }, { values, update, propose, signal, key }) => {
          expectTypeOf(id).toEqualTypeOf<string>();
          expectTypeOf(amount).toEqualTypeOf<number>();
          expectTypeOf(values.desk_customer).toEqualTypeOf<string | null>();
          expectTypeOf(signal).toEqualTypeOf<AbortSignal>();
          expectTypeOf(key).toEqualTypeOf<string>();
          update({ desk_invoice: { id, amount } });
          propose({ desk_customer: "Eve" }, "Why not.");
          // @ts-expect-error the agent does not write the field
          update({ desk_notes: ["a"] });
          // @ts-expect-error the amount is a number
          update({ desk_invoice: { id, amount: "a lot" } });
          // @ts-expect-error the agent does not propose the field
          propose({ desk_invoice: null }, "Why not.");
          // @ts-expect-error the agent does not read the field
          void values.desk_notes;
          return null;
        },
      },
    },
    approvals: {
      note: ({ inputs, values }) => inputs.amount > 100 && values.desk_customer !== "Ann",
      find_invoice: "never",
    },
  });
});

test("a rule is for a tool of the agent, and knows its arguments", () => {
  const tools = { note: { description: "Notes.", inputs: Invoice, run: () => null } };
  defineAgent(Desk, { ...described, tools, approvals: { note: ({ inputs }) => inputs.amount > 1 } });
  // @ts-expect-error there is no such argument
  defineAgent(Desk, { ...described, tools, approvals: { note: ({ inputs }) => inputs.sum > 1 } });
  // @ts-expect-error there is no such tool
  defineAgent(Desk, { ...described, tools, approvals: { nte: "always" } });
});

test("a rule beside the function knows its arguments and the state", () => {
  const note = { description: "Notes.", inputs: Invoice, run: () => null };
  defineAgent(Desk, {
    ...described,
    tools: {
      refund: {
        description: "Refunds.",
        inputs: Invoice,
        approve: ({ inputs, values }) => {
          expectTypeOf(inputs).toEqualTypeOf<{ id: string; amount: number }>();
          return inputs.amount > 100 && values.desk_customer !== "Ann";
        },
        run: ({ amount }) => amount,
      },
    },
  });
  // @ts-expect-error there is no such argument
  defineAgent(Desk, { ...described, tools: { note: { ...note, approve: ({ inputs }) => inputs.sum > 1 } } });
  // @ts-expect-error there is no such rule
  defineAgent(Desk, { ...described, tools: { note: { ...note, approve: "sometimes" } } });
});

test("tools are functions by name, or a list of tools of LangChain", () => {
  defineAgent(Desk, { ...described, tools: [findInvoice] });
  // @ts-expect-error a function without a schema is not a tool
  defineAgent(Desk, { ...described, tools: { note: { description: "Notes.", run: () => null } } });
  // @ts-expect-error a function in a list has no name
  defineAgent(Desk, { ...described, tools: [() => null] });
});

test("tools by name can have lists among them, whose names the compiler does not know", () => {
  const note = { description: "Notes.", inputs: Invoice, run: () => null };
  const tools = { note, desk: [findInvoice] };
  const approvals = { find_invoice: "always" } as const;
  defineAgent(Desk, { ...described, tools, approvals });
  // @ts-expect-error a rule is one of the known ones
  defineAgent(Desk, { ...described, tools, approvals: { find_invoice: "sometimes" } });
  // @ts-expect-error a list has tools
  defineAgent(Desk, { ...described, tools: { desk: [7] } });
  defineAgent(Desk, {
    ...described,
    tools: {
      note: { description: "Notes.", inputs: Invoice, run: ({ amount }) => amount.toFixed() },
      desk: [findInvoice],
    },
    approvals: {
      note: ({ inputs }) => {
        expectTypeOf(inputs.amount).toEqualTypeOf<number>();
        return true;
      },
      find_invoice: ({ inputs }) => inputs["id"] === "a",
    },
  });
});

test("a rule is for a tool of the agent, also when the tool's own types are inferred", () => {
  const noted = { description: "Notes.", inputs: Invoice } as const;
  defineAgent(Desk, {
    ...described,
    tools: { note: { ...noted, run: ({ amount }) => amount.toFixed() } },
    approvals: { note: "always" },
  });
  defineAgent(Desk, {
    ...described,
    tools: { note: { ...noted, run: ({ amount }) => amount.toFixed() } },
    // @ts-expect-error there is no such tool
    approvals: { nte: "always" },
  });
});

test("instructions are a text, or a function of what the agent reads", () => {
  defineAgent(Desk, { ...described, instructions: "Be brief." });
  defineAgent(Desk, { ...described, instructions: ({ desk_customer: customer }) => `Help ${customer ?? "her"}.` });
  // @ts-expect-error the agent does not read the field
  defineAgent(Desk, { ...described, instructions: ({ desk_notes: notes }) => String(notes) });
  // @ts-expect-error no text
  defineAgent(Desk, { ...described, instructions: 7 });
});

test("each part of a result has a place", () => {
  const contexts = defineContexts({ INVOICE: Invoice });
  const declared = { ...described, contexts, writes: ["desk_invoice"], proposes: ["desk_customer"] } as const;
  defineAgent(Desk, {
    ...declared,
    output: z.object({ desk_invoice: Invoice, desk_customer: z.string(), INVOICE: Invoice }),
  });
  // @ts-expect-error nobody takes the notes
  defineAgent(Desk, { ...declared, output: z.object({ desk_invoice: Invoice, desk_notes: z.string() }) });
});

test("middleware and agents of LangChain fit", () => {
  const middleware = createMiddleware({ name: "mine" });
  defineAgent(Desk, { ...described, instructions: "Be brief.", middleware: [middleware] });
  defineAgent(Desk, { ...described, agent: createAgent({ model: "openai:gpt-5-mini" }) });
  // @ts-expect-error an agent can be invoked
  defineAgent(Desk, { ...described, agent: { run: () => ({}) } });
  // @ts-expect-error a model is an instance or a name
  defineAgent(Desk, { ...described, model: 7 });
});
