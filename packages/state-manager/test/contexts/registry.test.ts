import { defineContexts } from "@tidemark/state-manager";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { checkContext, checkNewContext } from "../../src/contexts/registry.ts";
import { having, textLike } from "../matchers.ts";
import { parsed } from "../untyped.ts";

const registry = defineContexts({
  WEATHER: z.object({ celsius: z.number(), wind: z.object({ speed: z.number() }).default({ speed: 0 }) }),
});
const oslo = { type: "WEATHER", key: "oslo" };

describe("defineContexts", () => {
  test("keeps the schemas and the summaries", () => {
    const schema = z.object({ from: z.string() });
    const contexts = defineContexts({ ROUTE: schema }, { summaries: { ROUTE: ({ from }) => `from ${from}` } });
    expect(contexts.schemas.ROUTE).toBe(schema);
    expect(contexts.summaries?.ROUTE?.({ from: "Oslo" })).toBe("from Oslo");
  });

  test.each([
    ["_clear", /begins with "_"/],
    ["", /is empty/],
    ["constructor", /reserved key/],
    ["__overwrite__", /begins with "_"/],
    ["prototype", /reserved key/],
  ])("the type name %j is refused", (type, problem) => {
    expect(() => defineContexts({ [type]: z.object({}) })).toThrow(problem);
    expect(() => defineContexts({ [type]: z.object({}) })).toThrow(
      having({ code: "state-manager/invalidContextType" }),
    );
  });

  test("schemas that are not of records, and summaries of unknown types, do not compile", () => {
    // @ts-expect-error a context must have fields
    defineContexts({ CITY: z.string() });
    // @ts-expect-error a list has no fields
    defineContexts({ CITIES: z.array(z.string()) });
    // @ts-expect-error the type ROUTE is unknown
    defineContexts({ CITY: z.object({ name: z.string() }) }, { summaries: { ROUTE: () => "" } });
    // @ts-expect-error a city has no country
    defineContexts({ CITY: z.object({ name: z.string() }) }, { summaries: { CITY: ({ country }) => String(country) } });
    expect(Object.keys(defineContexts({ CITY: z.object({ name: z.string() }) }).schemas)).toEqual(["CITY"]);
  });
});

describe("checkContext", () => {
  test("returns the output of the schema", () => {
    expect(checkContext(registry, oslo, { celsius: 4 })).toEqual({
      ok: true,
      value: { celsius: 4, wind: { speed: 0 } },
    });
  });

  test("returns the path of the first problem", () => {
    expect(checkContext(registry, oslo, { celsius: 4, wind: { speed: "high" } })).toEqual({
      ok: false,
      at: "wind.speed",
      message: '"WEATHER.oslo" at "wind.speed": Invalid input: expected number, received string.',
    });
  });

  test("requires only safe JSON for an unknown type", () => {
    expect(checkContext(registry, { type: "SPORT", key: "a" }, { text: "hi" })).toEqual({
      ok: true,
      value: { text: "hi" },
    });
    expect(checkContext(registry, { type: "toString", key: "a" }, { text: "hi" }).ok).toBe(true);
    expect(checkContext(registry, { type: "SPORT", key: "a" }, parsed('{"x":{"__proto__":1}}'))).toMatchObject({
      ok: false,
      at: "x.__proto__",
    });
  });
});

describe("checkNewContext", () => {
  test("refuses a schema that changes its own output", () => {
    const louder = defineContexts({ NOTE: z.object({ text: z.string().transform((text) => `${text}!`) }) });
    const check = checkNewContext(louder, { type: "NOTE", key: "a" }, { text: "hi" });
    expect(check).toMatchObject({ ok: false, message: textLike(/convert the value before storing/) });
    const dates = defineContexts({ DAY: z.object({ at: z.coerce.number() }) });
    expect(checkNewContext(dates, { type: "DAY", key: "a" }, { at: "7" })).toEqual({ ok: true, value: { at: 7 } });
  });

  test("refuses a value that is too deep for its place", () => {
    const deep = (levels: number): Record<string, unknown> => (levels === 1 ? {} : { in: deep(levels - 1) });
    const any = defineContexts({ ANY: z.record(z.string(), z.unknown()) });
    expect(checkNewContext(any, { type: "ANY", key: "a" }, deep(198)).ok).toBe(true);
    expect(checkNewContext(any, { type: "ANY", key: "a" }, deep(199))).toMatchObject({
      ok: false,
      message: textLike("200 levels"),
    });
  });
});
