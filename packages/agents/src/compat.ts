export { answerSucceeded, questionAsked } from "./clarification/clarification.ts";
export { newMessages } from "./conversation/additions.ts";
export { confidenceOf } from "./conversation/confidence.ts";
export { answerAfterFailure } from "./conversation/final-message.ts";
export { failedFindings, findingsOf } from "./conversation/observations.ts";
export { nextAgentOf } from "./conversation/progress.ts";
export { currentQuestion } from "./conversation/question.ts";
export { BaseAgent } from "./compat/base-agent.graph.ts";
