import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { START, StateGraph, StateSchema } from "@langchain/langgraph";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { schedulerErrors } from "../../src/errors.ts";
import { configuredReader, type Environment } from "../../src/models/configured-model.ts";
import { answer, context } from "./answer.ts";
import { chatServer, fails, says } from "./chat-server.ts";

const key = "sk-test-secret";
const request = "Schedule soccer practice for Emma on Tuesday at 4pm, needs the van";
const good = says(JSON.stringify(answer({ people: ["Emma"], things: ["Van"] })));

async function refusalOf(env: Environment): Promise<Error> {
  const outcome: unknown = await configuredReader(env).catch((error: unknown) => error);
  if (!(outcome instanceof Error)) throw new TypeError("it was accepted");
  expect(outcome.message).not.toContain(key);
  return outcome;
}

describe("configuredReader", () => {
  test.each([{}, { TIDEMARK_MODEL: "" }, { TIDEMARK_MODEL: " ", OPENAI_API_KEY: key }])(
    "reads by rules with %j",
    async (env) => {
      const reading = await (await configuredReader(env)).read(request, context);
      expect(reading).toMatchObject({ readBy: "rules", problem: null });
    },
  );

  test.each(["TIDEMARK_MODEL_BASE_URL", "OPENAI_BASE_URL"])("reads with the model at %s", async (variable) => {
    await using server = await chatServer(good);
    const env = { TIDEMARK_MODEL: "openai:gpt-5-mini", OPENAI_API_KEY: key, [variable]: server.address };
    const reading = await (await configuredReader(env)).read(request, context);
    expect(reading).toMatchObject({ readBy: "model", problem: null, data: { title: "Soccer practice" } });
    expect(server.requests).toMatchObject([{ authorization: `Bearer ${key}`, body: { model: "gpt-5-mini" } }]);
    expect(server.requests[0]?.body.response_format?.type).toBe("json_schema");
  });

  test("prefers the project's own address and keeps colons in a model's name", async () => {
    await using server = await chatServer(good);
    const env = {
      TIDEMARK_MODEL: "openai:llama3:8b",
      TIDEMARK_MODEL_BASE_URL: server.address,
      OPENAI_BASE_URL: "http://127.0.0.1:9",
    };
    expect(await (await configuredReader(env)).read(request, context)).toMatchObject({ readBy: "model" });
    expect(server.requests).toMatchObject([{ authorization: "Bearer none", body: { model: "llama3:8b" } }]);
  });

  test("keeps the model's words out of the message stream of a graph", async () => {
    await using server = await chatServer(good);
    const reader = await configuredReader({ TIDEMARK_MODEL: "openai:m", TIDEMARK_MODEL_BASE_URL: server.address });
    const graph = new StateGraph(new StateSchema({ readBy: z.string().default("nobody") }))
      .addNode("read", async () => ({ readBy: (await reader.read(request, context)).readBy }))
      .addEdge(START, "read")
      .compile();
    const pieces: unknown[] = [];
    for await (const piece of await graph.stream({}, { streamMode: ["messages", "values"] })) pieces.push(piece);
    expect(pieces.at(-1)).toEqual(["values", { readBy: "model" }]);
    expect(pieces.filter((piece) => Array.isArray(piece) && piece[0] === "messages")).toEqual([]);
  });

  test("leaves retries to the reader", async () => {
    await using server = await chatServer(fails(500));
    const env = { TIDEMARK_MODEL: "openai:m", TIDEMARK_MODEL_BASE_URL: server.address };
    await (await configuredReader(env)).read(request, context);
    expect(server.requests).toHaveLength(2);
  });

  test.each(["gpt-5-mini", key, "openai:", ":gpt-5-mini", "openai: ", "__proto__:x", "nobody:gpt-5-mini"])(
    "refuses TIDEMARK_MODEL=%s",
    async (value) => {
      const error = await refusalOf({ TIDEMARK_MODEL: value, OPENAI_API_KEY: key });
      expect(schedulerErrors.invalidModel.is(error)).toBe(true);
      expect(error.message).toMatch(/^TIDEMARK_MODEL cannot be used: .*unset TIDEMARK_MODEL/);
    },
  );

  test("names the key that is missing", async () => {
    const error = await refusalOf({ TIDEMARK_MODEL: "openai:gpt-5-mini" });
    expect(schedulerErrors.missingModelKey.is(error)).toBe(true);
    expect(error.message).toContain("set OPENAI_API_KEY");
  });

  test("names the package that is missing", async () => {
    const error = await refusalOf({ TIDEMARK_MODEL: "mistralai:mistral-small" });
    expect(schedulerErrors.missingModelPackage.is(error)).toBe(true);
    expect(error.message).toContain('"pnpm --filter scheduler add @langchain/mistralai"');
  });

  test.each([
    ["ftp://example.org", "openai:m", "it is not an http(s) URL"],
    ["not an address", "openai:m", "it is not an http(s) URL"],
    ["http://127.0.0.1:9", "mistralai:m", "a base URL is supported only for openai and ollama"],
  ])("refuses TIDEMARK_MODEL_BASE_URL=%s for %s", async (address, model, problem) => {
    const error = await refusalOf({ TIDEMARK_MODEL: model, TIDEMARK_MODEL_BASE_URL: address, OPENAI_API_KEY: key });
    expect(schedulerErrors.invalidModel.is(error)).toBe(true);
    expect(error.message).toContain(`TIDEMARK_MODEL_BASE_URL cannot be used: ${problem}`);
  });

  test("does not say a key that a provider's own error repeats", async () => {
    const error = await refusalOf({ TIDEMARK_MODEL: "azure_openai:m", AZURE_OPENAI_API_KEY: key });
    expect(schedulerErrors.invalidModel.is(error)).toBe(true);
  });
});

/** A module beside this test, as program text that imports it names it. */
const module = (name: string): string => JSON.stringify(fileURLToPath(new URL(name, import.meta.url)));

/** Reads one request in a separate process, with the real environment. */
async function readInOwnProcess(env: Environment): Promise<void> {
  const program = `
    const { configuredReader } = await import(${module("../../src/models/configured-model.ts")});
    const { context } = await import(${module("./answer.ts")});
    const { readBy } = await (await configuredReader(process.env)).read(${JSON.stringify(request)}, context);
    if (readBy !== "model") throw new Error(readBy);
  `;
  const { PATH } = process.env;
  await promisify(execFile)(process.execPath, ["--input-type=module", "--eval", program], { env: { PATH, ...env } });
}

describe("tracing", () => {
  test("stays off, also with a LangSmith key around, until its own variable turns it on", async () => {
    await using server = await chatServer(good);
    await using traces = await chatServer((response) => response.writeHead(202).end("{}"));
    const env = {
      TIDEMARK_MODEL: "openai:m",
      TIDEMARK_MODEL_BASE_URL: server.address,
      LANGSMITH_API_KEY: "ls-test",
      LANGSMITH_ENDPOINT: traces.address,
    };
    await readInOwnProcess(env);
    expect(traces.connections).toBe(0);
    await readInOwnProcess({ ...env, LANGSMITH_TRACING: "true" });
    expect(traces.connections).toBeGreaterThan(0);
  });

  test("is not loaded, nor is any model's package, when the rules read", async () => {
    const program = `
      const { registerHooks } = await import("node:module");
      const loaded = [];
      registerHooks({ load(url, context, next) { loaded.push(url); return next(url, context); } });
      const { configuredReader } = await import(${module("../../src/models/configured-model.ts")});
      await configuredReader({});
      console.log(loaded.filter((url) => /langchain|langsmith|openai/.test(url)).length);
    `;
    const { stdout } = await promisify(execFile)(process.execPath, ["--input-type=module", "--eval", program]);
    expect(stdout.trim()).toBe("0");
  });
});
