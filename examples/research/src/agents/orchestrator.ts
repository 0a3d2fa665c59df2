import { type AnswersClarification, clarificationRouter } from "tidemark";
import { currentQuestion } from "tidemark/conversation";
import { isVague, readQuestion } from "../domain/question.ts";
import { replyTo } from "../domain/reply.ts";
import type { ResearchServices } from "../services.ts";
import { ResearchState } from "../state.ts";
import { CLARIFICATION, utterancesIn } from "./utterances.ts";

/** Decides whether to ask the user for a clarification first, with the model or by rules. */
export const orchestrator = (services: ResearchServices) =>
  clarificationRouter(ResearchState, {
    decide: byRules(services),
    ...(services.model !== null && { model: services.model }),
    proceed: "research",
    clarify: CLARIFICATION,
    maxClarifications: services.maxClarifications,
    maxHistory: services.maxHistory,
    clock: services.clock,
  });

function byRules({ library }: ResearchServices): AnswersClarification {
  return ({ messages }) => {
    if (replyTo(currentQuestion(messages), []) !== null) return "RESEARCH";
    if (!isVague(readQuestion(utterancesIn(messages)))) return "RESEARCH";
    const examples = library.documents.slice(0, 3).map(({ title }) => `"${title}"`);
    return {
      decision: "clarify",
      missing: ["the topic"],
      question: `What would you like to know about? The documents cover ${examples.join(", ")}${library.documents.length > 3 ? " and more" : ""}.`,
    };
  };
}
