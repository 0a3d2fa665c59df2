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

/** Place in a loop inside of the task. */
const at = (step: number, scope = "respond:task-1") => ({ ...from, scope, step });

const chunk = (id: string) => new AIMessageChunk({ id, content: "a" });

const cite = (url: string) => ({ type: "citation", url, title: "A page" });

const cited = (...urls: readonly string[]) =>
  new AIMessageChunk({ id: "m-1", content: [{ type: "text", text: "a", annotations: urls.map(cite) }] });

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

  test("ends a tool call before its result and before the answer that uses it", () => {
    const talk = start();
    const events = [
      ...talk.streamed(piece("", true), at(1)),
      ...talk.streamed(piece('{"city":"Oslo"}'), at(1)),
      ...talk.streamed(new ToolMessage({ id: "m-2", tool_call_id: "call-1", content: "9 degrees" }), at(2)),
      ...talk.streamed(new AIMessageChunk({ id: "m-3", content: "Cold." }), at(3)),
      ...talk.taskEnded("task-1"),
    ];
    expect(types(events)).toEqual([
      "tool_call_started",
      "tool_call_arguments",
      "tool_call_finished",
      "tool_result",
      "text_delta",
      "text_finished",
    ]);
  });

  test("emits no call after its result, if the message with the call is stored after a pause", () => {
    const talk = start();
    talk.begin([new HumanMessage({ id: "m-0", content: "a" })]);
    const result = new ToolMessage({ id: "m-2", tool_call_id: "call-1", content: "9 degrees" });
    const call = new AIMessage({ id: "m-1", content: "", tool_calls: [{ id: "call-1", name: "find", args: {} }] });
    const streamed = talk.streamed(result, from);
    const stored = talk.committed([new HumanMessage({ id: "m-0", content: "a" }), call, result]);
    const ended = talk.ended();
    expect(types([...streamed, ...stored])).toEqual(["tool_result"]);
    // The first snapshot drops the result, which a client would otherwise keep before the call.
    expect(ended).toMatchObject([
      { messages: [{ messageId: "m-0" }] },
      { messages: [{ messageId: "m-0" }, { messageId: "m-1" }, { messageId: "m-2" }] },
    ]);
  });

  test("ends a message when a later step of its loop speaks, and not when a parallel step does", () => {
    const talk = start();
    expect(types(talk.streamed(chunk("m-1"), at(1)))).toEqual(["text_delta"]);
    expect(types(talk.streamed(chunk("m-2"), at(1)))).toEqual(["text_delta"]);
    expect(types(talk.streamed(chunk("m-3"), at(2, "respond:task-1|inner:7")))).toEqual(["text_delta"]);
    expect(types(talk.streamed(chunk("m-4"), at(2)))).toEqual(["text_finished", "text_finished", "text_delta"]);
  });

  test.each([
    ["LangChain's blocks", { content: [{ type: "reasoning", reasoning: "Hm." }] }],
    ["Anthropic's blocks", { content: [{ type: "thinking", thinking: "Hm." }] }],
    ["OpenAI-compatible servers", { content: "", additional_kwargs: { reasoning_content: "Hm." } }],
  ])("emits reasoning as %s send it, and ends it before the text", (_, fields) => {
    const talk = start();
    const events = [
      ...talk.streamed(new AIMessageChunk({ id: "m-1", ...fields }), from),
      ...talk.streamed(new AIMessageChunk({ id: "m-1", content: "Yes." }), from),
      ...talk.taskEnded("task-1"),
    ];
    expect(types(events)).toEqual(["reasoning_delta", "reasoning_finished", "text_delta", "text_finished"]);
    expect(events[0]).toMatchObject({ messageId: "m-1", delta: "Hm." });
  });

  test("emits the web pages that a message cites, each once, and no other addresses", () => {
    const talk = start();
    const events = [
      ...talk.streamed(cited("https://a.example/1", "javascript:alert(1)"), from),
      ...talk.streamed(cited("https://a.example/1"), from),
    ];
    expect(events.filter(({ type }) => type === "source")).toMatchObject([
      { messageId: "m-1", url: "https://a.example/1", title: "A page" },
    ]);
  });
});
