import { expect, test } from "vitest";
import { approvalFields } from "../../src/fields/approval.ts";

test("the payload is known by its old name, without the prefix of its neighbour", () => {
  expect(Object.keys(approvalFields)).toEqual(["approval_approved", "approved_payload"]);
  expect(approvalFields.approved_payload.prefix).toBeNull();
});

test("an answer is true, false or null, and its payload a JSON object or null", () => {
  const { approval_approved, approved_payload } = approvalFields;
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
