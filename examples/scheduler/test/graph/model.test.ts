import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { answer } from "../models/answer.ts";
import { chatServer, fails, says } from "../models/chat-server.ts";
import { home } from "./home.ts";

const VARIABLES = ["OPENAI_API_KEY", "OPENAI_BASE_URL", "TIDEMARK_MODEL", "TIDEMARK_MODEL_BASE_URL"] as const;
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

const key = "sk-test-secret";
const request = "Schedule soccer practice for Emma on Tuesday at 4pm, needs the van";
const good = says(JSON.stringify(answer({ people: ["Emma"], things: ["Van"] })));

describe("a model by its name", () => {
  test.each(["TIDEMARK_MODEL_BASE_URL", "OPENAI_BASE_URL"])(
    "reads the request at the address in %s",
    async (variable) => {
      await using server = await chatServer(good);
      process.env["OPENAI_API_KEY"] = key;
      process.env[variable] = server.address;
      const there = home({ model: "openai:gpt-5-mini" });
      await there.say(request);
      expect((await there.values()).scheduler_parsed_event).toMatchObject({ title: "Soccer practice" });
      expect(server.requests).toMatchObject([{ authorization: `Bearer ${key}`, body: { model: "gpt-5-mini" } }]);
      expect(server.requests[0]?.body.response_format?.type).toBe("json_schema");
    },
  );

  test("is asked twice by the reader, and not again by its client", async () => {
    await using server = await chatServer(fails(500));
    process.env["TIDEMARK_MODEL_BASE_URL"] = server.address;
    await home({ model: "openai:m" }).say(request);
    expect(server.requests).toHaveLength(2);
  });

  test.each([
    ["openai:gpt-5-mini", "set OPENAI_API_KEY"],
    ["nobody:model", "its provider is not one of"],
    ["mistralai:mistral-small", "npm install @langchain/mistralai"],
  ])("fails the turn if it cannot be used, with what is wrong: %s", async (model, problem) => {
    const result = await home({ model }).say(request);
    expect(result.outcome).toBe("failed");
    expect(result.message).toContain(problem);
  });
});

/** A module beside this test, as program text that imports it names it. */
const module = (name: string): string => JSON.stringify(fileURLToPath(new URL(name, import.meta.url)));

/** Reads one request in a separate process, with the real environment. */
async function readInOwnProcess(env: Readonly<Record<string, string>>): Promise<void> {
  const program = `
    const { home } = await import(${module("./home.ts")});
    const there = home({ model: "openai:m" });
    await there.say(${JSON.stringify(request)});
    if ((await there.values()).scheduler_parsed_event === null) throw new Error("nothing was read");
  `;
  const { PATH } = process.env;
  await promisify(execFile)(process.execPath, ["--input-type=module", "--eval", program], { env: { PATH, ...env } });
}

test("tracing stays off, also with a LangSmith key around, until its own variable turns it on", async () => {
  await using server = await chatServer(good);
  await using traces = await chatServer((response) => response.writeHead(202).end("{}"));
  const env = {
    TIDEMARK_MODEL_BASE_URL: server.address,
    LANGSMITH_API_KEY: "ls-test",
    LANGSMITH_ENDPOINT: traces.address,
  };
  await readInOwnProcess(env);
  expect(traces.connections).toBe(0);
  await readInOwnProcess({ ...env, LANGSMITH_TRACING: "true" });
  expect(traces.connections).toBeGreaterThan(0);
});
