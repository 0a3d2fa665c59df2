import { describe, expect, test } from "vitest";
import { checkApprovalNames } from "../../src/approvals/names.ts";
import { describeAgent } from "../../src/index.ts";

const agents = [
  describeAgent({ name: "mail", description: "Sends mail." }),
  describeAgent({ name: "billing", description: "Bills.", capabilities: ["payments"] }),
];

describe("checkApprovalNames", () => {
  test("accepts the names of agents, whole plans, and a missing option", () => {
    expect(() => {
      checkApprovalNames("approvals", { mail: "always", billing: "never", plan: "plan" }, agents);
    }).not.toThrow();
    expect(() => {
      checkApprovalNames("approvals", undefined, agents);
    }).not.toThrow();
  });

  test.for([
    ["mial", '`approvals` names "mial", but this graph has no such agent. Did you mean "mail"?'],
    // A capability is not a name: the rule belongs to the agent that has it.
    ["payments", 'Did you mean "billing"?'],
    ["warehouse", "Use one of these names: mail, billing, plan."],
    ["toString", "Use one of these names"],
    ["__proto__", "Use one of these names"],
  ] as const)("refuses %s and suggests a known name", ([name, message]) => {
    expect(() => {
      checkApprovalNames("approvals", Object.fromEntries([[name, "always"]]), agents);
    }).toThrow(message);
  });
});
