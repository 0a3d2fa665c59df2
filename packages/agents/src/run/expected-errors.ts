import { agentErrors } from "../kernel/errors.ts";

/** Classifies errors of this package. Null for any other error. */
export function classifyExpected(error: unknown) {
  if (agentErrors.agentTimedOut.is(error))
    return { severity: "retriable" as const, userMessage: "The agent timed out." };
  if (agentErrors.limitReached.is(error)) {
    const because = error.details.because;
    return { severity: "fatal" as const, userMessage: `A limit was reached: ${because}.`, metadata: { because } };
  }
  if (agentErrors.modelRefused.is(error)) {
    return { severity: "critical" as const, userMessage: "The model refused to answer." };
  }
  if (agentErrors.emptyModelAnswer.is(error) || agentErrors.modelAnswerCut.is(error)) {
    return { severity: "retriable" as const, userMessage: "The model gave no complete answer." };
  }
  if (agentErrors.noStructuredOutput.is(error)) {
    return { severity: "critical" as const, userMessage: "The model does not support structured output." };
  }
  if (agentErrors.missingInputs.is(error)) {
    const { code, problem } = error.details;
    return {
      severity: "replanning" as const,
      userMessage: "The step is missing inputs.",
      metadata: { code, problem },
    };
  }
  return null;
}
