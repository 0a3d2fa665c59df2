import { AIMessage, HumanMessage, SystemMessage, ToolMessage } from "@langchain/core/messages";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { agentErrors, historyWindow } from "@tidemark/agents";

const asking = (...ids: string[]) =>
  new AIMessage({ content: "", tool_calls: ids.map((id) => ({ id, name: "pdf", args: {} })) });
const answer = (id: string) => new ToolMessage({ content: "found", tool_call_id: id });
const userMessage = (content: string) => new HumanMessage(content);
const countTokens = (message: HumanMessage | SystemMessage) => message.text.length;
const instructions = new SystemMessage("Be brief.");

describe("historyWindow", () => {
  test("AR-15 returns the last 10 of 15 messages and does not change the conversation", () => {
    const messages = Array.from({ length: 15 }, (_, index) => userMessage(String(index)));
    expect(historyWindow(messages, { max: 10 })).toEqual(messages.slice(5));
    expect(messages).toHaveLength(15);
  });

  test("returns the same list when all of it fits", () => {
    const messages = [instructions, userMessage("a"), userMessage("b")];
    expect(historyWindow(messages, { max: 2 })).toBe(messages);
    expect(historyWindow(messages)).toBe(messages);
    expect(historyWindow([], { max: 1 })).toEqual([]);
  });

  test("keeps the system message in addition to the newest ones", () => {
    const messages = [instructions, userMessage("a"), userMessage("b"), userMessage("c")];
    expect(historyWindow(messages, { max: 2 })).toEqual([instructions, userMessage("b"), userMessage("c")]);
  });

  test("keeps a tool call together with all of its results, or leaves all of them out", () => {
    const call = [asking("1", "2"), answer("1"), answer("2")];
    const messages = [userMessage("a"), ...call, userMessage("b")];
    expect(historyWindow(messages, { max: 4 })).toEqual([...call, userMessage("b")]);
    expect(historyWindow(messages, { max: 3 })).toEqual([userMessage("b")]);
    expect(historyWindow(messages.slice(0, -1), { max: 1 })).toEqual(call);
  });

  test("finds the call of a later result, and of one without an id", () => {
    const late = [userMessage("a"), asking("1"), userMessage("Wait"), answer("1"), userMessage("b")];
    expect(historyWindow(late, { max: 3 })).toEqual([userMessage("b")]);
    const crossed = [asking("1"), asking("2"), answer("1"), answer("2"), userMessage("b")];
    expect(historyWindow(crossed, { max: 4 })).toEqual([userMessage("b")]);
    const plain = [
      { role: "user", content: "a" },
      { role: "assistant", content: null, tool_calls: [{ id: "1", function: { name: "pdf" } }] },
      { role: "tool", content: "found" },
    ];
    expect(historyWindow(plain, { max: 1 })).toEqual(plain.slice(1));
  });

  test("counts tokens with the system message, by the given count or by size", () => {
    const messages = [instructions, userMessage("aaaa"), userMessage("bb"), userMessage("c")];
    expect(historyWindow(messages, { maxTokens: 12, countTokens })).toEqual([
      instructions,
      userMessage("bb"),
      userMessage("c"),
    ]);
    const plain = ["x".repeat(400), "y"].map((content) => ({ role: "user", content }));
    expect(historyWindow(plain, { maxTokens: 50 })).toEqual(plain.slice(1));
  });

  test("keeps the newest message even if it alone is too long", () => {
    expect(historyWindow([userMessage("a"), userMessage("bbb")], { maxTokens: 1, countTokens: () => 3 })).toEqual([
      userMessage("bbb"),
    ]);
  });

  test("refuses a limit that is not an integer from 1", () => {
    for (const max of [0, -1, 1.5, Number.NaN]) {
      expect(() => historyWindow([userMessage("a")], { max })).toThrow(
        expect.objectContaining({ code: agentErrors.invalidHistoryWindow.code }),
      );
    }
    expect(() => historyWindow([], { maxTokens: 0 })).toThrow("`maxTokens` is 0");
  });

  test("is the end of the conversation, within the limit, and never separates a call from its result", () => {
    const unit = fc.oneof(
      fc.constantFrom("a", "b").map((content) => [{ role: "user", content }]),
      fc.integer({ min: 1, max: 3 }).map((count) => {
        const ids = Array.from({ length: count }, (_, index) => ({ id: `${index}`, name: "pdf" }));
        const answers = ids.map(({ id }) => ({ role: "tool", content: "found", tool_call_id: id }));
        return [{ role: "assistant", content: "", tool_calls: ids }, ...answers];
      }),
    );
    const head = fc.constantFrom([], [{ role: "system", content: "Be brief." }]);
    fc.assert(
      fc.property(
        head,
        fc.array(unit, { minLength: 1, maxLength: 6 }),
        fc.integer({ min: 1, max: 8 }),
        (top, units, max) => {
          const messages = [...top, ...units.flat()];
          const window = historyWindow(messages, { max });
          const body = window.slice(top.length);
          expect(window.slice(0, top.length)).toEqual(top);
          expect(body).toEqual(messages.slice(messages.length - body.length));
          expect(body[0]?.role).not.toBe("tool");
          expect(body.length <= max || body.length === units.at(-1)?.length).toBe(true);
        },
      ),
    );
  });
});
