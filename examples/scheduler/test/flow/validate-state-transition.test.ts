import { initialState } from "@tidemark/core-state";
import { describe, expect, test } from "vitest";
import { validateStateTransition } from "../../src/flow/validate-state-transition.ts";
import { SchedulerState } from "../../src/state.ts";
import { withOutputs } from "./agent-outputs.ts";

const valid = { valid: true };
const invalid = (reason: string) => ({ valid: false, reason });

describe("validateStateTransition, scheduling", () => {
  test("FAM-13 needs the output of the parser", () => {
    expect(validateStateTransition({ capability_context_data: {} }, "scheduling")).toEqual(
      invalid("NL Parser output required for scheduling"),
    );
  });

  test.each([0.49, 0.3, 0])("FAM-14 refuses a confidence of %s, and says it", (confidence) => {
    expect(validateStateTransition(withOutputs({ nl_parser: { confidence } }), "scheduling")).toEqual(
      invalid(`NL Parser confidence too low: ${confidence}`),
    );
  });

  test("FAM-15 takes a confidence of exactly 0.5", () => {
    expect(validateStateTransition(withOutputs({ nl_parser: { confidence: 0.5 } }), "scheduling")).toEqual(valid);
  });

  test.each([null, {}, "parsed"])("FAM-23 takes the output %j for none", (stored) => {
    const state = { capability_context_data: { AGENT_OUTPUT: { nl_parser: stored } } };
    expect(validateStateTransition(state, "scheduling")).toEqual(invalid("NL Parser output required for scheduling"));
  });
});

describe("validateStateTransition, conflict_detection", () => {
  test("FAM-16 names the agents whose output is missing", () => {
    expect(validateStateTransition(withOutputs({ nl_parser: {} }), "conflict_detection")).toEqual(
      invalid("Missing required agents: ['scheduling', 'resource_manager']"),
    );
  });

  test("FAM-17 is valid with all three", () => {
    const state = withOutputs({ nl_parser: {}, scheduling: {}, resource_manager: {} });
    expect(validateStateTransition(state, "conflict_detection")).toEqual(valid);
  });

  test("FAM-18 names all three in their order", () => {
    expect(validateStateTransition({}, "conflict_detection")).toEqual(
      invalid("Missing required agents: ['nl_parser', 'scheduling', 'resource_manager']"),
    );
  });
});

const detected = (hasConflicts: boolean) => ({
  ...withOutputs({ conflict_detection: {} }),
  scheduler_detected_conflicts: { hasConflicts },
});

describe("validateStateTransition, resolution", () => {
  test("FAM-19 needs the output of the conflict detection", () => {
    expect(validateStateTransition({ scheduler_detected_conflicts: { hasConflicts: true } }, "resolution")).toEqual(
      invalid("Conflict Detection output required for resolution"),
    );
  });

  test.each([detected(false), { ...detected(false), scheduler_detected_conflicts: null }])(
    "FAM-20 has nothing to do without conflicts",
    (state) => {
      expect(validateStateTransition(state, "resolution")).toEqual(
        invalid("No conflicts detected, resolution not needed"),
      );
    },
  );

  test("FAM-21 is valid with a conflict", () => {
    expect(validateStateTransition(detected(true), "resolution")).toEqual(valid);
  });
});

describe("validateStateTransition, other steps", () => {
  test.each(["resource_manager", "confirm_event", "anything"])("FAM-22 %s needs nothing", (step) => {
    expect(validateStateTransition({}, step)).toEqual(valid);
    expect(validateStateTransition(initialState(SchedulerState), step)).toEqual(valid);
  });
});
