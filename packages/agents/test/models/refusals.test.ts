import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { AIMessage } from "@langchain/core/messages";
import { FakeBuiltModel } from "@langchain/core/testing";
import { ChatOpenAI } from "@langchain/openai";
import { createAgentGraph, defineAgent } from "@tidemark/agents/langgraph";
import type { BaseChatModel } from "@langchain/core/language_models/chat_models";
import { describe, expect, test } from "vitest";
import { common, config, Desk, say, valuesOf } from "./desk-graph.ts";
import { OpenAIServer } from "./openai-server.ts";

/** The failure of an agent with this model, which answers once. */
async function failureWith(model: BaseChatModel) {
  const billing = defineAgent(Desk, {
    name: "billing",
    description: "Answers.",
    instructions: "Be brief.",
    reads: ["messages"],
    retryPolicy: { maxAttempts: 1, delaySeconds: 0, backoffFactor: 1 },
  });
  const graph = createAgentGraph({ ...common(), model, agents: [billing] });
  await graph.invoke(say("Go"), config);
  const { control_last_error: failure, runtime_usage: usage } = await valuesOf(graph);
  return { failure, calls: Object.values(usage)[0]?.calls };
}

const client = (baseURL: string, more: object = {}) =>
  new ChatOpenAI({ model: "test-model", apiKey: "none", maxRetries: 0, configuration: { baseURL }, ...more });

const message = (fields: ConstructorParameters<typeof AIMessage>[0]) =>
  new FakeBuiltModel().respond(new AIMessage(fields));

describe("a refusal of an instance of a model is recognized", () => {
  test("over OpenAI's responses, as its client reports it", async () => {
    const answer = {
      id: "resp_1",
      object: "response",
      created_at: 0,
      model: "test-model",
      status: "completed",
      output: [
        {
          id: "msg_1",
          type: "message",
          role: "assistant",
          status: "completed",
          content: [{ type: "refusal", refusal: "I must not." }],
        },
      ],
      usage: { input_tokens: 1, output_tokens: 1, total_tokens: 2 },
    };
    const server = createServer((request, response) => {
      request.resume();
      response.writeHead(200, { "content-type": "application/json" });
      response.end(JSON.stringify(answer));
    });
    await new Promise<void>((resolve) => {
      server.listen(0, "127.0.0.1", resolve);
    });
    try {
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- it listens on a port
      const { port } = server.address() as AddressInfo;
      const { failure, calls } = await failureWith(client(`http://127.0.0.1:${port}/v1`, { useResponsesApi: true }));
      expect(failure?.originalError).toContain("refused to answer: I must not.");
      expect(calls).toBe(1);
    } finally {
      server.closeAllConnections();
      server.close();
    }
  });

  test("over OpenAI's chat completions, if its client keeps the raw response", async () => {
    await using server = await OpenAIServer.start([{ refusal: "I must not." }]);
    const model = client(server.url, { useResponsesApi: false, __includeRawResponse: true });
    expect((await failureWith(model)).failure?.originalError).toContain("refused to answer: I must not.");
  });

  test("but is an empty answer without that, because the client drops it", async () => {
    await using server = await OpenAIServer.start([{ refusal: "I must not." }]);
    const { failure, calls } = await failureWith(client(server.url, { useResponsesApi: false }));
    expect(failure?.originalError).toContain("gave an empty answer, twice");
    expect(calls).toBe(2);
  });

  test.each([
    ["in a block of the content", { content: [{ type: "refusal", refusal: "I must not." }] }, "I must not."],
    ["in a block without a text", { content: [{ type: "refusal", refusal: "" }] }, "no reason was given"],
    [
      "in the metadata of Anthropic",
      {
        content: "",
        response_metadata: {
          model_provider: "anthropic",
          stop_reason: "refusal",
          stop_details: { explanation: "I must not." },
        },
      },
      "refused to answer",
    ],
    ["in the metadata of Azure", { content: "", response_metadata: { finish_reason: "content_filter" } }, "no reason"],
    ["beside the content", { content: "", additional_kwargs: { refusal: "I must not." } }, "I must not."],
  ])("%s", async (_, fields, text) => {
    const { failure } = await failureWith(message(fields));
    expect(failure?.originalError).toContain("refused to answer");
    expect(failure?.originalError).toContain(text);
    expect(failure?.classification.severity).toBe("critical");
  });

  test("that LangChain throws", async () => {
    const model = new FakeBuiltModel().respond(Object.assign(new Error("It must not."), { name: "ModelRefusalError" }));
    const { failure, calls } = await failureWith(model);
    expect(failure?.originalError).toContain("refused to answer: It must not.");
    expect(calls).toBe(1);
  });
});

test("an answer beside an empty refusal is an answer", async () => {
  const { failure } = await failureWith(message({ content: "Yes.", additional_kwargs: { refusal: "" } }));
  expect(failure).toBeNull();
});
