import type { SeedStateValue } from "@tidemark/core-state";

/** Values of an agent's state in which every field may be missing. */
export type AgentValues = Partial<SeedStateValue>;

/** True when other agents have to be chosen. Without the flag, which is a field of `SeedState`, the reason says so. */
export const needsReclassification = (values: AgentValues): boolean =>
  values.control_needs_reclassification ?? (values.control_reclassification_reason ?? null) !== null;
