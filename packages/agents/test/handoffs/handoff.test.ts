import { HandoffReason } from "@tidemark/core-state/internal";
import { type HandoffRecord } from "@tidemark/core-state";
import { handoffHistoryReducer } from "@tidemark/reducers/internal";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { describeAgent } from "../../src/roster/agent-description.ts";
import { decideHandoff, type HandoffRequest, pendingHandoff, type WithHandoffs } from "../../src/handoffs/handoff.ts";
import { limitsOf } from "../../src/limits/limits.ts";
import { defineRegistry } from "../../src/roster/registry.ts";

const registry = defineRegistry([
  describeAgent({ name: "weather", description: "Knows the weather.", capabilities: ["forecast"] }),
  describeAgent({ name: "mail", description: "Sends mail.", identity: { agentName: "Mail", agentIcon: "✉️" } }),
  describeAgent({ name: "maps", description: "Finds the way." }),
  describeAgent({ name: "respond", description: "Answers.", system: true }),
]);

const now = "2026-01-08T20:30:00.000Z";

test("a payload that does not match the inputs of the other agent is refused, with the path", () => {
  const refunds = describeAgent({
    name: "refunds",
    description: "Refunds.",
    inputs: z.object({ order: z.string(), amount: z.number() }),
  });
  const withRefunds = defineRegistry([refunds, describeAgent({ name: "billing", description: "Bills." })]);
  const handOver = (payload?: HandoffRequest["payload"] & object) =>
    decideHandoff(
      {},
      { from: "billing", to: "refunds", reason: "user_request", ...(payload !== undefined && { payload }) },
      { registry: withRefunds, now, handoffId: "h1" },
    );
  expect(handOver({ order: "A7", amount: 180 }).outcome).toBe("handedOff");
  expect(handOver({ order: "A7", amount: "oops" })).toMatchObject({
    outcome: "refused",
    reason: "invalidInputs",
    message:
      'The payload does not match the inputs of "refunds". "amount": Invalid input: expected number, received string',
  });
  expect(handOver()).toMatchObject({ outcome: "refused", reason: "invalidInputs" });
});

const ask = (request: Partial<HandoffRequest> = {}, values: WithHandoffs = {}, handoffId = "h9") =>
  decideHandoff(
    values,
    { from: "weather", to: "mail", reason: "user_request", ...request },
    { registry, now, handoffId },
  );

const reasonOf = (decision: ReturnType<typeof ask>) => (decision.outcome === "refused" ? decision.reason : "handedOff");

const record = (handoffId: string, fromAgentId: string, toAgentId: string): HandoffRecord => ({
  handoffId,
  fromAgentId,
  toAgentId,
  reason: "user_request",
  timestamp: now,
});

/** Two handoffs to the same agent in one turn. */
const madeIn = (turnId: string) =>
  [record("h1", "weather", "mail"), record("h2", "weather", "mail")].map((each) => ({ ...each, turnId }));

describe("decideHandoff", () => {
  test("records the handoff and makes the other agent the active one", () => {
    const decision = ask({ explanation: "The user wants a letter.", payload: { to: "ann" }, planStepId: "s1" });
    expect(decision).toEqual({
      outcome: "handedOff",
      record: {
        handoffId: "h9",
        fromAgentId: "weather",
        toAgentId: "mail",
        reason: "user_request",
        explanation: "The user wants a letter.",
        payload: { to: "ann" },
        planStepId: "s1",
        timestamp: now,
      },
      update: {
        execution_handoff_history: [expect.objectContaining({ handoffId: "h9" })],
        control_active_agent: "mail",
        control_next_agent: "mail",
        ui_agent_identity: { agentId: "mail", agentName: "Mail", agentIcon: "✉️" },
      },
    });
  });

  test.each(HandoffReason.options)("accepts the reason %s", (reason) => {
    const decision = ask({ reason, capability: "mail" });
    expect(decision.outcome === "handedOff" && decision.record.reason).toBe(reason);
  });

  test("PS-37 refuses a handoff to the same agent", () => {
    expect(ask({ to: "weather" })).toMatchObject({ outcome: "refused", reason: "self" });
  });

  test("PS-37 refuses an unknown agent and names the nearest one", () => {
    expect(ask({ to: "mails" })).toEqual({
      outcome: "refused",
      reason: "unknown",
      nearest: "mail",
      message: 'Agent "mails" does not exist. Did you mean "mail"?',
    });
    const refused = ask({ to: "zzz" });
    expect(refused.outcome === "refused" && refused.message).toContain("weather, mail, maps");
  });

  test("PS-37 refuses a system agent without a suggestion", () => {
    expect(reasonOf(ask({ to: "respond" }))).toBe("systemAgent");
    expect(ask({ to: "respnd" })).not.toHaveProperty("nearest");
  });

  test("PS-37 refuses the third handoff to one agent within five", () => {
    const history = [
      record("h1", "weather", "mail"),
      record("h2", "mail", "weather"),
      record("h3", "weather", "mail"),
      record("h4", "mail", "weather"),
    ];
    expect(reasonOf(ask({}, { execution_handoff_history: history }))).toBe("pingPong");
    expect(reasonOf(ask({}, { execution_handoff_history: history.slice(1) }))).toBe("handedOff");
    expect(reasonOf(ask({ to: "maps" }, { execution_handoff_history: history }))).toBe("handedOff");
  });

  test("forgets handoffs before the last five", () => {
    const history = [record("h1", "a", "mail"), record("h2", "b", "mail")].concat(
      ["h3", "h4", "h5", "h6"].map((id) => record(id, "a", "maps")),
    );
    expect(reasonOf(ask({}, { execution_handoff_history: history }))).toBe("handedOff");
  });

  test("does not count handoffs of earlier turns as ping-pong", () => {
    const history = [record("h1", "weather", "mail"), record("h2", "weather", "mail")];
    const start = Date.parse(now) / 1000;
    expect(reasonOf(ask({}, { execution_handoff_history: history, execution_start_time: start + 60 }))).toBe(
      "handedOff",
    );
    expect(reasonOf(ask({}, { execution_handoff_history: history, execution_start_time: start - 60 }))).toBe(
      "pingPong",
    );
  });

  test("counts the handoffs of a turn by its id, regardless of the clock", () => {
    const start = Date.parse(now) / 1000;
    const decide = (turn: string, moved: number) =>
      reasonOf(
        ask(
          {},
          { execution_handoff_history: madeIn(turn), runtime_turn_id: "turn_2", execution_start_time: start + moved },
        ),
      );
    expect(decide("turn_1", 0)).toBe("handedOff");
    expect(decide("turn_2", 60)).toBe("pingPong");
  });

  test("records the turn", () => {
    const made = ask({}, { runtime_turn_id: "turn_2" });
    expect(made.outcome === "handedOff" && made.record.turnId).toBe("turn_2");
  });

  test("allows steps of a plan to alternate", () => {
    const history = ["h1", "h2", "h3"].map((id) => ({
      ...record(id, "weather", "mail"),
      reason: "plan_step" as const,
    }));
    expect(reasonOf(ask({}, { execution_handoff_history: history }))).toBe("handedOff");
    const requested = ["h1", "h2", "h3"].map((id) => record(id, "weather", "mail"));
    expect(reasonOf(ask({ reason: "plan_step" }, { execution_handoff_history: requested }))).toBe("handedOff");
  });

  test("PS-37 refuses an agent without the capability, and names one that has it", () => {
    expect(ask({ from: "maps", reason: "capability_match", capability: "forecast" })).toEqual({
      outcome: "refused",
      reason: "missingCapability",
      message: '"mail" does not have the capability "forecast". Choose one of: weather.',
    });
    expect(reasonOf(ask({ reason: "capability_match" }))).toBe("missingCapability");
    expect(reasonOf(ask({ reason: "capability_match", capability: "mail" }))).toBe("handedOff");
  });

  test.each<[string, object]>([
    ["a prototype", { a: Object.fromEntries([["__proto__", { admin: true }]]) }],
    ["a LangGraph command", { __overwrite__: [] }],
    ["a date", { at: new Date(0) }],
  ])("refuses a payload with %s, as a value", (_, payload) => {
    expect(reasonOf(ask({ payload: { ...payload } }))).toBe("invalid");
  });

  test("refuses in a run that was stopped or whose limits are used up", () => {
    const limits = limitsOf({}, { maxIterations: 3, maxExecutionTimeSeconds: 60 });
    const within = (values: WithHandoffs) =>
      reasonOf(
        decideHandoff(
          values,
          { from: "weather", to: "mail", reason: "user_request" },
          { registry, now, handoffId: "h1", limits },
        ),
      );
    const startTime = 1_767_904_200;
    expect(within({ control_iteration: 1, execution_start_time: startTime - 59 })).toBe("handedOff");
    expect(within({ control_iteration: 2, execution_start_time: startTime })).toBe("stopped");
    expect(within({ control_iteration: 0, execution_start_time: startTime - 60 })).toBe("stopped");
    expect(reasonOf(ask({}, { control_is_killed: true }))).toBe("stopped");
  });

  test("returns the same command for a repeated request, which is once in the history", () => {
    const first = ask();
    if (first.outcome !== "handedOff") throw new Error(first.message);
    const execution_handoff_history = handoffHistoryReducer([], first.update.execution_handoff_history);
    const second = decideHandoff(
      { execution_handoff_history },
      { from: "mail", to: "mail", reason: "user_request" },
      { registry, now: "2026-01-08T21:00:00.000Z", handoffId: "h9" },
    );
    expect(second).toEqual(first);
    expect(handoffHistoryReducer(execution_handoff_history, first.update.execution_handoff_history)).toBe(
      execution_handoff_history,
    );
  });

  test("a late command does not move work back", () => {
    const history = [record("h9", "weather", "mail"), record("h10", "mail", "maps")];
    expect(reasonOf(ask({}, { execution_handoff_history: history }))).toBe("outdated");
  });

  test("never gives one agent work more than twice within five handoffs, for any requests", () => {
    const name = fc.constantFrom("weather", "mail", "maps", "respond", "nobody");
    fc.assert(
      fc.property(fc.array(fc.tuple(name, name)), (requests) => {
        let execution_handoff_history: readonly HandoffRecord[] = [];
        requests.forEach(([from, to], index) => {
          const decision = ask({ from, to }, { execution_handoff_history }, `h${index % 7}`);
          if (decision.outcome === "handedOff") {
            execution_handoff_history = handoffHistoryReducer(
              execution_handoff_history,
              decision.update.execution_handoff_history,
            );
          }
        });
        const receivers = execution_handoff_history.map((each) => each.toAgentId);
        receivers.forEach((agent, index) => {
          const window = receivers.slice(Math.max(0, index - 5), index);
          expect(window.filter((each) => each === agent).length).toBeLessThanOrEqual(2);
        });
        expect(new Set(execution_handoff_history.map((each) => each.handoffId)).size).toBe(receivers.length);
        expect(receivers).not.toContain("respond");
      }),
    );
  });
});

/** Results of a run of mail under a handoff. */
const ran = (handoffId: string) => ({
  "1_mail": { stepIndex: 1, capability: "mail", success: true, handoffId, executionTime: 0, timestamp: now },
});

describe("pendingHandoff", () => {
  const made = record("h1", "weather", "mail");
  const values = { execution_handoff_history: [made], control_active_agent: "mail", control_last_agent: "weather" };

  test("returns the handoff until its agent has run", () => {
    expect(pendingHandoff(values)).toBe(made);
    expect(pendingHandoff({ ...values, control_last_agent: "mail" })).toBeNull();
    expect(pendingHandoff({ ...values, control_active_agent: "maps" })).toBeNull();
    expect(pendingHandoff({})).toBeNull();
  });

  test("returns it even if the start of the turn has moved while a person was asked", () => {
    const asked = { ...made, turnId: "turn_2" };
    const waited = { ...values, execution_handoff_history: [asked], execution_start_time: 1_999_999_999 };
    expect(pendingHandoff({ ...waited, runtime_turn_id: "turn_2" })).toBe(asked);
    expect(pendingHandoff({ ...waited, runtime_turn_id: "turn_3" })).toBeNull();
  });

  test("returns the second of two to the same agent after an approval, also if the clock stands still", () => {
    const approved = { ...values, control_last_agent: "approval" };
    expect(pendingHandoff({ ...approved, execution_step_results: ran("h0") })).toBe(made);
    expect(pendingHandoff({ ...approved, execution_step_results: ran("h1") })).toBeNull();
  });

  test("ignores those of earlier turns and of plan steps", () => {
    expect(pendingHandoff({ ...values, execution_start_time: 1_767_904_300 })).toBeNull();
    const step = { ...made, reason: "plan_step" as const };
    expect(pendingHandoff({ ...values, execution_handoff_history: [step] })).toBeNull();
  });
});
