import { type BaseCheckpointSaver, END, START, StateGraph } from "@langchain/langgraph";
import { toStateSchema } from "@tidemark/core-state/langgraph";
import { turnStart } from "@tidemark/state-manager/langgraph";
import { AGENT_OUTPUT } from "@tidemark/state-manager";
import { closeTurn } from "./nodes/close-turn.ts";
import { confirmEvent } from "./nodes/confirm-event.ts";
import { conflictDetection } from "./nodes/conflict-detection.ts";
import { nlParser } from "./nodes/nl-parser.ts";
import { chosenDestination, orchestrator } from "./nodes/orchestrator.ts";
import { query } from "./nodes/query.ts";
import { requestClarification } from "./nodes/request-clarification.ts";
import { resolution } from "./nodes/resolution.ts";
import { resourceManager } from "./nodes/resource-manager.ts";
import { scheduling } from "./nodes/scheduling.ts";
import { writeCalendar } from "./nodes/write-calendar.ts";
import type { SchedulerServices } from "./services.ts";
import { SchedulerState } from "./state.ts";

const AGENTS = ["nl_parser", "scheduling", "resource_manager", "conflict_detection", "resolution", "query"] as const;
const FROM_ORCHESTRATOR = [...AGENTS, "request_clarification", "confirm_event", "close_turn"] as const;

/** Compiles the scheduler: six agents around an orchestrator, one question before anything is written. */
export function schedulerGraph(services: SchedulerServices, options: { readonly checkpointer: BaseCheckpointSaver }) {
  const { clock, ids } = services;
  const graph = new StateGraph(toStateSchema(SchedulerState))
    .addNode("turn_start", turnStart(SchedulerState, { clock, ids, forget: [AGENT_OUTPUT] }))
    .addNode("orchestrator", orchestrator(services))
    .addNode("nl_parser", nlParser(services))
    .addNode("scheduling", scheduling(services))
    .addNode("resource_manager", resourceManager(services))
    .addNode("conflict_detection", conflictDetection(services))
    .addNode("resolution", resolution(services))
    .addNode("query", query(services))
    .addNode("request_clarification", requestClarification(services))
    .addNode("confirm_event", confirmEvent(services))
    .addNode("write_calendar", writeCalendar(services))
    .addNode("close_turn", closeTurn(services))
    .addEdge(START, "turn_start")
    .addEdge("turn_start", "orchestrator")
    .addConditionalEdges("orchestrator", chosenDestination, [...FROM_ORCHESTRATOR])
    .addConditionalEdges("confirm_event", chosenDestination, ["write_calendar", "orchestrator", "close_turn"])
    .addConditionalEdges("write_calendar", chosenDestination, ["write_calendar", "orchestrator", "close_turn"])
    .addEdge("request_clarification", "close_turn")
    .addEdge("close_turn", END);
  for (const agent of AGENTS) graph.addEdge(agent, "orchestrator");
  return graph.compile(options);
}

/** The compiled graph of the scheduler. */
export type SchedulerGraph = ReturnType<typeof schedulerGraph>;
