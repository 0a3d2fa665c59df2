import { AgentState, initialState } from "tidemark";
import { describe, expect, test } from "vitest";
import {
  type FlowState,
  hasBlockingConflicts,
  hasConflicts,
  isWorkflowComplete,
  nextStep,
  nodeOf,
  schedulerFlow,
  shouldRetry,
} from "./scheduler-flow.ts";
import { output, withOutputs } from "./agent-outputs.ts";

const at = (control_current_step: string, rest: FlowState = {}): FlowState => ({ control_current_step, ...rest });
const routed = (state: FlowState) => nodeOf(nextStep(state));
const parsed = (confidence: number, eventType = "create") =>
  at("nl_parsing", withOutputs({ nl_parser: { confidence, data: { eventType } } }));

describe("nextStep", () => {
  test("FAM-38 starts with the parser", () => {
    expect(routed(at("start"))).toBe("nl_parser");
  });

  test.each([
    [0.69, "request_clarification"],
    [0.7, "scheduling"],
    [0.95, "scheduling"],
  ])("FAM-39 a request understood with a confidence of %s goes to %s", (confidence, next) => {
    expect(routed(parsed(confidence))).toBe(next);
  });

  test("FAM-40 an unparsed request goes to request_clarification", () => {
    expect(routed(at("nl_parsing"))).toBe("request_clarification");
  });

  test.each([
    [0.7, "query"],
    [0.6999, "request_clarification"],
  ])("FAM-41 a question understood with a confidence of %s goes to %s", (confidence, next) => {
    expect(routed(parsed(confidence, "query"))).toBe(next);
  });

  test("FAM-41 a question is still one after its parser's data were pruned", () => {
    const pruned = at("nl_parsing", withOutputs({ nl_parser: { data: {} } }));
    expect(routed({ ...pruned, scheduler_parsed_event: { eventType: "query" } })).toBe("query");
  });

  test.each([
    ["without candidates", { candidateTimes: [] }, "request_clarification"],
    ["that says nothing of candidates", {}, "request_clarification"],
    ["with a candidate", { candidateTimes: [{}] }, "resource_manager"],
  ])("FAM-42 scheduling %s", (_, data, next) => {
    expect(routed(at("scheduling", withOutputs({ scheduling: { data } })))).toBe(next);
  });

  test("FAM-42 scheduling without an output goes to request_clarification", () => {
    expect(routed(at("scheduling"))).toBe("request_clarification");
  });

  test("FAM-42 a chosen time continues after its candidates were pruned", () => {
    const pruned = at("scheduling", withOutputs({ scheduling: { data: { candidateTimes: [] } } }));
    expect(routed({ ...pruned, scheduler_selected_time_slot: { score: 1 } })).toBe("resource_manager");
  });

  test.each(["start", "nl_parsing", "scheduling", "resource_manager", "conflict_detection"])(
    "FAM-42 a workflow that failed at %s ends",
    (step) => {
      expect(routed(at(step, { control_workflow_status: "failed" }))).toBe("close_turn");
    },
  );

  test.each([
    ["missing", {}, "conflict_detection"],
    ["true", { allResourcesAvailable: true }, "conflict_detection"],
    ["false", { allResourcesAvailable: false }, "request_clarification"],
  ])("FAM-43 an answer about resources that is %s", (_, data, next) => {
    const state = at("resource_manager", withOutputs({ resource_manager: output({ data }) }));
    expect(routed(state)).toBe(next);
  });

  test.each([
    ["a conflict", { hasConflicts: true }, "resolution"],
    ["no conflict", { hasConflicts: false }, "confirm_event"],
    ["no detection", null, "confirm_event"],
  ])("FAM-44 with %s", (_, scheduler_detected_conflicts, next) => {
    expect(routed(at("conflict_detection", { scheduler_detected_conflicts }))).toBe(next);
  });

  test("FAM-45 a step that leads nowhere ends the turn", () => {
    expect(routed(at("confirm_event"))).toBe("close_turn");
    expect(routed({})).toBe("close_turn");
  });
});

const valid = { allowed: true };
const invalid = (reason: string) => ({ allowed: false, reason });

describe("schedulerFlow.check, scheduling", () => {
  test("FAM-13 needs the output of the parser", () => {
    expect(schedulerFlow.check({ capability_context_data: {} }, "scheduling")).toEqual(
      invalid("NL Parser output required for scheduling"),
    );
  });

  test.each([0.49, 0.3, 0])("FAM-14 refuses a confidence of %s, and says it", (confidence) => {
    expect(schedulerFlow.check(withOutputs({ nl_parser: { confidence } }), "scheduling")).toEqual(
      invalid(`NL Parser confidence too low: ${confidence}`),
    );
  });

  test("FAM-15 accepts a confidence of exactly 0.5", () => {
    expect(schedulerFlow.check(withOutputs({ nl_parser: { confidence: 0.5 } }), "scheduling")).toEqual(valid);
  });

  test.each([null, {}, "parsed"])("FAM-23 takes the output %j for none", (stored) => {
    const state = { capability_context_data: { AGENT_OUTPUT: { nl_parser: stored } } };
    expect(schedulerFlow.check(state, "scheduling")).toEqual(invalid("NL Parser output required for scheduling"));
  });
});

describe("schedulerFlow.check, conflict_detection", () => {
  test("FAM-16 names the agents whose output is missing", () => {
    expect(schedulerFlow.check(withOutputs({ nl_parser: {} }), "conflict_detection")).toEqual(
      invalid("Missing required agents: ['scheduling', 'resource_manager']"),
    );
  });

  test("FAM-17 is valid with all three", () => {
    const state = withOutputs({ nl_parser: {}, scheduling: {}, resource_manager: {} });
    expect(schedulerFlow.check(state, "conflict_detection")).toEqual(valid);
  });

  test("FAM-18 names all three in their order", () => {
    expect(schedulerFlow.check({}, "conflict_detection")).toEqual(
      invalid("Missing required agents: ['nl_parser', 'scheduling', 'resource_manager']"),
    );
  });
});

const detected = (found: boolean) => ({
  ...withOutputs({ conflict_detection: {} }),
  scheduler_detected_conflicts: { hasConflicts: found },
});

describe("schedulerFlow.check, resolution", () => {
  test("FAM-19 needs the output of the conflict detection", () => {
    expect(schedulerFlow.check({ scheduler_detected_conflicts: { hasConflicts: true } }, "resolution")).toEqual(
      invalid("Conflict Detection output required for resolution"),
    );
  });

  test.each([detected(false), { ...detected(false), scheduler_detected_conflicts: null }])(
    "FAM-20 has nothing to do without conflicts",
    (state) => {
      expect(schedulerFlow.check(state, "resolution")).toEqual(invalid("No conflicts detected, resolution not needed"));
    },
  );

  test("FAM-21 is valid with a conflict", () => {
    expect(schedulerFlow.check(detected(true), "resolution")).toEqual(valid);
  });
});

describe("schedulerFlow.check, other steps", () => {
  test.each(["resource_manager", "confirm_event", "anything"])("FAM-22 %s needs nothing", (step) => {
    expect(schedulerFlow.check({}, step)).toEqual(valid);
    expect(schedulerFlow.check(initialState(AgentState), step)).toEqual(valid);
  });
});

describe("schedulerFlow.transition", () => {
  const now = "2026-01-08T20:31:00Z";
  const state = withOutputs({ nl_parser: {} });
  const here = { ...state, control_current_step: "nl_parsing", runtime_updated_at: "2026-01-08T20:30:00Z" };

  test("FAM-11 moves to the next step and notes it in the audit log", () => {
    expect(schedulerFlow.transition(here, { from: "nl_parsing", to: "scheduling", now })).toEqual({
      outcome: "moved",
      update: {
        control_current_step: "scheduling",
        runtime_audit_log: [{ action: "transition", from: "nl_parsing", to: "scheduling", timestamp: now }],
        runtime_updated_at: now,
      },
    });
  });

  test("FAM-12 rejects a step other than the current one, and names the current one", () => {
    expect(schedulerFlow.transition(here, { from: "start", to: "nl_parsing", now })).toEqual({
      outcome: "wrongStep",
      current: "nl_parsing",
      from: "start",
    });
  });
});

describe("hasBlockingConflicts", () => {
  test.each([
    ["a blocking conflict", { scheduler_detected_conflicts: { blockingConflicts: ["c1"] } }, true],
    ["no blocking conflict", { scheduler_detected_conflicts: { blockingConflicts: [] } }, false],
    ["no list of them", { scheduler_detected_conflicts: {} }, false],
    ["no detection", {}, false],
    ["a detection that found nothing yet", { scheduler_detected_conflicts: null }, false],
    ["conflicts of which none is listed as blocking", { scheduler_detected_conflicts: { hasConflicts: true } }, false],
  ])("FAM-33 %s", (_, state, expected) => {
    expect(hasBlockingConflicts(state)).toBe(expected);
  });
});

describe("hasConflicts", () => {
  test("is true only if the detection reported it", () => {
    expect(hasConflicts({ scheduler_detected_conflicts: { hasConflicts: true } })).toBe(true);
    expect(hasConflicts({ scheduler_detected_conflicts: { hasConflicts: false } })).toBe(false);
    expect(hasConflicts({})).toBe(false);
  });
});

test.each([
  ["completed", true],
  ["failed", true],
  ["awaiting_user", true],
  ["in_progress", false],
])("FAM-34 a workflow that is %s is complete: %s", (control_workflow_status, expected) => {
  expect(isWorkflowComplete({ control_workflow_status })).toBe(expected);
});

test("FAM-34 a workflow without a status is not complete", () => {
  expect(isWorkflowComplete({})).toBe(false);
});

const failed = (control_retry_count: number, ...control_errors: { retryable?: boolean }[]) => ({
  control_errors,
  control_retry_count,
});

describe("shouldRetry", () => {
  test.each([
    ["nothing failed", {}, false],
    ["the list of errors is empty", failed(0), false],
    ["the last error may be retried and nothing was tried again", failed(0, { retryable: true }), true],
    ["one attempt is left", failed(2, { retryable: true }), true],
    ["no attempt is left", failed(3, { retryable: true }), false],
    ["the last error may not be retried", failed(0, { retryable: false }), false],
    ["the last error does not say", failed(0, {}), false],
  ])("FAM-36 when %s", (_, state, expected) => {
    expect(shouldRetry(state)).toBe(expected);
  });

  test("FAM-36 never, where no retry is allowed", () => {
    expect(shouldRetry(failed(0, { retryable: true }), 0)).toBe(false);
  });

  test("FAM-37 an earlier error that may be retried does not count", () => {
    expect(shouldRetry(failed(0, { retryable: true }, { retryable: false }))).toBe(false);
  });
});
