import { agentErrors } from "@tidemark/agents";
import { createAgentGraph, defineAgent } from "@tidemark/agents/langgraph";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { common, config, Desk, modelOf, say, valuesOf } from "./desk-graph.ts";
import { OpenAIServer } from "./openai-server.ts";

const VARIABLES = ["TIDEMARK_MODEL", "TIDEMARK_MODEL_BASE_URL", "OPENAI_BASE_URL", "OPENAI_API_KEY"] as const;
const before = new Map<string, string | undefined>();

beforeEach(() => {
  for (const name of VARIABLES) {
    before.set(name, process.env[name]);
    delete process.env[name];
  }
});
afterEach(() => {
  for (const [name, value] of before) {
    if (value === undefined) delete process.env[name];
    else process.env[name] = value;
  }
});

const helper = (more: object = {}) =>
  defineAgent(Desk, { name: "helper", description: "Helps.", reads: ["messages"], instructions: "Help.", ...more });

const graphWith = (options: object, agent = helper()) =>
  createAgentGraph({ ...common(), checks: { enabled: true }, onError: () => undefined, ...options, agents: [agent] });

async function failure(options: object): Promise<unknown> {
  return await graphWith(options)
    .invoke(say("Hi"), config)
    .then(
      () => null,
      (error: unknown) => error,
    );
}

describe("a model in one line", () => {
  test("is a name: chat completions where an address is given, without a key", async () => {
    await using server = await OpenAIServer.start(["Hello."]);
    process.env["OPENAI_BASE_URL"] = server.url;
    const graph = graphWith({ model: "openai:gpt-5-mini" });
    const { execution_final_answer: answer } = await graph.invoke(say("Hi"), config);
    expect(answer).toBe("Hello.");
    expect(server.asked).toMatchObject([
      { path: "/v1/chat/completions", model: "gpt-5-mini", authorization: "Bearer none" },
    ]);
    expect((await valuesOf(graph)).runtime_usage).toMatchObject({ "helper:gpt-5-mini": { calls: 1, totalTokens: 15 } });
  });

  test("is the one of the environment when none is given", async () => {
    await using server = await OpenAIServer.start(["Hello."]);
    process.env["TIDEMARK_MODEL"] = "openai:home";
    process.env["TIDEMARK_MODEL_BASE_URL"] = server.url;
    process.env["OPENAI_API_KEY"] = "sk-of-the-environment";
    expect((await graphWith({}).invoke(say("Hi"), config)).execution_final_answer).toBe("Hello.");
    expect(server.asked).toMatchObject([{ model: "home", authorization: "Bearer sk-of-the-environment" }]);
  });

  test("is an instance, and the agent's own goes before the graph's", async () => {
    await using own = await OpenAIServer.start(["Mine."]);
    await using shared = await OpenAIServer.start(["Ours."]);
    const graph = graphWith({ model: modelOf(shared) }, helper({ model: modelOf(own) }));
    expect((await graph.invoke(say("Hi"), config)).execution_final_answer).toBe("Mine.");
    expect(shared.asked).toEqual([]);
  });

  test("is there for an agent with a function, too", async () => {
    await using server = await OpenAIServer.start(["Hello."]);
    process.env["OPENAI_BASE_URL"] = server.url;
    const asking = defineAgent(Desk, {
      name: "asking",
      description: "Asks the model itself.",
      reads: [],
      writes: ["messages"],
      run: async (_, { model }) => ({ messages: [{ role: "assistant", content: (await model.invoke("Hi")).text }] }),
    });
    const graph = createAgentGraph({ ...common(), model: "openai:gpt-5-mini", agents: [asking] });
    expect((await graph.invoke(say("Hi"), config)).execution_final_answer).toBe("Hello.");
    expect((await valuesOf(graph)).runtime_usage).toMatchObject({ "asking:gpt-5-mini": { calls: 1, totalTokens: 15 } });
  });

  test("whose package is missing names the package to install", async () => {
    const error = await failure({ model: "mistralai:mistral-large" });
    expect(agentErrors.missingPackage.is(error)).toBe(true);
    expect(String(error)).toContain("npm install @langchain/mistralai");
  });

  test("of which nothing is known is refused with what is known", async () => {
    expect(String(await failure({ model: "acme:best" }))).toContain("its provider is not one of anthropic");
  });

  test("that is not a name is not repeated: it may be a key", async () => {
    const error = await failure({ model: "sk-live-123456789" });
    expect(agentErrors.invalidModel.is(error)).toBe(true);
    expect(String(error)).not.toContain("sk-live");
  });

  test("without a key or an address says which variable to set", async () => {
    expect(String(await failure({ model: "openai:gpt-5-mini" }))).toContain("set OPENAI_API_KEY, or OPENAI_BASE_URL");
  });

  test("that nobody gave is a mistake of the program", async () => {
    expect(agentErrors.noModel.is(await failure({}))).toBe(true);
  });

  test("is there for a planner, too, and is made with the options of the graph", async () => {
    await using server = await OpenAIServer.start([{ status: 500 }, { status: 500 }, "Hello."]);
    process.env["OPENAI_BASE_URL"] = server.url;
    const quiet = defineAgent(Desk, { name: "quiet", description: "Does nothing.", reads: [], run: () => ({}) });
    const planned: string[] = [];
    const graph = createAgentGraph({
      ...common(),
      model: "openai:gpt-5-mini",
      modelOptions: { maxRetries: 0 },
      agents: [quiet],
      planner: async ({ task, loadModel }) => {
        const model = await loadModel();
        const answer = async () => (await model.invoke(task)).text;
        while (planned.length < 3) planned.push(await answer().catch(() => "failed"));
        return { steps: [{ capability: "quiet", taskObjective: task }] };
      },
    });
    await graph.invoke(say("Hi"), config);
    expect(planned).toEqual(["failed", "failed", "Hello."]);
    expect((await valuesOf(graph)).runtime_usage).toMatchObject({ "planner:gpt-5-mini": { calls: 3, failures: 2 } });
  });

  test("that a planner asks for in vain is a mistake of the program", async () => {
    const graph = createAgentGraph({
      ...common(),
      checks: { enabled: true },
      onError: () => undefined,
      agents: [helper()],
      planner: async ({ loadModel }) => {
        await loadModel();
        return [];
      },
    });
    const error = await graph.invoke(say("Hi"), config).catch((thrown: unknown) => thrown);
    expect(agentErrors.noModel.is(error)).toBe(true);
    expect(String(error)).toContain('"planner" needs a model');
  });

  test("that is needed to plan for several agents is asked for when the graph is made", () => {
    const second = defineAgent(Desk, { name: "second", description: "Helps too.", reads: [], run: () => ({}) });
    expect(() => createAgentGraph({ ...common(), agents: [helper(), second] })).toThrow("needs a planner");
  });
});
