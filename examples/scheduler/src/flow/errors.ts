import { defineErrors, type Errors } from "@tidemark/core-state";

const table = {
  invalidRandom: (details: { random: string }) =>
    `"${details.random}" has fewer than eight hexadecimal digits. Pass a UUID, or 32 random bits in hexadecimal.`,

  invalidAgentOutput: (details: { agent: string; at: string; problem: string }) =>
    `The output of "${details.agent}" was refused at "${details.at}": ${details.problem}. ` +
    `An output has data, explanation, confidence (0 to 1), reasoning and timestamp (ISO 8601 with Z).`,

  wrongStep: (details: { from: string; to: string; current: string }) =>
    `The workflow cannot go from "${details.from}" to "${details.to}": it is at "${details.current}". ` +
    `Read control_current_step before the transition.`,
};

/** Every error that the flow of a workflow throws. */
export const flowErrors: Errors<"flow", typeof table> = defineErrors("flow", table);
