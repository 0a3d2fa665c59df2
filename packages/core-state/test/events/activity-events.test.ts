import { expect, test } from "vitest";
import { AgentProgressEvent, agentProgress, AgentStatusEvent, agentStatus } from "../../src/events/activity-events.ts";
import { base } from "./fixtures.ts";

test("AgentStatusEvent contains the status and, separately, the metadata", () => {
  const event = agentStatus(base, { message: "Looking", progress: 0.5, complete: false, metadata: { node: "search" } });
  expect(AgentStatusEvent.parse(event)).toEqual(event);
  expect(AgentStatusEvent.safeParse({ ...event, node: "search" }).success).toBe(false);
  expect(AgentStatusEvent.safeParse({ ...event, progress: Number.NaN }).success).toBe(false);
});

test("AgentProgressEvent computes the progress, which is 0 if the total is not positive", () => {
  const event = agentProgress(base, { current: 3, total: 10, operation: "Files" });
  expect(AgentProgressEvent.parse(event)).toEqual(event);
  expect(event.progress).toBe(0.3);
  expect(agentProgress(base, { current: 3, total: 0, operation: "Files" }).progress).toBe(0);
});
