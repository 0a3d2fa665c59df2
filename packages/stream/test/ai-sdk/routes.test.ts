import { describe, expect, test } from "vitest";
import { z } from "zod";
import { deferred } from "../deferred.ts";
import { approvalIn, KEY, questionIn, said, server, settled, textIn, toolsIn } from "./chat-server.ts";
import { desk, mailDesk, parallelDesk, toolDesk } from "./desk.ts";
import type { UIMessage } from "ai";
import { until } from "../until.ts";

/** Types of the parts of a message, with their states. */
const shown = (parts: readonly UIMessage["parts"][number][] = []) =>
  parts.map((part) => ("state" in part ? `${part.type} ${part.state}` : part.type));

describe("a chat of the AI SDK", () => {
  test("sends a message and reads the turn", async () => {
    const { tab } = server(desk());
    const chat = await tab("ann");
    await chat.sendMessage({ text: "Where to?" });
    expect(chat.error).toBe(undefined);
    expect(textIn(chat.lastMessage)).toBe("Lisbon is lovely.");
  });

  test("answers with the header of the protocol and ends with [DONE]", async () => {
    const { post } = server(desk());
    const response = await post("/api/chat", { id: "ann", messages: [said("m1", "Where to?")] });
    expect(response.headers.get("x-vercel-ai-ui-message-stream")).toBe("v1");
    expect(response.headers.get("content-type")).toBe("text/event-stream");
    expect((await response.text()).endsWith("data: [DONE]\n\n")).toBe(true);
  });

  test("is loaded again as it was", async () => {
    const { tab } = server(desk());
    const chat = await tab("ann");
    await chat.sendMessage({ text: "Where to?" });
    const again = await tab("ann");
    expect(again.messages.map(({ id, role }) => [id, role])).toEqual(chat.messages.map(({ id, role }) => [id, role]));
    expect(textIn(again.lastMessage)).toBe("Lisbon is lovely.");
    const states = again.lastMessage?.parts.filter(({ type }) => type === "data-state");
    expect(states).toMatchObject([{ id: "state", data: { desk_city: "Lisbon" } }]);
    expect(JSON.stringify(states)).not.toContain("desk_margin");
  });

  test("goes on after a disconnect, and a reloaded page follows the turn from its beginning", async () => {
    const { promise, resolve } = deferred();
    const { tab, request } = server(desk(promise));
    const chat = await tab("ann");
    const sending = chat.sendMessage({ text: "slow" });
    await until(() => chat.status === "streaming");
    await chat.stop();
    await sending;
    const again = await tab("ann");
    expect(again.messages.map(({ role }) => role)).toEqual(["user"]);
    const resuming = again.resumeStream();
    resolve();
    await resuming;
    expect(textIn(again.lastMessage)).toBe("It took a while.");
    expect((await request("/api/chat/ann/stream")).status).toBe(204);
  });

  test("is stopped by the route, for everybody who follows", async () => {
    const { tab, post } = server(desk(new Promise(() => undefined)));
    const chat = await tab("ann");
    const sending = chat.sendMessage({ text: "slow" });
    await until(() => chat.status === "streaming");
    const second = await tab("ann");
    const following = second.resumeStream();
    expect(await (await post("/api/chat/ann/stop", {})).json()).toEqual({ outcome: "stopped" });
    await Promise.all([sending, following]);
    expect([chat.status, second.status]).toEqual(["ready", "ready"]);
    expect(await (await post("/api/chat/ann/stop", {})).json()).toEqual({ outcome: "ended" });
    await chat.sendMessage({ text: "Where to?" });
    expect(textIn(chat.lastMessage)).toBe("Lisbon is lovely.");
  });

  test("is loaded again after a stop as it was shown, and a call without a result is over", async () => {
    const { tab, post } = server(parallelDesk(new Promise(() => undefined)));
    const chat = await tab("ann");
    const sending = chat.sendMessage({ text: "Refund A-17" });
    await until(() => toolsIn(chat.lastMessage).some(({ state }) => state === "output-available"));
    await post("/api/chat/ann/stop", {});
    await sending;
    expect(toolsIn(chat.lastMessage).map(({ state }) => state)).toEqual(["output-available", "output-error"]);
    expect(shown((await tab("ann")).lastMessage?.parts)).toEqual(shown(chat.lastMessage?.parts));
  });

  test("tells other tabs when a turn begins and ends", async () => {
    const { promise, resolve } = deferred();
    const { tab, request } = server(desk(promise));
    const reader = (await request("/api/chat/ann/changes")).body?.pipeThrough(new TextDecoderStream()).getReader();
    const next = async () => (await reader?.read())?.value ?? "";
    expect(await next()).toContain('{"runId":null,"ended":null}');
    const chat = await tab("ann");
    const sending = chat.sendMessage({ text: "slow" });
    const [, runId = ""] = /\{"runId":"([\w-]+)","ended":null\}/.exec(await next()) ?? [];
    resolve();
    expect(await next()).toContain(`{"runId":null,"ended":"${runId}"}`);
    await sending;
    expect(chat.lastMessage?.metadata).toEqual({ runId });
    await reader?.cancel();
  });

  test("sends an error without the words of the thrown one", async () => {
    const { tab } = server(desk());
    const chat = await tab("ann");
    await chat.sendMessage({ text: "fail" });
    expect(chat.status).toBe("error");
    expect(chat.error?.message).toMatch(/^The run failed\. Error id: /);
  });
});

describe("approvals", () => {
  test("an approved request is performed once, and its part gets a result", async () => {
    const sent: unknown[] = [];
    const { tab } = server(mailDesk(sent), { key: KEY });
    const chat = await tab("ann");
    await chat.sendMessage({ text: "Send Ben the offer" });
    expect(toolsIn(chat.lastMessage)).toMatchObject([
      { toolName: "mail", title: "Send the offer", state: "approval-requested" },
    ]);
    expect(sent).toEqual([]);
    await chat.addToolApprovalResponse({ id: approvalIn(chat), approved: true });
    await settled(chat);
    await until(() => toolsIn(chat.lastMessage)[0]?.state === "output-available");
    expect(sent).toEqual([{ to: "ben@example.org" }]);
    expect(questionIn(chat.lastMessage).open).toBe(false);
    expect(chat.messages.map(({ role }) => role)).toEqual(["user", "assistant"]);
  });

  test("a rejected request is not performed, and its part is denied", async () => {
    const sent: unknown[] = [];
    const { tab } = server(mailDesk(sent), { key: KEY });
    const chat = await tab("ann");
    await chat.sendMessage({ text: "Send Ben the offer" });
    await chat.addToolApprovalResponse({ id: approvalIn(chat), approved: false, reason: "Not now" });
    await until(() => toolsIn(chat.lastMessage)[0]?.state === "output-denied");
    expect(sent).toEqual([]);
  });

  test("a request can be edited by the reply to its question, and a wrong edit is asked again with its problem", async () => {
    const sent: unknown[] = [];
    const { tab } = server(mailDesk(sent), { key: KEY });
    const chat = await tab("ann");
    await chat.sendMessage({ text: "Send Ben the offer" });
    const edit = async (to: string) => {
      const { interruptId, signature, requests: [request] = [] } = questionIn(chat.lastMessage);
      const [tool] = toolsIn(chat.lastMessage);
      const payload = { ...z.looseObject({}).parse(tool?.input), parameters: { to } };
      const answer = { id: request?.id, decision: "edit", hash: request?.hash, payload };
      await chat.sendMessage(undefined, { body: { answers: [{ interruptId, answer, signature }] } });
    };
    await edit("nobody");
    expect(chat.error).toBe(undefined);
    expect(questionIn(chat.lastMessage)).toMatchObject({ open: true, problem: { code: "invalidPayload" } });
    expect(sent).toEqual([]);
    await edit("dan@example.org");
    expect(sent).toEqual([{ to: "dan@example.org" }]);
  });

  test("a request that was shown in one tab is answered in another one after a reload", async () => {
    const sent: unknown[] = [];
    const { tab } = server(mailDesk(sent), { key: KEY });
    const first = await tab("ann");
    await first.sendMessage({ text: "Send Ben the offer" });
    const second = await tab("ann");
    expect(approvalIn(second)).toBe(approvalIn(first));
    await second.addToolApprovalResponse({ id: approvalIn(second), approved: true });
    await until(() => toolsIn(second.lastMessage)[0]?.state === "output-available");
    await first.addToolApprovalResponse({ id: approvalIn(first), approved: false });
    await until(() => first.status === "error");
    expect(first.error?.message).toContain("stream/closedQuestion");
    expect(sent).toHaveLength(1);
  });

  test("a tab that decides like another one before gets the result, and what the answer says after it", async () => {
    for (const key of [KEY, undefined]) {
      for (const approved of [true, false]) {
        const refunded: unknown[] = [];
        const { tab } = server(toolDesk(refunded), key === undefined ? {} : { key });
        const first = await tab("ann");
        await first.sendMessage({ text: "Refund A-17" });
        const second = await tab("ann");
        await second.addToolApprovalResponse({ id: approvalIn(second), approved });
        await settled(second);
        await first.addToolApprovalResponse({ id: approvalIn(first), approved });
        await settled(first);
        const state = approved ? "output-available" : "output-denied";
        expect([first.status, toolsIn(first.lastMessage).map((part) => part.state)]).toEqual(["ready", [state]]);
        expect(questionIn(first.lastMessage).open).toBe(false);
        expect(textIn(first.lastMessage)).toBe(textIn(second.lastMessage));
        expect(refunded).toHaveLength(approved ? 1 : 0);
      }
    }
  });

  test("a tab that decides like another one while the turn runs follows the turn", async () => {
    const { promise, resolve } = deferred();
    const sent: unknown[] = [];
    const { tab } = server(mailDesk(sent, promise), { key: KEY });
    const first = await tab("ann");
    await first.sendMessage({ text: "Send Ben the offer" });
    const second = await tab("ann");
    const third = await tab("ann");
    await first.addToolApprovalResponse({ id: approvalIn(first), approved: true });
    await until(() => first.status === "streaming");
    await second.addToolApprovalResponse({ id: approvalIn(second), approved: true });
    await until(() => second.status === "streaming");
    resolve();
    await Promise.all([settled(first), settled(second)]);
    expect(toolsIn(second.lastMessage)).toMatchObject([{ state: "output-available", output: { decision: "approve" } }]);
    await third.addToolApprovalResponse({ id: approvalIn(third), approved: true });
    await settled(third);
    expect(toolsIn(third.lastMessage)).toMatchObject([{ state: "output-available", output: { decision: "approve" } }]);
    expect(sent).toHaveLength(1);
  });

  test("a tab that follows an answered turn shows the answer while the turn runs, and its result", async () => {
    const { promise, resolve } = deferred();
    const { tab } = server(mailDesk([], promise), { key: KEY });
    const first = await tab("ann");
    await first.sendMessage({ text: "Send Ben the offer" });
    const second = await tab("ann");
    await first.addToolApprovalResponse({ id: approvalIn(first), approved: true });
    await until(() => first.status === "streaming");
    const following = second.resumeStream();
    await until(() => toolsIn(second.lastMessage)[0]?.state === "approval-responded");
    resolve();
    await following;
    expect(toolsIn(second.lastMessage)).toMatchObject([{ state: "output-available", output: { decision: "approve" } }]);
    expect(second.messages.map(({ id }) => id)).toEqual(first.messages.map(({ id }) => id));
  });

  test("a tool call that needs an approval is one part, from its arguments to its result", async () => {
    const refunded: unknown[] = [];
    const { tab } = server(toolDesk(refunded), { key: KEY });
    const chat = await tab("ann");
    await chat.sendMessage({ text: "Refund A-17" });
    expect(chat.error).toBe(undefined);
    expect(toolsIn(chat.lastMessage)).toMatchObject([
      { toolCallId: "call-1", toolName: "refund", input: { order: "A-17" }, state: "approval-requested" },
    ]);
    await chat.addToolApprovalResponse({ id: approvalIn(chat), approved: true });
    await until(() => textIn(chat.lastMessage) === "It is refunded.");
    expect(refunded).toEqual(["A-17"]);
    expect(toolsIn(chat.lastMessage)).toMatchObject([
      { toolCallId: "call-1", state: "output-available", output: { order: "A-17", refunded: true } },
    ]);
    expect(toolsIn((await tab("ann")).lastMessage)).toMatchObject([
      { toolCallId: "call-1", state: "output-available" },
    ]);
  });

  test("a waiting turn is loaded with its reasoning, and with the calls that have finished", async () => {
    const { tab } = server(parallelDesk(), { key: KEY });
    const chat = await tab("ann");
    await chat.sendMessage({ text: "Refund A-17" });
    const again = await tab("ann");
    expect(shown(again.lastMessage?.parts)).toEqual([
      "data-state",
      "step-start",
      "reasoning done",
      "dynamic-tool output-available",
      "dynamic-tool approval-requested",
      "data-question",
    ]);
    expect(shown(again.lastMessage?.parts)).toEqual(shown(chat.lastMessage?.parts));
    await again.addToolApprovalResponse({ id: approvalIn(again), approved: true });
    await until(() => textIn(again.lastMessage) === "Done.");
    const stored = await tab("ann");
    expect(shown(stored.lastMessage?.parts)).toEqual(
      shown(again.lastMessage?.parts).filter((type) => type !== "data-question"),
    );
  });

  test("a question of a node is a part, and its reply continues the same message", async () => {
    const { tab } = server(desk(), { key: KEY });
    const chat = await tab("ann");
    await chat.sendMessage({ text: "ask" });
    const { interruptId, question, signature } = questionIn(chat.lastMessage);
    expect(question).toBe("Which city?");
    await chat.sendMessage(undefined, { body: { answers: [{ interruptId, answer: "Oslo", signature }] } });
    expect(textIn(chat.lastMessage)).toBe("Noted: Oslo.");
    expect(chat.messages.map(({ role }) => role)).toEqual(["user", "assistant"]);
    expect(questionIn(chat.lastMessage).open).toBe(false);
  });
});
