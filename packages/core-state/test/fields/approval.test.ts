import { expect, test } from "vitest";
import { SeedState } from "../../src/fields/agent-state.ts";
import { fieldGroups } from "../../src/fields/field-groups.ts";

test("the name of the payload has no prefix", () => {
  expect(Object.keys(fieldGroups.approval)).toEqual(["approval_approved", "approved_payload"]);
  expect(SeedState.fields.approved_payload.prefix).toBeNull();
});

test("the answer is true, false or null, and its payload a JSON object or null", () => {
  const { approval_approved, approved_payload } = SeedState.fields;
  expect([true, false, null, "yes"].map((value) => approval_approved.schema.safeParse(value).success)).toEqual([
    true,
    true,
    true,
    false,
  ]);
  expect(
    [{ approvalType: "python" }, null, [], "x"].map((value) => approved_payload.schema.safeParse(value).success),
  ).toEqual([true, true, false, false]);
});
