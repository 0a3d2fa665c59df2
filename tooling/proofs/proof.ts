import type { Check } from "../check.ts";
import type { Files } from "../fixture.ts";

/** Evidence that a gate works: it passes a clean workspace and names each planted fault. */
export interface Proof {
  readonly gate: Check;
  readonly clean: Files;
  /** Finishes the clean workspace before a fault is planted. */
  readonly prepare?: (root: string) => Promise<unknown>;
  /** Repeats `prepare` after a fault is planted, for gates that read what it made. */
  readonly prepareAgain?: boolean;
  /** Ways to break the clean workspace, and pieces of the output that must name them. */
  readonly faults: Readonly<Record<string, { readonly plant: Files; readonly says: readonly string[] }>>;
}
