import { EventType } from "@ag-ui/core";
import { readUIMessageStream, type UIMessageChunk } from "ai";
import fc from "fast-check";
import { Hono } from "hono";
import { describe, expect, test } from "vitest";
import { chunkWire } from "../../src/agent-protocol/stream-chunks.ts";
import { protocolWire } from "../../src/agent-protocol/protocol-events.ts";
import { toAgUi } from "../../src/ag-ui.ts";
import { toUiMessageStream } from "../../src/ai-sdk.ts";
import { uiMessageStream } from "../../src/ai-sdk/to-ui-message-stream.ts";
import type { RunEvent } from "../../src/events/run-events.ts";
import { type RunPart, sendOn, type Wire } from "../../src/events/run-parts.ts";
import { serveEvents } from "../../src/hono.ts";
import { liveRuns } from "../../src/runs/live-runs.ts";
import { replay } from "../ag-ui/replay.ts";

const base = { runId: "r", turnId: "t", timestamp: "2026-01-08T20:30:00Z" };

/** Completes events with their numbers. */
const numbered = (events: readonly object[]): RunEvent[] =>
  events.map((event, sequence) => {
    const eventId = `00000000-0000-8000-8000-${String(sequence).padStart(12, "0")}`;
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- some of the tests send events that are not valid
    return { ...base, eventId, sequence, ...event } as RunEvent;
  });

async function* each<Value>(values: readonly Value[]): AsyncGenerator<Value> {
  yield* values;
}

async function all<Value>(values: AsyncIterable<Value>): Promise<Value[]> {
  const list: Value[] = [];
  for await (const value of values) list.push(value);
  return list;
}

const failures = { onError: () => undefined };

const modes = new Set(["values", "messages-tuple", "custom"]);

/** Everything that each wire sends for the events of a run. */
const WIRES: Readonly<Record<string, (events: readonly RunEvent[]) => Promise<unknown>>> = {
  "AG-UI": (events) => all(toAgUi(each(events), { threadId: "ann", ...failures })),
  "AI SDK": (events) => all(toUiMessageStream(each(events), failures)),
  "LangGraph's events": (events) =>
    all(
      sendOn(
        protocolWire(() => "id"),
        each(events),
        failures,
      ),
    ),
  "LangGraph's runs": (events) =>
    all(sendOn(chunkWire({ threadId: "ann", modes, idOf: () => "id" }), each(events), failures)),
  "runs that clients follow": (events) => {
    const origin = { message: null, decisions: {}, messages: [], interrupts: [], decided: [] };
    const run = liveRuns(failures).start({ threadId: "ann", runId: "r", origin, begin: () => each(events) });
    return all(run?.follow() ?? each([]));
  },
  "Server-Sent Events": async (events) => {
    const app = new Hono().get("/", (context) => serveEvents(context, each(events), failures));
    return (await app.request("/")).text();
  },
};

describe("an event of a type that nobody has decided about leaves on no wire", () => {
  test.each(Object.keys(WIRES))("%s", async (wire) => {
    const values = { secret: "hunter2" };
    const unknown = ["audit_entry", "message_draft", "proposal_made", "constructor", "__proto__"].map((type) => ({
      type,
      messageId: "m",
      role: "assistant",
      delta: "hunter2",
      values,
      patch: [{ op: "add", path: "/secret", value: "hunter2" }],
    }));
    const said = { type: "text_delta", messageId: "m", role: "assistant", delta: "Hello." };
    const sent = await WIRES[wire]?.(
      numbered([
        { type: "run_started", threadId: "ann" },
        ...unknown,
        said,
        ...unknown,
        { type: "run_finished", outcome: "finished", interrupts: [] },
      ]),
    );
    expect(JSON.stringify(sent)).toContain("Hello.");
    expect(JSON.stringify(sent)).not.toMatch(/hunter2|audit_entry|message_draft|proposal_made/);
  });
});

const same = <Part extends RunPart>(part: Part): readonly Part[] => [part];

/** Wire whose form of a part is the part itself. */
const recorder = (): Wire<RunPart> => ({
  begin: () => [],
  table: {
    message_start: same,
    message_end: same,
    block_start: same,
    block_end: same,
    text: same,
    reasoning: same,
    source: same,
    file: same,
    call_start: same,
    call_delta: same,
    call_end: same,
    result: same,
    node_start: same,
    node_end: same,
    messages: same,
    values: same,
    patch: same,
    agent: same,
    end: same,
    failure: same,
  },
});

const id = fc.constantFrom("m1", "m2");
const call = fc.constantFrom("c1", "c2", "c3");
const delta = fc.constantFrom("", "a", '{"x":', "b");

/** Events in any order: some never end, some end twice, some belong to nothing. */
const anyEvent = fc.oneof(
  fc.record({ type: fc.constant("text_delta"), messageId: id, role: fc.constant("assistant"), delta }),
  fc.record({ type: fc.constant("reasoning_delta"), messageId: id, delta }),
  fc.record({ type: fc.constantFrom("text_finished", "reasoning_finished"), messageId: id }),
  fc.record({ type: fc.constant("source"), messageId: id, url: fc.constant("https://a.example/") }),
  fc.record({
    type: fc.constant("file"),
    messageId: id,
    mediaType: fc.constant("image/png"),
    url: fc.constant("https://a.example/"),
  }),
  fc.record({ type: fc.constant("tool_call_arguments"), toolCallId: call, delta }),
  fc.record({ type: fc.constant("tool_call_finished"), toolCallId: call }),
  fc.record({ type: fc.constantFrom("node_started", "node_finished"), node: fc.constantFrom("a", "b"), taskId: id }),
);

/** Calls begin once: their ids are those of a model. */
const anyRun = fc
  .record({
    events: fc.array(anyEvent, { maxLength: 30 }),
    calls: fc.array(fc.record({ at: fc.nat(30), toolCallId: call, messageId: id, resultAt: fc.option(fc.nat(40)) }), {
      maxLength: 3,
    }),
    end: fc.constantFrom("finished", "cancelled", "failed", "none"),
  })
  .map(({ events, calls, end }) => {
    const list: object[] = [{ type: "run_started", threadId: "ann" }, ...events];
    const begun = new Set<string>();
    for (const { at, toolCallId, messageId, resultAt } of calls) {
      if (begun.has(toolCallId)) continue;
      begun.add(toolCallId);
      const place = 1 + (at % list.length);
      list.splice(place, 0, { type: "tool_call_started", toolCallId, messageId, name: "find" });
      if (resultAt === null) continue;
      const result = { type: "tool_result", toolCallId, messageId: `${toolCallId}-result`, content: "found" };
      list.splice(Math.min(list.length, place + 1 + resultAt), 0, { type: "tool_call_finished", toolCallId }, result);
    }
    if (end === "failed") list.push({ type: "run_failed", message: "It failed.", isPublic: true });
    else if (end !== "none") list.push({ type: "run_finished", outcome: end, interrupts: [] });
    return numbered(list);
  });

/** What is out of order among parts: something outside of what it belongs to, or that begins or ends twice or never. */
function problemsOf(parts: readonly RunPart[]): readonly string[] {
  const problems: string[] = [];
  const messages = new Map<string, { block: string | null; text: string }>();
  const calls = new Map<string, string>();
  const nodes = new Set<string>();
  for (const [index, part] of parts.entries()) {
    const require = (isRight: boolean): void => void (isRight || problems.push(`${index}: ${part.type}`));
    const at = "message" in part && typeof part.message === "object" ? messages.get(part.message.messageId) : undefined;
    switch (part.type) {
      case "message_start":
        require(at === undefined);
        messages.set(part.message.messageId, { block: null, text: "" });
        break;
      case "message_end":
        require(at?.block === null);
        messages.delete(part.message.messageId);
        break;
      case "block_start":
        require(at?.block === null);
        messages.set(part.message.messageId, { block: part.block, text: "" });
        break;
      case "block_end":
        require(at?.block === part.block && at.text === part.text);
        messages.set(part.message.messageId, { block: null, text: "" });
        break;
      case "text":
      case "reasoning":
        require(at !== undefined && (at.block === part.type || (part.type === "text" && part.delta === "")));
        messages.set(part.message.messageId, { block: at?.block ?? null, text: (at?.text ?? "") + part.delta });
        break;
      case "source":
      case "file":
        require(at !== undefined);
        break;
      case "call_start":
        require(!calls.has(part.call.toolCallId));
        calls.set(part.call.toolCallId, "open");
        break;
      case "call_delta":
        require(calls.get(part.call.toolCallId) === "open");
        break;
      case "call_end":
        require(calls.get(part.call.toolCallId) === "open");
        calls.set(part.call.toolCallId, "ended");
        break;
      case "node_start":
        require(!nodes.has(part.node));
        nodes.add(part.node);
        break;
      case "node_end":
        require(nodes.delete(part.node));
        break;
      case "end":
      case "failure":
        require(index === parts.length - 1);
        break;
      case "result":
      case "messages":
      case "values":
      case "patch":
      case "agent":
      default:
    }
  }
  const last = parts.at(-1)?.type;
  const open = [...calls].filter(([, state]) => state === "open");
  return [
    ...problems,
    ...messages.keys(),
    ...nodes,
    ...open.map(([name]) => name),
    ...(last === "end" || last === "failure" ? [] : ["no end"]),
  ];
}

describe("the parts of a run are complete, whatever its events are", () => {
  test("each part is inside of what it belongs to, and all that begins ends once before the end", async () => {
    await fc.assert(
      fc.asyncProperty(anyRun, async (events) => {
        expect(problemsOf(await all(sendOn(recorder(), each(events), failures)))).toEqual([]);
      }),
    );
  });

  test("AG-UI's client accepts them", async () => {
    await fc.assert(
      fc.asyncProperty(anyRun, async (events) => {
        const sent = await all(toAgUi(each(events), { threadId: "ann", ...failures }));
        // AG-UI's client reports a failed run by a rejection, like a stream that it refuses.
        const [end] = sent.slice(-1);
        if (end?.type === EventType.RUN_FINISHED) await replay(sent);
      }),
    );
  });

  test("the AI SDK's client accepts them", async () => {
    await fc.assert(
      fc.asyncProperty(anyRun, async (events) => {
        const chunks = await all(toUiMessageStream(each(events), failures));
        const errors: unknown[] = [];
        const stream = new ReadableStream<UIMessageChunk>({
          start(controller) {
            for (const chunk of chunks) if (chunk.type !== "error") controller.enqueue(chunk);
            controller.close();
          },
        });
        await all(readUIMessageStream({ stream, onError: (error) => errors.push(error) }));
        expect(errors).toEqual([]);
      }),
    );
  });
});

test("a run without any event fails on every wire", async () => {
  const ends = ["RUN_ERROR", '"type":"error"', '"event":"failed"', '"event":"error"'];
  const sent = await Promise.all(Object.values(WIRES).map((wire) => wire([])));
  expect(ends.map((end, index) => JSON.stringify(sent[index]).includes(end))).toEqual([true, true, true, true]);
});

test("a call that a stop has cut off is ended on each wire, and given to no client as one that can run", async () => {
  const named = { toolCallId: "c1", messageId: "m1" };
  const events = numbered([
    { type: "run_started", threadId: "ann" },
    { type: "tool_call_started", ...named, name: "find" },
    { type: "tool_call_arguments", ...named, delta: '{"city": "Os' },
    { type: "run_finished", outcome: "cancelled", interrupts: [] },
  ]);
  const sent = await Promise.all(Object.values(WIRES).map(async (wire) => JSON.stringify(await wire(events))));
  expect(sent.slice(0, 4).map((text) => /tool-input-available|tool-started/.test(text))).toEqual(Array(4).fill(false));
  expect(sent[0]).toContain('"type":"TOOL_CALL_END"');
  expect(sent[1]).toContain('"type":"tool-output-error"');
});

test("the result of a call comes after the message with the call", async () => {
  const named = { toolCallId: "c1", messageId: "m1" };
  const events = numbered([
    { type: "tool_call_started", ...named, name: "find" },
    { type: "tool_call_finished", ...named },
    { type: "tool_result", toolCallId: "c1", messageId: "m2", content: "found" },
    { type: "run_finished", outcome: "finished", interrupts: [] },
  ]);
  const parts = await all(sendOn(recorder(), each(events), failures));
  expect(parts.map(({ type }) => type)).toEqual([
    "message_start",
    "call_start",
    "call_end",
    "message_end",
    "result",
    "end",
  ]);
});

test("a call that a client has from an earlier run is not sent again, and its result is", async () => {
  const input = { city: "Oslo" };
  const known = { type: "dynamic-tool", toolCallId: "c1", toolName: "find", input, state: "input-available" } as const;
  const named = { toolCallId: "c1", messageId: "m1" };
  const events = numbered([
    { type: "tool_call_started", ...named, name: "find" },
    { type: "tool_call_arguments", ...named, delta: "{}" },
    { type: "tool_call_finished", ...named },
    { type: "tool_result", toolCallId: "c1", messageId: "m2", content: "found" },
    { type: "run_finished", outcome: "finished", interrupts: [] },
  ]);
  const begun = { parts: [known], replays: false, decisions: {}, asking: { threadId: "ann", signer: null } };
  const chunks = await all(uiMessageStream(each(events), failures, begun));
  expect(chunks.map(({ type }) => type)).toEqual(["start", "tool-output-available", "finish"]);
});

test("the values are sent once, before their changes", async () => {
  const events = numbered([
    { type: "state_snapshot", values: { desk_city: "Oslo" } },
    { type: "state_snapshot", values: { desk_city: "Bergen" } },
    { type: "run_finished", outcome: "finished", interrupts: [] },
  ]);
  const parts = await all(sendOn(recorder(), each(events), failures));
  expect(parts.filter(({ type }) => type === "values")).toEqual([{ type: "values", values: { desk_city: "Oslo" } }]);
});
