import { finalMessageOf, findingsOf, newMessages } from "tidemark/conversation";
import { agentNode, defineAgent } from "tidemark";
import { readQuestion } from "../domain/question.ts";
import type { ResearchServices } from "../services.ts";
import { ResearchState } from "../state.ts";
import { evidenceIn, researchTools } from "../tools.ts";
import { modelResearcher, type Researcher, ruleResearcher } from "./researcher.ts";
import { utterancesIn } from "./utterances.ts";

/** Finds evidence with tools. Adds only its final message to the conversation, not the tool calls. */
export function research(services: ResearchServices, given?: Researcher) {
  const { model } = services;
  const agent = defineAgent(ResearchState, {
    name: "research",
    description: "Finds passages in the documents that answer the question.",
    reads: ["messages"],
    writes: ["messages", "research_question", "research_findings", "research_evidence"],
    async run({ messages }, runtime) {
      const { tools, signal, emit } = runtime;
      const researcher = given ?? (model === null ? ruleResearcher : modelResearcher(runtime.model, services));
      const question = readQuestion(utterancesIn(messages));
      emit({ type: "status", message: "Searching the documents", progress: 0, complete: false });
      const added = newMessages(messages, await researcher({ question, messages, tools, signal }));
      const final = finalMessageOf(added);
      return {
        research_question: { text: question.text, context: question.context },
        research_findings: findingsOf(added),
        research_evidence: evidenceIn(added),
        ...(final.outcome === "final" && { messages: [final.message] }),
      };
    },
  });
  return agentNode(ResearchState, agent, {
    tools: researchTools(services),
    clock: services.clock,
    ...(model !== null && { model }),
  });
}
