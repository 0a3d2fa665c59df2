import { describe, expect, test } from "vitest";
import { routeFacts } from "../../src/routing/route-facts.ts";
import { failure, NOW, registry, values } from "./routing-values.ts";
import { untyped } from "../untyped.ts";

const facts = (state: object) => routeFacts(untyped(state), { registry, now: NOW });

const directed = (targetAgentId: unknown, mode = "directed") =>
  facts({ control_operation_mode: mode, control_directed_mode_context: { targetAgentId } }).picked?.name;

describe("routeFacts", () => {
  test("ignores an invalid failure", () => {
    expect(facts(values(failure("critical"))).failure?.node).toBe("capA");
    expect(facts({ control_error_info: { node: "capA" } }).failure).toBeNull();
  });

  test("finds an agent by its name first, then by its capability", () => {
    const { agentFor } = facts({});
    expect([agentFor("capA")?.name, agentFor("weather")?.name, agentFor("ghost")]).toEqual([
      "capA",
      "weather_agent",
      null,
    ]);
  });

  test("the last node is done only when it succeeded", () => {
    const lastDoneAfter = (success: boolean) =>
      facts({ control_last_agent: "capA", execution_last_result: { success } }).lastDone;
    expect([lastDoneAfter(true), lastDoneAfter(false), facts({}).lastDone]).toEqual(["capA", null, null]);
  });

  test("an agent is selected only in directed mode, and never a built-in node", () => {
    expect([directed("capA"), directed("capA", "autonomous"), directed("janitor"), directed(7)]).toEqual([
      "capA",
      undefined,
      undefined,
      undefined,
    ]);
  });
});
