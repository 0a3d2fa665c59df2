import { type BaseCheckpointSaver, END, START, StateGraph } from "@langchain/langgraph";
import { toStateSchema, turnStart } from "tidemark";
import { routeToNextAgent } from "tidemark/agents";
import { CLARIFICATION, clarification } from "./agents/clarification.ts";
import { orchestrator } from "./agents/orchestrator.ts";
import { type Researcher, research } from "./agents/research.ts";
import { synthesis, type Writer } from "./agents/synthesis.ts";
import type { ResearchServices } from "./services.ts";
import { ResearchState } from "./state.ts";

/** Options of the graph. */
export interface ResearchGraphOptions {
  /** Leave it out on a LangGraph server, which provides its own. */
  readonly checkpointer?: BaseCheckpointSaver;
  /** Defaults to the model of the services, or to rules without one. */
  readonly researcher?: Researcher;
  /** Defaults to the model of the services, or to quotes without one. */
  readonly writer?: Writer;
}

/** Compiles the research assistant: the orchestrator, followed by a clarification or by research and synthesis. */
export function researchGraph(services: ResearchServices, options: ResearchGraphOptions = {}) {
  const { clock, checkpointer, researcher, writer } = { ...services, ...options };
  return new StateGraph(toStateSchema(ResearchState))
    .addNode("turn_start", turnStart(ResearchState, { clock }))
    .addNode("orchestrator", orchestrator(services))
    .addNode(CLARIFICATION, clarification(services))
    .addNode("research", research(services, researcher))
    .addNode("synthesis", synthesis(services, writer))
    .addEdge(START, "turn_start")
    .addEdge("turn_start", "orchestrator")
    .addConditionalEdges("orchestrator", routeToNextAgent([CLARIFICATION, "research"]), [CLARIFICATION, "research"])
    .addEdge(CLARIFICATION, END)
    .addEdge("research", "synthesis")
    .addEdge("synthesis", END)
    .compile({ ...(checkpointer && { checkpointer }) });
}

/** Compiled graph of the research assistant. */
export type ResearchGraph = ReturnType<typeof researchGraph>;
