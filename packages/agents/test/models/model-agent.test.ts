import { tool } from "@langchain/core/tools";
import { Command } from "@langchain/langgraph";
import { type Agent, agentNode, createAgentGraph, defineAgent } from "@tidemark/agents/langgraph";
import { AgentState } from "@tidemark/core-state";
import { defineContexts } from "@tidemark/state-manager";
import { createAgent, createMiddleware } from "langchain";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { common, config, Desk, type DeskValues, modelOf, say, texts, valuesOf } from "./desk-graph.ts";
import { OpenAIServer, type Served } from "./openai-server.ts";

const INVOICES = { a: { id: "a", amount: 120 }, b: { id: "b", amount: 80 } };
const Invoice = z.object({ id: z.string(), amount: z.number() });

const findInvoice = tool(({ id }: { id: "a" | "b" }) => JSON.stringify(INVOICES[id]), {
  name: "find_invoice",
  description: "Finds an invoice by its id.",
  schema: z.object({ id: z.enum(["a", "b"]) }),
});

const described = { name: "billing", description: "Answers questions about invoices.", reads: ["messages"] } as const;
const asOwner = { ...described, writes: ["desk_invoice", "desk_notes"] } as const;

type AnyAgent = Agent<string, keyof DeskValues>;

async function run(agents: readonly AnyAgent[], script: readonly Served[], options: object = {}) {
  const server = await OpenAIServer.start(script);
  const graph = createAgentGraph({ ...common(), model: modelOf(server), agents, ...options });
  const result = await graph.invoke(say("What was I charged?"), config);
  await server[Symbol.asyncDispose]();
  return { answer: result.execution_final_answer, values: await valuesOf(graph), asked: server.asked };
}

describe("an agent with a model and tools", () => {
  test("runs the calls that the model asks for, and answers with its words", async () => {
    const billing = defineAgent(Desk, {
      ...asOwner,
      reads: ["messages", "desk_customer"],
      instructions: "Look the invoice up before you answer.",
      tools: {
        find_invoice: findInvoice,
        note: {
          description: "Notes an invoice.",
          inputs: Invoice,
          run: ({ id, amount }, { update, values }) => {
            update({ desk_invoice: { id, amount }, desk_notes: [`${values.desk_customer}: ${id}`] });
            return { noted: id };
          },
        },
      },
    });
    const { answer, values, asked } = await run(
      [billing],
      [
        { calls: [{ name: "find_invoice", args: { id: "a" } }] },
        {
          calls: [
            { name: "note", args: INVOICES.a },
            { name: "note", args: INVOICES.b },
          ],
        },
        "You were charged 120.",
      ],
    );
    expect(answer).toBe("You were charged 120.");
    expect(values.desk_invoice).toEqual(INVOICES.b);
    expect(values.desk_notes).toEqual(["Ann: a", "Ann: b"]);
    expect(texts(values)).toEqual([
      "human: What was I charged?",
      "ai: ",
      'tool: {"id":"a","amount":120}',
      "ai: ",
      'tool: {"noted":"a"}',
      'tool: {"noted":"b"}',
      "ai: You were charged 120.",
    ]);
    expect(values.execution_tool_executions).toMatchObject([
      {
        toolName: "find_invoice",
        agentId: "billing",
        args: { id: "a" },
        result: '{"id":"a","amount":120}',
        stepIndex: 0,
      },
      { toolName: "note", agentId: "billing", args: INVOICES.a, result: { noted: "a" } },
      { toolName: "note", args: INVOICES.b },
    ]);
    expect(Object.values(values.runtime_usage)).toMatchObject([
      { agent: "billing", model: "test-model", calls: 3, failures: 0, inputTokens: 30, outputTokens: 15, toolCalls: 3 },
    ]);
    expect(asked[0]?.messages[0]).toMatchObject({
      role: "system",
      content: [
        { type: "text", text: 'Look the invoice up before you answer.\n\nWhat is known:\ndesk_customer: "Ann"' },
      ],
    });
    expect(asked[0]?.tools.map((each) => each.function.name)).toEqual(["find_invoice", "note"]);
    expect(JSON.stringify(values.messages)).not.toContain("tidemark");
  });

  test("runs the calls of one answer side by side", async () => {
    let running = 0;
    let most = 0;
    const release: (() => void)[] = [];
    const together = new Promise<void>((resolve) => {
      release.push(resolve);
    });
    const slow = {
      description: "Waits for the other calls.",
      inputs: z.object({}),
      run: async () => {
        running += 1;
        most = Math.max(most, running);
        if (running === 3) release.at(0)?.();
        await together;
        return "ok";
      },
    };
    const billing = defineAgent(Desk, { ...described, tools: { slow } });
    const calls = [{ name: "slow" }, { name: "slow" }, { name: "slow" }];
    const { values } = await run([billing], [{ calls }, "Done."]);
    expect(most).toBe(3);
    expect(values.execution_tool_executions).toHaveLength(3);
  });

  test("takes updates and proposals of tools by the agent's declaration", async () => {
    const billing = defineAgent(Desk, {
      ...asOwner,
      proposes: ["desk_customer"],
      tools: {
        rename: {
          description: "Proposes another name of the customer.",
          inputs: z.object({ to: z.string() }),
          run: ({ to }, { propose }) => {
            propose({ desk_customer: to }, "She said so.");
            return "noted";
          },
        },
        // LangGraph also accepts an update that is pairs of field and value.
        save: tool(() => new Command({ update: [["desk_invoice", INVOICES.a]] }), {
          name: "save",
          description: "Saves the invoice.",
          schema: z.object({}),
        }),
      },
    });
    const { values } = await run(
      [billing],
      [{ calls: [{ name: "rename", args: { to: "Anna" } }, { name: "save" }] }, "Done."],
    );
    expect(values.desk_customer).toBe("Anna");
    expect(values.desk_invoice).toEqual(INVOICES.a);
    expect(values.runtime_audit_log).toMatchObject([{ action: "commit", reason: "She said so." }]);
  });

  test("throws while it is developed when a tool writes a field that the agent does not declare", async () => {
    const billing = defineAgent(Desk, {
      ...described,
      tools: {
        save: tool(() => new Command({ update: { desk_customer: "Eve" } }), {
          name: "save",
          description: "Saves.",
          schema: z.object({}),
        }),
      },
    });
    const going = run([billing], [{ calls: [{ name: "save" }] }, "Done."], {
      checks: { enabled: true },
      onError: () => undefined,
    });
    await expect(going).rejects.toThrow('"billing" returned "desk_customer"');
  });

  test("keeps private words out of the conversation", async () => {
    const billing = defineAgent(Desk, {
      ...asOwner,
      visible: false,
      instructions: "Think.",
      output: z.object({ desk_invoice: Invoice }),
    });
    const { values } = await run(
      [billing],
      [{ text: "She is rude.", calls: [{ name: "give_result", args: { desk_invoice: INVOICES.a } }] }],
      { responder: () => Promise.resolve("Your invoice is a.") },
    );
    expect(texts(values)).toEqual(["human: What was I charged?", "ai: Your invoice is a."]);
    expect(values.desk_invoice).toEqual(INVOICES.a);
  });

  test("uses middleware of LangChain as it is", async () => {
    const shout = createMiddleware({
      name: "shout",
      wrapModelCall: (request, handler) =>
        handler({ ...request, systemMessage: request.systemMessage.concat(" LOUD") }),
    });
    const billing = defineAgent(Desk, { ...described, instructions: "Speak", middleware: [shout] });
    const { asked } = await run([billing], ["HELLO"]);
    expect(JSON.stringify(asked[0]?.messages[0])).toMatch(/Speak.* LOUD/);
  });

  test("needs the fields of its calls in a custom graph, and says which group brings them", () => {
    const agent = defineAgent(AgentState, { ...described, instructions: "Speak." });
    expect(() => agentNode(AgentState, agent)).toThrow("fieldGroups.calls");
  });

  test("has one kind of work", () => {
    expect(() => defineAgent(Desk, described)).toThrow('"billing" has nothing to do');
    expect(() => defineAgent(Desk, { ...described, run: () => ({}), tools: [findInvoice] })).toThrow(
      "several kinds of work",
    );
  });
});

describe("the result of an agent", () => {
  const contexts = defineContexts({ INVOICE: Invoice });
  const billing = defineAgent(Desk, {
    ...asOwner,
    proposes: ["desk_customer"],
    contexts,
    instructions: "Find it.",
    output: z.object({ desk_invoice: Invoice, desk_customer: z.string(), INVOICE: Invoice }),
  });
  const result = { desk_invoice: INVOICES.a, desk_customer: "Anna", INVOICE: INVOICES.b };

  test("goes into a field, a proposal and a context, as its keys say", async () => {
    const { values, asked } = await run([billing], [{ calls: [{ name: "give_result", args: result }] }]);
    expect(values.desk_invoice).toEqual(INVOICES.a);
    expect(values.desk_customer).toBe("Anna");
    expect(values.capability_context_data).toMatchObject({ INVOICE: { billing: INVOICES.b } });
    expect(asked).toHaveLength(1);
    expect(asked[0]).toMatchObject({ tool_choice: "required" });
  });

  test("that does not fit is requested again", async () => {
    const { values, asked } = await run(
      [billing],
      [
        { calls: [{ name: "give_result", args: { ...result, desk_customer: 7 } }] },
        { calls: [{ name: "give_result", args: result }] },
      ],
    );
    expect(values.desk_customer).toBe("Anna");
    expect(asked).toHaveLength(2);
    const last = asked[1]?.messages.at(-1);
    expect(last?.role).toBe("tool");
    expect(String(last?.content)).toContain("desk_customer");
  });

  test("that does not fit twice is a classified failure", async () => {
    const { answer, values, asked } = await run(
      [billing],
      [{ calls: [{ name: "give_result", args: { desk_customer: 7 } }] }],
      {
        limits: { maxRetries: 0 },
      },
    );
    expect(asked).toHaveLength(2);
    expect(answer).toContain("expected format");
    expect(values.control_last_error).toMatchObject({
      node: "billing",
      classification: { severity: "retriable", metadata: { code: "agents/badModelAnswer" } },
    });
  });

  test("that is text is requested again, and then is a failure", async () => {
    const { asked, values } = await run([billing], ["It is invoice a."], { limits: { maxRetries: 0 } });
    expect(asked).toHaveLength(2);
    expect(values.control_last_error?.originalError).toContain("It is text");
  });
});

const planner = () => Promise.resolve({ steps: [{ capability: "billing", taskObjective: "Help" }] });

describe("handoffs", () => {
  const refunds = defineAgent(Desk, {
    name: "refunds",
    description: "Gives money back.",
    reads: ["messages"],
    instructions: "Refund.",
  });
  const billing = defineAgent(Desk, {
    ...described,
    tools: [findInvoice],
    instructions: "Help.",
    handoffs: ["refunds"],
  });

  test("are tools that the registry describes, and the other agent goes on", async () => {
    const { values, asked, answer } = await run(
      [billing, refunds],
      [
        {
          calls: [
            { name: "transfer_to_refunds", args: { explanation: "She wants money back.", payload: { id: "a" } } },
          ],
        },
        "You get 120 back.",
      ],
      { planner },
    );
    expect(answer).toBe("You get 120 back.");
    expect(asked[0]?.tools.map((each) => each.function)).toMatchObject([
      { name: "find_invoice" },
      { name: "transfer_to_refunds", description: "Hands the work to refunds: Gives money back." },
    ]);
    expect(asked).toHaveLength(2);
    expect(JSON.stringify(asked[1]?.messages.at(-1))).toContain("She wants money back.");
    expect(values.execution_handoff_history.at(-1)).toMatchObject({
      fromAgentId: "billing",
      toAgentId: "refunds",
      payload: { id: "a" },
    });
    expect(texts(values).at(-1)).toBe("ai: You get 120 back.");
  });

  test("beside other calls take place once the calls are done", async () => {
    const { values, asked } = await run(
      [billing, refunds],
      [{ calls: [{ name: "transfer_to_refunds" }, { name: "find_invoice", args: { id: "a" } }] }, "You get 120 back."],
      { planner },
    );
    expect(asked).toHaveLength(2);
    expect(values.execution_tool_executions.map(({ toolName }) => toolName).toSorted()).toEqual([
      "find_invoice",
      "transfer_to_refunds",
    ]);
  });

  test("to an agent that the graph does not have are refused when it is made", () => {
    expect(() => createAgentGraph({ ...common(), agents: [billing] })).toThrow('Agent "refunds" does not exist');
  });
});

test("any runnable on messages is an agent: its messages are the answer, and its calls are counted", async () => {
  await using server = await OpenAIServer.start([
    { calls: [{ name: "find_invoice", args: { id: "b" } }] },
    "It is 80.",
  ]);
  const billing = defineAgent(Desk, {
    ...described,
    agent: createAgent({ model: modelOf(server), tools: [findInvoice] }),
  });
  const graph = createAgentGraph({ ...common(), agents: [billing] });
  const result = await graph.invoke(say("How much?"), config);
  expect(result.execution_final_answer).toBe("It is 80.");
  const values = await valuesOf(graph);
  expect(texts(values)).toEqual(["human: How much?", "ai: ", 'tool: {"id":"b","amount":80}', "ai: It is 80."]);
  expect(Object.values(values.runtime_usage)).toMatchObject([{ agent: "billing", calls: 2, totalTokens: 30 }]);
});

test("several agents with one model: the model extracts, chooses, plans and answers", async () => {
  const weather = defineAgent(Desk, { name: "weather", description: "Knows the weather.", reads: [], run: () => ({}) });
  const billing = defineAgent(Desk, { ...described, instructions: "Help." });
  const { answer, values } = await run(
    [weather, billing],
    [
      { text: '{"task":"Charges?","dependsOnChatHistory":false,"dependsOnUserMemory":false}' },
      { text: '{"capabilities":["billing"]}' },
      { text: '{"steps":[{"capability":"billing","taskObjective":"Tell the charges","contextKey":"charges"}]}' },
      "You were charged 120.",
    ],
  );
  expect(answer).toBe("You were charged 120.");
  expect(Object.keys(values.runtime_usage).toSorted()).toEqual([
    "billing:test-model",
    "classifier:test-model",
    "planner:test-model",
    "task_extraction:test-model",
  ]);
});
