import { AIMessage, HumanMessage, SystemMessage, ToolMessage } from "@langchain/core/messages";
import { describe, expect, test } from "vitest";
import { runMessages } from "../../src/events/messages.graph.ts";

describe("runMessages", () => {
  test("keeps text, roles, names and tool calls, without data of the provider", () => {
    const messages = [
      new SystemMessage({ id: "1", content: "Be kind." }),
      new HumanMessage({ id: "2", content: [{ type: "text", text: "Hello" }], name: "ann" }),
      new AIMessage({
        id: "3",
        content: "",
        tool_calls: [{ id: "c", name: "find", args: { city: "Oslo" } }],
        response_metadata: { secret: "key" },
      }),
      new ToolMessage({ id: "4", tool_call_id: "c", content: "found" }),
    ];
    expect(runMessages(messages)).toEqual([
      { messageId: "1", role: "system", content: "Be kind." },
      { messageId: "2", role: "user", content: "Hello", name: "ann" },
      {
        messageId: "3",
        role: "assistant",
        content: "",
        toolCalls: [{ toolCallId: "c", name: "find", arguments: '{"city":"Oslo"}' }],
      },
      { messageId: "4", role: "tool", content: "found", toolCallId: "c" },
    ]);
  });

  test("omits values that are not messages, and messages without an id", () => {
    expect(runMessages([null, { role: "user", content: "x" }, new HumanMessage("no id")])).toEqual([]);
    expect(runMessages("text")).toEqual([]);
  });
});
