import { AIMessage, HumanMessage } from "@langchain/core/messages";
import { ChatPromptTemplate } from "@langchain/core/prompts";
import { expect, test } from "vitest";
import { messagesOf } from "../../src/testing/model-input.ts";

test("words are said by a person", () => {
  expect(messagesOf("Hello").map(({ type, text }) => [type, text])).toEqual([["human", "Hello"]]);
});

test("messages are taken as they are, and those of a prompt too", async () => {
  const messages = [new HumanMessage("Hello"), new AIMessage("Hi")];
  for (const [index, message] of messagesOf(messages).entries()) expect(message).toBe(messages[index]);
  const prompt = await ChatPromptTemplate.fromMessages([["human", "Hello {name}"]]).invoke({ name: "Ann" });
  expect(messagesOf(prompt).map(({ text }) => text)).toEqual(["Hello Ann"]);
});

test("messages that are written as records or pairs become messages", () => {
  const messages = messagesOf([{ role: "system", content: "Be brief." }, ["human", "Hello"], new HumanMessage("Bye")]);
  expect(messages.map(({ type, text }) => [type, text])).toEqual([
    ["system", "Be brief."],
    ["human", "Hello"],
    ["human", "Bye"],
  ]);
});

test.each([null, undefined, 7, {}])("%j says nothing", (input) => {
  expect(messagesOf(input)).toEqual([]);
});
