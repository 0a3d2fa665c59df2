import type { AuditEntry } from "@tidemark/core-state";
import { stateManagerErrors } from "../kernel/errors.ts";
import { flowDiagram } from "./flow-diagram.ts";
import { touched } from "../kernel/touched.ts";

/** Where a flow can go from a step. */
export interface FlowEdge<Values, Step extends string> {
  readonly to: Step;
  /** Whether the way is taken; the first edge whose guard holds wins, one without a guard always does. */
  readonly when?: (values: Values) => boolean;
  /** Why, in a few words: it stands at the edge of the diagram and in explanations. */
  readonly because: string;
}

/** One step of a flow. */
export interface FlowStep<Values, Step extends string> {
  /** What the step needs, as the reason why it may not be entered; null when it may. */
  readonly needs?: (values: Values) => string | null;
  /** The ways on, in the order in which they are tried; none at a step where the flow ends. */
  readonly next?: readonly FlowEdge<Values, Step>[];
}

/** Whether a step may be entered, and if not, why. */
export type StepCheck = { readonly allowed: true } | { readonly allowed: false; readonly reason: string };

/** Where a flow goes next; the flow ends where no way is open. */
export type NextOfFlow<Step extends string> =
  | { readonly outcome: "step"; readonly step: Step; readonly because: string }
  | { readonly outcome: "end"; readonly because: string };

/** One way on, and what became of it. */
export interface ExplainedEdge<Step extends string> {
  readonly to: Step;
  readonly because: string;
  readonly taken: boolean;
  /** Why it was not taken; null for the one that was. */
  readonly refused: string | null;
}

/** The part of a state that says where its flow is. */
export interface WithCurrentStep {
  readonly control_current_step: string;
  readonly runtime_updated_at?: string | null | undefined;
}

/** What a transition writes; the audit log and the time are owned by "runtime". */
export interface TransitionUpdate {
  readonly control_current_step: string;
  readonly runtime_audit_log: readonly [AuditEntry];
  readonly runtime_updated_at: string;
}

/** What came of a transition: the update that makes it, or why it is not made. */
export type Transition<Step extends string> =
  | { readonly outcome: "moved"; readonly update: TransitionUpdate }
  | { readonly outcome: "wrongStep"; readonly current: string; readonly from: Step }
  | { readonly outcome: "refused"; readonly reason: string };

/** A declared flow. */
export interface Flow<Values, Step extends string> {
  readonly start: Step;
  readonly steps: readonly Step[];
  /** Where the flow goes from a step, by default the one that the state is at. */
  next(values: Values, from?: string): NextOfFlow<Step>;
  /** Whether the state holds what a step needs; a step that the flow does not know needs nothing. */
  check(values: Values, step: string): StepCheck;
  /** Every way on from a step, and why each was or was not taken. */
  explain(values: Values, from?: string): readonly ExplainedEdge<Step>[];
  /** The update that moves the flow to another step and notes it in the audit log. */
  transition(values: Values, move: { readonly from: Step; readonly to: Step; readonly now: string }): Transition<Step>;
  /** The flow as Mermaid text. */
  toMermaid(): string;
}

/** How a flow is declared. */
export interface FlowDeclaration<Values, Step extends string> {
  readonly start: NoInfer<Step>;
  readonly steps: { readonly [Name in Step]: FlowStep<Values, NoInfer<Step>> };
  /** Says where a state's flow is; `control_current_step` when not said. */
  readonly stepOf?: (values: Values) => string;
}

/**
 * Declares the steps of a workflow, the ways between them and what each needs, with reasons that people can read.
 *
 * The flow runs nothing: ask it where to go, whether a step may be entered, and why. A guard that throws, on data that is
 * missing or corrupt, is a way that is closed, with the reason, and never a crash. An edge to a step that is not declared
 * does not compile; a step that no way leads to throws `state-manager/invalidFlow` at once.
 *
 * @example
 * ```ts
 * import { defineFlow } from "@tidemark/state-manager";
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
    assertSound(start, steps);

    const explain = (values: Values, from: string): readonly ExplainedEdge<Step>[] => {
      let taken = false;
      return (steps.get(from)?.next ?? []).map(({ to, when, because }) => {
        const refused = taken ? "an earlier way was open" : closed(when, values);
        if (refused === null) taken = true;
        return { to, because, taken: refused === null, refused };
      });
    };
    const check = (values: Values, step: string): StepCheck => {
      const reason = needed(steps.get(step)?.needs, values);
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
        const because = steps.has(from) ? `no way leads on from "${from}"` : `the flow has no step "${from}"`;
        return { outcome: "end", because };
      },
      transition: (values: Values, { from, to, now }: { from: Step; to: Step; now: string }): Transition<Step> => {
        const current = stepOf(values);
        if (current !== from) return { outcome: "wrongStep", current, from };
        const leads = steps.get(from)?.next?.some((edge) => edge.to === to) === true;
        if (!leads) return { outcome: "refused", reason: `no way leads from "${from}" to "${to}"` };
        const allowed = check(values, to);
        if (!allowed.allowed) return { outcome: "refused", reason: allowed.reason };
        return { outcome: "moved", update: transitionUpdate(values, { from, to, now }) };
      },
      toMermaid: () => flowDiagram(start, declaration.steps),
    });
  };

/** Gives the update that moves a workflow to another step and notes it in the audit log, asking nothing. */
export function transitionUpdate(
  values: Pick<WithCurrentStep, "runtime_updated_at">,
  { from, to, now }: { readonly from: string; readonly to: string; readonly now: string },
): TransitionUpdate {
  const entry: AuditEntry = { action: "transition", from, to, timestamp: now };
  return { control_current_step: to, runtime_audit_log: [entry], ...touched(values, now) };
}

function closed<Values>(when: ((values: Values) => boolean) | undefined, values: Values): string | null {
  if (when === undefined) return null;
  try {
    return when(values) ? null : "its condition does not hold";
  } catch (error) {
    return `its condition could not be looked at: ${error instanceof Error ? error.message : String(error)}`;
  }
}

function needed<Values>(needs: ((values: Values) => string | null) | undefined, values: Values): string | null {
  try {
    return needs?.(values) ?? null;
  } catch (error) {
    return `What the step needs could not be looked at: ${error instanceof Error ? error.message : String(error)}`;
  }
}

type Ways = ReadonlyMap<string, { readonly next?: readonly { readonly to: string }[] }>;

function assertSound(start: string, steps: Ways): void {
  if (!steps.has(start)) throw unsound(`it starts at "${start}", which is not a declared step`);
  const reached = new Set([start]);
  for (const step of reached) {
    for (const { to } of steps.get(step)?.next ?? []) {
      if (!steps.has(to)) throw unsound(`"${step}" leads to "${to}", which is not a declared step`);
      reached.add(to);
    }
  }
  const lost = [...steps.keys()].find((step) => !reached.has(step));
  if (lost !== undefined) throw unsound(`step "${lost}" is unreachable`);
}

const unsound = (problem: string) => stateManagerErrors.invalidFlow({ problem });
