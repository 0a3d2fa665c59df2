import { createStatusUpdate } from "@tidemark/core-state";
import { fixedClock } from "@tidemark/state-manager/testing";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { derivedEvents } from "../../src/events/derived-events.ts";
import { eventIdOf, eventStamper } from "@tidemark/agents/internal";

const clock = fixedClock("2026-01-08T20:30:00.000Z");
const reading = { runId: "run-1", now: clock.now() };
const stamper = () => eventStamper({ runId: "run-1", turnId: "turn_1", clock });
const status = (message: string) => ({ type: "status", message, progress: 0, complete: false });

const agent = (agentId: string) => ({ agentId, agentName: agentId });

describe("derivedEvents", () => {
  test("completes an event of a node with the common fields", () => {
    expect(derivedEvents(reading).emitted(status("Reading"), stamper())).toMatchObject({
      message: "Reading",
      runId: "run-1",
      turnId: "turn_1",
      sequence: 0,
      timestamp: clock.now(),
    });
  });

  test("ignores the run id and number in an event of a node", () => {
    const event = { ...status("Reading"), runId: "other", sequence: 99 };
    expect(derivedEvents(reading).emitted(event, stamper())).toMatchObject({ runId: "run-1", sequence: 0 });
  });

  test("drops a repeated id, and keeps equal events without an id", () => {
    const [all, numbers] = [derivedEvents(reading), stamper()];
    const eventId = eventIdOf("one");
    expect(all.emitted({ ...status("a"), eventId }, numbers)).not.toBeNull();
    expect(all.emitted({ ...status("a"), eventId }, numbers)).toBeNull();
    expect(all.emitted(status("b"), numbers)).not.toBeNull();
    expect(all.emitted(status("b"), numbers)).not.toBeNull();
  });

  test("gives an equal event without an id the same id in the next run", () => {
    const one = derivedEvents(reading).emitted(status("a"), stamper());
    const again = derivedEvents({ ...reading, runId: "run-2" }).emitted(status("a"), stamper());
    expect(again?.eventId).toBe(one?.eventId);
  });

  test("does not repeat events of earlier runs", () => {
    const before = { runtime_turn_id: "turn_1", ...createStatusUpdate("Old", 0, { timestamp: 1 }) };
    const added = createStatusUpdate("New", 0, { timestamp: 2 }).status_updates;
    const after = { ...before, status_updates: [...before.status_updates, ...added] };
    const all = derivedEvents(reading);
    all.markKnown(before);
    expect(all.committed(before, after, stamper()).map((event) => event.type === "status" && event.message)).toEqual([
      "New",
    ]);
  });

  test("emits the reason for a change of agent: a handoff, a choice of the user or the router", () => {
    const before = { ui_agent_identity: agent("a"), execution_handoff_history: [] };
    const handoff = {
      handoffId: "h",
      fromAgentId: "a",
      toAgentId: "b",
      reason: "user_request",
      timestamp: clock.now(),
    };
    const after = { ui_agent_identity: agent("b"), execution_handoff_history: [handoff] };
    expect(derivedEvents(reading).committed(before, after, stamper())).toMatchObject([
      { type: "agent_handoff" },
      { type: "agent_changed", handoffType: "user_selection", previousAgent: { agentId: "a" } },
    ]);
    const routed = { ...before, ui_agent_identity: agent("b") };
    expect(derivedEvents(reading).committed(before, routed, stamper())).toMatchObject([
      { handoffType: "supervisor_routing" },
    ]);
  });

  test("never throws at an emitted value, and numbers valid events without gaps", () => {
    fc.assert(
      fc.property(fc.array(fc.oneof(fc.anything(), fc.constantFrom(status("a"), status("b")))), (values) => {
        const [all, numbers] = [derivedEvents(reading), stamper()];
        const events = values.flatMap((value) => all.emitted(value, numbers) ?? []);
        expect(events.map(({ sequence }) => sequence)).toEqual(events.map((_, index) => index));
      }),
    );
  });
});
