import { AgentState, applyUpdate, checkUpdate, initialState } from "@tidemark/core-state";
import { freezeDeep } from "@tidemark/core-state/internal";
import { storeContext } from "@tidemark/state-manager/internal";
import { fixedClock } from "@tidemark/state-manager/testing";
import { describe, expect, test } from "vitest";
import { having } from "../matchers.ts";
import { parsed, untyped } from "../untyped.ts";

const now = "2030-01-31T12:00:00.000Z";
const clock = fixedClock(now);
const values = freezeDeep({
  ...initialState(AgentState),
  capability_context_data: { OTHER: { a: { v: 1 } } },
  runtime_turn_id: "turn_2",
});

describe("storeContext", () => {
  test("ACC-12 returns an update of one context with its objective in _meta and does not change the state", () => {
    const update = storeContext(values, {
      contextType: "T",
      contextKey: "k",
      value: { x: 1 },
      taskObjective: "obj",
      producedBy: "finder",
      clock,
    });
    const meta = { taskObjective: "obj", producedBy: "finder", turnId: "turn_2", createdAt: now };
    expect(update).toEqual({ capability_context_data: { T: { k: { x: 1, _meta: meta } } } });
    expect(values.capability_context_data).toEqual({ OTHER: { a: { v: 1 } } });
    expect(checkUpdate(AgentState, update).ok).toBe(true);
    expect(applyUpdate(AgentState, values, update).capability_context_data).toEqual({
      OTHER: { a: { v: 1 } },
      T: { k: { x: 1, _meta: meta } },
    });
  });

  test("copies the value", () => {
    const value = { list: [1] };
    const update = storeContext(values, { contextType: "T", contextKey: "k", value, clock });
    value.list.push(2);
    expect(update.capability_context_data["T"]?.["k"]?.["list"]).toEqual([1]);
  });

  test.each([
    ["a reserved type", { contextType: "_T" }, "reducers/reservedKey", "_T"],
    ["a reserved key", { contextKey: "_clear" }, "reducers/reservedKey", "T._clear"],
    ["an unsafe key", { contextKey: "__proto__" }, "reducers/unsafeKey", "T.__proto__"],
    ["a delete mark", { value: { _delete: true } }, "reducers/reservedKey", "T.k._delete"],
    ["an unsafe value", { value: parsed('{"a":{"__proto__":1}}') }, "reducers/unsafeKey", "T.k.a.__proto__"],
    ["a value that is not JSON", { value: { at: new Date(0) } }, "reducers/notJson", "T.k.at"],
  ])("refuses %s with its path", (_, part, code, path) => {
    const context = { contextType: "T", contextKey: "k", value: {}, ...part };
    expect(() => storeContext(values, context)).toThrow(having({ code, details: having({ path }) }));
  });

  test("refuses a value that is not an object", () => {
    expect(() => storeContext(values, { contextType: "T", contextKey: "k", value: untyped("text") })).toThrow(
      /"T.k" must be a record of fields \(found: string\)/,
    );
  });
});
