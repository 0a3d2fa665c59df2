import { agentControlDefaults, type AgentControl } from "@tidemark/core-state/internal";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type ApprovalCall, needsApproval } from "../../src/internal.ts";
import type { ApprovalPolicy } from "../../src/approvals/policy.ts";

const control = (change: Partial<AgentControl> = {}) => ({ agent_control: { ...agentControlDefaults(), ...change } });
const code: ApprovalCall = { capability: "python" };
const memory: ApprovalCall = { capability: "memory", operation: "save" };

describe("needsApproval", () => {
  test("requires nothing while approvals are disabled, regardless of the rules", () => {
    const values = control({ approvalGlobalMode: "disabled" });
    for (const call of [code, memory]) expect(needsApproval(values, call).needed).toBe(false);
    expect(needsApproval(values, { capability: "mail" }, { mail: "always" }).needed).toBe(false);
  });

  test("requires every approval while all capabilities need one, regardless of the rules", () => {
    const values = control({
      approvalGlobalMode: "all_capabilities",
      memoryApprovalEnabled: false,
      pythonExecutionApprovalEnabled: false,
    });
    for (const call of [code, memory]) expect(needsApproval(values, call).needed).toBe(true);
    expect(needsApproval(values, { capability: "mail" }, { mail: "never" }).needed).toBe(true);
  });

  test.for([
    [{}, undefined, true],
    [{}, false, true],
    [{ pythonExecutionApprovalEnabled: false }, true, false],
    [{ pythonExecutionApprovalMode: "disabled" }, true, false],
    [{ pythonExecutionApprovalMode: "control_writes" }, true, true],
    [{ pythonExecutionApprovalMode: "control_writes" }, undefined, true],
    [{ pythonExecutionApprovalMode: "control_writes" }, false, false],
    [{ pythonExecutionApprovalMode: "epics_writes" }, true, true],
    [{ pythonExecutionApprovalMode: "epics_writes" }, false, false],
  ] as const)("with %j, code that writes (%s) needs approval: %s", ([change, writes, expected]) => {
    const call = writes === undefined ? code : { ...code, writes };
    expect(needsApproval(control(change), call).needed).toBe(expected);
  });

  test("requires approval of memory unless that is disabled", () => {
    expect(needsApproval(control(), memory)).toEqual({ needed: true, reasoning: "memory changes need approval" });
    expect(needsApproval(control({ memoryApprovalEnabled: false }), memory).needed).toBe(false);
  });

  test.for(["disabled", "selective", "all_capabilities"] as const)("uses a separate switch for plans: %s", (mode) => {
    for (const enabled of [true, false]) {
      const values = control({ approvalGlobalMode: mode, planningModeEnabled: enabled });
      expect(needsApproval(values, { capability: "plan" }).needed).toBe(enabled);
    }
  });

  test("follows the rules of the application, rules for an operation first", () => {
    const policy: ApprovalPolicy = {
      mail: "never",
      mail_send: "always",
      calendar: "writes",
      notebook: "memory",
      python: "never",
    };
    const need = (call: ApprovalCall) => needsApproval(control(), call, policy).needed;
    expect(need({ capability: "mail" })).toBe(false);
    expect(need({ capability: "mail", operation: "send" })).toBe(true);
    expect(need({ capability: "mail", operation: "read" })).toBe(false);
    expect(need({ capability: "calendar" })).toBe(true);
    expect(need({ capability: "calendar", writes: false })).toBe(false);
    expect(need({ capability: "notebook" })).toBe(true);
    expect(need(code)).toBe(false);
    expect(need({ capability: "weather" })).toBe(false);
    expect(need({ capability: "constructor" })).toBe(false);
  });

  test("requires approval when a setting is unknown or missing, and names it", () => {
    const unknown: object[] = [
      {},
      { agent_control: null },
      { agent_control: {} },
      { agent_control: { approvalGlobalMode: "sometimes" } },
      { agent_control: { approvalGlobalMode: "selective" } },
      { agent_control: { ...agentControlDefaults(), pythonExecutionApprovalMode: "some_code" } },
    ];
    for (const values of unknown) expect(needsApproval(values, code).needed).toBe(true);
    expect(needsApproval(unknown[3] ?? {}, code).reasoning).toBe('the approval mode "sometimes" is unknown');
    expect(needsApproval({}, { capability: "plan" }).needed).toBe(true);
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a configuration file may contain any value
    const policy = { mail: "perhaps" } as unknown as ApprovalPolicy;
    expect(needsApproval(control(), { capability: "mail" }, policy)).toMatchObject({ needed: true });
  });

  test("always returns a reason", () => {
    const call = fc.record(
      { capability: fc.constantFrom("python", "memory", "plan", "mail"), writes: fc.boolean() },
      { requiredKeys: ["capability"] },
    );
    fc.assert(
      fc.property(fc.anything(), call, (agentControl, each) => {
        expect(needsApproval({ agent_control: agentControl }, each).reasoning).not.toBe("");
      }),
    );
  });
});
