import type { Plain } from "../values/plain-value.ts";

/** Why two lanes differ, as far as their records tell. */
export type Cause = "route" | "model input" | "tool" | "reducer" | "node" | "migration" | "unknown";

/** The first step and field in which a turn that ran again differs from the stored one. Values are not redacted. */
export interface Difference {
  /** Position of the step in the turn: 0 is its input. */
  readonly position: number;
  /** Field that differs; `nodes that run`, `question`, `error`, or `call of` a tool. */
  readonly field: string;
  readonly stored: Plain;
  readonly replayed: Plain;
  /** Nodes that wrote the field. */
  readonly author: readonly string[];
  readonly cause: Cause;
  readonly because: string;
}

/** What else is known of the run. */
export interface RunFacts {
  readonly threadId: string;
  readonly isInfrastructure: (field: string) => boolean;
  /** Nodes whose models were asked what the thread does not contain. */
  readonly askedOther: ReadonlySet<string>;
  /** Texts of the recorded results of tools, by id of the call. */
  readonly results: ReadonlyMap<string, string>;
  readonly error: string | null;
  /** Steps, as their position and node, that took what they wrote from the thread. They asked nothing. */
  readonly taken: ReadonlySet<string>;
}
