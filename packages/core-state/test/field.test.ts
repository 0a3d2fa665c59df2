import { describe, expect, expectTypeOf, test } from "vitest";
import { z } from "zod";
import { field, fields } from "../src/kernel/field.ts";

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
    expect(unreset.default()).toBeUndefined();
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

describe("field with the schema first", () => {
  const tags = field(z.array(z.string()), { default: ["new"], lifetime: "thread", owner: "planner" });

  test("gives the same declaration as the schema among the options", () => {
    const options = { description: "Tags.", default: () => ["new"], lifetime: "thread", owner: "planner" } as const;
    const schema = z.array(z.string());
    expect(field(schema, options)).toEqual(field({ schema, ...options }));
  });

  test("takes a value as the default, of which each thread has its own", () => {
    expect(tags.default()).toEqual(["new"]);
    expect(tags.default()).not.toBe(tags.default());
  });

  test("takes the description of the schema", () => {
    expect(tags.description).toBe("");
    expect(field(z.string().describe("A town."), { default: "", lifetime: "turn" }).description).toBe("A town.");
    const described = { description: "The town.", default: "", lifetime: "turn" } as const;
    expect(field(z.string().describe("A town."), described).description).toBe("The town.");
  });

  test("infers the types of value, update and owner", () => {
    expectTypeOf(tags["~types"]).toEqualTypeOf<{ value: string[]; update: string[]; owner: "planner" }>();
    const kind = field(z.enum(["walk", "ride"]), { default: "walk", lifetime: "turn" });
    expectTypeOf(kind["~types"]).toEqualTypeOf<{ value: "ride" | "walk"; update: "ride" | "walk"; owner: "any" }>();
    // @ts-expect-error -- the default does not fit the schema
    field(z.string(), { default: 1, lifetime: "turn" });
    // @ts-expect-error -- a lifetime is required
    field(z.string(), { default: "" });
    // @ts-expect-error -- the update of a reducer has the type of the schema
    field(z.string(), { default: "", lifetime: "turn", reducer: (current, update: number) => `${current}${update}` });
  });

  test("throws for an unknown option", () => {
    // @ts-expect-error -- the option does not exist
    expect(() => field(z.string(), { default: "", lifetime: "turn", doc: "A town." })).toThrow(/doc/);
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
    ["", "city"],
    ["two words", "city"],
    ["travel", "travel_city"],
    ["travel", "departure-city"],
    ["travel", "__proto__x"],
    ["travel", "toString"],
  ])("refuses the name %s + %s with a remedy", (prefix, name) => {
    const declare = () => fields(prefix, { [name]: city });
    expect(declare).toThrow(expect.objectContaining({ code: "core-state/invalidFieldName" }));
    expect(declare).toThrow(/A name is any other identifier, such as lastOrder/);
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
