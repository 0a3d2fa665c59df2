/** Where a run goes next, and why; `killReason` is set when the router itself stops the run. */
export type Route =
  | {
      readonly to: "approval" | "clarify" | "classifier" | "end" | "planner" | "respond" | "task_extraction";
      readonly because: string;
    }
  | { readonly to: "error"; readonly because: string; readonly killReason?: string }
  | { readonly to: "agent"; readonly agent: string; readonly because: string }
  | { readonly to: "retry"; readonly node: string; readonly delaySeconds: number; readonly because: string };

/** One row of the routing table for one state; the first row that holds decides. */
export interface ExplainedRow {
  readonly condition: string;
  readonly holds: boolean;
  /** True for the row that decided. */
  readonly taken: boolean;
  /** Where the row leads when it holds; null when it does not. */
  readonly route: Route | null;
  readonly because: string;
}
