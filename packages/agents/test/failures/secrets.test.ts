import { modelParts } from "@tidemark/agents/langgraph";
import { FakeBuiltModel } from "@langchain/core/testing";
import { expect, test } from "vitest";
import { safeError, withoutSecrets } from "../../src/failures/secrets.ts";

const env = { OPENAI_API_KEY: "key-of-the-environment", HOME: "/home/ann" };

test("secrets of the environment, given ones, and whatever looks like one are left out", () => {
  const text =
    "401 for key-of-the-environment at https://ann:pass@host/, Bearer abcdef123456, sk-live-abcdef, my-own-key";
  expect(withoutSecrets(text, { env, secrets: ["my-own-key"] })).toBe("401 for … at https://…@host/, …, …, …");
  expect(withoutSecrets("In /home/ann", { env })).toBe("In /home/ann");
});

test("a safe error keeps what classifies it, and its causes", () => {
  const cause = Object.assign(new TypeError("fetch failed for sk-live-abcdef"), { code: "ECONNRESET" });
  const error = Object.assign(new Error("Bad key sk-live-abcdef", { cause }), { status: 401 });
  const safe = safeError(error, { env });
  expect(safe).toMatchObject({ message: "Bad key …", status: 401, cause: { name: "TypeError", code: "ECONNRESET" } });
  expect(`${safe.stack ?? ""}${String(safe.cause)}`).not.toContain("sk-live");
  expect(safeError("sk-live-abcdef").message).toBe("…");
});

test("the planner's model leaves no key in an error", async () => {
  const model = new FakeBuiltModel();
  model.withStructuredOutput = () => {
    throw new Error("unused");
  };
  const failing = Object.assign(model, {
    withStructuredOutput: () => ({ invoke: () => Promise.reject(new Error("Incorrect key: sk-live-abcdef")) }),
  });
  const error: unknown = await modelParts(failing)
    .planner({ task: "x", capabilities: [], contexts: {} })
    .catch((each: unknown) => each);
  expect(String(error)).toContain('The call to the model of "planner" failed');
  expect(String(error) + String(Reflect.get(Object(error), "cause"))).not.toContain("sk-live");
});
