import { expect, test } from "vitest";
import type { RunEvent } from "../../src/events/run-events.ts";
import { transcript } from "../../src/events/transcript.ts";

const base = { runId: "r", turnId: "t", timestamp: "2026-01-08T20:30:00Z", eventId: "e", sequence: 0 };

const called = (toolCallId: string, messageId: string): RunEvent => ({
  ...base,
  type: "tool_call_started",
  toolCallId,
  messageId,
  name: "find",
});

const answered = (toolCallId: string): RunEvent => ({
  ...base,
  type: "tool_result",
  toolCallId,
  messageId: `${toolCallId}-result`,
  content: toolCallId,
});

test("results are behind the message with their call, in the order in which they came", () => {
  const said = transcript();
  for (const event of [
    called("c1", "m1"),
    called("c2", "m1"),
    called("c3", "m2"),
    answered("c3"),
    answered("c2"),
    answered("c1"),
    answered("c4"),
  ]) {
    said.apply(event);
  }
  expect(said.messages.map(({ messageId }) => messageId)).toEqual([
    "m1",
    "c2-result",
    "c1-result",
    "m2",
    "c3-result",
    "c4-result",
  ]);
});
