import { describe, expect, test } from "vitest";
import { configuredModel } from "../../src/models/configured-model.ts";

describe("configuredModel", () => {
  test("returns null without a configured model", async () => {
    expect(await configuredModel(null, {})).toBeNull();
    expect(await configuredModel(null, { TIDEMARK_MODEL: " " })).toBeNull();
  });

  test("needs no key for a custom service, and sends nothing when it is created", async () => {
    const model = await configuredModel("openai:local", { TIDEMARK_MODEL_BASE_URL: "http://127.0.0.1:1/v1" });
    expect(model).not.toBeNull();
  });

  test("prefers the option over the environment", async () => {
    await expect(configuredModel("nonsense", { TIDEMARK_MODEL: "openai:gpt" })).rejects.toThrow("provider:name");
  });

  test("does not repeat a value that may be a key", async () => {
    await expect(configuredModel("sk-secret", {})).rejects.not.toThrow("sk-secret");
  });

  test.each([
    ["openai:gpt", {}, "needs a key"],
    ["nobody:model", {}, "its provider must be one of"],
    ["constructor:model", {}, "its provider must be one of"],
    ["openai:gpt", { TIDEMARK_MODEL_BASE_URL: "file:///etc/passwd" }, "not an http(s) address"],
    ["anthropic:claude", { TIDEMARK_MODEL_BASE_URL: "http://127.0.0.1:1" }, "only for openai and ollama"],
  ])("refuses %s with %j", async (model, env, problem) => {
    await expect(configuredModel(model, env)).rejects.toThrow(problem);
  });
});
