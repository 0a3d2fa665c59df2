import { AIMessage, type BaseMessage, type BaseMessageLike } from "@langchain/core/messages";
import { expect, expectTypeOf, test } from "vitest";
import { fieldGroup } from "../src/kernel/field.ts";
import { type ChatMessage, type ChatMessageInput, messagesField } from "../src/kernel/messages.ts";
import { defineState } from "../src/state/state.ts";
import { checkUpdate } from "../src/state/update.ts";

const State = defineState({
  version: 1,
  fields: fieldGroup("conversation", { messages: messagesField({ description: "The conversation." }) }),
});

test("LangChain's message classes match ChatMessage", () => {
  expectTypeOf<BaseMessage>().toExtend<ChatMessage>();
  const message: ChatMessage = new AIMessage({ content: "hi", name: "planner" });
  expect([message.type, message.content, message.name]).toEqual(["ai", "hi", "planner"]);
});

test("a client's message is valid for LangChain, so a node can return a validated update", () => {
  expectTypeOf<ChatMessageInput>().toExtend<BaseMessageLike>();
});

test("accepts one message or many, as plain JSON, text or class", () => {
  for (const messages of [
    { role: "user", content: "hi" },
    [{ role: "user", content: "hi" }],
    "hi",
    new AIMessage("hi"),
  ]) {
    expect(checkUpdate(State, { messages })).toEqual({ ok: true, update: { messages } });
  }
});

test("refuses values that cannot be messages", () => {
  for (const messages of [7, true, null]) expect(checkUpdate(State, { messages }).ok).toBe(false);
});
