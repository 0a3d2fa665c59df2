import { type AnswersClarification, clarificationRouter, currentQuestion } from "tidemark/agents";
import { isVague, readQuestion } from "../domain/question.ts";
import { replyTo } from "../domain/reply.ts";
import type { ResearchServices } from "../services.ts";
import { ResearchState } from "../state.ts";
import { CLARIFICATION } from "./clarification.ts";
import { utterancesIn } from "./utterances.ts";

/** Decides whether to ask the user for a clarification first, with the model or by rules. */
export const orchestrator = (services: ResearchServices) =>
  clarificationRouter(ResearchState, {
    decide: byRules,
    ...(services.model !== null && { model: services.model }),
    proceed: "research",
    clarify: CLARIFICATION,
    maxClarifications: services.maxClarifications,
    maxHistory: services.maxHistory,
    clock: services.clock,
  });

const byRules: AnswersClarification = ({ messages }) => {
  const isReply = replyTo(currentQuestion(messages), []) !== null;
  if (isReply || !isVague(readQuestion(utterancesIn(messages)))) return "RESEARCH";
  return { decision: "clarify", missing: ["the topic"] };
};
