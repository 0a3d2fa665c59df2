import type { UIMessage } from "ai";
import { describe, expect, test } from "vitest";
import { look, pay, steeringDesk } from "../steering-desk.ts";
import { until } from "../until.ts";
import { problemOf, said, server, settled, textIn } from "./chat-server.ts";

const STEER = { body: { onBusy: "steer" } };

const partsOf = (message: UIMessage | undefined) =>
  (message?.parts ?? []).filter(({ type }) => type !== "data-state" && type !== "data-event");

describe("a message to a running turn, from a chat of the AI SDK", () => {
  test("is a part of the answer where it is read, while it is streamed and when it is loaded again", async () => {
    const desk = steeringDesk([look, "Lisbon it is."]);
    const { tab } = server(desk.session);
    const chat = await tab("ann");
    const first = chat.sendMessage({ text: "Look for flights to Porto" });
    await desk.begun;
    const other = await tab("ann");
    const following = other.resumeStream();
    const second = chat.sendMessage({ text: "No, to Lisbon" }, STEER);
    await desk.stored(1);
    desk.goOn();
    await Promise.all([first, second, following]);
    expect([chat.status, chat.error]).toEqual(["ready", undefined]);
    expect(desk.asked(1).slice(-1)).toEqual(["human: No, to Lisbon"]);
    const [, answer, sent, ...more] = chat.messages;
    expect([sent?.role, more]).toEqual(["user", []]);
    expect(partsOf(answer).map(({ type }) => type)).toEqual([
      "step-start",
      "dynamic-tool",
      "steering-message",
      "step-start",
      "text",
    ]);
    expect(answer?.parts).toContainEqual({
      type: "steering-message",
      id: sent?.id,
      parts: [{ type: "text", text: "No, to Lisbon" }],
    });
    // Other pages need no more than the answer.
    const loaded = (await tab("ann")).messages;
    expect(loaded).toHaveLength(2);
    expect(partsOf(loaded[1])).toEqual(partsOf(answer));
    expect(partsOf(other.messages.at(-1))).toEqual(partsOf(answer));
    desk.model.assertDone();
  });

  test("becomes the next turn if no agent has read it, which its response streams", async () => {
    const desk = steeringDesk(["Porto it is.", "Lisbon then."], { holdsAnswer: true });
    const { tab } = server(desk.session);
    const chat = await tab("ann");
    const first = chat.sendMessage({ text: "Book Porto" });
    await desk.begun;
    const second = chat.sendMessage({ text: "No, Lisbon" }, STEER);
    await desk.stored(1);
    desk.goOn();
    await Promise.all([first, second]);
    expect(chat.messages.map(textIn)).toEqual(["Book Porto", "Porto it is.", "No, Lisbon", "Lisbon then."]);
    expect((await tab("ann")).messages.map(textIn)).toEqual(chat.messages.map(textIn));
    expect([chat.status, chat.error]).toEqual(["ready", undefined]);
  });

  test("is acknowledged with 202 when it is stored, and refused as before without `onBusy`", async () => {
    const desk = steeringDesk([look, "Lisbon it is."]);
    const { post, request } = server(desk.session);
    const running = await post("/api/chat", { id: "ann", messages: [said("m1", "Look")] });
    await desk.begun;
    const refused = await post("/api/chat", { id: "ann", messages: [said("m2", "To Lisbon")] });
    expect(await problemOf(refused)).toMatchObject({ status: 409, code: "stream/busy" });
    const steered = await post("/api/chat", { id: "ann", messages: [said("m2", "To Lisbon")], onBusy: "steer" });
    expect(steered.status).toBe(202);
    await desk.stored(1);
    const image = { type: "file", mediaType: "image/png", url: "data:image/png;base64,iVBORw0KGgo=" };
    const file = { id: "m3", role: "user", parts: [{ type: "text", text: "This" }, image] };
    const withFile = await post("/api/chat", { id: "ann", messages: [file], onBusy: "steer" });
    expect(await problemOf(withFile)).toMatchObject({ status: 400, code: "stream/unsupportedMessage" });
    const unknown = await post("/api/chat", { id: "ann", messages: [said("m4", "Hi")], onBusy: "push" });
    expect(await problemOf(unknown)).toMatchObject({ status: 400, code: "stream/invalidRequest" });
    desk.goOn();
    expect(await running.text()).toContain('"type":"steering-message","id":"m2"');
    // Its client learns that nothing more comes.
    expect(await steered.text()).toBe("data: [DONE]\n\n");
    const stored = await request("/api/chat/ann/messages");
    expect(JSON.stringify(await stored.json())).toContain("Lisbon it is.");
  });

  test("does not change what the stop button does, and is not lost", async () => {
    const desk = steeringDesk([look, "Lisbon it is."]);
    const { tab, post } = server(desk.session);
    const chat = await tab("ann");
    const first = chat.sendMessage({ text: "Look for flights to Porto" });
    await desk.begun;
    const second = chat.sendMessage({ text: "No, to Lisbon" }, STEER);
    await desk.stored(1);
    const stopping = post("/api/chat/ann/stop", {});
    desk.goOn();
    expect(await (await stopping).json()).toEqual({ outcome: "stopped" });
    await Promise.all([first, second]);
    await settled(chat);
    await until(async () => (await desk.conversation("ann")).at(-1) === "ai: Lisbon it is.");
    expect((await desk.conversation("ann")).filter((each) => each === "human: No, to Lisbon")).toHaveLength(1);
  });

  test("answers no question that is asked meanwhile, and starts nothing", async () => {
    // The question is asked beside the work that the message waits for, so no agent has read it then.
    const both = { toolCalls: [...look.toolCalls, ...pay.toolCalls] };
    const desk = steeringDesk([both, "It is refunded."]);
    const { tab, request } = server(desk.session);
    const chat = await tab("ann");
    const first = chat.sendMessage({ text: "Look" });
    await desk.begun;
    const second = chat.sendMessage({ text: "yes" }, STEER);
    await desk.stored(1);
    desk.goOn();
    await Promise.all([first, second]);
    expect(chat.messages.map(({ role }) => role)).toEqual(["user", "assistant", "user"]);
    expect(partsOf(chat.messages[1]).at(-1)?.type).toBe("data-question");
    expect((await request("/api/chat/ann/stream")).status).toBe(204);
    const [question] = await desk.session("ann").approvals();
    await desk.session("ann").approve(question);
    expect(desk.asked(1).slice(-1)).toEqual(["human: yes"]);
  });

  test("of a client that leaves is read all the same", async () => {
    const desk = steeringDesk([look, "Lisbon it is."]);
    const { post } = server(desk.session, { maxClients: 2 });
    const running = await post("/api/chat", { id: "ann", messages: [said("m1", "Look")] });
    await desk.begun;
    for (const id of ["m2", "m3", "m4"]) {
      const steered = await post("/api/chat", { id: "ann", messages: [said(id, id)], onBusy: "steer" });
      expect(steered.status).toBe(202);
      await steered.body?.cancel();
    }
    desk.goOn();
    await running.text();
    expect(desk.asked(1).slice(-3)).toEqual(["human: m2", "human: m3", "human: m4"]);
  });
});
