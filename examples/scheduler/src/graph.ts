import { type BaseCheckpointSaver, END, START, StateGraph } from "@langchain/langgraph";
import { agentNode, routeAfterApproval, approvalNode, asUser, systemClock, toStateSchema, turnStart } from "tidemark";
import { AGENT_OUTPUT } from "tidemark/conversation";
import { conflictDetection } from "./agents/conflict-detection.ts";
import { nlParser } from "./agents/nl-parser.ts";
import { query } from "./agents/query.ts";
import { resolution } from "./agents/resolution.ts";
import { resourceManager } from "./agents/resource-manager.ts";
import { scheduling } from "./agents/scheduling.ts";
import { approvalMessage, CALENDAR, choiceOf, readAnswer } from "./approval/offer.ts";
import { closeTurn } from "./nodes/close-turn.ts";
import { confirmEvent, leaveCalendar } from "./nodes/confirm-event.ts";
import { chosenDestination, orchestrator } from "./nodes/orchestrator.ts";
import { requestClarification } from "./nodes/request-clarification.ts";
import { undo } from "./nodes/undo.ts";
import { writeCalendar } from "./nodes/write-calendar.ts";
import type { SchedulerServices } from "./services.ts";
import { SchedulerState, type SchedulerValue } from "./state.ts";

const AGENTS = ["nl_parser", "scheduling", "resource_manager", "conflict_detection", "resolution", "query"] as const;

/** Approved changes are written, open approvals are asked again, and a rejection leaves the calendar unchanged. */
const afterApproval = routeAfterApproval({ approved: "write_calendar", otherwise: "leave_calendar" });
const afterWrite = (values: SchedulerValue): string =>
  values.control_next_action === "approval" ? afterApproval(values) : chosenDestination(values);

/** Compiles the scheduler graph: six agents around an orchestrator, with one approval before every write. */
export function schedulerGraph(
  services: SchedulerServices,
  options: { readonly checkpointer?: BaseCheckpointSaver } = {},
) {
  const { clock, ids, model } = services;
  const resources = { clock: { ...systemClock, now: () => clock.now() } };
  // The reader retries within its own time limit, and cannot use partial answers.
  const reading = model === null ? {} : { model, modelOptions: { maxRetries: 0, disableStreaming: true } };
  const approval = approvalNode(SchedulerState, {
    clock,
    by: ({ configurable }) => asUser(String(configurable?.["user_id"] ?? "household")),
    read: readAnswer,
    editable: { [CALENDAR]: choiceOf },
    rejection: "flag",
    say: approvalMessage,
  });
  const graph = new StateGraph(toStateSchema(SchedulerState))
    .addNode("turn_start", turnStart(SchedulerState, { clock, ids, forget: [AGENT_OUTPUT] }))
    .addNode("orchestrator", orchestrator(services))
    .addNode("nl_parser", agentNode(SchedulerState, nlParser(services), { ...resources, ...reading }))
    .addNode("scheduling", agentNode(SchedulerState, scheduling(services), resources))
    .addNode("resource_manager", agentNode(SchedulerState, resourceManager(services), resources))
    .addNode("conflict_detection", agentNode(SchedulerState, conflictDetection(services), resources))
    .addNode("resolution", agentNode(SchedulerState, resolution(services), resources))
    .addNode("query", agentNode(SchedulerState, query(services), resources))
    .addNode("request_clarification", requestClarification(services))
    .addNode("confirm_event", confirmEvent(services))
    .addNode("undo", undo(services))
    .addNode("approval", approval)
    .addNode("write_calendar", writeCalendar(services))
    .addNode("leave_calendar", leaveCalendar())
    .addNode("close_turn", closeTurn(services))
    .addEdge(START, "turn_start")
    .addEdge("turn_start", "orchestrator")
    .addConditionalEdges("orchestrator", chosenDestination, [
      ...AGENTS,
      "request_clarification",
      "confirm_event",
      "undo",
      "close_turn",
    ])
    .addConditionalEdges("confirm_event", chosenDestination, ["approval", "close_turn"])
    .addConditionalEdges("undo", chosenDestination, ["approval", "close_turn"])
    .addConditionalEdges("approval", afterApproval, ["write_calendar", "approval", "leave_calendar"])
    .addConditionalEdges("write_calendar", afterWrite, [
      "orchestrator",
      "confirm_event",
      "leave_calendar",
      "close_turn",
    ])
    .addEdge("leave_calendar", "close_turn")
    .addEdge("request_clarification", "close_turn")
    .addEdge("close_turn", END);
  for (const agent of AGENTS) graph.addEdge(agent, "orchestrator");
  return graph.compile(options);
}

/** The compiled graph of the scheduler. */
export type SchedulerGraph = ReturnType<typeof schedulerGraph>;
