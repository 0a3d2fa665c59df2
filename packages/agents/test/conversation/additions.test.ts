import { AIMessage, HumanMessage } from "@langchain/core/messages";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { newMessages } from "@tidemark/agents";

const user = (content: string, id?: string) => ({ role: "user", content, ...(id !== undefined && { id }) });
const assistant = (content: string, id?: string) => ({ role: "assistant", content, ...(id !== undefined && { id }) });

describe("newMessages", () => {
  test("AR-20 returns nothing when an agent returns the conversation unchanged", () => {
    const before = [user("Hello"), assistant("Hi"), user("Again")];
    expect(newMessages(before, before)).toEqual([]);
    expect(newMessages(before, structuredClone(before))).toEqual([]);
    expect(newMessages(before, [])).toEqual([]);
  });

  test("returns the messages that follow the conversation, or its last part", () => {
    const before = [user("one"), assistant("two"), user("three")];
    const added = assistant("four");
    expect(newMessages(before, [...before, added])).toEqual([added]);
    expect(newMessages(before, [...structuredClone(before).slice(2), added])).toEqual([added]);
    expect(newMessages(before, [added])).toEqual([added]);
  });

  test("keeps text that is repeated", () => {
    const before = [user("Really?"), assistant("Yes"), user("Really?"), assistant("Yes")];
    expect(newMessages(before, [assistant("Yes")])).toEqual([assistant("Yes")]);
    expect(newMessages(before, [...before, assistant("Yes")])).toEqual([assistant("Yes")]);
  });

  test("recognizes a message by its id at any position", () => {
    const before = [new HumanMessage({ id: "1", content: "Hello" }), new AIMessage({ id: "2", content: "Hi" })];
    const after = [
      user("The earlier talk, in short"),
      ...before.map((each) => ({ id: each.id })),
      assistant("Hi", "3"),
    ];
    expect(newMessages(before, after)).toEqual([after[0], after[3]]);
  });

  test("distinguishes messages with the same text and different ids", () => {
    const before = [user("Hello", "1")];
    expect(newMessages(before, [user("Hello", "2")])).toEqual([user("Hello", "2")]);
  });

  test("returns exactly the added messages, for any returned part of the conversation", () => {
    const words = fc.constantFrom("a", "b", "c");
    const message = fc.tuple(fc.boolean(), words).map(([isUser, text]) => (isUser ? user(text) : assistant(text)));
    const added = fc.array(
      words.map((text) => assistant(text)),
      { maxLength: 3 },
    );
    fc.assert(
      fc.property(fc.array(message, { maxLength: 5 }), added, fc.nat(5), (earlier, fresh, cut) => {
        const before = [...earlier, user("a")].map((each, index) => ({ ...each, id: String(index) }));
        const after = [...before.slice(Math.min(cut, before.length)), ...fresh];
        expect(newMessages(before, after)).toEqual(fresh);
      }),
    );
  });
});
