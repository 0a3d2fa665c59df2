import { AIMessage, HumanMessage, SystemMessage } from "@langchain/core/messages";
import { AgentState, checkUpdate } from "@tidemark/core-state";
import { createResponseUpdate, getMessages, getUserQuery } from "@tidemark/state-manager/internal";
import { describe, expect, expectTypeOf, test } from "vitest";
import { speakerOf, textOf } from "../../src/kernel/conversation.ts";
import { untyped } from "../untyped.ts";

describe("getUserQuery", () => {
  test("ACC-01 returns the last of two user messages", () => {
    const messages = [
      { role: "user", content: "a" },
      { role: "assistant", content: "ai" },
      { role: "user", content: "b" },
    ];
    expect(getUserQuery({ messages })).toBe("b");
    expect(getUserQuery({ messages: [new HumanMessage("a"), new AIMessage("ai"), new HumanMessage("b")] })).toBe("b");
  });

  test("ACC-02 returns null without a user message", () => {
    expect(
      getUserQuery({ messages: [new SystemMessage("be brief"), { role: "assistant", content: "hi" }] }),
    ).toBeNull();
    expect(getUserQuery({ messages: [] })).toBeNull();
    expect(getUserQuery({})).toBeNull();
    expect(getUserQuery({ messages: null })).toBeNull();
  });

  test("returns an empty text for an empty message", () => {
    expect(getUserQuery({ messages: [{ role: "user", content: "" }] })).toBe("");
  });

  test("joins the text blocks of a message and leaves out other blocks", () => {
    const content = [
      { type: "text", text: "What is " },
      { type: "image_url", image_url: { url: "data:image/png;base64,AA==" } },
      { type: "text", text: "this?" },
    ];
    expect(getUserQuery({ messages: [{ role: "user", content }] })).toBe("What is this?");
    expect(getUserQuery({ messages: [new HumanMessage({ content })] })).toBe("What is this?");
  });
});

describe("speakerOf", () => {
  test.each([
    [{ role: "human", content: "" }, "user"],
    [{ type: "human", content: "" }, "user"],
    ["plain text", "user"],
    [{ getType: () => "ai" }, "assistant"],
    [{ role: "developer", content: "" }, "system"],
    [{ type: "tool", content: "" }, "tool"],
    [{ type: "remove", id: "m1" }, null],
    [{ role: "constructor", content: "" }, null],
    [{ role: 7 }, null],
    [null, null],
    [42, null],
  ])("of %j is %j", (message, speaker) => {
    expect(speakerOf(message)).toBe(speaker);
  });
});

test("textOf returns an empty text for a value without text", () => {
  expect([null, 1, {}, { content: 7 }, { content: [null, { type: "text" }, { text: "no type" }] }].map(textOf)).toEqual(
    Array(5).fill(""),
  );
  expect(textOf({ content: ["a", { type: "text", text: "b" }] })).toBe("ab");
});

describe("getMessages", () => {
  test("returns the list of the state with its type", () => {
    const messages = [new HumanMessage("hi")];
    expect(getMessages({ messages })).toBe(messages);
    expectTypeOf(getMessages({ messages })).toEqualTypeOf<readonly HumanMessage[]>();
  });

  test("returns an empty list without messages", () => {
    expect([getMessages({}), getMessages({ messages: null }), getMessages(untyped({ messages: "hi" }))]).toEqual([
      [],
      [],
      [],
    ]);
  });
});

test("ACC-11 createResponseUpdate returns one assistant message that the state accepts", () => {
  const update = createResponseUpdate("x");
  expect(update).toEqual({ messages: [{ role: "assistant", content: "x" }] });
  expect(checkUpdate(AgentState, update).ok).toBe(true);
});
