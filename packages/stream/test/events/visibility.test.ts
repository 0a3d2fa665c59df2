import { AgentState, extendState, field, fields, SeedState } from "@tidemark/core-state";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { visibility, visibleValues } from "../../src/events/visibility.ts";

const text = { description: "A text.", schema: z.string(), default: () => "", lifetime: "thread" } as const;

const Desk = extendState(SeedState, {
  version: 1,
  fields: fields("desk", {
    city: field({ ...text, ui: true }),
    margin: field(text),
    secret: field({ ...text, ui: false }),
  }),
});

describe("fields that are shown", () => {
  test("shows the answer, the progress, the open clarification, and fields with `ui: true`", () => {
    expect(Object.keys(Desk.fields).filter(visibility({ state: Desk }).shows)).toEqual([
      "execution_final_answer",
      "control_clarification_needed",
      "ui_agent_identity",
      "status_updates",
      "progress_events",
      "ui_notebook_links",
      "ui_captured_figures",
      "desk_city",
    ]);
  });

  test("shows two fields of a state that declares none for user interfaces", () => {
    expect(Object.keys(AgentState.fields).filter(visibility({ state: AgentState }).shows)).toEqual([
      "execution_final_answer",
      "control_clarification_needed",
    ]);
  });

  test("shows no undeclared fields, and nothing without a declaration", () => {
    expect(["secret", "__proto__", "constructor", "messages"].filter(visibility({ state: Desk }).shows)).toEqual([]);
    expect(["a", "messages"].filter(visibility({ visible: ["a", "messages"] }).shows)).toEqual([]);
  });

  test("shows the declared fields that are named, instead of those with `ui: true`", () => {
    expect(
      [...Object.keys(Desk.fields), "other"].filter(
        visibility({ state: Desk, visible: ["desk_margin", "other"] }).shows,
      ),
    ).toEqual(["desk_margin"]);
  });
});

describe("visibility", () => {
  test("sends messages unless the visible fields are named without them", () => {
    const shown = [undefined, ["messages"], []].map((visible) => visibility({ state: Desk, visible }).showsMessages);
    expect(shown).toEqual([true, true, false]);
  });

  test("sends the name of a tool, all of a named one, and nothing of the result of an agent", () => {
    const { call } = visibility({ tools: ["find"] });
    expect(["find", "refund", "", "give_result"].map(call)).toEqual(["whole", "name", "name", "nothing"]);
  });

  test("sends what a step of a plan does, without its result and its error", () => {
    const base = { eventId: "5f0c9a52-2f0e-4a39-9d8e-0c6f3c0f7b11", sequence: 0, runId: "r", turnId: "t" };
    const at = { ...base, timestamp: "2026-01-08T20:30:00Z", planId: base.eventId };
    const step = { ...at, type: "plan_step_completed", stepId: base.eventId, stepIndex: 0, status: "failed" } as const;
    const plan = { ...at, type: "plan_completed", status: "failed", summary: "A trip" } as const;
    const { event } = visibility({});
    expect(event({ ...step, result: "r", error: "postgres://app" })).toEqual(step);
    expect(event({ ...plan, failureReason: "postgres://app" })).toEqual(plan);
    expect(event({ ...plan, isInternal: true })).toBe(null);
  });
});

test("visibleValues returns the visible values, and the same objects for the same values", () => {
  const values = { desk_city: "Oslo", desk_margin: "12", status_updates: [], messages: [], other: 1 };
  const seen = visibleValues(Desk, values);
  expect(seen).toEqual({ desk_city: "Oslo", status_updates: [] });
  expect(seen["status_updates"]).toBe(values.status_updates);
});
