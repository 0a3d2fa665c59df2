import { HumanMessage } from "@langchain/core/messages";
import { pruneState } from "@tidemark/state-manager/langgraph";
import { expect, test } from "vitest";

test("removes messages with RemoveMessage, and writes nothing when nothing is removed", () => {
  const messages = [new HumanMessage({ id: "a", content: "" }), new HumanMessage({ id: "b", content: "" })];
  expect(pruneState({ messages }, { keepMessages: 1 }).messages?.map(({ id }) => id)).toEqual(["a"]);
  expect(pruneState({ messages })).toEqual({});
});
