import type { Files } from "../fixture.ts";
import type { Gate } from "../gate-contract.ts";

/** One way to break a clean workspace, and what the gate must say about it. */
interface Fault {
  readonly plant: Files;
  /** Pieces of the gate's output; every one of them must be there. */
  readonly says: readonly string[];
}

/** The evidence that a gate is alive: it passes a clean workspace and names each planted fault. */
export interface Proof {
  readonly gate: Gate;
  readonly clean: Files;
  /** Existing folders of this workspace to link into the clean one, by place. */
  readonly links?: Readonly<Record<string, string>>;
  /** Finishes the clean workspace, before a fault is planted. */
  readonly prepare?: (root: string) => Promise<void>;
  readonly faults: Readonly<Record<string, Fault>>;
}
