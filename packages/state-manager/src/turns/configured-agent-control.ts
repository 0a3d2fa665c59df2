import { fieldGroups } from "@tidemark/core-state";
import { agentControlDefaults, checkValues, type AgentControl } from "@tidemark/core-state/internal";
import { isPlainRecord } from "@tidemark/reducers/internal";

/** Source of an application's settings and limits: a partial object, or a function that returns one. */
export type AgentControlSource = Partial<AgentControl> | (() => unknown);

/** Result of reading a configuration. */
export interface ConfiguredAgentControl {
  /** Complete and valid settings. */
  readonly control: AgentControl;
  /** Reason why the safe defaults are used instead of the configuration; null otherwise. */
  readonly problem: string | null;
}

/**
 * Returns the settings and limits of a configuration, or the safe defaults when it is invalid. Never throws.
 *
 * Missing settings have their safe default. A configuration that throws, is not an object, or contains an unknown setting or an
 * invalid value is ignored completely, so that a partly read configuration never enables anything; `problem` contains the reason.
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
  if (!isPlainRecord(given)) return failed("The configuration must be an object of settings.");
  const check = checkValues(onlyAgentControl, { agent_control: { ...agentControlDefaults(), ...given } });
  if (!check.ok) return failed(check.issues.map(({ message }) => message).join(" "));
  const control = check.values.agent_control ?? agentControlDefaults();
  return { control: withSetToDefault(control, Object.keys(given)), problem: null };
}

/**
 * Records the names of settings that were explicitly set to their default.
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
