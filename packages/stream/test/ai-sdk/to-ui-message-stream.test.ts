import { readUIMessageStream, type UIMessage, type UIMessageChunk, uiMessageChunkSchema } from "ai";
import { AgentState } from "@tidemark/core-state";
import { expectTypeOf, describe, expect, test } from "vitest";
import { toUiMessages, toUiMessageStream } from "../../src/ai-sdk.ts";
import type { UiChunk, UiMessage } from "../../src/ai-sdk/ui-message.ts";
import type { RunEvent } from "../../src/events/run-events.ts";
import { streamTurn } from "../../src/langgraph.ts";
import { Desk, desk, toolDesk } from "./desk.ts";

async function chunksOf(events: AsyncIterable<RunEvent>): Promise<readonly UiChunk[]> {
  const chunks: UiChunk[] = [];
  for await (const chunk of toUiMessageStream(events, { messageId: "a", onError: () => undefined })) {
    chunks.push(chunk);
  }
  return chunks;
}

/** Messages that the AI SDK makes of the chunks, after it has validated each of them. */
async function read(chunks: readonly UiChunk[]): Promise<UIMessage> {
  for (const chunk of chunks) {
    const result = await uiMessageChunkSchema().validate?.(chunk);
    expect({ chunk, isValid: result?.success }).toEqual({ chunk, isValid: true });
  }
  let message: UIMessage = { id: "none", role: "assistant", parts: [] };
  const errors: unknown[] = [];
  const stream = new ReadableStream<UIMessageChunk>({
    start(controller) {
      for (const chunk of chunks) controller.enqueue(chunk);
      controller.close();
    },
  });
  for await (const next of readUIMessageStream({ stream, onError: (error) => errors.push(error) })) message = next;
  expect(errors).toEqual([]);
  return message;
}

/** Run whose source fails in the middle of a text. */
async function* broken(): AsyncGenerator<RunEvent> {
  const base = { eventId: crypto.randomUUID(), runId: "r", turnId: "t", timestamp: "2026-01-08T20:30:00Z" };
  yield { ...base, sequence: 0, type: "text_delta", messageId: "m", role: "assistant", delta: "Half" };
  throw new Error("the socket");
}

const words = (parts: readonly { readonly type: string }[]) =>
  parts.filter(({ type }) => type === "text" || type === "dynamic-tool");

const types = (chunks: readonly UiChunk[]) => chunks.map(({ type }) => type);

describe("toUiMessageStream", () => {
  test("is read by the AI SDK: reasoning, text, source and state", async () => {
    const chunks = await chunksOf(streamTurn(desk()("t"), "Where to?", { state: Desk }));
    const message = await read(chunks);
    expect(message.id).toBe("a");
    expect(message.parts).toMatchObject([
      { type: "data-state", data: { desk_city: "Lisbon" } },
      { type: "step-start" },
      { type: "reasoning", text: "A city in the south.", state: "done" },
      { type: "text", text: "Lisbon is lovely.", state: "done" },
      { type: "source-url", url: "https://lisbon.example/", title: "Lisbon" },
    ]);
    expect(chunks.at(-1)).toEqual({ type: "finish", finishReason: "stop" });
  });

  test("contains only fields with `ui: true`", async () => {
    const chunks = await chunksOf(streamTurn(desk()("t"), "Where to?", { state: Desk }));
    expect(JSON.stringify(chunks)).not.toContain("desk_margin");
    expect(JSON.stringify(chunks)).toContain("desk_city");
  });

  test("ends a call before its result, and both before the step that uses them", async () => {
    const chunks = await chunksOf(
      streamTurn(toolDesk([], false)("t"), "Refund A-17", { state: Desk, tools: ["refund"] }),
    );
    const order = types(chunks).filter((type) => !type.startsWith("data-"));
    expect(order).toEqual([
      "start",
      "start-step",
      "tool-input-start",
      "tool-input-delta",
      "tool-input-available",
      "tool-output-available",
      "finish-step",
      "start-step",
      "text-start",
      "text-delta",
      "text-end",
      "finish-step",
      "finish",
    ]);
    expect((await read(chunks)).parts).toContainEqual({
      type: "dynamic-tool",
      toolName: "refund",
      toolCallId: "call-1",
      state: "output-available",
      input: { order: "A-17" },
      output: { order: "A-17", refunded: true },
    });
  });

  test("gives the state of the last step to a page that reads only `data-state`, and each change as a patch", async () => {
    const chunks = await chunksOf(streamTurn(desk()("t"), "count", { state: Desk, config: { recursionLimit: 100 } }));
    const message = await read(chunks);
    const states = message.parts.filter(({ type }) => type === "data-state");
    expect(states).toMatchObject([{ id: "state", data: { desk_count: 60 } }]);
    const patches = chunks.filter(({ type }) => type === "data-state-patch");
    expect(patches.length).toBeGreaterThanOrEqual(60);
    expect(JSON.stringify(patches.at(-1))).toContain('"/desk_count","value":60');
  });

  test("needs at most 45 KB for 60 updates", async () => {
    const chunks = await chunksOf(streamTurn(desk()("t"), "count", { state: Desk, config: { recursionLimit: 100 } }));
    const bytes = chunks.reduce((sum, chunk) => sum + `data: ${JSON.stringify(chunk)}\n\n`.length, 0);
    expect(bytes).toBeLessThan(45_000);
  });

  test("ends with an error that contains nothing of the thrown one", async () => {
    const chunks = await chunksOf(streamTurn(desk()("t"), "fail", { state: Desk }));
    expect(chunks.at(-1)?.type).toBe("error");
    expect(JSON.stringify(chunks)).not.toMatch(/hunter2|ECONN/);
  });

  test("ends open texts and steps of a run that stops early", async () => {
    const chunks = await chunksOf(broken());
    expect(types(chunks)).toEqual([
      "start",
      "start-step",
      "text-start",
      "text-delta",
      "text-end",
      "finish-step",
      "error",
    ]);
  });

  test("its types are those of the AI SDK", () => {
    expectTypeOf<UiChunk>().toExtend<UIMessageChunk>();
    expectTypeOf<UiMessage>().toExtend<UIMessage>();
  });
});

describe("toUiMessages", () => {
  test("gives the parts that were streamed, with the same id for the answer", async () => {
    const session = toolDesk([], false)("t");
    const events = streamTurn(
      session,
      { messages: [{ role: "user", id: "m1", content: "Refund A-17" }] },
      { state: Desk },
    );
    const streamed = await read(await chunksOf(events));
    const [question, answer] = toUiMessages((await session.state())?.messages ?? []);
    expect(question).toEqual({ id: "m1", role: "user", parts: [{ type: "text", text: "Refund A-17" }] });
    expect(answer?.id).toBe("m1:answer");
    expect(words(answer?.parts ?? [])).toEqual(words(streamed.parts));
  });

  test("ends calls without a result in earlier answers, because the AI SDK would wait for them", async () => {
    const { AIMessage, HumanMessage } = await import("@langchain/core/messages");
    const call = { id: "c1", name: "find", args: {} };
    const list = toUiMessages([
      new HumanMessage({ id: "m1", content: "a" }),
      new AIMessage({ id: "m2", content: "", tool_calls: [call] }),
      new HumanMessage({ id: "m3", content: "b" }),
      new AIMessage({ id: "m4", content: "", tool_calls: [{ ...call, id: "c2" }] }),
    ]);
    const states = list.flatMap(({ parts }) => parts.flatMap((part) => ("state" in part ? [part.state] : [])));
    expect(states).toEqual(["output-error", "input-available"]);
  });

  test("of an empty state gives no messages", () => {
    expect(toUiMessages([])).toEqual([]);
    expect(AgentState.fields.messages.name).toBe("messages");
  });
});
