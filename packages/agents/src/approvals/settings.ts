import { isPlainRecord } from "@tidemark/reducers/internal";
import { whenIn } from "@tidemark/state-manager/internal";

/** Default rules by capability name. */
export const defaultRules: Readonly<Record<string, string>> = { python: "code", memory: "memory", plan: "plan" };

/** True for a rule that depends on a setting, so that the state needs `fieldGroups.settings`. */
export const isSettingRule = (rule: unknown): boolean =>
  Object.values(defaultRules).some((known) => known === whenIn(rule));

/** Approval settings of a turn. A value that is not recognized requires approval. */
export interface ApprovalSettings {
  /** Global approval mode of capabilities. */
  readonly mode: unknown;
  /** False when plans need no approval. */
  readonly plans: unknown;
  /** False when memory needs no approval. */
  readonly memory: unknown;
  /** False when code needs no approval. */
  readonly code: unknown;
  /** Code that needs approval: `none`, `writes` or `all`. */
  readonly codeMode: unknown;
}

/** Accepted values of the code setting, including old ones. */
const CODE_MODES: ReadonlyMap<unknown, string> = new Map([
  ["disabled", "none"],
  ["control_writes", "writes"],
  ["epics_writes", "writes"],
  ["all_code", "all"],
]);

/**
 * Reads the approval settings from `agent_control`.
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
