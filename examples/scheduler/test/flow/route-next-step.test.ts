import { END } from "@langchain/langgraph";
import { describe, expect, test } from "vitest";
import { END_OF_FLOW, type RoutedState, routeNextStep } from "../../src/flow/route-next-step.ts";
import { output, withOutputs } from "./agent-outputs.ts";

const at = (control_current_step: string, rest: RoutedState = {}): RoutedState => ({ control_current_step, ...rest });
const parsed = (confidence: number, eventType = "create") =>
  at("nl_parsing", withOutputs({ nl_parser: { confidence, data: { eventType } } }));

describe("routeNextStep", () => {
  test("FAM-38 starts with the parser", () => {
    expect(routeNextStep(at("start"))).toBe("nl_parser");
  });

  test.each([
    [0.69, "request_clarification"],
    [0.7, "scheduling"],
    [0.95, "scheduling"],
  ])("FAM-39 a request understood with a confidence of %s goes to %s", (confidence, next) => {
    expect(routeNextStep(parsed(confidence))).toBe(next);
  });

  test("FAM-40 a request that nobody parsed goes to request_clarification", () => {
    expect(routeNextStep(at("nl_parsing"))).toBe("request_clarification");
  });

  test.each([
    [0.7, "query"],
    [0.6999, "request_clarification"],
  ])("FAM-41 a question understood with a confidence of %s goes to %s", (confidence, next) => {
    expect(routeNextStep(parsed(confidence, "query"))).toBe(next);
  });

  test("FAM-41 a question is still one after its parser's data were pruned", () => {
    const pruned = at("nl_parsing", withOutputs({ nl_parser: { data: {} } }));
    expect(routeNextStep({ ...pruned, scheduler_parsed_event: { eventType: "query" } })).toBe("query");
  });

  test.each([
    ["without candidates", { candidateTimes: [] }, "request_clarification"],
    ["that says nothing of candidates", {}, "request_clarification"],
    ["with a candidate", { candidateTimes: [{}] }, "resource_manager"],
  ])("FAM-42 scheduling %s", (_, data, next) => {
    expect(routeNextStep(at("scheduling", withOutputs({ scheduling: { data } })))).toBe(next);
  });

  test("FAM-42 scheduling that put out nothing goes to request_clarification", () => {
    expect(routeNextStep(at("scheduling"))).toBe("request_clarification");
  });

  test("FAM-42 a chosen time goes on after its candidates were pruned", () => {
    const pruned = at("scheduling", withOutputs({ scheduling: { data: { candidateTimes: [] } } }));
    expect(routeNextStep({ ...pruned, scheduler_selected_time_slot: { score: 1 } })).toBe("resource_manager");
  });

  test.each(["start", "nl_parsing", "scheduling", "resource_manager", "conflict_detection"])(
    "FAM-42 a workflow that failed at %s ends",
    (step) => {
      expect(routeNextStep(at(step, { control_workflow_status: "failed" }))).toBe(END);
    },
  );

  test.each([
    ["missing", {}, "conflict_detection"],
    ["true", { allResourcesAvailable: true }, "conflict_detection"],
    ["false", { allResourcesAvailable: false }, "request_clarification"],
  ])("FAM-43 an answer about resources that is %s", (_, data, next) => {
    const state = at("resource_manager", withOutputs({ resource_manager: output({ data }) }));
    expect(routeNextStep(state)).toBe(next);
  });

  test.each([
    ["a conflict", { hasConflicts: true }, "resolution"],
    ["no conflict", { hasConflicts: false }, "confirm_event"],
    ["no detection", null, "confirm_event"],
  ])("FAM-44 with %s", (_, scheduler_detected_conflicts, next) => {
    expect(routeNextStep(at("conflict_detection", { scheduler_detected_conflicts }))).toBe(next);
  });

  test("FAM-45 a step that leads nowhere ends the flow, under the host's own name for it", () => {
    expect(routeNextStep(at("confirm_event"))).toBe(END);
    expect(routeNextStep({})).toBe(END);
    expect(END_OF_FLOW).toBe(END);
  });
});
