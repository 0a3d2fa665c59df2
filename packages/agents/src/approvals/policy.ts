import type { JsonObject } from "@tidemark/core-state/internal";
import type { ApprovalRequest, PlanStep } from "@tidemark/core-state";
import { type Approvers, approversIn, approversOf, type FindApprovers, whenIn } from "@tidemark/state-manager/internal";
import { approvalTypeOf } from "./request.ts";
import { COMMIT_APPROVAL } from "./state.ts";
import { type ApprovalSettings, approvalSettings, defaultRules } from "./settings.ts";

/** An action that may need approval. */
export interface ApprovalCall {
  /** Capability or agent that wants to act. `plan` for a plan that is about to run. */
  readonly capability: string;
  /** Operation of the capability, such as `save`. */
  readonly operation?: string;
  /** Additional capability names, for the built-in rules of `python` and `memory`. */
  readonly capabilities?: readonly string[];
  /** False for code that changes nothing outside its process. Defaults to true. */
  readonly writes?: boolean;
  /** Plan step that is about to run. Defaults to null. */
  readonly step?: PlanStep | null;
  /** Inputs by name. Defaults to none. */
  readonly inputs?: JsonObject;
}

/** Argument of a rule function. */
export interface ApprovalContext<Values = Readonly<Record<string, unknown>>, Inputs extends object = JsonObject> {
  /** Agent or capability that is about to act. */
  readonly capability: string;
  /** Plan step that is about to run. Null for a handoff and for a whole plan. */
  readonly step: PlanStep | null;
  /**
   * Parameters of the step by name and the contexts it reads by type, or the payload of a handoff. Inputs that the
   * agent declares are parsed with its schema.
   */
  readonly inputs: Inputs;
  /** State before the step. */
  readonly values: Values;
}

/**
 * Rule function: return true to request approval. An error, or a result that is not a boolean, also requests approval.
 */
export type ApprovalTest<Values = Readonly<Record<string, unknown>>, Inputs extends object = JsonObject> = (
  context: ApprovalContext<Values, Inputs>,
) => boolean;

/**
 * Rule for when a capability needs approval, in the global mode `selective`, and who may approve.
 *
 * An object says both: `when` is a rule as below and defaults to `always`; `by`, `signatures` and `notRequester` say whose approval counts.
 * An answer of anybody else changes nothing.
 *
 * `always` and `never` are unconditional. `writes` requests approval unless the call is known to change nothing
 * outside its process. `code`, `memory` and `plan` follow the settings in `agent_control`, a field of `fieldGroups.settings`. A
 * function decides by the step, its inputs and the state. An unknown or undefined rule requests approval.
 */
export type ApprovalRule<Values = Readonly<Record<string, unknown>>, Inputs extends object = JsonObject> =
  | ApprovalTiming<Values, Inputs>
  | ({
      /** When a person is asked. Defaults to `always`. */
      readonly when?: ApprovalTiming<Values, Inputs>;
    } & Approvers);

/** When a person is asked. */
type ApprovalTiming<Values, Inputs extends object> =
  | "always"
  | "never"
  | "writes"
  | ("agent_control" extends keyof Values ? SettingRule : never)
  | ApprovalTest<Values, Inputs>;

/** Rules that depend on a setting in `agent_control`, so that the state needs `fieldGroups.settings`. */
type SettingRule = "code" | "memory" | "plan";

/** Rules by approval type (`mail_send`) or capability (`mail`). The approval type takes precedence. */
export type ApprovalPolicy<Values = Readonly<Record<string, unknown>>, Name extends string = string> = {
  readonly [Each in Name]?: ApprovalRule<Values>;
};

/** Decision whether a person must approve, with its reason. */
export interface ApprovalNeed {
  readonly needed: boolean;
  readonly reasoning: string;
}

const needed = (reasoning: string): ApprovalNeed => ({ needed: true, reasoning });
const notNeeded = (reasoning: string): ApprovalNeed => ({ needed: false, reasoning });

/**
 * Decides whether a person must approve a call, from `agent_control` and the application's rules.
 *
 * `approvalGlobalMode` applies to every capability: `disabled` never requests approval, `all_capabilities` always does,
 * and `selective` follows the rules. Plans follow `planningModeEnabled` only. A missing or unknown setting requests
 * approval; so does a rule that is unknown, throws, or does not return a boolean. In `selective` mode a capability
 * without a rule needs no approval.
 *
 * @example
 * ```ts
 * import { needsApproval } from "@tidemark/agents/internal";
 * import { agentControlDefaults } from "@tidemark/core-state/internal";
 *
 * const values = { agent_control: agentControlDefaults() };
 * console.log(needsApproval(values, { capability: "memory", operation: "save" }).needed); // true
 * console.log(needsApproval(values, { capability: "mail" }, { mail: "always" }).reasoning); // "mail" always needs approval
 *
 * const rules = { refunds: ({ inputs }: { inputs: { amount?: unknown } }) => !(Number(inputs.amount) <= 100) };
 * console.log(needsApproval(values, { capability: "refunds", inputs: { amount: 80 } }, rules).needed); // false
 * console.log(needsApproval(values, { capability: "refunds", inputs: {} }, rules).needed); // true
 * ```
 */
export function needsApproval<Values extends { readonly agent_control?: unknown }>(
  values: Values,
  call: ApprovalCall,
  policy: ApprovalPolicy<Values> = {},
): ApprovalNeed {
  const settings = approvalSettings(values);
  const rule = ruleOf(call, policy);
  if (rule === "plan") return byPlan(settings);
  const { mode } = settings;
  if (mode === "disabled") return notNeeded("approvals are disabled for all capabilities");
  if (mode === "all_capabilities") return needed("approvals are required for all capabilities");
  if (mode !== "selective") return needed(`the approval mode ${formatValue(mode)} is unknown`);
  if (rule === null)
    return notNeeded(`no rule requires approval of "${approvalTypeOf(call.capability, call.operation)}"`);
  return typeof rule === "function" ? byTest(rule, values, call) : byRule(rule, { settings, call });
}

/** Rule for a call, or null. Rules may come from a configuration file, so a rule can be any value. */
function ruleOf<Values>(call: ApprovalCall, policy: ApprovalPolicy<Values>): ApprovalTest<Values> | string | null {
  const { capability, operation, capabilities = [] } = call;
  const names = [approvalTypeOf(capability, operation), capability];
  const own = names.find((name) => Object.hasOwn(policy, name));
  // A name with an undefined rule is a mistake, not permission to skip approval.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- any other value is an unknown rule below
  if (own !== undefined) return (whenIn(policy[own]) ?? "undefined") as ApprovalTest<Values> | string;
  const usual = [...names, ...capabilities].find((name) => Object.hasOwn(defaultRules, name));
  return usual === undefined ? null : (defaultRules[usual] ?? null);
}

/**
 * Finds who may approve a request by the rules of its approval type or its capability, or by the commit policy of the field that a proposal
 * changes. Null if everybody may.
 */
export const approversFrom =
  (policy: object = {}, commits: object = {}): FindApprovers =>
  ({ approvalType, capability, payload: { field } }: ApprovalRequest) => {
    if (approvalType === COMMIT_APPROVAL) return typeof field === "string" ? approversOf(commits, field) : null;
    const name = [approvalType, capability].find((each) => Object.hasOwn(policy, each));
    return name === undefined ? null : approversIn(Reflect.get(policy, name));
  };

function byTest<Values>(test: ApprovalTest<Values>, values: Values, call: ApprovalCall): ApprovalNeed {
  const { capability, step = null, inputs = {} } = call;
  const name = `"${capability}"`;
  try {
    const answer: unknown = test({ capability, step, inputs, values });
    if (answer === false) return notNeeded(`the rule for ${name} requires no approval`);
    return needed(
      answer === true ? `the rule for ${name} requires approval` : `the rule for ${name} did not return true or false`,
    );
  } catch {
    return needed(`the rule for ${name} failed`);
  }
}

interface Circumstances {
  readonly settings: ApprovalSettings;
  readonly call: ApprovalCall;
}

function byRule(rule: string, { settings, call }: Circumstances): ApprovalNeed {
  const name = `"${call.capability}"`;
  switch (rule) {
    case "always":
      return needed(`${name} always needs approval`);
    case "never":
      return notNeeded(`${name} never needs approval`);
    case "writes":
      return byWrites(call);
    case "memory":
      return settings.memory === false
        ? notNeeded("approval of memory is disabled")
        : needed("memory changes need approval");
    case "code":
      return byCode(settings, call);
    default:
      return needed(`the rule ${formatValue(rule)} for ${name} is unknown`);
  }
}

function byCode({ code, codeMode }: ApprovalSettings, call: ApprovalCall): ApprovalNeed {
  if (code === false) return notNeeded("approval of code is disabled");
  switch (codeMode) {
    case "none":
      return notNeeded("no code needs approval");
    case "all":
      return needed("all code needs approval");
    case "writes":
      return byWrites(call);
    default:
      return needed(`the approval mode ${formatValue(codeMode)} for code is unknown`);
  }
}

const byWrites = ({ capability, writes }: ApprovalCall): ApprovalNeed =>
  writes === false ? notNeeded(`"${capability}" writes nothing`) : needed(`"${capability}" writes, or may write`);

const byPlan = ({ plans }: ApprovalSettings): ApprovalNeed =>
  plans === false ? notNeeded("plans run without approval") : needed("plans need approval");

const formatValue = (value: unknown): string =>
  typeof value === "string" ? `"${value.slice(0, 40)}"` : `of type ${typeof value}`;
