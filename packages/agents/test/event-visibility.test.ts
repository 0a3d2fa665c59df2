import { AgentState, extendState, field, fields } from "@tidemark/core-state";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { showsField, visibleNews } from "../src/event-visibility.ts";

const Kept = extendState(AgentState, {
  version: 1,
  fields: fields("prompt", {
    text: field({ doc: "What the model is told.", schema: z.string(), initial: () => "", lifetime: "turn", ui: false }),
  }),
});

describe("visibleNews", () => {
  test("keeps the turn, and of the news what may be seen", () => {
    const values = { runtime_turn_id: "turn_1", status_updates: [], planning_execution_plan: null, task_ledger: [] };
    expect(Object.keys(visibleNews(values, (name) => name !== "planning_execution_plan"))).toEqual([
      "status_updates",
      "runtime_turn_id",
      "execution_start_time",
    ]);
  });
});

describe("showsField", () => {
  test("hides marked fields, named fields, the conversation and what is not declared", () => {
    const shows = showsField(Kept, ["task_ledger"]);
    expect(["prompt_text", "task_ledger", "messages", "secret", "__proto__", "status_updates"].filter(shows)).toEqual([
      "status_updates",
    ]);
  });

  test("hides what holds the texts of errors, with and without a declaration", () => {
    const texts = ["control_error_info", "control_errors", "control_last_error", "execution_last_result"];
    expect([showsField(AgentState), showsField(undefined)].flatMap((shows) => texts.filter(shows))).toEqual([]);
  });

  test("without a declaration hides what is named", () => {
    expect(["a", "b"].filter(showsField(undefined, ["a"]))).toEqual(["b"]);
  });

  test("hides proposals where a field is hidden: they hold values of any field", () => {
    const seen = [showsField(Kept), showsField(AgentState, ["task_ledger"]), showsField(undefined, ["a"])];
    expect(seen.map((shows) => shows("control_proposals"))).toEqual([false, false, false]);
    expect([showsField(AgentState), showsField(undefined)].map((shows) => shows("control_proposals"))).toEqual([
      true,
      true,
    ]);
  });
});
