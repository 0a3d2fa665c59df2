import { describe, expect, test } from "vitest";
import { readRunInput } from "../../src/ag-ui/read-run-input.ts";

const input = { threadId: "ann", runId: "run-1", messages: [], tools: [], context: [] };

describe("readRunInput", () => {
  test("accepts the inputs of AG-UI's clients", () => {
    expect(readRunInput(input)).toMatchObject({ ok: true, input: { threadId: "ann", runId: "run-1" } });
  });

  test("returns the problem of any other input", () => {
    const read = readRunInput({ ...input, threadId: 7 });
    expect(read.ok ? "" : read.message).toContain("threadId");
    expect([null, 7, "{}", []].map((body) => readRunInput(body).ok)).toEqual([false, false, false, false]);
  });
});

/** CPU time of this process in seconds, which does not depend on other programs. */
function cpuSeconds(work: () => void): number {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000_000;
}

describe("the cost of an input", () => {
  test.each([["messages"], ["tools"], ["context"], ["resume"]])("a million nulls in %s are refused quickly", (list) => {
    const nulls = { ...input, [list]: Array.from({ length: 1_000_000 }, () => null) };
    const seconds = cpuSeconds(() => {
      expect(readRunInput(nulls)).toMatchObject({ ok: false });
    });
    expect(seconds).toBeLessThan(0.5);
  });

  test("only the first invalid entry is checked, and reported with its index", () => {
    const messages = [{ id: "m", role: "user", content: "Hi" }, null, null];
    const read = readRunInput({ ...input, messages });
    expect(read.ok ? "" : read.message).toMatch(/^messages\.1/);
  });

  test("lists inside a message are limited as well", () => {
    const content = Array.from({ length: 20_000 }, () => ({ type: "text", text: "x" }));
    const read = readRunInput({ ...input, messages: [{ id: "m", role: "user", content }] });
    expect(read.ok ? "" : read.message).toBe("A list has more than 10000 entries.");
  });

  test("values nested deeper than 100 levels are refused in every member", () => {
    const deep: unknown = JSON.parse("[".repeat(50_000) + "]".repeat(50_000));
    const bodies = [{ state: deep }, { forwardedProps: deep }, { resume: [{ payload: deep }] }];
    const reads = bodies.map((more) => readRunInput({ ...input, ...more }));
    expect(reads.map((read) => read.ok || read.message)).toEqual(
      bodies.map(() => "The input is nested deeper than 100 levels."),
    );
  });

  test("entries of a valid input keep their order", () => {
    const messages = [0, 1, 2].map((index) => ({ id: `m${index}`, role: "user", content: `${index}` }));
    const read = readRunInput({ ...input, messages, state: { big: Array.from({ length: 20_000 }, () => 1) } });
    expect(read.ok && read.input.messages.map(({ id }) => id)).toEqual(["m0", "m1", "m2"]);
  });
});
