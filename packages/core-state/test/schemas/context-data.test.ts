import { expect, test } from "vitest";
import { ContextData } from "../../src/schemas/context-data.ts";

test("ContextData has three levels, the third of which is any JSON object", () => {
  const context = { PV_ADDRESSES: { step1: { pvs: ["SR:C01:MAG:1"], _meta: { turn: 1 } } }, EMPTY: {} };
  expect(ContextData.parse(context)).toEqual(context);
  expect(ContextData.safeParse({ DATA: { key: 1 } }).success).toBe(false);
  expect(ContextData.safeParse({ DATA: [] }).success).toBe(false);
});

test("ContextData names the path of the first value that a checkpoint would change", () => {
  const result = ContextData.safeParse({ DATA: { key: { at: { day: new Date(0) } } } });
  expect(result.error?.issues[0]).toMatchObject({
    path: ["DATA", "key", "at", "day"],
    message: "expected plain JSON, found Date",
  });
});
