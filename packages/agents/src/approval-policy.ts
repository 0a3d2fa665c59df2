import { isPlainRecord } from "@tidemark/reducers";
import { approvalTypeOf, PLAN_APPROVAL } from "./approval-request.ts";

/** What somebody is about to do. */
export interface ApprovalCall {
  /** The capability or agent that wants to act; `plan` for a plan that is about to run. */
  readonly capability: string;
  /** What it wants to do, where it can do several things: `save`. */
  readonly operation?: string;
  /** False for code that is known to write nothing to the outside; what is not known counts as writing. */
  readonly writes?: boolean;
}

/**
 * When a capability needs approval, while the global mode is `selective`.
 *
 * `code`, `memory` and `plan` follow the settings of `agent_control` for code, memory and plans.
 */
export type ApprovalRule = "always" | "never" | "writes" | "code" | "memory" | "plan";

/** Rules by kind of approval (`mail_send`) or by capability (`mail`); the kind comes first. */
export type ApprovalPolicy = Readonly<Record<string, ApprovalRule>>;

/** Whether a person has to approve, and why. */
export interface ApprovalNeed {
  readonly needed: boolean;
  readonly reasoning: string;
}

const builtIn: ApprovalPolicy = { python: "code", memory: "memory", [PLAN_APPROVAL]: "plan" };

const needed = (reasoning: string): ApprovalNeed => ({ needed: true, reasoning });
const free = (reasoning: string): ApprovalNeed => ({ needed: false, reasoning });

/**
 * Says whether a person has to approve a call, by `agent_control` and the rules of the application.
 *
 * `approvalGlobalMode` decides for every capability: `disabled` never, `all_capabilities` always, `selective` by rule. Plans
 * follow `planningModeEnabled` alone. A setting that is missing or unknown means that approval is needed; a capability
 * without a rule needs none in `selective` mode.
 *
 * @example
 * ```ts
 * import { needsApproval } from "@tidemark/agents";
 * import { agentControlDefaults } from "@tidemark/core-state";
 *
 * const values = { agent_control: agentControlDefaults() };
 * console.log(needsApproval(values, { capability: "memory", operation: "save" }).needed); // true
 * console.log(needsApproval(values, { capability: "mail" }, { mail: "always" }).reasoning); // "mail" always needs approval
 * ```
 */
export function needsApproval(
  values: { readonly agent_control?: unknown },
  call: ApprovalCall,
  policy: ApprovalPolicy = {},
): ApprovalNeed {
  const control = isPlainRecord(values.agent_control) ? values.agent_control : {};
  const rule = ruleOf(call, policy);
  if (rule === "plan") return byPlan(control);
  const mode = control["approvalGlobalMode"];
  if (mode === "disabled") return free("approvals are disabled for all capabilities");
  if (mode === "all_capabilities") return needed("approvals are required for all capabilities");
  if (mode !== "selective") return needed(`the approval mode ${shown(mode)} is unknown`);
  return rule === null
    ? free(`no rule asks for approval of "${approvalTypeOf(call.capability, call.operation)}"`)
    : byRule(rule, { control, call });
}

function ruleOf({ capability, operation }: ApprovalCall, policy: ApprovalPolicy): string | null {
  for (const rules of [policy, builtIn]) {
    for (const name of [approvalTypeOf(capability, operation), capability]) {
      if (Object.hasOwn(rules, name)) return rules[name] ?? null;
    }
  }
  return null;
}

interface Circumstances {
  readonly control: Readonly<Record<string, unknown>>;
  readonly call: ApprovalCall;
}

/** A rule may come from a configuration file, so it is any string. */
function byRule(rule: string, { control, call }: Circumstances): ApprovalNeed {
  const name = `"${call.capability}"`;
  switch (rule) {
    case "always":
      return needed(`${name} always needs approval`);
    case "never":
      return free(`${name} never needs approval`);
    case "writes":
      return byWrites(call);
    case "memory":
      return control["memoryApprovalEnabled"] === false
        ? free("approval of memory is switched off")
        : needed("changes of memory need approval");
    case "code":
      return byCode(control, call);
    default:
      return needed(`the rule ${shown(rule)} for ${name} is unknown`);
  }
}

function byCode(control: Circumstances["control"], call: ApprovalCall): ApprovalNeed {
  if (control["pythonExecutionApprovalEnabled"] === false) return free("approval of code is switched off");
  const mode = control["pythonExecutionApprovalMode"];
  switch (mode) {
    case "disabled":
      return free("no code needs approval");
    case "all_code":
      return needed("all code needs approval");
    case "control_writes":
    case "epics_writes":
      return byWrites(call);
    default:
      return needed(`the approval mode ${shown(mode)} for code is unknown`);
  }
}

const byWrites = ({ capability, writes }: ApprovalCall): ApprovalNeed =>
  writes === false ? free(`"${capability}" writes nothing`) : needed(`"${capability}" writes, or may write`);

const byPlan = ({ planningModeEnabled: enabled }: Circumstances["control"]): ApprovalNeed =>
  enabled === false ? free("plans run without approval") : needed("plans need approval");

const shown = (value: unknown): string => (typeof value === "string" ? `"${value.slice(0, 40)}"` : "that was set");
