import { AIMessage, HumanMessage } from "@langchain/core/messages";
import { describe, expect, test } from "vitest";
import { isFrozen, isUntouched, traceOf } from "../../src/snapshots/identity-trace.ts";

const call = { name: "look", args: { at: "sky" }, id: "c" };
const withCall = () => new AIMessage({ content: "", tool_calls: [call] });

describe("a change in place is noticed", () => {
  const cases: [string, () => object, (value: never) => unknown][] = [
    ["a new key", () => ({ a: 1 }), (value: Record<string, number>) => (value["b"] = 2)],
    ["a key that went", () => ({ a: 1, b: 2 }), (value: Record<string, number>) => Reflect.deleteProperty(value, "b")],
    [
      "another value, deep down",
      () => ({ a: [{ b: 1 }] }),
      (value: { a: { b: number }[] }) => Object.assign(value.a[0] ?? {}, { b: 2 }),
    ],
    ["a longer list", () => [1], (value: number[]) => value.push(2)],
    ["a shorter list", () => [1, 2], (value: number[]) => value.pop()],
    ["another time", () => new Date(0), (value: Date) => value.setTime(1)],
    ["a set's member", () => new Set([1]), (value: Set<number>) => value.add(2)],
    [
      "a map's value",
      () => new Map([["a", { b: 1 }]]),
      (value: Map<string, object>) => Object.assign(value.get("a") ?? {}, { b: 2 }),
    ],
    ["a message's id", () => new HumanMessage("x"), (value: HumanMessage) => (value.id = "1")],
    ["a message's tool call, deep down", () => withCall(), (value: AIMessage) => (value.tool_calls ?? []).push(call)],
    [
      "keys in another order",
      () => ({ a: 1, b: 2 }),
      (value: Record<string, number>) => Reflect.deleteProperty(value, "a") && (value["a"] = 1),
    ],
    ["zero that turned negative", () => [0], (value: number[]) => (value[0] = -0)],
  ];
  test.each(cases)("%s", (_, make, change) => {
    const value = make();
    const trace = traceOf(value);
    expect(trace !== null && isUntouched(value, trace)).toBe(true);
    Reflect.apply(change, null, [value]);
    expect(trace !== null && isUntouched(value, trace)).toBe(false);
  });
});

test("what can change unseen is never trusted", () => {
  expect([new Uint8Array(1), { deep: [new Error("x")] }, new URL("https://example.org")].map(traceOf)).toEqual([
    null,
    null,
    null,
  ]);
});

test("an equal object is another one", () => {
  expect(isUntouched({ a: 1 }, traceOf({ a: 1 }) ?? [])).toBe(false);
});

test("only what is frozen to its depths is beyond change", () => {
  const deep = Object.freeze({ a: Object.freeze([1, Object.freeze({})]) });
  expect([
    isFrozen(deep),
    isFrozen(Object.freeze({ a: {} })),
    isFrozen(Object.freeze(new Date(0))),
    isFrozen("text"),
  ]).toEqual([true, false, false, true]);
});
