import { describe, expect, test } from "vitest";
import { toUiMessages } from "../../src/ai-sdk.ts";
import { runMessages } from "../../src/events/messages.graph.ts";
import type { RunEvent, RunMessage } from "../../src/events/run-events.ts";
import { threadEvents } from "../../src/events/thread-events.graph.ts";
import { transcript } from "../../src/events/transcript.ts";
import { readThread } from "../../src/http/start-run.graph.ts";
import { streamResume, streamTurn } from "../../src/langgraph.ts";
import { Desk, deskTools } from "../ai-sdk/desk.ts";
import { look, pay, steeringDesk } from "../steering-desk.ts";

const view = { state: Desk, tools: deskTools };

/** Reads events into a list while they come. */
function collected(events: AsyncIterable<RunEvent>) {
  const list: RunEvent[] = [];
  const ended = (async () => {
    for await (const event of events) list.push(event);
  })();
  return { list, ended };
}

/** Messages without the names of their authors, which events need not have. */
const nameless = (messages: readonly RunMessage[]) => messages.map((message) => ({ ...message, name: undefined }));

const messagesOf = (events: readonly RunEvent[]) => {
  const said = transcript();
  for (const event of events) said.apply(event);
  return nameless(said.messages);
};

const storedOf = async (session: { state(): Promise<unknown> }) =>
  nameless(runMessages(Reflect.get(Object(await session.state()), "messages")));

describe("a message that an agent reads while it works", () => {
  test("is streamed where it is read, before the answer to it, and as it is stored", async () => {
    const { session, steer, begun, goOn } = steeringDesk([look, "Lisbon it is."]);
    const ann = session("ann");
    const { list, ended } = collected(streamTurn(ann, "Look for flights to Porto", view));
    await begun;
    const { result } = await steer("ann", "No, to Lisbon", "m2");
    expect(JSON.stringify(list)).not.toContain("No, to Lisbon");
    goOn();
    await ended;
    expect(await result).toMatchObject({ outcome: "done", steered: true });
    const words = list.flatMap((event) =>
      event.type === "text_delta" || event.type === "tool_result" ? [[event.type, event.messageId]] : [],
    );
    const at = list.findIndex((event) => event.type === "text_delta" && event.delta === "No, to Lisbon");
    expect(list[at]).toMatchObject({ messageId: "m2", role: "user", isSteering: true });
    expect(list[at + 1]).toMatchObject({ type: "text_finished", messageId: "m2" });
    expect(list.findIndex(({ type }) => type === "tool_result")).toBeLessThan(at);
    expect(list.findIndex((event) => event.type === "text_delta" && event.role === "assistant")).toBeGreaterThan(at);
    expect(words.filter(([, id]) => id === "m2")).toHaveLength(1);
    // A page that shows it at another place drops it first. Nothing has to be put right at the end.
    expect(list[at - 1]).toMatchObject({ type: "messages_snapshot" });
    expect(list.filter(({ type }) => type === "messages_snapshot")).toHaveLength(2);
    expect(messagesOf(list)).toEqual(await storedOf(ann));
    expect(messagesOf(list).filter(({ isSteering }) => isSteering === true)).toHaveLength(1);
  });

  test("stays where it was read when the turn asks, is reloaded, and goes on", async () => {
    const { session, steer, begun, goOn } = steeringDesk([look, pay, "It is refunded."]);
    const ann = session("ann");
    const first = collected(streamTurn(ann, "Look", view));
    await begun;
    await steer("ann", "And refund it", "m2");
    goOn();
    await first.ended;
    const shown = ["user", "assistant", "tool", "user", "assistant"];
    const rolesOf = (events: readonly RunEvent[]) => messagesOf(events).map(({ role }) => role);
    expect(rolesOf(first.list)).toEqual(shown);
    const { messages } = await readThread(ann, view);
    expect(messages.map(({ role }) => role)).toEqual(shown);
    expect(messages[3]).toMatchObject({ messageId: "m2", content: "And refund it", isSteering: true });
    for (const streamsUnfinished of [true, false]) {
      const { list, ended } = collected(threadEvents(ann, { runId: "r", ...view, streamsUnfinished }));
      await ended;
      expect(rolesOf(list)).toEqual(shown);
    }
    const [question] = await ann.pending();
    const unfinished = await ann.unfinishedMessages();
    const state = [Reflect.get(Object(await ann.state()), "messages"), unfinished.map(({ message }) => message)].flat();
    const [, answer] = toUiMessages(state, { pending: await ann.pending(), tools: deskTools });
    expect(answer?.parts).toContainEqual({
      type: "steering-message",
      id: "m2",
      parts: [{ type: "text", text: "And refund it" }],
    });
    const [request] = await ann.approvals();
    const decision = { id: request?.id, decision: "approve", hash: request?.hash };
    const second = collected(streamResume(ann, { interruptId: question?.id ?? "", answer: decision }, view));
    await second.ended;
    expect(rolesOf(second.list)).toEqual([...shown, "tool", "assistant"]);
    expect(messagesOf(second.list)).toEqual(await storedOf(ann));
  });

  test("is not streamed if the fields with messages are hidden, and not by a turn that does not read it", async () => {
    const { session, steer, begun, goOn } = steeringDesk([look, "Lisbon it is."]);
    const { list, ended } = collected(streamTurn(session("ann"), "Look", { state: Desk, visible: ["desk_city"] }));
    await begun;
    await steer("ann", "No, to Lisbon", "m2");
    goOn();
    await ended;
    expect(JSON.stringify(list)).not.toContain("Lisbon");

    const held = steeringDesk(["Porto it is.", "Lisbon then."], { holdsAnswer: true });
    const first = collected(streamTurn(held.session("ann"), "Book Porto", view));
    await held.begun;
    const { result } = await held.steer("ann", "No, Lisbon", "m2");
    held.goOn();
    await first.ended;
    expect(JSON.stringify(first.list)).not.toContain("Lisbon");
    await result;
    const stored = await storedOf(held.session("ann"));
    expect(stored.map(({ isSteering }) => isSteering)).toEqual([undefined, undefined, undefined, undefined]);
  });
});
