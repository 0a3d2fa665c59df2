import { describe, expect, expectTypeOf, test } from "vitest";
import { DirectedModeContext, isDirectedMode, type OperationMode } from "../../src/schemas/operation-mode.ts";

const context: DirectedModeContext = { targetAgentId: "invoices", bypassRouting: true };

describe("isDirectedMode", () => {
  test.each([
    ["directed", context, true],
    ["directed", null, false],
    ["directed", undefined, false],
    ["autonomous", context, false],
    ["autonomous", null, false],
  ] as const)("PS-22 mode %s with context %o is %s", (mode, picked, expected) => {
    expect(isDirectedMode({ control_operation_mode: mode, control_directed_mode_context: picked })).toBe(expected);
  });

  test("PS-22 narrows the type of the context", () => {
    const state: { control_operation_mode: OperationMode; control_directed_mode_context: DirectedModeContext | null } =
      {
        control_operation_mode: "directed",
        control_directed_mode_context: context,
      };
    // @ts-expect-error the context may be null here
    expect(state.control_directed_mode_context.targetAgentId).toBe("invoices");
    if (isDirectedMode(state)) {
      expectTypeOf(state.control_directed_mode_context).toExtend<DirectedModeContext>();
      expectTypeOf(state.control_operation_mode).toExtend<"directed">();
    }
  });
});

test("DirectedModeContext requires an agent and a boolean", () => {
  expect(DirectedModeContext.safeParse({ targetAgentId: "", bypassRouting: true }).success).toBe(false);
  expect(DirectedModeContext.safeParse({ targetAgentId: "a" }).success).toBe(false);
});
