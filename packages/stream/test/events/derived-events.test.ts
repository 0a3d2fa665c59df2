import { createStatusUpdate } from "@tidemark/core-state";
import { fixedClock } from "@tidemark/state-manager/testing";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { news } from "../../src/events/derived-events.ts";
import { eventIdOf, eventStamper } from "@tidemark/agents/internal";

const clock = fixedClock("2026-01-08T20:30:00.000Z");
const reading = { runId: "run-1", now: clock.now() };
const stamper = () => eventStamper({ runId: "run-1", turnId: "turn_1", clock });
const status = (message: string) => ({ type: "status", message, progress: 0, complete: false });

const agent = (agentId: string) => ({ agentId, agentName: agentId });

describe("news", () => {
  test("completes what a node told with what all events carry", () => {
    expect(news(reading).told(status("Reading"), stamper())).toMatchObject({
      message: "Reading",
      runId: "run-1",
      turnId: "turn_1",
      sequence: 0,
      timestamp: clock.now(),
    });
  });

  test("lets nobody choose the run or the number of an event", () => {
    const told = { ...status("Reading"), runId: "other", sequence: 99 };
    expect(news(reading).told(told, stamper())).toMatchObject({ runId: "run-1", sequence: 0 });
  });

  test("drops a repeated id, and keeps repeated words that come without one", () => {
    const [all, numbers] = [news(reading), stamper()];
    const eventId = eventIdOf("one");
    expect(all.told({ ...status("a"), eventId }, numbers)).not.toBeNull();
    expect(all.told({ ...status("a"), eventId }, numbers)).toBeNull();
    expect(all.told(status("b"), numbers)).not.toBeNull();
    expect(all.told(status("b"), numbers)).not.toBeNull();
  });

  test("gives words without an id the same id in a run again", () => {
    const one = news(reading).told(status("a"), stamper());
    const again = news({ ...reading, runId: "run-2" }).told(status("a"), stamper());
    expect(again?.eventId).toBe(one?.eventId);
  });

  test("tells nothing that the thread knew before", () => {
    const before = { runtime_turn_id: "turn_1", ...createStatusUpdate("Old", 0, { timestamp: 1 }) };
    const added = createStatusUpdate("New", 0, { timestamp: 2 }).status_updates;
    const after = { ...before, status_updates: [...before.status_updates, ...added] };
    const all = news(reading);
    all.known(before);
    expect(all.committed(before, after, stamper()).map((event) => event.type === "status" && event.message)).toEqual([
      "New",
    ]);
  });

  test("says who handed over when another agent speaks, and that the user chose where the user did", () => {
    const before = { ui_agent_identity: agent("a"), execution_handoff_history: [] };
    const handoff = {
      handoffId: "h",
      fromAgentId: "a",
      toAgentId: "b",
      reason: "user_request",
      timestamp: clock.now(),
    };
    const after = { ui_agent_identity: agent("b"), execution_handoff_history: [handoff] };
    expect(news(reading).committed(before, after, stamper())).toMatchObject([
      { type: "agent_handoff" },
      { type: "agent_changed", handoffType: "user_selection", previousAgent: { agentId: "a" } },
    ]);
    const routed = { ...before, ui_agent_identity: agent("b") };
    expect(news(reading).committed(before, routed, stamper())).toMatchObject([{ handoffType: "supervisor_routing" }]);
  });

  test("never throws at what a node told, and numbers what it lets through without a gap", () => {
    fc.assert(
      fc.property(fc.array(fc.oneof(fc.anything(), fc.constantFrom(status("a"), status("b")))), (values) => {
        const [all, numbers] = [news(reading), stamper()];
        const events = values.flatMap((value) => all.told(value, numbers) ?? []);
        expect(events.map(({ sequence }) => sequence)).toEqual(events.map((_, index) => index));
      }),
    );
  });
});
