import { AIMessage, HumanMessage, ToolMessage } from "@langchain/core/messages";
import { describe, expect, test } from "vitest";
import { answeredCallOf, callsTools, isAnswer, messageIdOf, toolCallsOf } from "../../src/conversation/messages.ts";

const asking = new AIMessage({ content: "", tool_calls: [{ id: "1", name: "pdf", args: {} }] });

const blocks = (type: string) => ({ role: "assistant", content: [{ type, data: "…" }] });

describe("the parts of a message", () => {
  test("tool calls are read from LangChain's messages and from a provider's records", () => {
    expect(toolCallsOf(asking)).toEqual([{ id: "1", name: "pdf" }]);
    const record = { role: "assistant", content: null, tool_calls: [{ id: "2", function: { name: "web" } }, 7, null] };
    expect(toolCallsOf(record)).toEqual([{ id: "2", name: "web" }]);
    expect([null, "text", {}, { tool_calls: "pdf" }].map(toolCallsOf)).toEqual([[], [], [], []]);
  });

  test("a tool message names the call that it answers, other messages do not", () => {
    expect(answeredCallOf(new ToolMessage({ content: "found", tool_call_id: "1" }))).toBe("1");
    expect(answeredCallOf({ role: "tool", content: "found", tool_call_id: "2" })).toBe("2");
    expect(answeredCallOf({ role: "user", content: "hi", tool_call_id: "2" })).toBeNull();
  });

  test("a call that could not be parsed is a call as well", () => {
    expect(callsTools({ role: "assistant", invalid_tool_calls: [{ error: "bad JSON" }] })).toBe(true);
    expect(callsTools({ role: "assistant", tool_calls: [] })).toBe(false);
  });

  test("an answer is the assistant's text without a call", () => {
    const messages = [asking, new AIMessage("87 %"), new AIMessage(" "), new HumanMessage("87 %")];
    expect(messages.map(isAnswer)).toEqual([false, true, false, false]);
  });

  test("an image is an answer, a thought is not", () => {
    expect(["image_url", "input_audio", "thinking"].map((type) => isAnswer(blocks(type)))).toEqual([true, true, false]);
  });

  test("an id is a text that is not empty", () => {
    expect([{ id: "a" }, { id: "" }, { id: 7 }, null].map(messageIdOf)).toEqual(["a", null, null, null]);
  });
});
