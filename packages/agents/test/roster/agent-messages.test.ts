import { AIMessage, AIMessageChunk, HumanMessage, ToolMessage } from "@langchain/core/messages";
import { describe, expect, test } from "vitest";
import { nameMessages } from "../../src/roster/agent-messages.graph.ts";

const namesOf = (messages: unknown) => {
  const named = nameMessages(messages, "mail");
  return (Array.isArray(named) ? named : [named]).map((each: unknown): unknown =>
    typeof each === "object" && each !== null ? Reflect.get(each, "name") : each,
  );
};

describe("nameMessages", () => {
  test("sets the name of assistant messages, in every form that LangGraph accepts", () => {
    expect(
      namesOf([
        new AIMessage("a"),
        new AIMessageChunk("b"),
        { role: "assistant", content: "c" },
        { type: "ai", content: "d" },
        ["ai", "e"],
      ]),
    ).toEqual(["mail", "mail", "mail", "mail", "mail"]);
    expect(namesOf(new AIMessage("a"))).toEqual(["mail"]);
    expect(nameMessages(["assistant", "a"], "mail")).toEqual({ role: "assistant", content: "a", name: "mail" });
  });

  test("keeps existing names, and messages of others", () => {
    const others = [
      new AIMessage({ content: "a", name: "weather" }),
      new HumanMessage("b"),
      new ToolMessage({ content: "c", tool_call_id: "1" }),
      "d",
      ["human", "e"],
      { role: "user", content: "f" },
    ];
    const named = nameMessages(others, "mail");
    expect(named).toEqual(others);
    expect(Array.isArray(named) && named.every((each, index) => each === others[index])).toBe(true);
  });

  test("does not change its input, and keeps all of its members", () => {
    const given = new AIMessage({
      content: "a",
      id: "m1",
      tool_calls: [{ id: "1", name: "t", args: { x: 1 } }],
      response_metadata: { model: "m" },
    });
    const named = nameMessages(given, "mail");
    expect(given.name).toBeUndefined();
    expect(named).toBeInstanceOf(AIMessage);
    expect(named).toMatchObject({
      id: "m1",
      name: "mail",
      tool_calls: [{ id: "1" }],
      response_metadata: { model: "m" },
    });
    expect(JSON.parse(JSON.stringify(named))).toMatchObject({ kwargs: { name: "mail", id: "m1" } });
  });
});
