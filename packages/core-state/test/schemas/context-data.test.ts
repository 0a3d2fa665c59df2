import { expect, expectTypeOf, test } from "vitest";
import { ContextData, ContextDataUpdate } from "../../src/schemas/context-data.ts";

test("ContextData has three levels, and the third one is any JSON object", () => {
  const context = { PV_ADDRESSES: { step1: { pvs: ["SR:C01:MAG:1"], _meta: { turn: 1 } } }, EMPTY: {} };
  expect(ContextData.parse(context)).toEqual(context);
  expect(ContextData.safeParse({ DATA: { key: 1 } }).success).toBe(false);
  expect(ContextData.safeParse({ DATA: [] }).success).toBe(false);
});

test("ContextData reports the path of a value that a checkpoint would change", () => {
  const result = ContextData.safeParse({ DATA: { key: { at: { day: new Date(0) } } } });
  expect(result.error?.issues[0]).toMatchObject({
    path: ["DATA", "key", "at", "day"],
    message: "expected plain JSON, found Date",
  });
});

test("ContextDataUpdate accepts entries and the three markers that remove data", () => {
  for (const update of [
    { DATA: { key: { value: 1, _meta: { turn: 1 } } } },
    { DATA: { key: { _delete: true } } },
    { DATA: { _clear: true, key: { value: 1 } } },
    { _clear: true, DATA: { key: { value: 1 } } },
  ] satisfies ContextDataUpdate[]) {
    expect(ContextDataUpdate.parse(update)).toEqual(update);
  }
});

test("ContextDataUpdate refuses a value that is neither an entry nor a marker", () => {
  for (const update of [{ _clear: 1 }, { DATA: true }, { DATA: { key: true } }, { DATA: { _clear: {} } }, []]) {
    expect(ContextDataUpdate.safeParse(update).success).toBe(false);
  }
  expectTypeOf<{ DATA: { key: { value: number } } }>().toExtend<ContextDataUpdate>();
  expectTypeOf<{ DATA: 1 }>().not.toExtend<ContextDataUpdate>();
});
