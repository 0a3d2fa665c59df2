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
  test("defaults to any owner and to replacing the value", () => {
    const note = field({ description: "A note.", schema: z.string(), default: () => "", lifetime: "turn" });
    expect(note.owner).toBe("any");
    expect(note.reducer).toBeUndefined();
    expect(note.updateSchema).toBe(note.schema);
  });

  test("can be named for user interfaces, and is not by default", () => {
    const prompt = {
      description: "Prompt of the model.",
      schema: z.string(),
      default: () => "",
      lifetime: "turn",
    } as const;
    expect(field({ ...prompt, ui: false }).ui).toBe(false);
    expect("ui" in field(prompt)).toBe(false);
    expect(field({ ...prompt, ui: true }).ui).toBe(true);
  });

  test("infers its types from the schemas", () => {
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

  test("a turn field without a default does not compile", () => {
    // @ts-expect-error `default` is missing, so the field could not be reset
    const unreset = field({ description: "No default.", schema: z.string(), lifetime: "turn" });
    expect(unreset.default).toBeUndefined();
  });

  test("a default of another type does not compile", () => {
    // @ts-expect-error a number is not a string
    field({ description: "Wrong default.", schema: z.string(), default: () => 1, lifetime: "turn" });
  });

  test("a default keeps its literals, tuples and writable lists", () => {
    const journey = field({
      description: "Means of travel.",
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
      // @ts-expect-error "flying" is not declared
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
  test("adds the prefix to each field's name and stores the prefix", () => {
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

test("a field of any value can have a reducer", () => {
  const latest = field({
    description: "The latest finding.",
    schema: z.unknown(),
    default: () => null,
    lifetime: "turn",
    reducer: (current, update) => update ?? current,
  });
  expect(latest.reducer?.(1, null)).toBe(1);
});

test("a reducer can return a readonly list for a field whose schema is mutable", () => {
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
