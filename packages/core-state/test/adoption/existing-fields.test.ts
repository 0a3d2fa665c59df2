import {
  Annotation,
  END,
  MemorySaver,
  MessagesAnnotation,
  MessagesValue,
  Overwrite,
  ReducedValue,
  START,
  StateGraph,
  StateSchema,
  UntrackedValue,
} from "@langchain/langgraph";
import { describe, expect, expectTypeOf, test } from "vitest";
import { z } from "zod";
import { describe as describeState } from "../../src/state/describe.ts";
import { field } from "../../src/kernel/field.ts";
import { fieldGroups } from "../../src/fields/field-groups.ts";
import { existingFields, type GraphValueOf, stateOf, toStateSchema } from "../../src/langgraph.ts";
import { applyUpdate, checkUpdate, defineState, extendState, initialState } from "../../src/index.ts";

const Letter = Annotation.Root({
  draftText: Annotation<string>,
  sentAt: Annotation<Date | null>,
  notes: Annotation<string[], string>({ reducer: (notes, note) => [...notes, note], default: () => [] }),
  approvedBy: Annotation<string | null>,
  ...MessagesAnnotation.spec,
});

const approvedBy = field(z.string().nullable(), { default: null, lifetime: "thread", owner: "reviewer" });
const Adopted = defineState({ version: 1, fields: { ...existingFields(Letter), approvedBy } });

const run = (update: object, state = Adopted) =>
  new StateGraph(toStateSchema(state))
    .addNode("work", () => update)
    .addEdge(START, "work")
    .addEdge("work", END)
    .compile({ checkpointer: new MemorySaver() })
    .invoke({ draftText: "Dear Ann" }, { configurable: { thread_id: "t" } });

describe("existingFields", () => {
  test("keeps the types, the reducers and the defaults of the schema", async () => {
    expectTypeOf<GraphValueOf<typeof Adopted>["notes"]>().toEqualTypeOf<string[]>();
    expectTypeOf<GraphValueOf<typeof Adopted>["sentAt"]>().toEqualTypeOf<Date | null>();
    expectTypeOf<GraphValueOf<typeof Adopted>["approvedBy"]>().toEqualTypeOf<string | null>();
    const sentAt = new Date(0);
    const values = await run({ notes: "one", sentAt, messages: { role: "user", content: "Hello" } });
    expect(values).toMatchObject({
      draftText: "Dear Ann",
      notes: ["one"],
      approvedBy: null,
      messages: [{ content: "Hello" }],
    });
    expect(values.sentAt).toBe(sentAt);
  });

  test("validates only the declared field", async () => {
    await expect(run({ draftText: 7, sentAt: "soon" })).resolves.toMatchObject({ draftText: 7, sentAt: "soon" });
    await expect(run({ approvedBy: 7 })).rejects.toThrow(expect.objectContaining({ code: "core-state/invalidUpdate" }));
  });

  test("a field that was never written has no value", () => {
    expect(initialState(Adopted)).toEqual({ notes: [], approvedBy: null, messages: [] });
  });

  test("values of existing fields are not frozen, and those of the declared field are", async () => {
    const Basket = Annotation.Root({ items: Annotation<string[]>, paid: Annotation<string[]> });
    const paid = field(z.array(z.string()), { default: [], lifetime: "thread" });
    const state = defineState({ version: 1, fields: { ...existingFields(Basket), paid } });
    const graph = new StateGraph(toStateSchema(state))
      .addNode("work", () => ({ items: ["a"], paid: ["a"] }))
      .addEdge(START, "work")
      .addEdge("work", END)
      .compile();
    const values = await graph.invoke({});
    expect([Object.isFrozen(values.items), Object.isFrozen(values.paid)]).toEqual([false, true]);
  });

  test("a node that changes a stored value in place works as before", async () => {
    const Basket = Annotation.Root({ items: Annotation<string[]>, paid: Annotation<boolean> });
    const paid = field(z.boolean(), { default: false, lifetime: "thread" });
    const state = defineState({ version: 1, fields: { ...existingFields(Basket), paid } });
    const graph = new StateGraph(toStateSchema(state))
      .addNode("work", ({ items }) => {
        items.push("pear");
        return { items };
      })
      .addEdge(START, "work")
      .addEdge("work", END)
      .compile({ checkpointer: new MemorySaver() });
    const thread = { configurable: { thread_id: "t" } };
    await graph.invoke({ items: ["apple"] }, thread);
    expect(await graph.invoke({ paid: true }, thread)).toEqual({ items: ["apple", "pear", "pear"], paid: true });
  });

  test("a StateSchema keeps its validation, its conversions and its JSON Schema", async () => {
    const Order = new StateSchema({
      orderId: z.string().trim().min(1),
      tags: new ReducedValue(
        z.array(z.string()).default(() => []),
        { inputSchema: z.string(), reducer: (tags, tag) => [...tags, tag] },
      ),
      scratch: new UntrackedValue(z.number()),
      messages: MessagesValue,
    });
    const paid = field(z.boolean(), { default: false, lifetime: "turn" });
    const state = defineState({ version: 1, fields: { ...existingFields(Order), paid } });
    expectTypeOf<GraphValueOf<typeof state>["tags"]>().toEqualTypeOf<string[]>();
    expect(state.fields.scratch.lifetime).toBe("transient");
    const graph = new StateGraph(toStateSchema(state))
      .addNode("work", ({ orderId }) => ({ orderId: ` ${orderId}2 `, tags: "new" }))
      .addEdge(START, "work")
      .addEdge("work", END)
      .compile();
    expect(await graph.invoke({ orderId: "A" })).toEqual({ orderId: "A2", tags: ["new"], messages: [], paid: false });
    // @ts-expect-error an order id is a string
    await expect(graph.invoke({ orderId: 7 })).rejects.toThrow('Validation failed for field "orderId"');
    expect(toStateSchema(state).getJsonSchema()).toMatchObject({
      properties: { orderId: { type: "string", minLength: 1 }, paid: { type: "boolean" } },
      required: ["paid"],
    });
  });

  test("an Overwrite replaces the value of an existing reducer", async () => {
    expect((await run({ notes: new Overwrite(["only"]) })).notes).toEqual(["only"]);
  });

  test("an input with a misspelled name is refused with the nearest one", async () => {
    const graph = new StateGraph(toStateSchema(Adopted))
      .addNode("work", () => ({}))
      .addEdge(START, "work")
      .addEdge("work", END)
      .compile();
    // @ts-expect-error the compiler reports it first
    await expect(graph.invoke({ draftTxt: "Hello" })).rejects.toThrow(/Did you mean "draftText"\?/);
  });

  test("a graph has the state with its existing fields", () => {
    const graph = new StateGraph(toStateSchema(Adopted))
      .addNode("a", () => ({}))
      .addEdge(START, "a")
      .compile();
    expect(stateOf(graph)).toBe(Adopted);
  });

  test("the same fields can be in the state, the input and the output of a graph", async () => {
    const Scratch = new StateSchema({ scratch: new UntrackedValue(z.number()), note: z.string() });
    const State = defineState({ version: 1, fields: { ...existingFields(Scratch), approvedBy } });
    const schema = toStateSchema(State);
    const graph = new StateGraph({ state: schema, input: toStateSchema(State), output: toStateSchema(State) })
      .addNode("work", () => ({ note: "done" }))
      .addEdge(START, "work")
      .addEdge("work", END)
      .compile();
    expect(await graph.invoke({ scratch: 1 })).toMatchObject({ note: "done" });
  });

  test("updates are checked and applied outside of a graph too", () => {
    const at = new Date(0);
    const check = checkUpdate(Adopted, { sentAt: at, notes: "one" }, { agent: "writer" });
    expect(check).toEqual({ ok: true, update: { sentAt: at, notes: "one" } });
    expect(applyUpdate(Adopted, initialState(Adopted), { notes: "one" }).notes).toEqual(["one"]);
    expect(checkUpdate(Adopted, { approvedBy: "kim" }, { agent: "writer" }).ok).toBe(false);
  });

  test("a description names them", () => {
    const [draft] = describeState(Adopted).fields;
    expect(draft).toMatchObject({ name: "draftText", lifetime: "thread", owners: ["any"], reducer: "channel" });
  });

  test("can be added to AgentState, whose own fields keep their names", () => {
    const Old = Annotation.Root({ lastOrder: Annotation<string> });
    const state = extendState(fieldGroupsState, { version: 1, fields: existingFields(Old) });
    expect(Object.keys(state.fields)).toContain("lastOrder");
  });

  test("a field with the name of a field of Tidemark is refused, and names its group", () => {
    const Old = Annotation.Root({ status_updates: Annotation<string[]> });
    expect(() => existingFields(Old)).toThrow(
      expect.objectContaining({
        code: "core-state/frameworkField",
        details: { field: "status_updates", group: "progress" },
      }),
    );
  });

  test("another kind of schema is refused", () => {
    // @ts-expect-error a Zod object has no State
    expect(() => existingFields(z.object({ a: z.string() }))).toThrow(
      expect.objectContaining({ code: "core-state/unknownSchema" }),
    );
  });
});

const fieldGroupsState = defineState({ version: 1, fields: fieldGroups.task });
