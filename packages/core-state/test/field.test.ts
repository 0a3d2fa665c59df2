import { describe, expect, expectTypeOf, test } from "vitest";
import { z } from "zod";
import { field, fields } from "../src/field.ts";

const city = field({
  description: "Where the journey goes.",
  schema: z.string().nullable(),
  default: () => null,
  lifetime: "thread",
  owner: "root",
});

describe("field", () => {
  test("belongs to anybody, and is replaced by each write, unless it says otherwise", () => {
    const note = field({ description: "A note.", schema: z.string(), default: () => "", lifetime: "turn" });
    expect(note.owner).toBe("any");
    expect(note.reducer).toBeUndefined();
    expect(note.updateSchema).toBe(note.schema);
  });

  test("may be kept from user interfaces; nothing is marked unless it says so", () => {
    const prompt = {
      description: "What the model is told.",
      schema: z.string(),
      default: () => "",
      lifetime: "turn",
    } as const;
    expect(field({ ...prompt, ui: false }).ui).toBe(false);
    expect("ui" in field(prompt)).toBe(false);
    // @ts-expect-error everything may be shown that is not marked, so that there is no other mark
    field({ ...prompt, ui: true });
  });

  test("takes its types from the schemas", () => {
    const total = field({
      description: "Sum so far.",
      schema: z.number(),
      updateSchema: z.object({ add: z.number(), times: z.number().default(1) }),
      default: () => 0,
      lifetime: "turn",
      owner: ["cashier", "root"],
      reducer: (current, update) => (current ?? 0) + (update?.add ?? 0) * (update?.times ?? 1),
    });
    expectTypeOf<(typeof total)["~types"]["value"]>().toEqualTypeOf<number>();
    expectTypeOf<(typeof total)["~types"]["update"]>().toEqualTypeOf<{ add: number; times?: number | undefined }>();
    expectTypeOf<(typeof total)["~types"]["owner"]>().toEqualTypeOf<readonly ["cashier", "root"]>();
    expect(total.reducer?.(1, { add: 2, times: 3 })).toBe(7);
  });

  test("a turn field without a first value does not compile", () => {
    // @ts-expect-error `default` is missing: there would be nothing to reset to
    const unreset = field({ description: "No first value.", schema: z.string(), lifetime: "turn" });
    expect(unreset.default).toBeUndefined();
  });

  test("a first value of another type does not compile", () => {
    // @ts-expect-error a number is no string
    field({ description: "Wrong first value.", schema: z.string(), default: () => 1, lifetime: "turn" });
  });

  test("a first value keeps its literals, tuples and writable lists", () => {
    const journey = field({
      description: "How one travels.",
      schema: z.discriminatedUnion("kind", [
        z.object({ kind: z.literal("walk"), legs: z.array(z.enum(["up", "down"])) }),
        z.object({ kind: z.literal("ride"), seat: z.tuple([z.int(), z.literal(["window", "aisle"])]) }),
      ]),
      default: () => ({ kind: "ride", seat: [12, "window"] }),
      lifetime: "turn",
    });
    const walk: (typeof journey)["~types"]["value"] = { kind: "walk", legs: ["up"] };
    expect([journey.default(), walk]).toEqual([
      { kind: "ride", seat: [12, "window"] },
      { kind: "walk", legs: ["up"] },
    ]);
    field({
      description: "No such kind.",
      schema: z.object({ kind: z.enum(["walk", "ride"]) }),
      // @ts-expect-error nobody declared flying
      default: () => ({ kind: "fly" }),
      lifetime: "turn",
    });
  });

  test("a reducer of other types does not compile", () => {
    field({
      description: "Wrong reducer.",
      schema: z.string(),
      default: () => "",
      lifetime: "turn",
      // @ts-expect-error it returns a number
      reducer: (current: string | null | undefined) => (current ?? "").length,
    });
  });

  test("an unknown lifetime does not compile", () => {
    // @ts-expect-error lifetimes are turn, thread, transient
    field({ description: "Lives for ever.", schema: z.string(), default: () => "", lifetime: "forever" });
  });
});

describe("fields", () => {
  test("gives each field its full name and remembers the prefix", () => {
    const travel = fields("travel", { city });
    expect(travel.travel_city).toMatchObject({ name: "travel_city", prefix: "travel" });
    expectTypeOf<keyof typeof travel>().toEqualTypeOf<"travel_city">();
  });

  test("the short name is not a field of the group", () => {
    const travel = fields("travel", { city });
    // @ts-expect-error the name without its prefix does not exist
    expect(travel.city).toBeUndefined();
  });

  test.each([
    ["Travel", "city"],
    ["travel_", "city"],
    ["", "city"],
    ["travel", "travel_city"],
    ["travel", "departureCity"],
    ["travel", "__proto__x"],
    ["travel", "city_"],
  ])("refuses the name %s + %s with a remedy", (prefix, name) => {
    const declare = () => fields(prefix, { [name]: city });
    expect(declare).toThrow(expect.objectContaining({ code: "core-state/invalidFieldName" }));
    expect(declare).toThrow(/snake_case, written without their prefix/);
  });

  test("groups and their fields are frozen", () => {
    const travel = fields("travel", { city });
    expect(() => Object.assign(travel.travel_city, { owner: "any" })).toThrow(TypeError);
  });
});

test("a field of anything may fold", () => {
  const latest = field({
    description: "The latest finding.",
    schema: z.unknown(),
    default: () => null,
    lifetime: "turn",
    reducer: (current, update) => update ?? current,
  });
  expect(latest.reducer?.(1, null)).toBe(1);
});

test("a reducer that returns its list readonly fits a field whose schema does not say so", () => {
  const names = field({
    description: "Names.",
    schema: z.array(z.string()),
    default: () => [],
    lifetime: "turn",
    reducer: (
      current: readonly string[] | null | undefined,
      update: readonly string[] | null | undefined,
    ): readonly string[] => [...(current ?? []), ...(update ?? [])],
  });
  expectTypeOf<(typeof names)["~types"]["value"]>().toEqualTypeOf<string[]>();
});
