import { type AnswersClarification, clarifyNode } from "tidemark/agents";
import type { ResearchServices } from "../services.ts";
import { ResearchState } from "../state.ts";

/** Name of the agent that asks the user for a clarification. */
export const CLARIFICATION = "clarification";

/** Documents that a question names as examples. */
const EXAMPLES = 3;

/** Asks the user what the question is about, and ends the turn. A model has written its question with its decision. */
export const clarification = (services: ResearchServices) =>
  clarifyNode(ResearchState, {
    agent: CLARIFICATION,
    clock: services.clock,
    ...(services.model === null && { ask: withExamples(services) }),
  });

const withExamples =
  ({ library: { documents } }: ResearchServices): AnswersClarification =>
  () => {
    const titles = documents.slice(0, EXAMPLES).map(({ title }) => `"${title}"`);
    const more = documents.length > EXAMPLES ? " and more" : "";
    return `What would you like to know about? The documents cover ${titles.join(", ")}${more}.`;
  };
