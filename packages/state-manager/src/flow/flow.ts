import type { AuditEntry } from "@tidemark/core-state";
import { stateManagerErrors } from "../kernel/errors.ts";
import { flowDiagram } from "./flow-diagram.ts";
import { touched } from "../kernel/touched.ts";

/** Edge from one step of a flow to another. */
export interface FlowEdge<Values, Step extends string> {
  readonly to: Step;
  /** Condition of the edge. The first edge whose condition is true is taken. Defaults to true. */
  readonly when?: (values: Values) => boolean;
  /** Short reason, shown in diagrams and explanations. */
  readonly because: string;
}

/** One step of a flow. */
export interface FlowStep<Values, Step extends string> {
  /** Returns the reason why the step cannot be entered, or null. */
  readonly needs?: (values: Values) => string | null;
  /** Edges in the order in which they are tried. A step without edges ends the flow. */
  readonly next?: readonly FlowEdge<Values, Step>[];
}

/** Result of checking if a step can be entered. */
export type StepCheck = { readonly allowed: true } | { readonly allowed: false; readonly reason: string };

/** Next step of a flow, or its end. */
export type NextOfFlow<Step extends string> =
  | { readonly outcome: "step"; readonly step: Step; readonly because: string }
  | { readonly outcome: "end"; readonly because: string };

/** An edge with the reason why it was or was not taken. */
export interface ExplainedEdge<Step extends string> {
  readonly to: Step;
  readonly because: string;
  readonly taken: boolean;
  /** Reason why the edge was not taken; null for the taken one. */
  readonly refused: string | null;
}

/** Part of a state that contains the current step of its flow. */
export interface WithCurrentStep {
  readonly control_current_step: string;
  readonly runtime_updated_at?: string | null | undefined;
}

/** Update of a transition. The audit log and the time are owned by "runtime". */
export interface TransitionUpdate {
  readonly control_current_step: string;
  readonly runtime_audit_log: readonly [AuditEntry];
  readonly runtime_updated_at: string;
}

/** Result of a transition: its update, or the reason why it was refused. */
export type Transition<Step extends string> =
  | { readonly outcome: "moved"; readonly update: TransitionUpdate }
  | { readonly outcome: "wrongStep"; readonly current: string; readonly from: Step }
  | { readonly outcome: "refused"; readonly reason: string };

/** A declared flow. */
export interface Flow<Values, Step extends string> {
  readonly start: Step;
  readonly steps: readonly Step[];
  /** Returns the next step. `from` defaults to the current step of the state. */
  next(values: Values, from?: string): NextOfFlow<Step>;
  /** Checks if a step can be entered. An unknown step can always be entered. */
  check(values: Values, step: string): StepCheck;
  /** Returns every edge of a step with the reason why it was or was not taken. */
  explain(values: Values, from?: string): readonly ExplainedEdge<Step>[];
  /** Returns the update that moves the flow to another step, with an entry for the audit log. */
  transition(values: Values, move: { readonly from: Step; readonly to: Step; readonly now: string }): Transition<Step>;
  /** Renders the flow as Mermaid text. */
  toMermaid(): string;
}

/** Declaration of a flow. */
export interface FlowDeclaration<Values, Step extends string> {
  readonly start: NoInfer<Step>;
  readonly steps: { readonly [Name in Step]: FlowStep<Values, NoInfer<Step>> };
  /** Returns the current step of a state. Defaults to `control_current_step`. */
  readonly stepOf?: (values: Values) => string;
}

/**
 * Declares the steps of a workflow with their edges, conditions and readable reasons.
 *
 * The flow runs nothing; it computes the next step, checks if a step can be entered, and explains why. A condition that throws,
 * for example on missing or corrupt data, counts as false, and the error becomes the reason. An edge to an undeclared step does
 * not compile. An unreachable step throws `state-manager/invalidFlow`.
 *
 * @example
 * ```ts
 * import { defineFlow } from "tidemark/agents";
 *
 * const flow = defineFlow<{ control_current_step: string; sure: number }>()({
 *   start: "read",
 *   steps: {
 *     read: {
 *       next: [
 *         { to: "ask", when: ({ sure }) => sure < 0.7, because: "the request is unclear" },
 *         { to: "plan", because: "the request is understood" },
 *       ],
 *     },
 *     ask: {},
 *     plan: { needs: ({ sure }) => (sure < 0.5 ? `too unsure: ${sure}` : null) },
 *   },
 * });
 * console.log(flow.next({ control_current_step: "read", sure: 0.9 }));
 * // { outcome: 'step', step: 'plan', because: 'the request is understood' }
 * console.log(flow.check({ control_current_step: "read", sure: 0.1 }, "plan"));
 * // { allowed: false, reason: 'too unsure: 0.1' }
 * ```
 */
export const defineFlow =
  <Values extends Partial<WithCurrentStep>>() =>
  <Step extends string>(declaration: FlowDeclaration<Values, Step>): Flow<Values, Step> => {
    const { start, stepOf = (values) => values.control_current_step ?? start } = declaration;
    const steps: ReadonlyMap<string, FlowStep<Values, Step>> = new Map(
      Object.entries<FlowStep<Values, Step>>(declaration.steps),
    );
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the keys of the steps are the steps
    const names = Object.keys(declaration.steps) as Step[];
    assertValid(start, steps);

    const explain = (values: Values, from: string): readonly ExplainedEdge<Step>[] => {
      let taken = false;
      return (steps.get(from)?.next ?? []).map(({ to, when, because }) => {
        const refused = taken ? "an earlier edge was taken" : refusalOf(when, values);
        if (refused === null) taken = true;
        return { to, because, taken: refused === null, refused };
      });
    };
    const check = (values: Values, step: string): StepCheck => {
      const reason = missingRequirement(steps.get(step)?.needs, values);
      return reason === null ? { allowed: true } : { allowed: false, reason };
    };
    return Object.freeze({
      start,
      steps: names,
      explain: (values: Values, from = stepOf(values)) => explain(values, from),
      check,
      next: (values: Values, from = stepOf(values)): NextOfFlow<Step> => {
        const edge = explain(values, from).find(({ taken }) => taken);
        if (edge !== undefined) return { outcome: "step", step: edge.to, because: edge.because };
        const because = steps.has(from) ? `no edge can be taken from "${from}"` : `the flow has no step "${from}"`;
        return { outcome: "end", because };
      },
      transition: (values: Values, { from, to, now }: { from: Step; to: Step; now: string }): Transition<Step> => {
        const current = stepOf(values);
        if (current !== from) return { outcome: "wrongStep", current, from };
        const leads = steps.get(from)?.next?.some((edge) => edge.to === to) === true;
        if (!leads) return { outcome: "refused", reason: `no edge leads from "${from}" to "${to}"` };
        const allowed = check(values, to);
        if (!allowed.allowed) return { outcome: "refused", reason: allowed.reason };
        return { outcome: "moved", update: transitionUpdate(values, { from, to, now }) };
      },
      toMermaid: () => flowDiagram(start, declaration.steps),
    });
  };

/** Returns the update that moves a workflow to another step, with an entry for the audit log. Checks nothing. */
export function transitionUpdate(
  values: Pick<WithCurrentStep, "runtime_updated_at">,
  { from, to, now }: { readonly from: string; readonly to: string; readonly now: string },
): TransitionUpdate {
  const entry: AuditEntry = { action: "transition", from, to, timestamp: now };
  return { control_current_step: to, runtime_audit_log: [entry], ...touched(values, now) };
}

function refusalOf<Values>(when: ((values: Values) => boolean) | undefined, values: Values): string | null {
  if (when === undefined) return null;
  try {
    return when(values) ? null : "its condition is false";
  } catch (error) {
    return `its condition threw an error: ${error instanceof Error ? error.message : String(error)}`;
  }
}

function missingRequirement<Values>(
  needs: ((values: Values) => string | null) | undefined,
  values: Values,
): string | null {
  try {
    return needs?.(values) ?? null;
  } catch (error) {
    return `the requirement of the step threw an error: ${error instanceof Error ? error.message : String(error)}`;
  }
}

type StepEdges = ReadonlyMap<string, { readonly next?: readonly { readonly to: string }[] }>;

function assertValid(start: string, steps: StepEdges): void {
  if (!steps.has(start)) throw unsound(`it starts at "${start}", which is not a declared step`);
  const reached = new Set([start]);
  for (const step of reached) {
    for (const { to } of steps.get(step)?.next ?? []) {
      if (!steps.has(to)) throw unsound(`"${step}" leads to "${to}", which is not a declared step`);
      reached.add(to);
    }
  }
  const unreachable = [...steps.keys()].find((step) => !reached.has(step));
  if (unreachable !== undefined) throw unsound(`step "${unreachable}" is unreachable`);
}

const unsound = (problem: string) => stateManagerErrors.invalidFlow({ problem });
