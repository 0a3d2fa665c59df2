import { fieldGroups } from "@tidemark/core-state";
import { agentControlDefaults, checkValues, type AgentControl, type UpdateIssue } from "@tidemark/core-state/internal";
import { isPlainRecord } from "@tidemark/reducers/internal";
import { requireObject, requireOption } from "../kernel/arguments.ts";
import {
  type AgentControlSource,
  configuredAgentControl,
  type ConfiguredAgentControl,
  withSetToDefault,
} from "./configured-agent-control.ts";
import { jsonKind } from "../kernel/json-kind.ts";

/** Part of a state that contains the settings and limits. */
export interface WithAgentControl {
  readonly agent_control?: AgentControl;
  readonly runtime_agent_control?: { readonly [Name in keyof AgentControl]?: AgentControl[Name] | undefined } | null;
}

/** Settings and limits to change. Null removes a setting of the thread. */
export type AgentControlChanges = {
  readonly [Name in Exclude<keyof AgentControl, "setToDefault">]?: AgentControl[Name] | null;
};

/** Result of changing settings and limits: the update, no change, or all issues. */
export type AgentControlChange =
  | { readonly outcome: "changed"; readonly update: Required<WithAgentControl> }
  | { readonly outcome: "unchanged" }
  | { readonly outcome: "refused"; readonly issues: readonly UpdateIssue[] };

/**
 * Changes settings and limits for the current turn, or for the thread from this turn on.
 *
 * Settings for a `turn` end with it; settings for the `thread` apply to all later turns. Null removes a setting of the thread,
 * and its safe default applies in this turn. One invalid name or value refuses all changes. The update is for the owners of both
 * fields, "root" and "runtime".
 *
 * @example
 * ```ts
 * import { AgentState, extendState, fieldGroups, initialState } from "@tidemark/core-state";
 * import { changeAgentControl } from "@tidemark/state-manager/internal";
 *
 * const values = initialState(extendState(AgentState, { version: 1, fields: fieldGroups.settings }));
 * const change = changeAgentControl(values, { maxStepRetries: 2 }, "thread");
 * console.log(change.outcome === "changed" && change.update.runtime_agent_control); // { maxStepRetries: 2 }
 * console.log(changeAgentControl(values, { maxStepRetries: -1 }, "turn").outcome); // refused
 * ```
 */
export function changeAgentControl(
  values: WithAgentControl,
  changes: AgentControlChanges,
  scope: "turn" | "thread",
): AgentControlChange {
  requireObject("values", values);
  requireObject("changes", changes);
  requireOption("scope", scope, ["turn", "thread"]);
  const safe = agentControlDefaults();
  const present = values.agent_control ?? safe;
  const ofThread = values.runtime_agent_control ?? null;
  const all = Object.entries(changes).filter(([name, value]) => value !== undefined && name !== "setToDefault");
  const set = Object.fromEntries(all.filter(([, value]) => value !== null));
  const back = all.filter(([, value]) => value === null).map(([name]) => name);
  const issues = [
    ...issuesOf(set),
    ...issuesOf(Object.fromEntries(back.map((name) => [name, Reflect.get(safe, name)]))),
  ];
  if (issues.length > 0) return { outcome: "refused", issues };
  const restored = Object.fromEntries(back.map((name) => [name, Reflect.get(safe, name)]));
  // Within the turn, the default takes precedence over the setting of the thread.
  const overridden = scope === "turn" ? back.filter((name) => Object.hasOwn(ofThread ?? {}, name)) : [];
  const undone = back.filter((name) => !overridden.includes(name));
  const named = [...Object.keys(set), ...overridden];
  const control = withSetToDefault({ ...present, ...restored, ...set }, named, undone);
  const kept = Object.fromEntries(Object.entries({ ...ofThread, ...set }).filter(([name]) => !back.includes(name)));
  const thread = scope === "turn" ? ofThread : Object.keys(kept).length === 0 ? null : kept;
  if (sameSettings(control, present) && sameSettings(thread ?? {}, ofThread ?? {})) return { outcome: "unchanged" };
  return { outcome: "changed", update: { agent_control: control, runtime_agent_control: thread } };
}

/**
 * Returns the settings and limits of a thread: the safe defaults, overridden by the application and then by the thread.
 *
 * @internal
 */
export function agentControlOfThread(
  configuration: AgentControlSource | undefined,
  thread: unknown,
): ConfiguredAgentControl {
  const configured = configuredAgentControl(configuration);
  return isPlainRecord(thread) ? { ...configured, control: { ...configured.control, ...thread } } : configured;
}

/**
 * Applies the untrusted settings of a message to settings and limits. Null and undefined are ignored.
 *
 * @internal
 */
export function withAgentControlOfMessage(
  control: AgentControl,
  message: unknown,
):
  | { readonly ok: true; readonly control: AgentControl }
  | { readonly ok: false; readonly issues: readonly UpdateIssue[] } {
  if (message === null || message === undefined) return { ok: true, control };
  if (!isPlainRecord(message)) return { ok: false, issues: [notSettings(message)] };
  const issues = issuesOf(message);
  if (issues.length > 0) return { ok: false, issues };
  return { ok: true, control: withSetToDefault({ ...control, ...message }, Object.keys(message)) };
}

/** Returns the issues of the given settings. */
function issuesOf(settings: Readonly<Record<string, unknown>>): readonly UpdateIssue[] {
  const check = checkValues(onlyAgentControl, { agent_control: { ...agentControlDefaults(), ...settings } });
  return check.ok ? [] : check.issues;
}

function notSettings(found: unknown): UpdateIssue {
  const kind = jsonKind(found);
  return {
    code: "notAnUpdate",
    found: kind,
    message: `The settings and limits must be an object, not ${kind}.`,
  };
}

const sameSettings = (one: object, other: object): boolean =>
  Object.keys(one).length === Object.keys(other).length &&
  Object.entries(one).every(
    ([name, value]) => Object.hasOwn(other, name) && sameSetting(Reflect.get(other, name), value),
  );

const sameSetting = (one: unknown, other: unknown): boolean =>
  one === other || (Array.isArray(one) && Array.isArray(other) && one.join() === other.join());

const onlyAgentControl = { version: 1, fields: { agent_control: fieldGroups.settings.agent_control } };
