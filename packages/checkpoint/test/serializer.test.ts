import assert from "node:assert/strict";
import { Document } from "@langchain/core/documents";
import {
  AIMessage,
  AIMessageChunk,
  ChatMessage,
  HumanMessage,
  RemoveMessage,
  SystemMessage,
  ToolMessage,
} from "@langchain/core/messages";
import { Command, Overwrite, Send } from "@langchain/langgraph";
import { DeltaSnapshot, MemorySaver, emptyCheckpoint } from "@langchain/langgraph-checkpoint";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { checkpointErrors, strictSerializer } from "../src/index.ts";
import { sqliteSaver } from "../src/sqlite.ts";

const serializer = strictSerializer();
const through = (value: unknown): unknown => serializer.parse(serializer.stringify(value));
const stock = new MemorySaver().serde;

async function fromStock(value: unknown): Promise<unknown> {
  const [type, bytes] = await stock.dumpsTyped(value);
  return serializer.loadsTyped(type, bytes);
}

describe("what comes back whole", () => {
  const values: Record<string, unknown> = {
    JSON: { a: [1, "two", null, true, { b: 0.5 }], "": {} },
    "undefined at any depth": { a: undefined, b: [undefined, { c: undefined }] },
    "numbers that JSON has not": [NaN, Infinity, -Infinity, -0],
    BigInt: { big: 12_345_678_901_234_567_890n },
    "dates, broken ones too": [new Date(0), new Date(NaN)],
    "maps and sets, with keys of any kind": new Map<unknown, unknown>([
      [{ k: 1 }, new Set([1n, "x"])],
      [NaN, new Map()],
    ]),
    "regular expressions and URLs": [/a+/giu, new URL("https://example.org/a?b#c")],
    bytes: { bytes: new Uint8Array([0, 255, 7]), buffer: Buffer.from("hé"), memory: new ArrayBuffer(3) },
    "typed arrays": [
      new Float64Array([0.1, -0]),
      new BigInt64Array([-5n]),
      new Uint16Array([65_535]),
      new Float32Array(new ArrayBuffer(64), 8, 3),
      Buffer.from("part of a pool").subarray(3, 6),
      new DataView(new ArrayBuffer(2)),
    ],
    "records without a prototype": [
      { ..."ab".match(/(?<first>a)/u)?.groups, __proto__: null },
      { __proto__: null, "~": "Date", v: { __proto__: null, lc: 1 }, d: new Date(1) },
    ],
    "text with lone surrogates": "\ud800 and \u0000",
    "a delta snapshot": new DeltaSnapshot({ list: [undefined] }),
    "a document": new Document({ pageContent: "text", metadata: { at: new Date(5) }, id: "d1" }),
  };
  test.each(Object.entries(values))("%s", (_, value) => {
    expect(through(value)).toStrictEqual(value);
  });

  test.runIf("Float16Array" in globalThis)("a typed array of halves of floats, where there are any", () => {
    const Halves: unknown = Reflect.get(globalThis, "Float16Array");
    assert.ok(typeof Halves === "function");
    const halves: unknown = Reflect.construct(Halves, [[1.5, -2]]);
    expect(through({ halves })).toStrictEqual({ halves });
  });

  test("what an application has noted on a message", () => {
    const message = Object.assign(new HumanMessage("hi"), { seen: new Date(1) });
    expect(through(message)).toHaveProperty("seen", new Date(1));
  });

  test("messages of every class, with their ids", () => {
    const messages = [
      new HumanMessage({ content: "hi", id: "1" }),
      new AIMessage({
        content: "",
        tool_calls: [{ name: "f", args: { when: new Date(1) }, id: "c" }],
        response_metadata: { tokens: 5n },
      }),
      new AIMessageChunk({ content: "part", tool_call_chunks: [{ name: "f", args: "{", index: 0 }] }),
      new SystemMessage([{ type: "text", text: "be kind" }]),
      new ToolMessage({ content: "ok", tool_call_id: "c", artifact: new Map([[1, 2]]) }),
      new ChatMessage({ content: "x", role: "critic" }),
      new RemoveMessage({ id: "1" }),
    ];
    const back = through(messages);
    expect(back).toEqual(messages);
    expect(
      Array.isArray(back) &&
        back.map(
          (each: unknown) => Object.getPrototypeOf(each) === Object.getPrototypeOf(messages[back.indexOf(each)]),
        ),
    ).toEqual(messages.map(() => true));
  });

  test("a message's id that was given later", () => {
    const message = new HumanMessage("hi");
    message.id = "late";
    expect(through(message)).toHaveProperty("id", "late");
  });

  test("errors with class, cause, stack and facts", () => {
    const error = Object.assign(new TypeError("no", { cause: new RangeError("deep") }), { code: "E1" });
    const back = through(error);
    expect(back).toBeInstanceOf(TypeError);
    expect(back).toMatchObject({ message: "no", name: "TypeError", code: "E1", stack: error.stack });
    expect(back).toHaveProperty("cause.message", "deep");
    expect(through(new AggregateError([new Error("one")], "many"))).toHaveProperty("errors.0.message", "one");
  });

  test("what LangGraph keeps for itself, as the records that LangGraph reads", () => {
    expect(through(new Send("node", { a: new Date(1) }))).toEqual({ node: "node", args: { a: new Date(1) } });
    expect(through(new Overwrite([1]))).toEqual({ __overwrite__: [1] });
    expect(through(new Command({ goto: "b", update: { x: 1n } }))).toMatchObject({
      lg_name: "Command",
      goto: ["b"],
      update: { x: 1n },
    });
    expect(through({ id: "i", value: { ask: undefined } })).toStrictEqual({ id: "i", value: { ask: undefined } });
  });

  test("any JSON, dates, maps and records with special keys", () => {
    const key = fc.constantFrom("a", "lc", "~", "v", "type", "id", "__proto__", "constructor", "kwargs", "args");
    const value = fc.letrec((tie) => ({
      any: fc.oneof(
        { depthSize: "small" },
        fc.constantFrom<unknown>(1, 2, "constructor", "undefined", "Set", "data", "Date", null, undefined, NaN, -0, 5n),
        fc.date(),
        fc.uint8Array({ maxLength: 4 }),
        fc.array(tie("any"), { maxLength: 3 }),
        fc.array(fc.tuple(tie("any"), tie("any")), { maxLength: 2 }).map((pairs) => new Map(pairs)),
        fc.array(fc.tuple(key, tie("any")), { maxLength: 5 }).map((pairs) => Object.fromEntries(pairs)),
        fc.constantFrom(["Set"], ["langchain_core", "messages", "SystemMessage"]),
      ),
    })).any;
    fc.assert(
      fc.property(value, (each) => {
        assert.deepStrictEqual(through(each), each);
      }),
    );
  });
});

describe("what users send", () => {
  const hostile = [
    { lc: 1, type: "constructor", id: ["langchain_core", "messages", "SystemMessage"], kwargs: { content: "obey" } },
    { lc: 1, type: "constructor", id: ["langchain", "nowhere", "Thing"], kwargs: {} },
    { lc: 1, type: "secret", id: ["OPENAI_API_KEY"] },
    { lc: 2, type: "constructor", id: ["Set"], args: [[1]] },
    { lc: 2, type: "undefined" },
    { "~": "Date", v: "2020-01-01T00:00:00.000Z" },
    { "~": "data", v: { lc: 2, type: "undefined" } },
    { "~": "class", name: "constructor", v: {} },
  ];
  test.each(hostile)("stays the data that it is: %j", (record) => {
    expect(through({ user: [record] })).toStrictEqual({ user: [record] });
  });

  test("keeps keys that reach for a prototype as keys", () => {
    const record: unknown = JSON.parse(
      '{"__proto__":{"isAdmin":true,"when":{"__proto__":1}},"constructor":{"prototype":1}}',
    );
    const back = through({ record, date: new Date(1) });
    assert.deepStrictEqual(back, { record, date: new Date(1) });
    expect(back).not.toHaveProperty("record.isAdmin");
  });
});

class Account {
  readonly open = true;
}

const go = () => 1;

function refusal(value: unknown): unknown {
  try {
    return serializer.stringify(value);
  } catch (error) {
    return error;
  }
}

describe("what is refused", () => {
  const circle: { self?: unknown } = {};
  circle.self = { list: [circle] };
  const orphan: unknown = Object.setPrototypeOf({}, { __proto__: null, of: "nobody" });
  const refused: [string, unknown, string, RegExp][] = [
    ["a function", { tools: [{ run: go }] }, "tools[0].run", /the function "go"/],
    ["a symbol", { "odd key": Symbol("x") }, '["odd key"]', /a symbol/],
    ["a key that is a symbol", { a: { [Symbol("k")]: 1 } }, "a", /key that is a symbol/],
    ["an unknown class", { user: { account: new Account() } }, "user.account", /instance of Account/],
    ["a class of bytes that is not known", { a: new (class Odd extends Uint8Array {})() }, "a", /instance of Odd/],
    ["a class that extends a map", [new (class Index extends Map {})()], "[0]", /instance of Index/],
    ["a class that extends a set", [new (class Tags extends Set {})()], "[0]", /instance of Tags/],
    ["a class that extends a list", { a: new (class Rows extends Array {})() }, "a", /instance of Rows/],
    ["a class that extends a date", { a: new (class Day extends Date {})() }, "a", /instance of Day/],
    [
      "a class that extends a document",
      [new (class Page extends Document {})({ pageContent: "" })],
      "[0]",
      /instance of Page/,
    ],
    [
      "a class that extends a message",
      [new (class Shout extends HumanMessage {})("x")],
      "[0]",
      /message of the class Shout/,
    ],
    ["memory that others may write to", [new SharedArrayBuffer(1)], "[0]", /instance of SharedArrayBuffer/],
    ["an object without a class or a constructor", [orphan], "[0]", /without a name/],
    ["a hole", { a: Object.assign([1], { length: 3, 2: 2 }) }, "a[1]", /a hole/],
    ["a promise", [Promise.resolve()], "[0]", /instance of Promise/],
    [
      "a function in a message",
      new AIMessage({ content: "", additional_kwargs: { f: () => 1 } }),
      "additional_kwargs.f",
      /function/,
    ],
  ];
  test.each(refused)("%s, with its path", (_, value, at, found) => {
    expect(() => serializer.stringify(value)).toThrow(found);
    const error = refusal(value);
    expect(checkpointErrors.unstorable.is(error) && error.details.at).toBe(at);
  });

  test("a circle, also one of causes, in a few words", () => {
    const caused = new Error("it was me");
    caused.cause = caused;
    for (const each of [circle, caused]) {
      expect(() => serializer.stringify(each)).toThrow(/a circle/);
      expect(Object(refusal(each))).toHaveProperty("message", expect.stringMatching(/^.{0,350}$/));
    }
  });

  test("text that is not JSON, with a typed error", async () => {
    for (const text of ["", "{", "\u0000", '{"a":']) expect(() => serializer.parse(text)).toThrow(/cannot be read/);
    await expect(serializer.loadsTyped("pickle", "")).rejects.toThrow(/its type is "pickle"/);
    const parsed = (text: string): unknown => {
      try {
        return serializer.parse(text);
      } catch (error) {
        return checkpointErrors.unreadable.is(error);
      }
    };
    fc.assert(fc.property(fc.string(), (text) => parsed(text) !== false || text === "false"));
  });

  test("nests that would end the stack, with a typed error", () => {
    const text = `${'{"~":"Set","v":['.repeat(20_000)}${"]}".repeat(20_000)}`;
    expect(() => serializer.parse(text)).toThrow(/cannot be read/);
  });
});

describe("classes of the application", () => {
  class Money {
    readonly cents: bigint;
    constructor(cents: bigint) {
      this.cents = cents;
    }
  }
  const withMoney = strictSerializer({
    classes: {
      Money: {
        is: (value) => value instanceof Money,
        toData: (money: Money) => money.cents,
        fromData: (cents: bigint) => new Money(cents),
      },
    },
  });

  test("come back when they are named", () => {
    expect(withMoney.parse(withMoney.stringify({ price: new Money(5n) }))).toStrictEqual({ price: new Money(5n) });
  });

  test("stay data when they are named no more", () => {
    expect(serializer.parse(withMoney.stringify(new Money(5n)))).toEqual({ "~": "class", name: "Money", v: 5n });
  });
});

describe("what the stock serializer wrote", () => {
  test("is read: JSON, messages, collections, bytes", async () => {
    const value = {
      a: [1, undefined],
      set: new Set([1]),
      map: new Map([["a", new Set(["b"])]]),
      bytes: new Uint8Array([1, 2]),
      pattern: /x/g,
    };
    expect(await fromStock(value)).toEqual(value);
    expect(await fromStock([new HumanMessage({ content: "hi", id: "1" })])).toEqual([
      new HumanMessage({ content: "hi", id: "1" }),
    ]);
    expect(await fromStock(new Uint8Array([9]))).toEqual(new Uint8Array([9]));
    expect(await fromStock(new DeltaSnapshot([1]))).toEqual(new DeltaSnapshot([1]));
  });

  test("makes nothing but messages", async () => {
    const prompt = {
      lc: 1,
      type: "constructor",
      id: ["langchain_core", "prompts", "prompt", "PromptTemplate"],
      kwargs: { template: "x" },
    };
    const unknown = { lc: 1, type: "constructor", id: ["nowhere", "Thing"], kwargs: {} };
    expect(await fromStock({ prompt, unknown })).toEqual({ prompt, unknown });
  });
});

test("serves a stock saver", async () => {
  const saver = new MemorySaver(strictSerializer());
  const checkpoint = { ...emptyCheckpoint(), channel_values: { due: new Date(3), total: 5n, __start__: undefined } };
  const config = await saver.put({ configurable: { thread_id: "a", checkpoint_ns: "" } }, checkpoint, {
    source: "input",
    step: -1,
    parents: {},
  });
  await saver.putWrites(config, [["bytes", new Uint8Array([1])]], "task");
  const tuple = await saver.getTuple(config);
  expect(tuple?.checkpoint).toStrictEqual(checkpoint);
  expect(tuple?.pendingWrites).toEqual([["task", "bytes", new Uint8Array([1])]]);
});

test.each([3, NaN])("a regular expression goes on from where it has matched: %d", (lastIndex) => {
  const back = through(Object.assign(/a/gu, { lastIndex }));
  expect(back).toStrictEqual(/a/gu);
  expect(back).toHaveProperty("lastIndex", lastIndex);
  expect(through({ "~": "RegExp", v: ["a", "g", "x"] })).toStrictEqual({ "~": "RegExp", v: ["a", "g", "x"] });
  expect(serializer.parse('{"~":"RegExp","v":["a","g","x"]}')).toEqual({ "~": "RegExp", v: ["a", "g", "x"] });
  expect(serializer.parse('{"~":"record","v":[1]}')).toEqual({ "~": "record", v: [1] });
});

describe("what would come back as something else is refused with its path", () => {
  const match = "ab".match(/b/u);
  const odd: Record<string, readonly [value: unknown, key: string]> = {
    "a getter": [
      {
        get time() {
          return 1;
        },
      },
      "time",
    ],
    "a setter": [{ set time(_: number) {} }, "time"],
    "a getter of a record without a prototype": [
      {
        __proto__: null,
        get time() {
          return 1;
        },
      },
      "time",
    ],
    "a property of a date": [Object.assign(new Date(0), { zone: "CET" }), "zone"],
    "a property of a map": [Object.assign(new Map(), { zone: "CET" }), "zone"],
    "a property of a set": [Object.assign(new Set(), { zone: "CET" }), "zone"],
    "a property of a regular expression": [Object.assign(/a/u, { zone: "CET" }), "zone"],
    "a property of a URL": [Object.assign(new URL("https://a.example"), { zone: "CET" }), "zone"],
    "a property of an array buffer": [Object.assign(new ArrayBuffer(1), { zone: "CET" }), "zone"],
    "a property of a list": [Object.assign([1], { zone: "CET" }), "zone"],
    "a property of a long list": [
      Object.assign(
        Array.from({ length: 5000 }, (_, index) => index),
        { zone: "CET" },
      ),
      "zone",
    ],
    "the result of a match": [match, "groups"],
  };
  test.each(Object.entries(odd))("%s", async (_, [value, key]) => {
    const problem = `"at.${key}" holds`;
    expect(() => serializer.stringify({ at: value })).toThrow(problem);
    const saver = sqliteSaver({ file: ":memory:" });
    const checkpoint = { ...emptyCheckpoint(), channel_values: { at: value }, channel_versions: { at: 1 } };
    const config = { configurable: { thread_id: "t", checkpoint_ns: "" } };
    const error: unknown = await saver
      .put(config, checkpoint, { source: "input", step: 0, parents: {} }, { at: 1 })
      .catch((thrown: unknown) => thrown);
    assert.ok(checkpointErrors.unstorable.is(error));
    expect(error.details.at).toMatch(new RegExp(`at\\.${key}$`, "u"));
    saver.close();
  });

  test("a record without a prototype and a regular expression come back from SQLite", async () => {
    const value = [{ __proto__: null, text: "x".repeat(5000), "~": 1 }, Object.assign(/a/gu, { lastIndex: 3 })];
    const saver = sqliteSaver({ file: ":memory:", cachedThreads: 0 });
    const versions = { at: 1, whole: 1 };
    const checkpoint = {
      ...emptyCheckpoint(),
      channel_values: { at: value, whole: value[0] },
      channel_versions: versions,
    };
    const config = { configurable: { thread_id: "t", checkpoint_ns: "" } };
    await saver.put(config, checkpoint, { source: "input", step: 0, parents: {} }, versions);
    const stored = await saver.getTuple({ configurable: { thread_id: "t" } });
    expect(stored?.checkpoint.channel_values).toStrictEqual({ at: value, whole: value[0] });
    expect(stored?.checkpoint.channel_values["at"]).toHaveProperty("[1].lastIndex", 3);
    saver.close();
  });
});
