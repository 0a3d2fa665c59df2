import { AgentState, applyUpdate, checkUpdate, initialState } from "@tidemark/core-state";
import { recordIntent } from "@tidemark/state-manager/seeds";
import { countingIds } from "@tidemark/state-manager/testing";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { anyText, having } from "../matchers.ts";
import { parsed, untyped } from "../untyped.ts";

const now = "2030-01-31T12:00:00.000Z";
/** Extracted dates, in both spellings that models use. */
const names = {
  departureDate: "startDate",
  departure_date: "startDate",
  returnDate: "endDate",
  return_date: "endDate",
};
const sources = () => ({ now, ids: countingIds("task"), names, origin: "root_agent" });
const intent = {
  query: "To Oslo from the 2nd to the 9th of May",
  intent: "complete_trip",
  extracted: { destination: "Oslo", departureDate: "2030-05-02", returnDate: "2030-05-09" },
  reasoning: "a city and two dates",
  sufficient: true,
};
const first = initialState(AgentState);

const mapped = (extracted: Record<string, unknown>, given: Record<string, string> = names) =>
  recordIntent(first, { ...intent, extracted }, { ...sources(), names: given }).extracted;

describe("recordIntent", () => {
  test("TR-24 records the task as in progress, with the message, the extracted values and the reasoning, and renames the dates", () => {
    const extracted = { destination: "Oslo", startDate: "2030-05-02", endDate: "2030-05-09" };
    expect(recordIntent(first, intent, sources())).toEqual({
      taskId: "task_1",
      extracted,
      update: {
        task_ledger: [
          {
            taskId: "task_1",
            timestamp: now,
            agentOrigin: "root_agent",
            intent: "complete_trip",
            status: "in_progress",
            metadata: { userQuery: intent.query, extractedInfo: extracted, reasoning: intent.reasoning },
          },
        ],
      },
    });
    expect(Object.keys(intent.extracted)).toEqual(["destination", "departureDate", "returnDate"]);
  });

  test("TR-24 renames dates in both spellings, and never overwrites an existing value", () => {
    expect(mapped({ departure_date: "a", return_date: "b" })).toEqual({ startDate: "a", endDate: "b" });
    expect(mapped({ startDate: "a", departureDate: "b" })).toEqual({ startDate: "a", departureDate: "b" });
    expect(mapped({ departure_date: "a", departureDate: "b" })).toEqual({ startDate: "a", departureDate: "b" });
    expect(mapped({ preferences: ["quiet"], departureDate: "a" }, { preferences: "likes" })).toEqual({
      likes: ["quiet"],
      departureDate: "a",
    });
    expect(mapped({ toString: "a" })).toEqual({ toString: "a" });
  });

  test("keeps the extracted names and the origin root by default", () => {
    const recorded = recordIntent(first, intent, { now, ids: countingIds("task") });
    expect(recorded.extracted).toEqual(intent.extracted);
    expect(recorded.update.task_ledger[0]?.agentOrigin).toBe("root");
  });

  test("TR-25 records an insufficient intent as pending, with the missing information", () => {
    const unclear = { ...intent, extracted: {}, sufficient: false, missing: ["where to"] };
    expect(recordIntent(first, unclear, sources()).update.task_ledger).toEqual([
      having({
        status: "pending",
        metadata: {
          userQuery: intent.query,
          extractedInfo: {},
          reasoning: intent.reasoning,
          missingInfo: ["where to"],
        },
      }),
    ]);
  });

  test.each([
    ["contains a prototype key", parsed('{"__proto__":{"admin":true}}')],
    ["is a serialized object", { a: { lc: 1, type: "constructor", id: [] } }],
    ["is not JSON", { at: new Date(0) }],
    ["is not an object", ["Oslo"]],
    ["is missing", null],
  ])("TR-25 records the intent without extracted values when that %s, with the reason", (_, extracted) => {
    const recorded = recordIntent(first, { ...intent, extracted: untyped(extracted) }, sources());
    expect(recorded.extracted).toEqual({});
    expect(recorded.update.task_ledger[0]?.metadata).toEqual({
      userQuery: intent.query,
      extractedInfo: {},
      reasoning: intent.reasoning,
      refusedInfo: anyText,
    });
    expect(checkUpdate(AgentState, recorded.update).ok).toBe(true);
  });

  test("an answer to a question updates its task", () => {
    const asked = { ...intent, extracted: { destination: "Oslo" }, sufficient: false, missing: ["when"] };
    const before = recordIntent(first, asked, sources());
    const values = applyUpdate(AgentState, first, before.update);
    const answer = { ...intent, query: "In May", extracted: { departureDate: "2030-05-02" }, taskId: before.taskId };
    const later = { ...sources(), now: "2030-02-01T00:00:00.000Z", ids: countingIds("other") };
    const after = applyUpdate(AgentState, values, recordIntent(values, answer, later).update);
    expect(after.task_ledger).toEqual([
      {
        taskId: "task_1",
        timestamp: now,
        agentOrigin: "root_agent",
        intent: "complete_trip",
        status: "in_progress",
        metadata: {
          userQuery: `${intent.query}\nIn May`,
          extractedInfo: { destination: "Oslo", startDate: "2030-05-02" },
          reasoning: intent.reasoning,
          missingInfo: [],
        },
      },
    ]);
  });

  test("an unknown id creates a new task with a new id", () => {
    expect(recordIntent(first, { ...intent, taskId: "forged" }, sources()).taskId).toBe("task_1");
    expect(recordIntent({}, { ...intent, taskId: null }, sources()).taskId).toBe("task_1");
  });

  test("an intent that is not a string throws an error", () => {
    expect(() => recordIntent(first, { ...intent, intent: untyped(7) }, sources())).toThrow(
      having({
        code: "state-manager/invalidTask",
        details: { at: "intent", problem: anyText },
      }),
    );
  });

  test("law: for any extracted JSON, the intent is in the ledger without unsafe keys", () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.boolean(), (extracted, sufficient) => {
        const recorded = recordIntent(first, { ...intent, extracted: untyped(extracted), sufficient }, sources());
        expect(checkUpdate(AgentState, recorded.update, { agent: "root" }).ok).toBe(true);
        const { task_ledger: ledger } = applyUpdate(AgentState, first, recorded.update);
        expect(ledger.map(({ taskId, status }) => [taskId, status])).toEqual([
          ["task_1", sufficient ? "in_progress" : "pending"],
        ]);
      }),
    );
  });
});
