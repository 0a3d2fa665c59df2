import { describe, expect, test } from "vitest";
import { configuredModel } from "../../src/models/configured-model.ts";

describe("configuredModel", () => {
  test("is none when none was asked for", async () => {
    expect(await configuredModel(null, {})).toBeNull();
    expect(await configuredModel(null, { TIDEMARK_MODEL: " " })).toBeNull();
  });

  test("needs no key for a service at home, and sends nothing before it is asked", async () => {
    const model = await configuredModel("openai:local", { TIDEMARK_MODEL_BASE_URL: "http://127.0.0.1:1/v1" });
    expect(model).not.toBeNull();
  });

  test("prefers the option to the environment", async () => {
    await expect(configuredModel("nonsense", { TIDEMARK_MODEL: "openai:gpt" })).rejects.toThrow("provider:name");
  });

  test("does not repeat a value that may be a key", async () => {
    await expect(configuredModel("sk-secret", {})).rejects.not.toThrow("sk-secret");
  });

  test.each([
    ["openai:gpt", {}, "needs a key"],
    ["nobody:model", {}, "its provider is none of"],
    ["constructor:model", {}, "its provider is none of"],
    ["openai:gpt", { TIDEMARK_MODEL_BASE_URL: "file:///etc/passwd" }, "no http(s) address"],
    ["anthropic:claude", { TIDEMARK_MODEL_BASE_URL: "http://127.0.0.1:1" }, "openai and ollama only"],
  ])("refuses %s with %j", async (asked, env, problem) => {
    await expect(configuredModel(asked, env)).rejects.toThrow(problem);
  });
});
