import { expect, test } from "vitest";
import { SeedState } from "../../src/fields/agent-state.ts";
import { orchestratorIdentity } from "../../src/schemas/identity.ts";

const { ui_agent_identity: identity } = SeedState.fields;
const orchestrator = orchestratorIdentity();
const search = { agentId: "search", agentName: "Search" };

test("PS-14 the identity of the agent that speaks replaces the previous one", () => {
  expect(identity.reducer?.(orchestrator, search)).toEqual(search);
});

test("PS-15 the identity defaults to the orchestrator", () => {
  expect(identity.default()).toEqual(orchestrator);
  expect(identity.reducer?.(undefined, undefined)).toEqual(orchestrator);
});

test("PS-16 the default identity is a new object each time, so that changing one does not change another", () => {
  expect(identity.default()).not.toBe(identity.default());
});

test("links and figures of all nodes of a turn are kept", () => {
  expect(SeedState.fields.ui_notebook_links.reducer?.(["a"], ["b"])).toEqual(["a", "b"]);
  expect(SeedState.fields.ui_captured_figures.reducer?.(["a"], ["a"])).toEqual(["a", "a"]);
});
