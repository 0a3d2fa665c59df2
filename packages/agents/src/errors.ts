import { defineErrors, type Errors } from "@tidemark/core-state";

const table = {
  unknownAgent: (details: { agent: string; nearest: string | null; known: readonly string[] }) =>
    `There is no agent "${details.agent}". ` +
    (details.nearest === null
      ? `Known are: ${details.known.join(", ")}. Register it, or name one of them.`
      : `Did you mean "${details.nearest}"? Register it, or name one of them.`),
};

/** Every error that `@tidemark/agents` throws. */
export const agentErrors: Errors<"agents", typeof table> = /* @__PURE__ */ defineErrors("agents", table);
