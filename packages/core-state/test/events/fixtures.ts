import type { EventBase } from "../../src/events/event-base.ts";

export const base: EventBase = {
  eventId: "5f0c9a52-2f0e-4a39-9d8e-0c6f3c0f7b11",
  sequence: 0,
  runId: "run-1",
  turnId: "turn-1",
  timestamp: "2026-01-08T20:30:00Z",
};
export const planId = "1c9f5b8e-7a35-4f7e-b2b0-5d1f0a9e6c22";
export const stepId = "9b2d7c7e-3c43-4c0b-8a57-6a3e6d2b9f10";
export const step = { stepId, stepIndex: 0, agentId: "search", agentName: "Search", task: "Find flights" };
export const supervisor = { agentId: "supervisor", agentName: "Supervisor" };
export const search = { agentId: "search", agentName: "Search", agentIcon: "🔎", agentColor: "#0EA5E9" };
