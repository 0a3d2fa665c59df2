import { defineErrors, type Errors } from "@tidemark/core-state";

const table = {
  duplicateAgent: (details: { agent: string }) =>
    `Two agents are called "${details.agent}". Rename one of them: the name is the agent's id and its node.`,
  invalidAgentName: (details: { agent: string }) =>
    `"${details.agent}" cannot be the name of an agent. Use up to 64 letters, digits, "_" and "-", a letter first: ` +
    `the name is also that of a node and of a tool.`,
  unknownAgent: (details: { agent: string; nearest: string | null; known: readonly string[] }) =>
    `There is no agent "${details.agent}". ` +
    (details.nearest === null
      ? `Known are: ${details.known.join(", ")}. Register it, or name one of them.`
      : `Did you mean "${details.nearest}"? Register it, or name one of them.`),
};

/** Every error that `@tidemark/agents` throws. */
export const agentErrors: Errors<"agents", typeof table> = /* @__PURE__ */ defineErrors("agents", table);
