import { type AgentControl, fieldGroups } from "@tidemark/core-state";
import { agentControlDefaults, checkValues } from "@tidemark/core-state/internal";
import { isPlainRecord } from "@tidemark/reducers/internal";

/** Where an application's switches and limits come from: a record of some of them, or a function that gets it. */
export type AgentControlSource = Partial<AgentControl> | (() => unknown);

/** What came of reading a configuration: whole and valid settings in any case, and what was wrong with it. */
export interface ConfiguredAgentControl {
  readonly control: AgentControl;
  /** Why the safe defaults stand in for the configuration; null when they do not. */
  readonly problem: string | null;
}

/**
 * Gives the switches and limits of a configuration, or the safe defaults when it fails: it never throws.
 *
 * What the configuration leaves open has its safe default. One that throws, is no record, names a setting that does not
 * exist or gives one a wrong value is not taken at all, so that no half-read configuration opens what should be closed;
 * `problem` says why.
 *
 * @example
 * ```ts
 * import { configuredAgentControl } from "@tidemark/state-manager/internal";
 *
 * console.log(configuredAgentControl({ maxStepRetries: 2 }).control.maxStepRetries); // 2
 * console.log(configuredAgentControl(() => ({ maxStepRetries: -1 })).control.maxStepRetries); // 0
 * ```
 */
export function configuredAgentControl(source: AgentControlSource = {}): ConfiguredAgentControl {
  let given: unknown;
  try {
    given = typeof source === "function" ? source() : source;
  } catch (error) {
    return failed(`The configuration could not be read: ${error instanceof Error ? error.message : String(error)}`);
  }
  if (!isPlainRecord(given)) return failed("The configuration is no record of settings.");
  const check = checkValues(onlyAgentControl, { agent_control: { ...agentControlDefaults(), ...given } });
  if (!check.ok) return failed(check.issues.map(({ message }) => message).join(" "));
  const control = check.values.agent_control ?? agentControlDefaults();
  return { control: withSetToDefault(control, Object.keys(given)), problem: null };
}

/**
 * Adds to the settings the names of those that were set to their default, because their value alone does not show it.
 *
 * @internal
 */
export function withSetToDefault(
  { setToDefault = [], ...settings }: AgentControl,
  set: readonly string[],
  undone: readonly string[] = [],
): AgentControl {
  const defaults = agentControlDefaults();
  const isDefault = (name: string) =>
    Object.hasOwn(defaults, name) && Reflect.get(settings, name) === Reflect.get(defaults, name);
  const names = [...new Set([...setToDefault, ...set])].filter((name) => isDefault(name) && !undone.includes(name));
  return names.length === 0 ? settings : { ...settings, setToDefault: names };
}

const failed = (problem: string): ConfiguredAgentControl => ({ control: agentControlDefaults(), problem });

const onlyAgentControl = { version: 1, fields: { agent_control: fieldGroups.settings.agent_control } };
