import { AgentState, initialState } from "@tidemark/core-state";
import { mergeCapabilityContextData as merge } from "@tidemark/reducers";
import { contextManager, defineContexts } from "@tidemark/state-manager";
import { fixedClock } from "@tidemark/state-manager/testing";
import { describe, expect, expectTypeOf, test } from "vitest";
import { z } from "zod";
import { having, textLike } from "../matchers.ts";
import { parsed, untyped } from "../untyped.ts";

const registry = defineContexts({
  WEATHER: z.object({ celsius: z.number(), hours: z.array(z.number()).default([]) }),
  ROUTE: z.object({ from: z.string(), to: z.string().nullable() }),
  ANY: z.record(z.string(), z.unknown()),
});
const now = "2030-01-31T12:00:00.000Z";
const source = { producedBy: "weather", clock: fixedClock(now) };
const meta = { producedBy: "weather", createdAt: now };
const open = (data: unknown = {}) => contextManager(registry, { capability_context_data: untyped(data) }, source);

describe("contextManager", () => {
  test.each([null, [], undefined, "state", 7, new Map()])("CM-01 values of %j are refused", (values) => {
    expect(() => contextManager(registry, untyped(values))).toThrow(having({ code: "state-manager/notStateValues" }));
  });

  test("CM-02 needs a state with capability_context_data", () => {
    expect(() => contextManager(registry, {})).toThrow(/capability_context_data, which is missing from these values/);
    expect(() => contextManager(registry, untyped({ capability_context_data: [] }))).toThrow(/is a list here/);
    expect(() => contextManager(registry, {})).toThrow(having({ code: "state-manager/missingContextData" }));
    expect(contextManager(registry, { capability_context_data: null }).getAll()).toEqual([]);
  });

  test("CM-03 returns a set context immediately and after a reload, without _meta", () => {
    const contexts = open();
    contexts.set("ROUTE", "home", { from: "Oslo", to: null });
    const found = { outcome: "found", type: "ROUTE", key: "home", value: { from: "Oslo", to: null }, meta };
    expect(contexts.get("ROUTE", "home")).toEqual(found);
    const stored: unknown = JSON.parse(JSON.stringify(merge({}, contexts.update().capability_context_data)));
    expect(open(stored).get("ROUTE", "home")).toEqual(found);
    expect(stored).toEqual({ ROUTE: { home: { from: "Oslo", to: null, _meta: meta } } });
  });

  test("CM-04 reports a missing type or key", () => {
    const contexts = open({ WEATHER: { oslo: { celsius: 4 } } });
    expect(contexts.get("ROUTE", "oslo")).toMatchObject({ outcome: "missing", value: null });
    expect(contexts.get("WEATHER", "rome")).toEqual({
      outcome: "missing",
      type: "WEATHER",
      key: "rome",
      value: null,
      message: "Context WEATHER.rome not found",
    });
  });

  test("CM-05 reports the path of an invalid stored value", () => {
    const contexts = open({ WEATHER: { oslo: { celsius: 4, hours: [1, "2"] } } });
    expect(contexts.get("WEATHER", "oslo")).toMatchObject({ outcome: "invalid", at: "hours[1]" });
    expect(contexts.getAllOfType("WEATHER")).toMatchObject([{ outcome: "invalid", key: "oslo" }]);
  });

  test("applies the defaults of the schema", () => {
    const contexts = open();
    contexts.set("WEATHER", "oslo", { celsius: 4 });
    expect(contexts.get("WEATHER", "oslo")).toMatchObject({ value: { celsius: 4, hours: [] } });
  });

  test("copies values, so that later changes of the caller have no effect", () => {
    const contexts = open();
    const hours = [1];
    contexts.set("WEATHER", "oslo", { celsius: 4, hours });
    hours.push(2);
    expect(contexts.get("WEATHER", "oslo")).toMatchObject({ value: { hours: [1] } });
    expect(Object.isFrozen(hours)).toBe(false);
  });

  test.each([
    ["a value that does not match its type", "WEATHER", { celsius: "4" }, "celsius"],
    ["NaN", "WEATHER", { celsius: Number.NaN }, "celsius"],
    ["a Date", "ANY", { at: { day: new Date(0) } }, "at.day"],
    ["a function", "ANY", { run: () => 1 }, "run"],
    ["a BigInt", "ANY", { big: [1n] }, "big[0]"],
    ["a key that can change a prototype", "ANY", parsed('{"a":{"__proto__":{"x":1}}}'), "a.__proto__"],
    ["a LangGraph command", "ANY", { a: { __overwrite__: {} } }, "a.__overwrite__"],
    ["a serialized object", "ANY", { a: { lc: 1, type: "constructor", id: [] } }, "a"],
    ["its own _meta", "ANY", { _meta: { producedBy: "somebody else" } }, "_meta"],
  ] as const)("refuses %s with its path, and sets nothing", (_, type, value, at) => {
    const contexts = open();
    expect(() => contexts.set(type, "k", untyped(value))).toThrow(
      having({
        code: "state-manager/invalidContext",
        details: having({ type, key: "k", at }),
        message: textLike(`"${type}.k"`),
      }),
    );
    expect([contexts.update(), contexts.getAll()]).toEqual([{}, []]);
  });

  test.each(["_clear", "_meta", "__proto__", "constructor", "__overwrite__"])("refuses the key %s", (key) => {
    const contexts = open();
    expect(() => contexts.set("WEATHER", key, { celsius: 4 })).toThrow(/WEATHER/);
    expect(() => contexts.remove("WEATHER", key)).toThrow(/WEATHER/);
    expect(() => contexts.clear(untyped(key))).toThrow(/is reserved|is refused/);
    expect(contexts.update()).toEqual({});
  });

  test("refuses delete and clear marks in place of an entry", () => {
    expect(() => open().set("ANY", "k", { _delete: true })).toThrow(/reserved/);
  });

  test("an unknown type does not compile and is refused at run time", () => {
    const contexts = open();
    // @ts-expect-error the type SPORT is unknown
    expect(() => contexts.set("SPORT", "a", {})).toThrow(
      having({
        code: "state-manager/unknownContextType",
        details: { type: "SPORT", known: ["WEATHER", "ROUTE", "ANY"] },
      }),
    );
    // @ts-expect-error the type SPORT is unknown
    expect(contexts.get("SPORT", "a").outcome).toBe("missing");
    // @ts-expect-error the type SPORT is unknown
    expect(contexts.getAllOfType("SPORT")).toEqual([]);
    // @ts-expect-error a temperature must be a number
    expect(() => contexts.set("WEATHER", "oslo", { celsius: "4" })).toThrow(/celsius/);
  });

  test("the results have the types of the registry", () => {
    const contexts = open();
    const route = contexts.get("ROUTE", "home");
    if (route.outcome === "found") expectTypeOf(route.value).toEqualTypeOf<{ from: string; to: string | null }>();
    // @ts-expect-error the outcome must be checked first
    expect(route.value).toBeNull();
    for (const each of contexts.getAll()) {
      if (each.outcome === "found" && each.type === "WEATHER") expectTypeOf(each.value.celsius).toBeNumber();
    }
    for (const each of contexts.getAllOfType("WEATHER")) {
      if (each.outcome === "found") expectTypeOf(each.value.hours).toEqualTypeOf<number[]>();
    }
  });

  test("returns all contexts with their types, including unknown and invalid ones", () => {
    const contexts = open({
      WEATHER: { oslo: { celsius: 4 }, rome: {} },
      SPORT: { a: { text: "hi", _meta: { turnId: "t" } } },
    });
    contexts.set("WEATHER", "bern", { celsius: 9 });
    expect(contexts.getAll().map(({ type, key, outcome }) => [type, key, outcome])).toEqual([
      ["WEATHER", "oslo", "found"],
      ["WEATHER", "rome", "invalid"],
      ["WEATHER", "bern", "found"],
      ["SPORT", "a", "unregistered"],
    ]);
    expect(contexts.getAll().at(-1)).toMatchObject({ value: { text: "hi" }, meta: { turnId: "t" } });
    expect(contexts.getAllOfType("WEATHER").map(({ key }) => key)).toEqual(["oslo", "rome", "bern"]);
  });

  test("returns the same object until the next change", () => {
    const contexts = open({ WEATHER: { oslo: { celsius: 4 } } });
    expect(contexts.get("WEATHER", "oslo")).toBe(contexts.get("WEATHER", "oslo"));
    const before = contexts.get("WEATHER", "oslo");
    contexts.set("WEATHER", "oslo", { celsius: 5 });
    expect(before).toMatchObject({ value: { celsius: 4 } });
    expect(contexts.get("WEATHER", "oslo")).toMatchObject({ value: { celsius: 5 } });
  });

  test("returns the producer, objective, turn, step and time of each context", () => {
    const values = {
      ...initialState(AgentState),
      runtime_turn_id: "turn_4",
      planning_execution_plan: { steps: [{ capability: "weather", taskObjective: "Find the weather" }] },
    };
    const contexts = contextManager(registry, values, source);
    contexts.set("WEATHER", "oslo", { celsius: 4 });
    contexts.set("WEATHER", "rome", { celsius: 19 }, { producedBy: "forecast", taskObjective: "Compare" });
    expect(contexts.get("WEATHER", "oslo")).toMatchObject({
      meta: {
        producedBy: "weather",
        taskObjective: "Find the weather",
        turnId: "turn_4",
        stepIndex: 0,
        createdAt: now,
      },
    });
    expect(contexts.get("WEATHER", "rome")).toMatchObject({
      meta: { producedBy: "forecast", taskObjective: "Compare" },
    });
  });

  test("a context that is set again has only the new origin", () => {
    const contexts = open({
      WEATHER: { oslo: { celsius: 4, _meta: { taskObjective: "yesterday's", turnId: "turn_1" } } },
    });
    contexts.set("WEATHER", "oslo", { celsius: 5 });
    expect(contexts.get("WEATHER", "oslo")).toMatchObject({ meta: { producedBy: "weather", createdAt: now } });
    expect(contexts.data()["WEATHER"]?.["oslo"]?.["_meta"]).toEqual(meta);
  });

  test("returns an empty update without changes", () => {
    const contexts = open({ WEATHER: { oslo: { celsius: 4 } } });
    contexts.getAll();
    expect(contexts.update()).toEqual({});
  });

  test("a thousand contexts of one node are one update, and each can be read", () => {
    const contexts = open();
    for (let index = 0; index < 1000; index += 1) contexts.set("ANY", `k${index}`, { text: "x".repeat(100), index });
    expect(contexts.get("ANY", "k999")).toMatchObject({ value: { index: 999 } });
    expect(Object.keys(contexts.update().capability_context_data?.["ANY"] ?? {})).toHaveLength(1000);
  });
});
