import type { JsonObject } from "@tidemark/core-state/internal";
import type { PlanStep } from "@tidemark/core-state";
import { approvalTypeOf } from "./request.ts";
import { type ApprovalSettings, approvalSettings, usualRules } from "./settings.ts";

/** What somebody is about to do. */
export interface ApprovalCall {
  /** The capability or agent that wants to act; `plan` for a plan that is about to run. */
  readonly capability: string;
  /** What it wants to do, where it can do several things: `save`. */
  readonly operation?: string;
  /** Further names for what it can do, which the built-in rules for `python` and `memory` look at. */
  readonly capabilities?: readonly string[];
  /** False for code that is known to write nothing to the outside; what is not known counts as writing. */
  readonly writes?: boolean;
  /** The step of the plan that is about to run. Defaults to null. */
  readonly step?: PlanStep | null;
  /** What it works with, by name. Defaults to nothing. */
  readonly inputs?: JsonObject;
}

/** What a rule in the form of a function decides by. */
export interface ApprovalContext<Values = Readonly<Record<string, unknown>>, Inputs extends object = JsonObject> {
  /** The agent or capability that is about to act. */
  readonly capability: string;
  /** The step of the plan that is about to run; null for a handoff, and for a plan as a whole. */
  readonly step: PlanStep | null;
  /**
   * The parameters of the step by name and the contexts it reads by type; the payload of a handoff. What the agent declares in
   * `inputs` is parsed by its schema.
   */
  readonly inputs: Inputs;
  /** The state before the step. */
  readonly values: Values;
}

/** A rule in the form of a function: true asks a person. An error, or a result that is not a boolean, asks as well. */
export type ApprovalTest<Values = Readonly<Record<string, unknown>>, Inputs extends object = JsonObject> = (
  context: ApprovalContext<Values, Inputs>,
) => boolean;

/**
 * When a capability needs approval, while the global mode is `selective`.
 *
 * `always` and `never` need no explanation. `writes` asks unless the call is known to write nothing to the outside. `code`,
 * `memory` and `plan` follow the settings of `agent_control`, which is a field of `fieldGroups.settings`. A function decides by the step, its
 * inputs and the state. A rule that is unknown or undefined asks a person.
 */
export type ApprovalRule<Values = Readonly<Record<string, unknown>>, Inputs extends object = JsonObject> =
  | "always"
  | "never"
  | "writes"
  | ("agent_control" extends keyof Values ? SettingRule : never)
  | ApprovalTest<Values, Inputs>;

/** Rules that a setting of `agent_control` decides, so that the state needs `fieldGroups.settings`. */
type SettingRule = "code" | "memory" | "plan";

/** Rules by kind of approval (`mail_send`) or by capability (`mail`); the kind comes first. */
export type ApprovalPolicy<Values = Readonly<Record<string, unknown>>, Name extends string = string> = {
  readonly [Each in Name]?: ApprovalRule<Values>;
};

/** Whether a person has to approve, and why. */
export interface ApprovalNeed {
  readonly needed: boolean;
  readonly reasoning: string;
}

const needed = (reasoning: string): ApprovalNeed => ({ needed: true, reasoning });
const free = (reasoning: string): ApprovalNeed => ({ needed: false, reasoning });

/**
 * Says whether a person has to approve a call, by `agent_control` and the rules of the application.
 *
 * `approvalGlobalMode` decides for every capability: `disabled` never, `all_capabilities` always, `selective` by rule. Plans
 * follow `planningModeEnabled` alone. A setting that is missing or unknown means that approval is needed; so does a rule that
 * is unknown, throws, or does not return a boolean. A capability without a rule needs no approval in `selective` mode.
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
  if (mode === "disabled") return free("approvals are disabled for all capabilities");
  if (mode === "all_capabilities") return needed("approvals are required for all capabilities");
  if (mode !== "selective") return needed(`the approval mode ${shown(mode)} is unknown`);
  if (rule === null) return free(`no rule asks for approval of "${approvalTypeOf(call.capability, call.operation)}"`);
  return typeof rule === "function" ? byTest(rule, values, call) : byRule(rule, { settings, call });
}

/** The rule for a call; null without one. Rules may come from a configuration file, so one can be anything. */
function ruleOf<Values>(call: ApprovalCall, policy: ApprovalPolicy<Values>): ApprovalTest<Values> | string | null {
  const { capability, operation, capabilities = [] } = call;
  const names = [approvalTypeOf(capability, operation), capability];
  const own = names.find((name) => Object.hasOwn(policy, name));
  // A name without a rule under it is a slip, not a wish to go on without asking.
  if (own !== undefined) return policy[own] ?? "undefined";
  const usual = [...names, ...capabilities].find((name) => Object.hasOwn(usualRules, name));
  return usual === undefined ? null : (usualRules[usual] ?? null);
}

function byTest<Values>(test: ApprovalTest<Values>, values: Values, call: ApprovalCall): ApprovalNeed {
  const { capability, step = null, inputs = {} } = call;
  const name = `"${capability}"`;
  try {
    const answer: unknown = test({ capability, step, inputs, values });
    if (answer === false) return free(`the rule for ${name} does not ask`);
    return needed(answer === true ? `the rule for ${name} asks` : `the rule for ${name} did not return true or false`);
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
      return free(`${name} never needs approval`);
    case "writes":
      return byWrites(call);
    case "memory":
      return settings.memory === false
        ? free("approval of memory is switched off")
        : needed("changes of memory need approval");
    case "code":
      return byCode(settings, call);
    default:
      return needed(`the rule ${shown(rule)} for ${name} is unknown`);
  }
}

function byCode({ code, codeMode }: ApprovalSettings, call: ApprovalCall): ApprovalNeed {
  if (code === false) return free("approval of code is switched off");
  switch (codeMode) {
    case "none":
      return free("no code needs approval");
    case "all":
      return needed("all code needs approval");
    case "writes":
      return byWrites(call);
    default:
      return needed(`the approval mode ${shown(codeMode)} for code is unknown`);
  }
}

const byWrites = ({ capability, writes }: ApprovalCall): ApprovalNeed =>
  writes === false ? free(`"${capability}" writes nothing`) : needed(`"${capability}" writes, or may write`);

const byPlan = ({ plans }: ApprovalSettings): ApprovalNeed =>
  plans === false ? free("plans run without approval") : needed("plans need approval");

const shown = (value: unknown): string => (typeof value === "string" ? `"${value.slice(0, 40)}"` : "that was set");
