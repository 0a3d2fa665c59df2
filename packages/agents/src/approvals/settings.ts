import { isPlainRecord } from "@tidemark/reducers/internal";

/** The usual rule of a capability, by its name. */
export const usualRules: Readonly<Record<string, string>> = { python: "code", memory: "memory", plan: "plan" };

/** True for a rule that a setting decides, so that the state needs `fieldGroups.settings`. */
export const isSettingRule = (rule: unknown): boolean => Object.values(usualRules).some((each) => each === rule);

/** The approval settings of a turn in generic words; `unknown` is what a person has to be asked about. */
export interface ApprovalSettings {
  /** Which capabilities need approval. */
  readonly mode: unknown;
  /** False when plans run without approval. */
  readonly plans: unknown;
  /** False when approval of memory is switched off. */
  readonly memory: unknown;
  /** False when approval of code is switched off. */
  readonly code: unknown;
  /** Which code needs approval: `none`, `writes` or `all`. */
  readonly codeMode: unknown;
}

/** The words of the setting for code, old ones included. */
const CODE_MODES: ReadonlyMap<unknown, string> = new Map([
  ["disabled", "none"],
  ["control_writes", "writes"],
  ["epics_writes", "writes"],
  ["all_code", "all"],
]);

/**
 * Reads the approval settings from `agent_control`, which has the names of the seed states.
 *
 * @internal
 */
export function approvalSettings(values: { readonly agent_control?: unknown }): ApprovalSettings {
  const control = isPlainRecord(values.agent_control) ? values.agent_control : {};
  const codeMode = control["pythonExecutionApprovalMode"];
  return {
    mode: control["approvalGlobalMode"],
    plans: control["planningModeEnabled"],
    memory: control["memoryApprovalEnabled"],
    code: control["pythonExecutionApprovalEnabled"],
    codeMode: CODE_MODES.get(codeMode) ?? codeMode,
  };
}
