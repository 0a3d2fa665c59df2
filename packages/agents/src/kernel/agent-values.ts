import type { AgentStateValue } from "@tidemark/core-state";

/** Values of an agent's state in which every field may be missing. */
export type AgentValues = Partial<AgentStateValue>;
