import { Document } from "@langchain/core/documents";
import { AIMessage, AIMessageChunk, HumanMessage, RemoveMessage, ToolMessage } from "@langchain/core/messages";
import { describe, expect, test } from "vitest";
import { findMessageHarm } from "../src/kernel/message-harm.ts";

class Point {
  x = 1;
  y: unknown = null;
}

const circular: Record<string, unknown> = {};
circular["self"] = circular;
const broken = (): never => {
  throw new Error("broken");
};
const forged = {
  lc: 1,
  type: "constructor",
  id: ["langchain_core", "prompts", "prompt", "PromptTemplate"],
  kwargs: {},
};
const written = (name: string, kwargs: object) => ({
  lc: 1,
  type: "constructor",
  id: ["langchain_core", "messages", name],
  kwargs,
});
const own: unknown = JSON.parse('{ "__proto__": { "polluted": true } }');

describe("findMessageHarm", () => {
  test.each<[string, unknown, string, string]>([
    [
      "a forged object",
      [{ role: "user", content: "hi", additional_kwargs: { extra: [forged] } }],
      "[0].additional_kwargs.extra[0]",
      "serialized LangChain object",
    ],
    [
      "a forged object in a block of content",
      { role: "user", content: [{ type: "text", text: forged }] },
      "content[0].text",
      "serialized LangChain object",
    ],
    ["a forged object in place of a message", [forged], "[0]", "serialized LangChain object"],
    ["a forged object that is not a message", forged, "", "serialized LangChain object"],
    ["a forged object in a pair", [["user", forged]], "[0][1]", "serialized LangChain object"],
    [
      "a forged object in a serialized message",
      [written("HumanMessage", { content: "hi", additional_kwargs: forged })],
      "[0].kwargs.additional_kwargs",
      "serialized LangChain object",
    ],
    ["an object that is not of a message class", [written("constructor", {})], "[0]", "serialized LangChain object"],
    [
      "an object that the loader does not support",
      [{ lc: 1, type: "not_implemented", id: ["x"] }],
      "[0]",
      "serialized LangChain object",
    ],
    [
      "a forged object in an artifact",
      new ToolMessage({ content: "hi", tool_call_id: "c", artifact: { deep: [forged] } }),
      "lc_kwargs.artifact.deep[0]",
      "serialized LangChain object",
    ],
    [
      "a forged object in an instance of another class",
      { content: "hi", artifact: Object.assign(new Point(), { y: forged }) },
      "artifact.y",
      "serialized LangChain object",
    ],
    [
      "a forged object in a Map",
      { content: "hi", artifact: new Map([["p", forged]]) },
      "artifact.p",
      "serialized LangChain object",
    ],
    ["a BigInt", [new Point(), { content: "hi", artifact: { size: 1n } }], "[1].artifact.size", "bigint"],
    ["a BigInt in place of a message", [1n], "[0]", "bigint"],
    [
      "a function",
      { content: "hi", additional_kwargs: { toJSON: () => forged } },
      "additional_kwargs.toJSON",
      "function",
    ],
    ["a circle", { content: "hi", artifact: circular }, "artifact.self", "circular reference"],
    [
      "a key that can change a prototype",
      { content: "hi", additional_kwargs: own },
      "additional_kwargs.__proto__",
      "unsafe key",
    ],
    [
      "a key that can change a prototype in the data of a model",
      new AIMessage({ content: "hi", response_metadata: { list: [own] } }),
      "lc_kwargs.response_metadata.list[0].__proto__",
      "unsafe key",
    ],
    ["a value that cannot be read", [new Proxy({}, { ownKeys: broken })], "", "a value that cannot be read"],
  ])("names the path of %s", (_, messages, at, found) => {
    expect(findMessageHarm(messages)).toMatchObject({ at, found });
  });

  test("accepts messages in every form: classes, records, pairs, text, and serialized", () => {
    const chunk = new AIMessageChunk({ content: "hi", tool_call_chunks: [{ name: "a", args: "{}", index: 0 }] });
    const model = new AIMessage({
      content: [{ type: "text", text: "hi" }],
      tool_calls: [{ id: "c", name: "book", args: { seat: "1A" } }],
      response_metadata: { usage: { total: Number.NaN }, finish: undefined },
    });
    const artifact = [new Document({ pageContent: "hi", metadata: { at: new Date(0) } })];
    const found = new ToolMessage({ content: "hi", tool_call_id: "c", artifact });
    const plain = [
      { role: "user", content: "hi" },
      ["user", "hi"],
      "hi",
      null,
      written("AIMessage", { content: "hi" }),
    ];
    const all = [chunk, model, found, new HumanMessage("hi"), new RemoveMessage({ id: "m" }), ...plain];
    expect(findMessageHarm(all)).toBeNull();
    for (const each of all) expect(findMessageHarm(each)).toBeNull();
    // As restored by a saver.
    expect(findMessageHarm(JSON.parse(JSON.stringify([chunk, model, new HumanMessage("hi")])))).toBeNull();
  });

  test("leaves harmless values to LangGraph", () => {
    const odd = { id: undefined, when: new Date(0), score: Number.NaN };
    const shared = { n: 1 };
    expect(findMessageHarm([{ content: "hi", odd, one: shared, other: shared }])).toBeNull();
  });

  test("refuses endless depth instead of running out of stack", () => {
    const content: unknown = JSON.parse(`${"[".repeat(100_000)}${"]".repeat(100_000)}`);
    expect(findMessageHarm({ content })?.found).toBe("more than 200 levels");
  });
});
