import { AIMessage, HumanMessage } from "@langchain/core/messages";
import { ChatPromptTemplate } from "@langchain/core/prompts";
import { expect, test } from "vitest";
import { messagesOf } from "../../src/testing/model-input.ts";

test("text is a user message", () => {
  expect(messagesOf("Hello").map(({ type, text }) => [type, text])).toEqual([["human", "Hello"]]);
});

test("messages are kept, and so are those of a prompt", async () => {
  const messages = [new HumanMessage("Hello"), new AIMessage("Hi")];
  for (const [index, message] of messagesOf(messages).entries()) expect(message).toBe(messages[index]);
  const prompt = await ChatPromptTemplate.fromMessages([["human", "Hello {name}"]]).invoke({ name: "Ann" });
  expect(messagesOf(prompt).map(({ text }) => text)).toEqual(["Hello Ann"]);
});

test("records and pairs become messages", () => {
  const messages = messagesOf([{ role: "system", content: "Be brief." }, ["human", "Hello"], new HumanMessage("Bye")]);
  expect(messages.map(({ type, text }) => [type, text])).toEqual([
    ["system", "Be brief."],
    ["human", "Hello"],
    ["human", "Bye"],
  ]);
});

test.each([null, undefined, 7, {}])("%j has no text", (input) => {
  expect(messagesOf(input)).toEqual([]);
});
