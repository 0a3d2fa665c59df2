import type { Findings } from "../../src/conversation/observations.ts";
import { type BaseMessage, HumanMessage } from "@langchain/core/messages";
import { END, MemorySaver, START, StateGraph } from "@langchain/langgraph";
import { agentRunUpdate, checkIterations } from "@tidemark/agents/internal";
import {
  answerAfterFailure,
  answerSucceeded,
  currentQuestion,
  failedFindings,
  finalMessageOf,
  findingsOf,
  historyWindow,
  newMessages,
} from "@tidemark/agents";
import { confidenceOf } from "@tidemark/agents/internal";
import {
  type AnswersClarification,
  clarificationRouter,
  clarifyNode,
  routeToNextAgent,
} from "@tidemark/agents/langgraph";
import { SeedState } from "@tidemark/core-state";
import { toStateSchema } from "@tidemark/core-state/langgraph";
import { defineNode, turnStart } from "@tidemark/state-manager/langgraph";
import { fixedClock } from "@tidemark/state-manager/testing";

/** Parts of a research workflow. Missing ones are replaced by working defaults. */
export interface Workflow {
  readonly decide?: AnswersClarification;
  readonly ask?: AnswersClarification;
  /** Calls tools and returns messages: the whole conversation, or only the new ones. */
  readonly research?: (messages: readonly BaseMessage[]) => readonly BaseMessage[] | Promise<readonly BaseMessage[]>;
  readonly synthesize?: (input: { readonly question: string; readonly findings: Findings }) => string;
  /** Node for a clear request. Defaults to `research`. */
  readonly proceed?: string;
  /** Node after research. Defaults to `synthesis`. */
  readonly afterResearch?: string;
  readonly maxHistory?: number;
  readonly maxClarifications?: number;
}

const clock = fixedClock("2026-03-01T09:00:00Z");

/** Researches, and keeps only messages that belong to the conversation. */
const researchNode = ({ research = () => [], afterResearch: next = "synthesis" }: Workflow) =>
  defineNode(SeedState, {
    agent: "research",
    roles: ["runtime"],
    async run(values) {
      const progress = agentRunUpdate(values, { agent: "research", next });
      const keep = (findings: Findings) => ({
        capability_context_data: { RESEARCH: { findings: structuredClone(findings) } },
        ...progress,
      });
      try {
        const added = newMessages(values.messages, await research(historyWindow(values.messages, { max: 10 })));
        const final = finalMessageOf(added);
        const kept = keep(findingsOf(added));
        return final.outcome === "final" ? { ...kept, messages: [final.message] } : kept;
      } catch (error) {
        return keep(failedFindings(error));
      }
    },
  });

/** Returns the findings of this turn. */
export function storedFindings(values: { readonly capability_context_data: object }): Findings {
  const stored: unknown = Reflect.get(values.capability_context_data, "RESEARCH");
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- written by the node above
  return (stored as { findings: Findings }).findings;
}

const answerOf = ({ findings }: { readonly findings: Findings }): string => `In short: ${findings.finalOutput}`;

/** Answers the question of the turn, with a confidence. */
const synthesisNode = ({ synthesize = answerOf }: Workflow) =>
  defineNode(SeedState, {
    agent: "synthesis",
    roles: ["root", "runtime"],
    run(values) {
      const findings = storedFindings(values);
      const progress = agentRunUpdate(values, { agent: "synthesis", next: "END" });
      const answer = (text: string, failed: boolean) => ({
        messages: [{ role: "assistant" as const, content: text, name: "synthesis" }],
        execution_final_answer: text,
        execution_confidence_score: confidenceOf(findings.observations, failed),
        control_workflow_status: failed ? ("failed" as const) : ("completed" as const),
        ...(!failed && answerSucceeded()),
        ...progress,
      });
      try {
        return answer(synthesize({ question: currentQuestion(values.messages), findings }), findings.failed);
      } catch {
        return answer(answerAfterFailure(findings.finalOutput), true);
      }
    },
  });

const stopNode = defineNode(SeedState, {
  agent: "stop",
  roles: ["root"],
  run(values) {
    const check = checkIterations(values);
    const content = check.outcome === "reached" ? check.answer : "";
    return { messages: [{ role: "assistant", content }], execution_final_answer: content };
  },
});

/** Workflow `turn_start` → `orchestrator` → `clarification` or `research` → `synthesis`, with a separate saver. */
export function researchWorkflow(parts: Workflow = {}) {
  const { decide = () => "RESEARCH", ask, proceed = "research" } = parts;
  const graph = new StateGraph(toStateSchema(SeedState))
    .addNode("turn_start", turnStart(SeedState))
    .addNode(
      "orchestrator",
      clarificationRouter(SeedState, {
        decide,
        proceed,
        clarify: "clarification",
        clock,
        ...(parts.maxHistory !== undefined && { maxHistory: parts.maxHistory }),
        ...(parts.maxClarifications !== undefined && { maxClarifications: parts.maxClarifications }),
      }),
    )
    .addNode("clarification", clarifyNode(SeedState, { agent: "clarification", clock, ...(ask && { ask }) }))
    .addNode("research", researchNode(parts))
    .addNode("synthesis", synthesisNode(parts))
    .addNode("stop", stopNode)
    .addEdge(START, "turn_start")
    .addEdge("turn_start", "orchestrator")
    .addConditionalEdges("orchestrator", routeToNextAgent(["clarification", "research"]))
    .addEdge("clarification", END)
    .addConditionalEdges("research", routeToNextAgent(["research", "synthesis"], { stop: "stop" }))
    .addEdge("synthesis", END)
    .addEdge("stop", END)
    .compile({ checkpointer: new MemorySaver() });
  const config = { configurable: { thread_id: "ann" }, recursionLimit: 50 };
  return { graph, config, say: (content: string) => graph.invoke({ messages: [new HumanMessage(content)] }, config) };
}
