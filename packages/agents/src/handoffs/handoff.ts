import { type AgentIdentity, type HandoffReason, nearestName, type StepResult } from "@tidemark/core-state/internal";
import { checkUpdate, fieldGroups, type HandoffRecord } from "@tidemark/core-state";
import { isPlainRecord } from "@tidemark/reducers/internal";
import { checkInputs, inputProblem, storedInputs } from "../roster/agent-inputs.ts";
import { epochSecondsOf } from "../kernel/clock.ts";
import { type Limits, mayAttempt } from "../limits/limits.ts";
import type { AgentDescription } from "../roster/agent-description.ts";
import type { AgentRegistry } from "../roster/registry.ts";

/** State fields that decide handoffs. Counters matter only if limits are passed. */
export interface WithHandoffs {
  readonly control_is_killed?: boolean | null | undefined;
  readonly control_iteration?: number | null | undefined;
  readonly execution_handoff_history?: readonly HandoffRecord[] | null | undefined;
  /** Start of the turn, in seconds since 1970. Handoffs before it do not count as ping-pong. */
  readonly execution_start_time?: number | null | undefined;
  /** Id of the current turn. */
  readonly runtime_turn_id?: string | null | undefined;
}

/** Request to transfer work to another agent. */
export interface HandoffRequest {
  /** Agent that has the work. */
  readonly from: string;
  /** Agent that receives the work. */
  readonly to: string;
  /**
   * Why the work moves: `capability_match`, `user_request`, `error_recovery`, `clarification`, or `plan_step` for the
   * next step of a plan.
   */
  readonly reason: HandoffReason;
  /** Capability that the receiving agent must have. Required for the reason `capability_match`. */
  readonly capability?: string | undefined;
  /** Reason as a sentence for people. */
  readonly explanation?: string | undefined;
  /** Data for the receiving agent, as plain JSON. */
  readonly payload?: Readonly<Record<string, unknown>> | undefined;
  /** Plan step that requested the handoff. */
  readonly planStepId?: string | undefined;
}

/** Options of a handoff decision. */
export interface HandoffOptions {
  /** Agents that accept handoffs, made with `defineRegistry`. */
  readonly registry: AgentRegistry;
  /** Current time, as ISO 8601 in UTC. */
  readonly now: string;
  /** Id of the handoff. A repeated request must have the same id. */
  readonly handoffId: string;
  /**
   * Limits of the turn, see `limitsOf`: a handoff is refused when the next agent may not start. Defaults to no limits.
   */
  readonly limits?: Limits | undefined;
}

/** Update of a handoff. All fields are owned by `runtime`. */
export interface HandoffUpdate {
  readonly execution_handoff_history: readonly HandoffRecord[];
  readonly control_active_agent: string;
  readonly control_next_agent: string;
  readonly ui_agent_identity: AgentIdentity;
}

/**
 * Reason for a refusal.
 *
 * `self`: the agent already has the work. `unknown`: the agent does not exist. `systemAgent`: the agent is a built-in
 * node. `pingPong`: the agent would receive work for the third time within five handoffs. `missingCapability`: the
 * agent lacks the capability, or none was named. `stopped`: the run was killed, its time is up, or the maximum number
 * of agents has run. `outdated`: this handoff was already made, and later ones followed. `invalid`: the record cannot
 * be stored. `invalidInputs`: the payload does not match the `inputs` of the other agent.
 */
export type HandoffRefusalReason =
  | "self"
  | "unknown"
  | "systemAgent"
  | "pingPong"
  | "missingCapability"
  | "stopped"
  | "outdated"
  | "invalid"
  | "invalidInputs";

/** Refused handoff. `message` explains the reason and the alternatives, for people and models. */
export interface HandoffRefusal {
  readonly outcome: "refused";
  readonly reason: HandoffRefusalReason;
  readonly message: string;
  /** Closest known agent name, for "did you mean" messages. */
  readonly nearest?: string;
}

/** Result of a handoff request: a handoff with its update and record, or a refusal. */
export type HandoffDecision =
  | { readonly outcome: "handedOff"; readonly update: HandoffUpdate; readonly record: HandoffRecord }
  | HandoffRefusal;

/** Number of recent handoffs checked for ping-pong, and the maximum number that one agent may have received. */
const WINDOW = 5;
const MAX_RECEIVED = 2;

/**
 * Decides whether work moves from one agent to another. A refusal is returned, not thrown, and changes nothing.
 *
 * A repeated request with the same `handoffId` returns the same result and appears in the history once. If other
 * handoffs followed, it is refused as `outdated`, so that a late command cannot take work back. Steps of a plan never
 * count as ping-pong, because a plan ends.
 *
 * @example
 * ```ts
 * import { decideHandoff, defineRegistry, describeAgent } from "tidemark/agents";
 *
 * const registry = defineRegistry([
 *   describeAgent({ name: "weather", description: "Knows the weather." }),
 *   describeAgent({ name: "mail", description: "Sends mail." }),
 * ]);
 * const options = { registry, now: "2026-01-08T20:30:00.000Z", handoffId: "h1" };
 *
 * const made = decideHandoff({}, { from: "weather", to: "mail", reason: "user_request" }, options);
 * if (made.outcome === "handedOff") console.log(made.update.control_active_agent); // mail
 *
 * const refused = decideHandoff({}, { from: "weather", to: "mails", reason: "user_request" }, options);
 * if (refused.outcome === "refused") console.log(refused.reason, refused.nearest); // unknown mail
 * ```
 */
export function decideHandoff(
  values: WithHandoffs,
  request: HandoffRequest,
  { registry, now, handoffId, limits }: HandoffOptions,
): HandoffDecision {
  const { from, to, reason, explanation, payload, planStepId } = request;
  const history = values.execution_handoff_history ?? [];
  const known = history.find((earlier) => earlier.handoffId === handoffId);
  if (known !== undefined) {
    return known === history.at(-1) ? handedOff(known, registry) : refuse("outdated", outdatedMessage(known));
  }
  const refusal = refusalOf(
    history.filter((earlier) => isOfTurn(earlier, values)),
    request,
    registry,
  );
  if (refusal !== null) return refusal;
  const stop = stopOf(values, now, limits);
  if (stop !== null) return refuse("stopped", stop);
  const stored = reason === "plan_step" ? payload : payloadOf(registry.find(to), payload);
  const record = {
    handoffId,
    fromAgentId: from,
    toAgentId: to,
    reason,
    ...(explanation !== undefined && { explanation }),
    ...(stored !== undefined && { payload: stored }),
    ...(planStepId !== undefined && { planStepId }),
    ...(typeof values.runtime_turn_id === "string" && { turnId: values.runtime_turn_id }),
    timestamp: now,
  };
  const check = checkUpdate(historyOnly, { execution_handoff_history: [record] });
  const [checked] = check.ok ? (check.update.execution_handoff_history ?? []) : [];
  if (checked !== undefined) return handedOff(checked, registry);
  return refuse(
    "invalid",
    check.ok ? "The handoff record is empty." : check.issues.map((issue) => issue.message).join(" "),
  );
}

/** Payload as the schema of the other agent returns it, with its defaults. */
function payloadOf(to: AgentDescription | null, payload: HandoffRequest["payload"]): HandoffRequest["payload"] {
  const given = { ...payload };
  const stored = storedInputs(to, given);
  return stored === given ? payload : stored;
}

const { execution_handoff_history } = fieldGroups.execution;
const historyOnly = { version: 1, fields: { execution_handoff_history } };

function refusalOf(
  recent: readonly HandoffRecord[],
  { from, to, reason, capability, payload }: HandoffRequest,
  registry: AgentRegistry,
): HandoffRefusal | null {
  if (to === from) return refuse("self", `"${from}" already has the work. Do it, or choose another agent.`);
  const target = registry.find(to);
  if (target === null) return unknownAgentRefusal(to, registry);
  if (target.system) return refuse("systemAgent", `"${to}" is a built-in node. Choose one of: ${targets(registry)}.`);
  if (reason === "capability_match" && capability === undefined) {
    return refuse(
      "missingCapability",
      `Name the capability of "${to}" that is needed: ${target.capabilities.join(", ")}.`,
    );
  }
  if (capability !== undefined && !target.capabilities.includes(capability)) {
    const capable = registry.withCapability(capability).filter((agent) => !agent.system && agent.name !== from);
    const instead =
      capable.length === 0 ? "No other agent has it" : `Choose one of: ${capable.map(({ name }) => name).join(", ")}`;
    return refuse("missingCapability", `"${to}" does not have the capability "${capability}". ${instead}.`);
  }
  if (reason === "plan_step") return null;
  const inputs = checkInputs(target, payload ?? {});
  if (!inputs.ok)
    return refuse("invalidInputs", `The payload does not match the inputs of "${to}". ${inputProblem(inputs.issues)}`);
  const before = recent.filter((record) => record.reason !== "plan_step").slice(-WINDOW);
  if (before.filter((record) => record.toAgentId === to).length < MAX_RECEIVED) return null;
  return refuse(
    "pingPong",
    `"${to}" received work ${MAX_RECEIVED} times within the last ${WINDOW} handoffs. Finish the work here, or answer with the results so far.`,
  );
}

/**
 * True for a handoff of the current turn.
 *
 * Compares turn ids if the record has one, because the start time of a turn moves while it waits for a person.
 * Otherwise compares times. Timestamps may have a resolution of one second, so the whole second in which the turn
 * started counts as part of it.
 *
 * @internal
 */
export function isOfTurn(
  record: Pick<HandoffRecord, "timestamp" | "turnId">,
  {
    runtime_turn_id: turn,
    execution_start_time: start,
  }: Pick<WithHandoffs, "execution_start_time" | "runtime_turn_id">,
): boolean {
  if (record.turnId !== undefined && typeof turn === "string") return record.turnId === turn;
  return typeof start !== "number" || (epochSecondsOf(record.timestamp) ?? 0) >= Math.floor(start);
}

/** Reason why no further agent may start, or null. */
function stopOf(values: WithHandoffs, now: string, limits: Limits | undefined): string | null {
  if (values.control_is_killed === true) return "The run was stopped. Do not hand work to another agent.";
  if (limits === undefined) return null;
  // The current agent's run is not counted yet.
  const counted = {
    control_iteration: (values.control_iteration ?? 0) + 1,
    execution_start_time: values.execution_start_time ?? null,
  };
  const used = (["time", "iteration"] as const)
    .map((kind) => mayAttempt(kind, counted, { limits, now }))
    .find((allowance) => !allowance.allowed);
  return used === undefined ? null : `No further agent may start: ${used.because}. Answer with the results so far.`;
}

/** State fields that identify a pending handoff. */
export interface WithOpenHandoff extends WithHandoffs {
  readonly control_active_agent?: string | null | undefined;
  readonly control_last_agent?: string | null | undefined;
  readonly execution_step_results?: Readonly<Record<string, StepResult>> | null | undefined;
}

/**
 * Returns the handoff whose agent has not started yet, for a router between agents. Null if no handoff is pending.
 *
 * An agent that makes a handoff without a target (`goto: () => null`) leaves routing to the router. A person may be
 * asked in between.
 */
export function pendingHandoff(values: WithOpenHandoff): HandoffRecord | null {
  const latest = recordsOf(values).at(-1);
  if (latest === undefined || latest.reason === "plan_step") return null;
  const { fromAgentId: from, toAgentId: to, handoffId, timestamp } = latest;
  if ((values.control_active_agent ?? to) !== to || !isOfTurn(latest, values)) return null;
  if (isOfParallelStep(values, latest)) return null;
  if (values.control_last_agent === from) return latest;
  if (values.control_last_agent !== "approval") return null;
  const hasRun = Object.values(values.execution_step_results ?? {}).some(
    (result: StepResult | null) =>
      result?.handoffId === handoffId ||
      // Results of earlier versions have no id. A clock that stands still must not hide the handoff.
      (result?.handoffId === undefined && result?.capability === to && result.timestamp > timestamp),
  );
  return hasRun ? null : latest;
}

/**
 * Returns the handoff under which an agent runs, also when it runs again. Null without one.
 *
 * @internal
 */
export function handoffOfRun(values: WithHandoffs, agent: string): HandoffRecord | null {
  const latest = recordsOf(values).at(-1);
  if (latest === undefined || latest.reason === "plan_step" || latest.toAgentId !== agent) return null;
  return isOfTurn(latest, values) ? latest : null;
}

/** True for a handoff with which a step of a parallel run continues. The step starts its agent. */
const isOfParallelStep = (
  { execution_step_results: results }: WithOpenHandoff,
  { handoffId }: Pick<HandoffRecord, "handoffId">,
): boolean =>
  Object.values(results ?? {}).some((result: StepResult | null) => result?.parallel?.handoffId === handoffId);

/** Handoff records of a state. Skips invalid values, so that a router never throws. */
const recordsOf = ({ execution_handoff_history: history }: WithHandoffs): readonly HandoffRecord[] =>
  Array.isArray(history) ? history.filter((record: unknown): record is HandoffRecord => isPlainRecord(record)) : [];

/** Names of the agents that accept handoffs. */
const targets = (registry: AgentRegistry): string =>
  registry.agents
    .filter((agent) => !agent.system)
    .map(({ name }) => name)
    .join(", ");

function unknownAgentRefusal(to: string, registry: AgentRegistry): HandoffRefusal {
  const nearest = nearestName(
    to,
    registry.agents.filter((agent) => !agent.system).map(({ name }) => name),
  );
  if (nearest === null) return refuse("unknown", `Agent "${to}" does not exist. Choose one of: ${targets(registry)}.`);
  return { ...refuse("unknown", `Agent "${to}" does not exist. Did you mean "${nearest}"?`), nearest };
}

const outdatedMessage = (record: HandoffRecord): string =>
  `The handoff to "${record.toAgentId}" was made at ${record.timestamp}, and the work has moved on since.`;

const refuse = (reason: HandoffRefusalReason, message: string): HandoffRefusal => ({
  outcome: "refused",
  reason,
  message,
});

function handedOff(record: HandoffRecord, registry: AgentRegistry): HandoffDecision {
  const { toAgentId } = record;
  return {
    outcome: "handedOff",
    record,
    update: {
      execution_handoff_history: [record],
      control_active_agent: toAgentId,
      control_next_agent: toAgentId,
      ui_agent_identity: registry.identity(toAgentId),
    },
  };
}
