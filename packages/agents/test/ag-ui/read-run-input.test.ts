import { describe, expect, test } from "vitest";
import { readRunInput } from "../../src/ag-ui/read-run-input.ts";

const input = { threadId: "ann", runId: "run-1", messages: [], tools: [], context: [] };

describe("readRunInput", () => {
  test("reads what AG-UI's clients send", () => {
    expect(readRunInput(input)).toMatchObject({ ok: true, input: { threadId: "ann", runId: "run-1" } });
  });

  test("says what is wrong with anything else", () => {
    const read = readRunInput({ ...input, threadId: 7 });
    expect(read.ok ? "" : read.message).toContain("threadId");
    expect([null, 7, "{}", []].map((body) => readRunInput(body).ok)).toEqual([false, false, false, false]);
  });
});
