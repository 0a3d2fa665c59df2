import { HumanMessage } from "@langchain/core/messages";
import { ParentCommand, Command } from "@langchain/langgraph";
import { scriptedModel } from "@tidemark/agents/testing";
import { describe, expect, test } from "vitest";
import { askAbout, modelFailureEntry } from "../../src/clarification/asked.graph.ts";

const input = (signal: AbortSignal | null = null) => ({
  messages: [new HumanMessage("Hello")],
  missing: ["the topic"],
  signal,
  config: {},
});

const failing = (error: unknown) => (): never => {
  // oxlint-disable-next-line typescript/only-throw-error -- code of other authors may throw any value
  throw error;
};

describe("askAbout", () => {
  test("passes a function its input, and a model the instructions before the messages", async () => {
    const answered = await askAbout(({ missing }) => missing, "Decide.", input());
    expect(answered).toEqual({ outcome: "answered", value: ["the topic"] });
    const model = scriptedModel(["RESEARCH"]);
    expect(await askAbout(model, "Decide.", input())).toMatchObject({
      outcome: "answered",
      value: { text: "RESEARCH" },
    });
    expect(model.got[0]?.messages.map(({ type, text }) => [type, text])).toEqual([
      ["system", "Decide."],
      ["human", "Hello"],
    ]);
  });

  test("returns a failure as a value, for any thrown value", async () => {
    const failures = [new Error("no quota"), "gone"].map((error) => askAbout(failing(error), "", input()));
    expect(await Promise.all(failures)).toEqual([
      { outcome: "failed", message: "no quota" },
      { outcome: "failed", message: "gone" },
    ]);
  });

  test("rethrows an abort and LangGraph's control errors", async () => {
    await expect(askAbout(failing(new Error("stop")), "", input(AbortSignal.abort()))).rejects.toThrow("stop");
    const steering = new ParentCommand(new Command({ graph: Command.PARENT, goto: "outer" }));
    await expect(askAbout(failing(steering), "", input())).rejects.toBe(steering);
  });
});

describe("notedFailure", () => {
  test("names the step and says that a retry can help", () => {
    expect(modelFailureEntry("clarify", "no quota", "2026-03-01T09:00:00.000Z")).toEqual({
      step: "clarify",
      errorType: "model",
      message: "no quota",
      timestamp: "2026-03-01T09:00:00.000Z",
      retryable: true,
    });
  });
});
