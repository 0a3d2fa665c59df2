// cspell:ignore trage
import { createAgentGraph, defineAgent } from "@tidemark/agents/langgraph";
import { AgentState, extendState, fieldGroups } from "@tidemark/core-state";
import { expectTypeOf, test } from "vitest";

const Desk = extendState(AgentState, { version: 1, fields: fieldGroups.calls });
const triage = defineAgent(Desk, { name: "triage", description: "Receives.", instructions: "Be brief." });

test("the entry is an agent of the graph", () => {
  createAgentGraph({ state: Desk, agents: [triage], entry: "triage" });
  // @ts-expect-error no such agent
  createAgentGraph({ state: Desk, agents: [triage], entry: "trage" });
});

test("an agent without `reads` receives no fields in `run`", () => {
  defineAgent(Desk, {
    name: "worker",
    description: "Works.",
    run: (values) => {
      // oxlint-disable-next-line typescript/no-generated-empty-object-type -- what is left of the state
      expectTypeOf(values).toEqualTypeOf<Pick<object, never>>();
      return {};
    },
  });
});
