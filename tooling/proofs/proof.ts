import type { Check } from "../check.ts";
import type { Files } from "../fixture.ts";

/** One way to break a clean workspace, and pieces of the output that must name it. */
interface Fault {
  readonly plant: Files;
  readonly says: readonly string[];
}

/** Evidence that a gate works: it passes a clean workspace and names each planted fault. */
export interface Proof {
  readonly gate: Check;
  readonly clean: Files;
  /** Finishes the clean workspace before a fault is planted. */
  readonly prepare?: (root: string) => Promise<unknown>;
  /** Repeats `prepare` after a fault is planted, for gates that read what it made. */
  readonly prepareAgain?: boolean;
  readonly faults: Readonly<Record<string, Fault>>;
}
