import { expect, test } from "vitest";
import { checkpointErrors } from "../src/index.ts";

test("each error has its code, its facts and a remedy", () => {
  const error = checkpointErrors.unstorable({ at: "tools[0].run", found: 'the function "run"' });
  expect(error).toMatchObject({ code: "checkpoint/unstorable", details: { at: "tools[0].run" } });
  expect(error.message).toMatch(/Store JSON, dates/);
  expect(checkpointErrors.corrupt({ threadId: "t", checkpointId: "c", found: "x", newestGood: "b" }).message).toMatch(
    /Continue from checkpoint "b"/,
  );
});
