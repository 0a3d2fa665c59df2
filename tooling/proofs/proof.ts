import type { Check } from "../check.ts";
import type { Files } from "../fixture.ts";

/** Evidence that a gate works: it passes for a clean workspace and reports each planted fault. */
export interface Proof {
  readonly gate: Check;
  readonly clean: Files;
  /** Completes the clean workspace before a fault is planted. */
  readonly prepare?: (root: string) => Promise<unknown>;
  /** Repeats `prepare` after a fault is planted, for gates that read its output. */
  readonly prepareAgain?: boolean;
  /** Faults to plant in the clean workspace, and parts of the output that must report them. */
  readonly faults: Readonly<Record<string, { readonly plant: Files; readonly reports: readonly string[] }>>;
}
