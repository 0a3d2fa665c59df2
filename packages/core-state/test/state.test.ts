import fc from "fast-check";
import { describe, expect, expectTypeOf, test } from "vitest";
import { z } from "zod";
import { field, fields } from "../src/kernel/field.ts";
import { fieldGroups } from "../src/fields/field-groups.ts";
import { groupOfName } from "../src/kernel/group-names.ts";
import { defineState, extendState, initialState, type UpdateOf, type ValueOf } from "../src/state/state.ts";
import { checkUpdate } from "../src/state/update.ts";

const tripFields = fields("trip", {
  city: field({
    description: "Destination of the trip.",
    schema: z.string().nullable(),
    default: () => null,
    lifetime: "thread",
    owner: "root",
  }),
  notes: field({
    description: "Remarks, oldest first.",
    schema: z.array(z.string()),
    updateSchema: z.object({ say: z.string() }),
    default: () => [],
    lifetime: "turn",
    reducer: (current, update) => [...(current ?? []), ...(update ? [update.say] : [])],
  }),
});
const Trip = defineState({ version: 1, fields: tripFields });

const hotelFields = fields("hotel", {
  room: field({ description: "Room number.", schema: z.int(), default: () => 0, lifetime: "turn" }),
});

describe("defineState", () => {
  test("values and updates have the declared types", () => {
    expectTypeOf<ValueOf<typeof Trip>>().toEqualTypeOf<{
      readonly trip_city: string | null;
      readonly trip_notes: string[];
    }>();
    expectTypeOf<UpdateOf<typeof Trip>>().toEqualTypeOf<{
      readonly trip_city?: string | null;
      readonly trip_notes?: { say: string };
    }>();
  });

  test("an update with an unknown key or a wrong type does not compile", () => {
    // @ts-expect-error there is no field trip_town
    const unknownKey: UpdateOf<typeof Trip> = { trip_town: "Oslo" };
    // @ts-expect-error a city is a string or null
    const wrongType: UpdateOf<typeof Trip> = { trip_city: 7 };
    expect([unknownKey, wrongType]).toHaveLength(2);
  });

  test("the key of a declaration is the name of its field", () => {
    const lastOrder = field({
      description: "Id of the last order.",
      schema: z.string(),
      default: () => "",
      lifetime: "thread",
      owner: "shop",
    });
    const Shop = defineState({ version: 1, fields: { lastOrder, ...tripFields } });
    expect(Shop.fields.lastOrder).toMatchObject({ name: "lastOrder", prefix: null, group: "lastOrder" });
    expectTypeOf<ValueOf<typeof Shop>>().toEqualTypeOf<{
      readonly lastOrder: string;
      readonly trip_city: string | null;
      readonly trip_notes: string[];
    }>();
    expectTypeOf<(typeof Shop)["fields"]["lastOrder"]["~types"]["owner"]>().toEqualTypeOf<"shop">();
  });

  test("any identifier is the name of a field", () => {
    const flag = field({ description: "A flag.", schema: z.boolean(), default: () => false, lifetime: "turn" });
    fc.assert(
      fc.property(fc.stringMatching(/^[A-Za-z$_\u00E0-\u00F6][\w$\u00E0-\u00F6]{0,20}$/u), (name) => {
        fc.pre(!name.startsWith("__") && !(name in Object.prototype) && groupOfName(name) === null);
        const State = defineState({ version: 1, fields: { [name]: flag } });
        expect(initialState(State)).toEqual({ [name]: false });
        expect(checkUpdate(State, { [name]: true })).toEqual({ ok: true, update: { [name]: true } });
      }),
    );
  });

  test.each(["two words", "a-b", "a:b", "1st", "", "__start__", "__proto__", "constructor", "toString"])(
    "the name %j is refused with the reason",
    (name) => {
      const bare = field({ description: "Bare.", schema: z.string(), default: () => "", lifetime: "turn" });
      const named = Object.fromEntries([[name, bare]]);
      expect(() => defineState({ version: 1, fields: named })).toThrow(
        expect.objectContaining({ code: "core-state/invalidFieldName" }),
      );
    },
  );

  test("a field with the name of a field of Tidemark does not compile, and is refused", () => {
    const messages = field({ description: "My own.", schema: z.string(), default: () => "", lifetime: "turn" });
    // @ts-expect-error "messages" is a field of Tidemark
    expect(() => defineState({ version: 1, fields: { messages } })).toThrow(
      expect.objectContaining({
        code: "core-state/frameworkField",
        details: { field: "messages", group: "conversation" },
      }),
    );
    const prefixed = fields("task", { ledger: messages });
    expect(() => defineState({ version: 1, fields: prefixed })).toThrow(/`fieldGroups\.task`/);
    const updates = fields("runtime", { user_updates: messages });
    expect(() => defineState({ version: 1, fields: updates })).toThrow(/Choose another name\./);
  });

  test("the fields of a group keep their names, and can be described differently", () => {
    const { messages } = fieldGroups.conversation;
    const Talk = defineState({ version: 1, fields: { messages: { ...messages, description: "What was said." } } });
    expect(Talk.fields.messages).toMatchObject({ name: "messages", description: "What was said.", holds: "messages" });
  });

  test("a field whose key is not its name is refused", () => {
    expect(() => defineState({ version: 1, fields: { city: tripFields.trip_city } })).toThrow(
      expect.objectContaining({ code: "core-state/misplacedField", details: { key: "city", name: "trip_city" } }),
    );
  });

  test.each([0, -1, 1.5, Number.NaN])("version %s is refused", (version) => {
    expect(() => defineState({ version, fields: {} })).toThrow(
      expect.objectContaining({ code: "core-state/invalidVersion" }),
    );
  });

  test("a default that fails its own schema is refused when the state is declared", () => {
    const group = fields("bad", {
      port: field({ description: "A port.", schema: z.int().min(1), default: () => 0, lifetime: "turn" }),
    });
    expect(() => defineState({ version: 1, fields: group })).toThrow(
      expect.objectContaining({ code: "core-state/invalidDefault" }),
    );
  });

  test("a field of a group with another default is checked like one of the application", () => {
    const { task_user_input: input } = fieldGroups.task;
    const changed = { ...input, default: () => 7 };
    expect(() => defineState({ version: 1, fields: { task_user_input: changed } })).toThrow(
      expect.objectContaining({ code: "core-state/invalidDefault" }),
    );
  });

  test("a default that is not JSON is refused with its path", () => {
    const group = fields("bad", {
      clock: field({
        description: "Times.",
        schema: z.object({ at: z.date() }),
        default: () => ({ at: new Date(0) }),
        lifetime: "turn",
      }),
    });
    expect(() => defineState({ version: 1, fields: group })).toThrow(/"bad_clock" at "at": found Date/);
  });

  test("a default with a key that can change a prototype is refused", () => {
    const group = fields("bad", {
      data: field({
        description: "Data.",
        schema: z.unknown(),
        default: (): unknown => JSON.parse('{ "__proto__": { "isAdmin": true } }'),
        lifetime: "turn",
      }),
    });
    expect(() => defineState({ version: 1, fields: group })).toThrow(
      /"bad_data" at "__proto__": this key can change a prototype/,
    );
  });

  test("an asynchronous schema is refused with its field", () => {
    const group = fields("bad", {
      name: field({
        description: "Name.",
        schema: z.string().refine(async () => true),
        default: () => "",
        lifetime: "turn",
      }),
    });
    expect(() => defineState({ version: 1, fields: group })).toThrow(
      expect.objectContaining({ code: "core-state/asyncSchema", details: { field: "bad_name" } }),
    );
  });

  test("a transient field cannot have a reducer, because LangGraph stores no value of it", () => {
    const group = fields("bad", {
      sum: field({
        description: "A sum.",
        schema: z.number(),
        default: () => 0,
        lifetime: "transient",
        reducer: (current, update) => (current ?? 0) + (update ?? 0),
      }),
    });
    expect(() => defineState({ version: 1, fields: group })).toThrow(
      expect.objectContaining({ code: "core-state/transientReducer" }),
    );
  });
});

describe("extendState", () => {
  test("adds fields and keeps those of the base", () => {
    const Extended = extendState(Trip, { version: 2, fields: hotelFields });
    expect(Object.keys(Extended.fields)).toEqual(["trip_city", "trip_notes", "hotel_room"]);
    expectTypeOf<ValueOf<typeof Extended>>().toEqualTypeOf<{
      readonly trip_city: string | null;
      readonly trip_notes: string[];
      readonly hotel_room: number;
    }>();
  });

  test("a name clash does not compile, and throws", () => {
    const again = fields("trip", {
      city: field({ description: "Again.", schema: z.string(), default: () => "", lifetime: "turn" }),
    });
    // @ts-expect-error trip_city exists already
    expect(() => extendState(Trip, { version: 2, fields: again })).toThrow(
      expect.objectContaining({ code: "core-state/fieldClash", details: { fields: ["trip_city"] } }),
    );
  });
});

describe("initialState", () => {
  test("two calls share no object, so two threads share none", () => {
    expect(initialState(Trip)).toEqual({ trip_city: null, trip_notes: [] });
    expect(initialState(Trip).trip_notes).not.toBe(initialState(Trip).trip_notes);
  });

  test("is deeply frozen, so that a node that mutates its state fails immediately", () => {
    const state = initialState(Trip);
    expect(() => state.trip_notes.push("x")).toThrow(TypeError);
    expect(() => Object.assign(state, { trip_city: "Oslo" })).toThrow(TypeError);
  });

  test("is frozen inside objects that were frozen before, and in objects without a prototype", () => {
    const bare = { list: [2] };
    Object.setPrototypeOf(bare, null);
    const defaults = Object.freeze({ seats: [1], bare });
    const State = defineState({
      version: 1,
      fields: fields("bag", {
        items: field({ description: "Items.", schema: z.unknown(), default: () => defaults, lifetime: "thread" }),
      }),
    });
    initialState(State);
    expect(() => defaults.seats.push(3)).toThrow(TypeError);
    expect(Object.isFrozen(bare)).toBe(true);
  });

  test("a declaration whose `default` returns one shared object shares only a frozen object", () => {
    const shared: string[] = [];
    const State = defineState({
      version: 1,
      fields: fields("bag", {
        items: field({ description: "Items.", schema: z.array(z.string()), default: () => shared, lifetime: "thread" }),
      }),
    });
    expect(() => initialState(State).bag_items.push("leak")).toThrow(TypeError);
  });
});
