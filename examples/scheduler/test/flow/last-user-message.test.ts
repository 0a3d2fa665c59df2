import { AIMessage, HumanMessage } from "@langchain/core/messages";
import { expect, test } from "vitest";
import { lastUserMessage } from "../../src/flow/last-user-message.ts";

test("the newest message of the user counts, whatever came after it", () => {
  const messages = [new HumanMessage("Soccer on Saturday"), new HumanMessage("At two"), new AIMessage("Which place?")];
  expect(lastUserMessage(messages)).toBe("At two");
});

test("a message of several parts gives its text", () => {
  const parts = [
    { type: "text", text: "Soccer" },
    { type: "image_url", image_url: "data:image/png;base64,AA==" },
    { type: "text", text: " on Saturday" },
  ];
  expect(lastUserMessage([new HumanMessage({ content: parts })])).toBe("Soccer on Saturday");
});

test("without a message of the user there is none", () => {
  expect(lastUserMessage([new AIMessage("Hello")])).toBeNull();
  expect(lastUserMessage([])).toBeNull();
});
