import { expect, test } from "vitest";
import { z } from "zod";
import { issueLines, issuesOf } from "../src/planning-issues.ts";

test("issues are told with their places", () => {
  const { error } = z.object({ steps: z.array(z.string()) }).safeParse({ steps: ["a", 3] });
  const issues = error === undefined ? [] : issuesOf(error);
  expect(issues).toMatchObject([{ path: "steps[1]" }]);
  expect(issueLines([...issues, { message: "whole" }])).toMatch(/^- steps\[1\]: .+\n- whole$/);
});
