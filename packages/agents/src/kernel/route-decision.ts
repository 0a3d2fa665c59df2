/** One run of a plan step, next to runs of other steps. */
export interface StepRun {
  /** Position of the step in the plan, starting at 0. */
  readonly index: number;
  readonly agent: string;
  /** Seconds to wait before the run. 0 unless it is a retry. */
  readonly delaySeconds: number;
}

/** Next target of a run, with its reason. `killReason` is set if the router stops the run. */
export type Route =
  | {
      readonly to: "approval" | "clarify" | "classifier" | "end" | "planner" | "respond" | "task_extraction";
      readonly because: string;
    }
  | { readonly to: "error"; readonly because: string; readonly killReason?: string }
  | { readonly to: "agent"; readonly agent: string; readonly because: string }
  | { readonly to: "steps"; readonly steps: readonly StepRun[]; readonly because: string }
  | { readonly to: "retry"; readonly node: string; readonly delaySeconds: number; readonly because: string };

/** One row of the routing table, evaluated for one state. The first row whose condition is true decides. */
export interface ExplainedRow {
  readonly condition: string;
  readonly holds: boolean;
  /** True for the row that decided. */
  readonly taken: boolean;
  /** Target of the row if its condition is true, else null. */
  readonly route: Route | null;
  readonly because: string;
}
