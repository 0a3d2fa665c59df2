import { describe, expect, test } from "vitest";
import { findHostileKey } from "../../src/approvals/payload.ts";

describe("findHostileKey", () => {
  test.for([
    ['{"a":[{"__proto__":{}}]}', "__proto__"],
    ['{"a":{"constructor":{}}}', "constructor"],
    ['{"prototype":1}', "prototype"],
    ['{"a":{"__overwrite__":null}}', "__overwrite__"],
    ['{"a":[[{"type":"__overwrite__","value":1}]]}', "type"],
    ['{"a":{"lc":1,"type":"constructor"}}', "lc"],
    ['{"type":"flight","name":"lc"}', null],
    ['["lc","__proto__"]', null],
    ["null", null],
  ] as const)("finds in %s: %s", ([json, expected]) => {
    expect(findHostileKey(JSON.parse(json))).toBe(expected);
  });

  test("terminates for a value that contains itself", () => {
    const value: Record<string, unknown> = {};
    value["self"] = value;
    expect(findHostileKey(value)).toBeNull();
  });
});
