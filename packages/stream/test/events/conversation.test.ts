import { AIMessage, AIMessageChunk, HumanMessage, ToolMessage } from "@langchain/core/messages";
import { describe, expect, test } from "vitest";
import { eventStamper } from "@tidemark/agents/internal";
import { conversation } from "../../src/events/conversation.graph.ts";
import type { RunEvent } from "../../src/events/run-events.ts";

const start = () =>
  conversation(eventStamper({ runId: "r", turnId: "t", clock: { now: () => "2026-01-08T20:30:00Z" } }));
const from = { node: "respond", task: "task-1" };
const types = (events: readonly RunEvent[]) => events.map(({ type }) => type);

const piece = (args: string, first = false) =>
  new AIMessageChunk({
    id: "m-1",
    content: "",
    tool_call_chunks: [{ index: 0, args, ...(first && { id: "call-1", name: "find" }) }],
  });

describe("conversation", () => {
  test("emits a streamed tool call chunk by chunk, and nothing more when it is stored", () => {
    const talk = start();
    const events = [
      ...talk.streamed(piece("", true), from),
      ...talk.streamed(piece('{"city": '), from),
      ...talk.streamed(piece('"Oslo"}'), from),
      ...talk.taskEnded("task-1"),
      ...talk.committed([
        new AIMessage({ id: "m-1", content: "", tool_calls: [{ id: "call-1", name: "find", args: { city: "Oslo" } }] }),
      ]),
      ...talk.ended(),
    ];
    expect(types(events)).toEqual([
      "tool_call_started",
      "tool_call_arguments",
      "tool_call_arguments",
      "tool_call_finished",
    ]);
  });

  test("ends the texts of a task when the task ends, and keeps others open", () => {
    const talk = start();
    talk.streamed(new AIMessageChunk({ id: "m-1", content: "a" }), from);
    talk.streamed(new AIMessageChunk({ id: "m-2", content: "b" }), { node: "other", task: "task-2" });
    expect(talk.taskEnded("task-1")).toMatchObject([{ type: "text_finished", messageId: "m-1" }]);
    expect(talk.ended()).toMatchObject([{ type: "text_finished", messageId: "m-2" }, { type: "messages_snapshot" }]);
  });

  test("emits stored messages that were not streamed, once", () => {
    const talk = start();
    const stored = [
      new AIMessage({ id: "m-1", content: "Hello" }),
      new ToolMessage({ id: "m-2", tool_call_id: "c", content: "x" }),
    ];
    expect(types(talk.committed(stored))).toEqual(["text_delta", "text_finished", "tool_result"]);
    expect(talk.committed([...stored])).toEqual([]);
    expect(talk.streamed(stored[0], from)).toEqual([]);
    expect(talk.ended()).toEqual([]);
  });

  test("emits a snapshot when a message was removed or changed", () => {
    const talk = start();
    const messages = [new HumanMessage({ id: "m-1", content: "a" }), new HumanMessage({ id: "m-2", content: "b" })];
    expect(types(talk.begin(messages))).toEqual(["messages_snapshot"]);
    talk.committed([new HumanMessage({ id: "m-1", content: "changed" })]);
    expect(talk.ended()).toMatchObject([{ messages: [{ messageId: "m-1", content: "changed" }] }]);
    expect(talk.ended()).toEqual([]);
  });
});
