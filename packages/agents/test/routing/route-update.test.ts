import { nodeOf, routeUpdate } from "@tidemark/agents/internal";
import { describe, expect, test } from "vitest";
import { failure, reduce, NOW, NOW_SECONDS, route, values } from "./routing-values.ts";
import { untyped } from "../untyped.ts";

const because = "so";

test("a route names its node, and the end has none", () => {
  expect([
    nodeOf({ to: "planner", because }),
    nodeOf({ to: "agent", agent: "capA", because }),
    nodeOf({ to: "retry", node: "capA", delaySeconds: 1, because }),
    nodeOf({ to: "end", because }),
  ]).toEqual(["planner", "capA", "capA", null]);
});

describe("routed", () => {
  test("records the next and the active agent", () => {
    expect(routeUpdate(values(), route(values()), NOW)).toEqual({
      control_next_agent: "capA",
      control_active_agent: "capA",
    });
    expect(routeUpdate(values({ execution_total_time: 3 }), { to: "end", because }, NOW)).toEqual({
      control_next_agent: "END",
    });
  });

  test("RT-23 a run whose time is up is killed with that reason", () => {
    const update = routeUpdate(values(), { to: "error", because, killReason: "time limit" }, NOW);
    expect(update).toMatchObject({ control_is_killed: true, control_kill_reason: "time limit" });
  });

  test("RT-06 a refusal of the router is recorded as a failure", () => {
    const state = values({ planning_current_step_index: 2 });
    expect(reduce(state, routeUpdate(state, route(state), NOW))).toMatchObject({
      control_has_error: true,
      control_error_info: { node: "router", classification: { severity: "fatal" } },
    });
  });

  test("a recorded failure is kept, with the reason for the stop", () => {
    const state = values(failure("critical"));
    expect(routeUpdate(state, route(state), NOW).control_error_info).toMatchObject({
      node: "capA",
      classification: { metadata: { stoppedBecause: 'the failure of "capA" is critical' } },
    });
  });

  test.each([null, {}])("RT-19 a failure recorded as %j is replaced by a readable one", (info) => {
    const state = values({ control_has_error: true, control_error_info: untyped(info) });
    expect(routeUpdate(state, route(state), NOW).control_error_info).toMatchObject({ node: "router" });
  });

  test("the time pauses while a person is asked, and continues for any next node", () => {
    const waiting = reduce(values(), routeUpdate(values(), { to: "approval", because }, NOW));
    expect(waiting).toMatchObject({ control_is_awaiting_validation: true, control_validation_timestamp: NOW_SECONDS });
    const again = routeUpdate(
      waiting,
      { to: "retry", node: "approval", delaySeconds: 0, because },
      "2026-01-08T20:31:00Z",
    );
    expect(again).toEqual({ control_next_agent: "approval" });
    expect(routeUpdate(waiting, { to: "planner", because }, "2026-01-08T20:31:00Z")).toMatchObject({
      control_is_awaiting_validation: false,
      execution_start_time: NOW_SECONDS + 60,
    });
  });
});
