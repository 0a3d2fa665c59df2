import { type AgentIdentity, type HandoffReason, nearestName, type StepResult } from "@tidemark/core-state/internal";
import { checkUpdate, fieldGroups, type HandoffRecord } from "@tidemark/core-state";
import { isPlainRecord } from "@tidemark/reducers/internal";
import { epochSecondsOf } from "../kernel/clock.ts";
import { type Limits, mayAttempt } from "../limits/limits.ts";
import type { AgentRegistry } from "../roster/registry.ts";

/** The part of a state that handoffs are decided by; what is counted matters where limits are given. */
export interface WithHandoffs {
  readonly control_is_killed?: boolean | null | undefined;
  readonly control_iteration?: number | null | undefined;
  readonly execution_handoff_history?: readonly HandoffRecord[] | null | undefined;
  /** Handoffs from before this turn are no sign of agents that pass work to and fro; seconds since 1970. */
  readonly execution_start_time?: number | null | undefined;
  /** The present turn, by which its handoffs are known. */
  readonly runtime_turn_id?: string | null | undefined;
}

/** A transfer of work that somebody asks for. */
export interface HandoffRequest {
  readonly from: string;
  readonly to: string;
  readonly reason: HandoffReason;
  /** What the receiving agent has to be able to do; with the reason `capability_match` it has to be said. */
  readonly capability?: string | undefined;
  /** The reason in a sentence for people. */
  readonly explanation?: string | undefined;
  /** What the receiving agent is given: plain JSON. */
  readonly payload?: Readonly<Record<string, unknown>> | undefined;
  readonly planStepId?: string | undefined;
}

/** What a decision depends on besides. */
export interface HandoffOptions {
  readonly registry: AgentRegistry;
  /** The present moment, as ISO 8601 in UTC. */
  readonly now: string;
  /** Names the handoff: the same request made again must carry the same id. */
  readonly handoffId: string;
  /** The limits of the turn, see `limitsOf`: work is not handed to somebody who may not begin. None when not said. */
  readonly limits?: Limits | undefined;
}

/** What is written when work goes over: by "runtime". */
export interface HandoffUpdate {
  readonly execution_handoff_history: readonly HandoffRecord[];
  readonly control_active_agent: string;
  readonly control_next_agent: string;
  readonly ui_agent_identity: AgentIdentity;
}

/**
 * Why work stays where it is.
 *
 * `self`: the agent has it already. `unknown`: there is no such agent. `systemAgent`: it is part of the machinery.
 * `pingPong`: it would get work for the third time within five handoffs. `missingCapability`: it cannot do what is needed, or
 * nobody said what is needed. `stopped`: the run was killed, its time is up, or enough agents have run. `outdated`: this very handoff was made, and others after it. `invalid`: it cannot be stored.
 */
export type HandoffRefusalReason =
  | "self"
  | "unknown"
  | "systemAgent"
  | "pingPong"
  | "missingCapability"
  | "stopped"
  | "outdated"
  | "invalid";

/** A handoff that is not made; `message` says why, and what to do instead, to people and models. */
export interface HandoffRefusal {
  readonly outcome: "refused";
  readonly reason: HandoffRefusalReason;
  readonly message: string;
  /** The agent that was most likely meant, when the name is not known. */
  readonly nearest?: string;
}

/** What came of a request: a handoff with its update and record, or a refusal. */
export type HandoffDecision =
  | { readonly outcome: "handedOff"; readonly update: HandoffUpdate; readonly record: HandoffRecord }
  | HandoffRefusal;

/** How far back one looks for agents that pass work to and fro, and how often one of them may have got it. */
const WINDOW = 5;
const MOST = 2;

/**
 * Decides whether work goes from one agent to another; a refusal is a value and changes nothing.
 *
 * The same request made again, with the same `handoffId`, is answered as the first time and stands in the history once; when
 * other handoffs came after it, it is refused as `outdated`, so that a command that arrives late cannot pull work back. Steps of a
 * plan are no ping-pong: a plan ends by itself.
 *
 * @example
 * ```ts
 * import { decideHandoff, defineRegistry, describeAgent } from "@tidemark/agents";
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
  const known = history.find((each) => each.handoffId === handoffId);
  if (known !== undefined) {
    return known === history.at(-1) ? handedOff(known, registry) : refuse("outdated", outdated(known));
  }
  const refusal = refusalOf(
    history.filter((each) => isOfTurn(each, values)),
    request,
    registry,
  );
  if (refusal !== null) return refusal;
  const stop = stopOf(values, now, limits);
  if (stop !== null) return refuse("stopped", stop);
  const record = {
    handoffId,
    fromAgentId: from,
    toAgentId: to,
    reason,
    ...(explanation !== undefined && { explanation }),
    ...(payload !== undefined && { payload }),
    ...(planStepId !== undefined && { planStepId }),
    ...(typeof values.runtime_turn_id === "string" && { turnId: values.runtime_turn_id }),
    timestamp: now,
  };
  const check = checkUpdate(historyOnly, { execution_handoff_history: [record] });
  const [checked] = check.ok ? (check.update.execution_handoff_history ?? []) : [];
  if (checked !== undefined) return handedOff(checked, registry);
  return refuse(
    "invalid",
    check.ok ? "There is nothing to record." : check.issues.map((each) => each.message).join(" "),
  );
}

const { execution_handoff_history } = fieldGroups.execution;
const historyOnly = { version: 1, fields: { execution_handoff_history } };

function refusalOf(
  recent: readonly HandoffRecord[],
  { from, to, reason, capability }: HandoffRequest,
  registry: AgentRegistry,
): HandoffRefusal | null {
  if (to === from) return refuse("self", `"${from}" has the work already. Do it, or choose another agent.`);
  const target = registry.find(to);
  if (target === null) return unknown(to, registry);
  if (target.system)
    return refuse("systemAgent", `"${to}" is part of the machinery. Choose one of: ${targets(registry)}.`);
  if (reason === "capability_match" && capability === undefined) {
    return refuse("missingCapability", `Say which capability of "${to}" is needed: ${target.capabilities.join(", ")}.`);
  }
  if (capability !== undefined && !target.capabilities.includes(capability)) {
    const able = registry.withCapability(capability).filter((each) => !each.system && each.name !== from);
    const instead =
      able.length === 0 ? "No other agent can" : `Choose one of: ${able.map(({ name }) => name).join(", ")}`;
    return refuse("missingCapability", `"${to}" cannot do "${capability}". ${instead}.`);
  }
  if (reason === "plan_step") return null;
  const before = recent.filter((each) => each.reason !== "plan_step").slice(-WINDOW);
  if (before.filter((each) => each.toAgentId === to).length < MOST) return null;
  return refuse(
    "pingPong",
    `"${to}" got work ${MOST} times within the last ${WINDOW} handoffs. Finish the work here, or answer with what there is.`,
  );
}

/**
 * True for a handoff of the present turn.
 *
 * Where a record says its turn, that counts: the start of a turn moves on while it waits for a person. Otherwise the time
 * does; timestamps can be as coarse as a second, so the second in which the turn began counts as part of it.
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

/** Why nobody may begin any more, or null. */
function stopOf(values: WithHandoffs, now: string, limits: Limits | undefined): string | null {
  if (values.control_is_killed === true) return "The run was stopped. Hand nothing on.";
  if (limits === undefined) return null;
  // The run of the one who hands on is not counted yet.
  const counted = {
    control_iteration: (values.control_iteration ?? 0) + 1,
    execution_start_time: values.execution_start_time ?? null,
  };
  const used = (["time", "iteration"] as const)
    .map((kind) => mayAttempt(kind, counted, { limits, now }))
    .find((each) => !each.allowed);
  return used === undefined ? null : `Nobody may begin any more: ${used.because}. Answer with what there is.`;
}

/** The part of a state that tells whether a handoff is still open. */
export interface WithOpenHandoff extends WithHandoffs {
  readonly control_active_agent?: string | null | undefined;
  readonly control_last_agent?: string | null | undefined;
  readonly execution_step_results?: Readonly<Record<string, StepResult>> | null | undefined;
}

/**
 * Gives the handoff whose agent has yet to begin, for a router that stands between agents; null when there is none.
 *
 * An agent that hands work on without going there by itself (`goto: () => null`) leaves it to the router. A person may be
 * asked in between.
 */
export function pendingHandoff(values: WithOpenHandoff): HandoffRecord | null {
  const latest = recordsOf(values).at(-1);
  if (latest === undefined || latest.reason === "plan_step") return null;
  const { fromAgentId: from, toAgentId: to, timestamp } = latest;
  if ((values.control_active_agent ?? to) !== to || !isOfTurn(latest, values)) return null;
  if (values.control_last_agent === from) return latest;
  if (values.control_last_agent !== "approval") return null;
  const ran = Object.values(values.execution_step_results ?? {}).some(
    (each: StepResult | null) => each?.capability === to && each.timestamp >= timestamp,
  );
  return ran ? null : latest;
}

/** Nothing in the values makes a router throw. */
const recordsOf = ({ execution_handoff_history: history }: WithHandoffs): readonly HandoffRecord[] =>
  Array.isArray(history) ? history.filter((each: unknown): each is HandoffRecord => isPlainRecord(each)) : [];

/** The names that work can be handed to. */
const targets = (registry: AgentRegistry): string =>
  registry.agents
    .filter((each) => !each.system)
    .map(({ name }) => name)
    .join(", ");

function unknown(to: string, registry: AgentRegistry): HandoffRefusal {
  const nearest = nearestName(
    to,
    registry.agents.filter((each) => !each.system).map(({ name }) => name),
  );
  if (nearest === null) return refuse("unknown", `There is no agent "${to}". Choose one of: ${targets(registry)}.`);
  return { ...refuse("unknown", `There is no agent "${to}". Did you mean "${nearest}"?`), nearest };
}

const outdated = (record: HandoffRecord): string =>
  `The handoff to "${record.toAgentId}" was made at ${record.timestamp}, and work has moved on since.`;

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
