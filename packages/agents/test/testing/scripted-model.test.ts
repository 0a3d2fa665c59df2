import { AIMessage, HumanMessage } from "@langchain/core/messages";
import { tool } from "@langchain/core/tools";
import { scriptedModel } from "@tidemark/agents/testing";
import { describe, expect, test } from "vitest";
import { z } from "zod";

describe("scriptedModel", () => {
  test("answers in order, with text and with objects", async () => {
    const model = scriptedModel(["It rains.", { structured: { city: "Bergen" } }, new AIMessage("And now it snows.")]);
    expect((await model.invoke("Weather?")).text).toBe("It rains.");
    const schema = z.object({ city: z.string() });
    expect(await model.withStructuredOutput(schema).invoke("Which city?")).toEqual({ city: "Bergen" });
    expect((await model.invoke([new HumanMessage("And now?")])).text).toBe("And now it snows.");
    expect(model.got.map(({ structured, messages }) => [structured, messages[0]?.text])).toEqual([
      [false, "Weather?"],
      [true, "Which city?"],
      [false, "And now?"],
    ]);
    model.assertDone();
  });

  test("calls tools, also as a bound model", async () => {
    const search = tool(() => "found", {
      name: "search",
      description: "Looks.",
      schema: z.object({ for: z.string() }),
    });
    const model = scriptedModel([{ toolCalls: [{ name: "search", args: { for: "ferries" } }] }]);
    const answer = await model.bindTools([search]).invoke("Find me a ferry");
    expect(answer.tool_calls).toEqual([
      { name: "search", args: { for: "ferries" }, id: "call_1_1", type: "tool_call" },
    ]);
  });

  test("throws the errors of the script", async () => {
    const model = scriptedModel([new Error("rate limit"), new Error("again")]);
    await expect(model.invoke("Hello")).rejects.toThrow("rate limit");
    await expect(model.withStructuredOutput({}).invoke("Hello")).rejects.toThrow("again");
  });

  test("an unexpected call fails, and reports its input", async () => {
    const model = scriptedModel([]);
    await expect(model.invoke("Hello")).rejects.toMatchObject({
      code: "agents/unexpectedCall",
      details: { call: 1, prompt: "Hello" },
    });
  });

  test("an answer of another kind fails", async () => {
    const model = scriptedModel([{ structured: {} }, "words"]);
    await expect(model.invoke("Hello")).rejects.toMatchObject({ code: "agents/wrongAnswer" });
    await expect(model.withStructuredOutput({}).invoke("Hello")).rejects.toMatchObject({ code: "agents/wrongAnswer" });
  });

  test("unused answers fail", () => {
    expect(() => scriptedModel(["one", "two"]).assertDone()).toThrow("2 unused answer(s) after 0 call(s)");
  });
});
