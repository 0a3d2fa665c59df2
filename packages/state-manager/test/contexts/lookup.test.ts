import { defineContexts } from "@tidemark/state-manager";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { lookUp, placesOf } from "../../src/contexts/lookup.ts";
import { textLike } from "../matchers.ts";
import { parsed, untyped } from "../untyped.ts";

const registry = defineContexts({ WEATHER: z.object({ celsius: z.number() }) });
const oslo = { type: "WEATHER", key: "oslo" };

describe("lookUp", () => {
  test("returns a context without its _meta, which is returned separately", () => {
    const data = { WEATHER: { oslo: { celsius: 4, _meta: { producedBy: "weather" } } } };
    expect(lookUp(registry, data, oslo)).toEqual({
      outcome: "found",
      ...oslo,
      value: { celsius: 4 },
      meta: { producedBy: "weather" },
    });
  });

  test("returns a frozen copy and does not change the state", () => {
    const data = { SPORT: { a: { words: ["one"] } } };
    const found = lookUp(registry, data, { type: "SPORT", key: "a" });
    expect(found).toMatchObject({ outcome: "unregistered", value: { words: ["one"] } });
    data.SPORT.a.words.push("two");
    expect(found).toMatchObject({ value: { words: ["one"] } });
    expect(Object.isFrozen(data.SPORT.a)).toBe(false);
  });

  const hostile = parsed('{"WEATHER":{"oslo":{"celsius":4},"__proto__":{"celsius":1}},"__proto__":{"celsius":{}}}');

  test.each([
    ["type", "ROUTE", "oslo"],
    ["key", "WEATHER", "rome"],
    ["type with the name of an object property", "constructor", "name"],
    ["key with the name of an object property", "WEATHER", "toString"],
    ["type that can change a prototype", "__proto__", "celsius"],
    ["key that can change a prototype", "WEATHER", "__proto__"],
  ])("a missing %s is missing", (_, type, key) => {
    expect(lookUp(registry, hostile, { type, key })).toEqual({
      outcome: "missing",
      type,
      key,
      value: null,
      message: `Context ${type}.${key} not found`,
    });
  });

  test.each([
    ["a value of a wrong type", { WEATHER: { oslo: { celsius: "4" } } }, "celsius", /expected number/],
    ["a missing field", { WEATHER: { oslo: {} } }, "celsius", /expected number/],
    [
      "an entry that is not an object",
      { WEATHER: { oslo: "cold" } },
      "",
      /"WEATHER.oslo": expected an object, found a string/,
    ],
    ["a type that is not an object", { WEATHER: [] }, "", /"WEATHER": expected an object, found a list/],
    ["a key that can change a prototype", parsed('{"WEATHER":{"oslo":{"__proto__":{}}}}'), "__proto__", /prototype/],
    ["a serialized object", { WEATHER: { oslo: { lc: 1, type: "secret" } } }, "", /LangChain/],
  ])("%s is invalid, with its path", (_, data, at, message) => {
    expect(lookUp(registry, untyped(data), oslo)).toEqual({
      outcome: "invalid",
      ...oslo,
      at,
      message: textLike(message),
    });
  });
});

test("placesOf lists stored contexts in order, also of an invalid type", () => {
  expect(placesOf(untyped({ B: { b: {}, a: 1 }, A: null }))).toEqual([
    { type: "B", key: "b" },
    { type: "B", key: "a" },
    { type: "A", key: "" },
  ]);
});
