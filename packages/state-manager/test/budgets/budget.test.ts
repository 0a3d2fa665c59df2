import { type Budget } from "@tidemark/state-manager/internal";
import { defineBudgets, fitBudgets } from "@tidemark/state-manager";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { first, now, Trip } from "../trip.ts";
import { untyped } from "../untyped.ts";

const fit = (field: string, value: unknown, budget: Budget) => {
  const result = fitBudgets({ ...first, [field]: value }, defineBudgets(Trip, untyped({ [field]: budget })), now);
  return result.outcome === "fits" ? (result.fields[0]?.value ?? value) : result;
};
const say = (id: string, role = "user", more: object = {}) => ({ id, role, content: id, ...more });
const calling = { tool_calls: [{ id: "c1", name: "search", args: {} }] };

const summarize = (dropped: readonly unknown[]) => dropped.join("+");

describe("fitBudgets", () => {
  test("drops the oldest entries of a list, by number and by bytes", () => {
    expect(fit("trip_notes", ["a", "b", "c"], { entries: 2, policy: "dropOldest" })).toEqual(["b", "c"]);
    expect(fit("trip_notes", ["aaaa", "bb", "cc"], { bytes: 8, policy: "dropOldest" })).toEqual(["bb", "cc"]);
    expect(fit("trip_notes", ["a"], { entries: 0, policy: "dropOldest" })).toEqual([]);
  });

  test("does not change a field within its budget", () => {
    const result = fitBudgets(
      { ...first, trip_notes: ["a"] },
      { trip_notes: { entries: 1, policy: "dropOldest" } },
      now,
    );
    expect(result).toEqual({ outcome: "fits", fields: [], dropped: [], audit: [] });
  });

  test("reports the dropped entries and their size", () => {
    const result = fitBudgets(
      { ...first, trip_notes: ["aä", "b"] },
      { trip_notes: { entries: 1, policy: "dropOldest" } },
      now,
    );
    const dropped = { field: "trip_notes", policy: "dropOldest", entries: 1, bytes: 5 };
    expect(result).toMatchObject({ dropped: [dropped], audit: [{ action: "prune", ...dropped, timestamp: now }] });
  });

  test("a message with tool calls is dropped with their results, and a leading system message is kept", () => {
    const messages = [
      say("rules", "system"),
      say("q"),
      say("call", "assistant", calling),
      say("found", "tool"),
      say("answer", "assistant"),
    ];
    const kept = fit("messages", messages, { entries: 3, policy: "dropOldest" });
    expect(kept).toEqual([messages[0], messages[4]]);
  });

  test("contexts are dropped in stored order across types", () => {
    const contexts = { A: { one: { v: 1 }, two: { v: 2 } }, B: { three: { v: 3 } } };
    expect(fit("capability_context_data", contexts, { entries: 1, policy: "dropOldest" })).toEqual({
      B: { three: { v: 3 } },
    });
  });

  test("members of a record are dropped by key", () => {
    const results = { a: { x: 1 }, b: { x: 2 } };
    expect(fit("execution_step_results", results, { entries: 1, policy: "dropOldest" })).toEqual({ b: { x: 2 } });
  });

  test("a summary replaces the dropped entries and counts as one entry", () => {
    expect(fit("trip_notes", ["a", "b", "c", "d"], { entries: 3, policy: { summarize } })).toEqual(["a+b", "c", "d"]);
    const messages = [say("rules", "system"), say("a"), say("b"), say("c")];
    const summarized = fit("messages", messages, {
      entries: 3,
      policy: { summarize: (dropped) => say(`${dropped.length}`, "system") },
    });
    expect(summarized).toMatchObject([{ id: "rules" }, { id: "2" }, { id: "c" }]);
  });

  test.each([
    [{ entries: 1 }, "2 entries", "1 entries"],
    [{ bytes: 3 }, "6 bytes", "3 bytes"],
  ])("with `refuse` nothing is dropped, and size and limit are reported: %j", (limit, size, most) => {
    expect(fit("trip_notes", ["a", "b"], { ...limit, policy: "refuse" })).toEqual({
      outcome: "refused",
      field: "trip_notes",
      size,
      limit: most,
    });
  });

  test.each([
    [{ trip_citty: { entries: 1, policy: "refuse" } }, /no such field/],
    [{ trip_notes: { entries: -1, policy: "refuse" } }, /-1 is not a valid size/],
    [{ trip_notes: { bytes: 1.5, policy: "refuse" } }, /1\.5 is not a valid size/],
    [{ trip_notes: { policy: "refuse" } }, /no limit/],
  ])("an invalid budget is refused: %j", (budgets, message) => {
    expect(() => defineBudgets(Trip, untyped(budgets))).toThrow(message);
  });

  test("for any list, the kept entries fit, are the newest, and complement the dropped ones", () => {
    fc.assert(
      fc.property(fc.array(fc.string(), { maxLength: 12 }), fc.nat(8), fc.nat(60), (notes, entries, bytes) => {
        const result = fitBudgets(
          { ...first, trip_notes: notes },
          { trip_notes: { entries, bytes, policy: "dropOldest" } },
          now,
        );
        const [field] = result.outcome === "fits" ? result.fields : [];
        const kept: readonly unknown[] = field === undefined ? notes : untyped(field.value);
        const left = result.outcome === "fits" ? (result.dropped[0]?.entries ?? 0) : -1;
        expect(kept).toEqual(notes.slice(left));
        expect(kept.length).toBeLessThanOrEqual(entries);
        expect(
          kept.reduce<number>((sum, each) => sum + Buffer.byteLength(JSON.stringify(each)), 0),
        ).toBeLessThanOrEqual(bytes);
      }),
    );
  });
});
