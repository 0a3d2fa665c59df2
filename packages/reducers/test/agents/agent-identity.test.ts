import { agentIdentityReducer, createDefaultAgentIdentity } from "@tidemark/reducers/internal";
import { testLaws } from "@tidemark/reducers/testing";
import fc from "fast-check";
import { describe, expect, test } from "vitest";

const travel = { agentId: "travel", agentName: "Travel" };
const billing = { agentId: "billing", agentName: "Billing", agentIcon: "💶" };

describe("agentIdentityReducer", () => {
  test("PS-14 replaces the identity as a whole", () => {
    expect(agentIdentityReducer<typeof travel>(billing, travel)).toEqual(travel);
  });

  test("PS-15 defaults to the orchestrator", () => {
    const orchestrator = { agentId: "orchestrator", agentName: "Orchestrator", agentIcon: "🎯", agentColor: "#8B5CF6" };
    expect(agentIdentityReducer(undefined, undefined)).toEqual(orchestrator);
    expect(agentIdentityReducer(null, null)).toEqual(orchestrator);
  });

  test.each([undefined, null])("returns the identity itself for %s", (update) => {
    expect(agentIdentityReducer(travel, update)).toBe(travel);
  });

  test("PS-16 the default is a new object on every call, and frozen in the state", () => {
    const mine = createDefaultAgentIdentity();
    mine.agentName = "Somebody else";
    expect(agentIdentityReducer(undefined, undefined).agentName).toBe("Orchestrator");
    expect(Object.isFrozen(agentIdentityReducer(undefined, undefined))).toBe(true);
  });

  testLaws(
    ["identity", "batching", "idempotence", "purity"],
    {
      reduce: agentIdentityReducer<{ agentId: string; agentName: string }>,
      initial: createDefaultAgentIdentity(),
      update: fc.constantFrom(travel, billing),
      concat: (_, second) => second,
    },
    { test },
  );
});
