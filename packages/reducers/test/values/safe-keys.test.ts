import * as entry from "@tidemark/reducers";
import * as internal from "@tidemark/reducers/internal";
import { describe, expect, test } from "vitest";
import { parsed } from "../untyped.ts";
import { assertSafeKey, isUnsafeKey } from "../../src/values/safe-keys.ts";

const reducers = { ...entry, ...internal };
const { append, appendUnique, compose, contextDataReducer, mergeByKey, mergeDeep, reducerErrors, upsertById } =
  reducers;

const prototypeIsClean = (): boolean =>
  Object.keys(Object.prototype).length === 0 && Reflect.get({}, "polluted") === undefined;

test("the keys that can change a prototype and LangGraph's command to replace a field are unsafe", () => {
  expect(["__proto__", "constructor", "prototype", "__overwrite__"].every(isUnsafeKey)).toBe(true);
  expect(["proto", "toString", "_meta", "", "__defineGetter__"].some(isUnsafeKey)).toBe(false);
});

test("the error names the whole path", () => {
  expect(() => assertSafeKey("__proto__", ["a", 0])).toThrow(reducerErrors.unsafeKey({ path: "a[0].__proto__" }));
});

const KEYS = ["__proto__", "constructor", "prototype", "__overwrite__"];

/** Each reducer, its current value, and an update with an unsafe key at the given path. */
const cases: readonly (readonly [string, (current: never, update: never) => unknown, string, string, string])[] = [
  ["lastWrite", reducers.lastWrite, '{"a":1}', '{"a":{"KEY":{"polluted":1}}}', "a.KEY"],
  ["writeOnce", reducers.writeOnce, "null", '{"KEY":{"polluted":1}}', "KEY"],
  ["append", append(), "[]", '[{"ok":1},{"KEY":{"polluted":1}}]', "[1].KEY"],
  ["append with cap", append({ cap: 1 }), "[]", '[{"KEY":{"polluted":1}},{"ok":1}]', "[0].KEY"],
  ["appendUnique", appendUnique<{ id: string }>({ key: (item) => item.id }), "[]", '[{"id":"a","KEY":{}}]', "[0].KEY"],
  [
    "upsertById",
    upsertById<{ id: string }>({ key: (item) => item.id }),
    '[{"id":"a"}]',
    '[{"id":"a","m":{"KEY":1}}]',
    "[0].m.KEY",
  ],
  ["mergeByKey", mergeByKey(), '{"a":1}', '{"b":2,"KEY":{"polluted":1}}', "KEY"],
  ["mergeByKey, inside", mergeByKey(), '{"a":1}', '{"b":{"KEY":{"polluted":1}}}', "b.KEY"],
  ["mergeByKey with deleteOnNull", mergeByKey({ deleteOnNull: true }), '{"a":1}', '{"KEY":null}', "KEY"],
  ["TR-28 mergeDeep", mergeDeep, '{"a":{"b":1}}', '{"KEY":{"polluted":1}}', "KEY"],
  ["TR-28 mergeDeep, inside", mergeDeep, '{"a":{"b":1}}', '{"a":{"KEY":{"polluted":1}}}', "a.KEY"],
  ["planReducer", reducers.planReducer, "null", '{"steps":[{"KEY":1}]}', "steps[0].KEY"],
  ["handoffHistoryReducer", reducers.handoffHistoryReducer, "[]", '[{"handoffId":"h","KEY":1}]', "[0].KEY"],
  ["agentIdentityReducer", reducers.agentIdentityReducer, "null", '{"agentId":"a","KEY":1}', "KEY"],
  [
    "CTX-16 mergeCapabilityContextData, type",
    reducers.mergeCapabilityContextData,
    "{}",
    '{"KEY":{"k":{"polluted":1}}}',
    "KEY",
  ],
  [
    "CTX-16 mergeCapabilityContextData, key",
    reducers.mergeCapabilityContextData,
    "{}",
    '{"T":{"KEY":{"polluted":1}}}',
    "T.KEY",
  ],
  [
    "CTX-16 mergeCapabilityContextData, field",
    reducers.mergeCapabilityContextData,
    "{}",
    '{"T":{"k":{"KEY":1}}}',
    "T.k.KEY",
  ],
  [
    "contextDataReducer",
    contextDataReducer({ maxEntriesPerType: 1 }),
    "{}",
    '{"T":{"k":{"a":[{"KEY":1}]}}}',
    "T.k.a[0].KEY",
  ],
  ["compose", compose({ a: mergeDeep<object> }), "{}", '{"KEY":{"polluted":1}}', "KEY"],
  ["compose, inside", compose({ a: mergeDeep<object> }), '{"a":{}}', '{"a":{"KEY":{"polluted":1}}}', "KEY"],
];

describe.each(KEYS)("own key %s", (key) => {
  test.each(cases)("%s refuses it with its path and writes nothing", (...[, reduce, state, update, path]) => {
    const current = parsed(state);
    const before = JSON.stringify(current);
    const refused = () => reduce(current, parsed(update.replace("KEY", key)));
    expect(refused).toThrow(reducerErrors.unsafeKey({ path: path.replace("KEY", key) }));
    expect(JSON.stringify(current)).toBe(before);
    expect(prototypeIsClean()).toBe(true);
  });
});

test.each([reducers.deleteContext, reducers.clearContextType])("%o refuses it when the update is created", (make) => {
  expect(() => make("__proto__", "k")).toThrow(reducerErrors.unsafeKey({ path: "__proto__" }));
});

test("a state that already has such a key keeps it as data", () => {
  const state: Record<string, number> = parsed(
    `{"__proto__":1,${Array.from({ length: 100 }, (_, n) => `"k${n}":${n}`).join(",")}}`,
  );
  const next = mergeByKey<number>()(state, { k1: 5 });
  expect(Object.hasOwn(next, "__proto__")).toBe(true);
  expect(Object.getPrototypeOf(next)).toBe(Object.prototype);
  expect(Reflect.ownKeys(next)).toHaveLength(101);
});
