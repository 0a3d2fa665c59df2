import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { MemorySaver, START, StateGraph } from "@langchain/langgraph";
import { AgentState, memory, openSession, toStateSchema, turnStart } from "tidemark";
import { applicationRoutes } from "tidemark/hono";
import { sqlite } from "tidemark/sqlite";
import { defineTurns, startWorker } from "tidemark/workers";
import { localEngine } from "tidemark/workers/local";
import { afterEach, describe, expect, test } from "vitest";
import { conversation, gate, look, lookAndPay, openDesk, said, slowGuard, steer } from "./open-desk.ts";
import { Desk } from "./steered-desk.ts";

const open: (() => Promise<void> | void)[] = [];

afterEach(async () => {
  for (const close of open.splice(0).toReversed()) await close();
});

function sqliteInFile() {
  const folder = mkdtempSync(path.join(tmpdir(), "tidemark-steering-"));
  open.push(() => rmSync(folder, { recursive: true }));
  return sqlite(path.join(folder, "desk.db"));
}

describe.each([
  ["memory", memory],
  ["sqlite", sqliteInFile],
] as const)("a message to a running turn, %s", (_, newStorage) => {
  test("is read by the agent before its next call of the model, in the same turn", async () => {
    const { app, model, begun, goOn } = openDesk([look, "Lisbon it is."], { storage: newStorage() });
    const ann = app.session("ann");
    const running = ann.send("Look for flights to Porto");
    await begun;
    const { result } = await steer(app.session("ann"), "No, to Lisbon");
    goOn();
    const turn = await running;
    expect(turn).toMatchObject({ outcome: "done", answer: "Lisbon it is." });
    expect(said(model, 1)).toEqual([
      "human: Look for flights to Porto",
      "ai: ",
      "tool: Nothing yet.",
      "human: No, to Lisbon",
    ]);
    const steered = await result;
    expect(steered).toMatchObject({ outcome: "done", steered: true, answer: "Lisbon it is." });
    expect(await conversation(ann)).toEqual([
      "human: Look for flights to Porto",
      "ai: ",
      "tool: Nothing yet.",
      "human: No, to Lisbon",
      "ai: Lisbon it is.",
    ]);
    expect((await ann.history()).length).toBe(1);
    model.assertDone();
  });

  test("that the agent has not read before its answer is the next turn, with its words once", async () => {
    const { checking, checked, slow } = slowGuard();
    const { app, model } = openDesk(["Porto it is.", "Lisbon then."], { storage: newStorage(), guardrails: [slow] });
    const ann = app.session("ann");
    const running = ann.send("Book Porto");
    await checking.opened;
    const { result } = await steer(ann, "No, Lisbon");
    checked.open();
    expect(await running).toMatchObject({ outcome: "done", answer: "Porto it is." });
    const next = await result;
    expect(next).toMatchObject({ outcome: "done", answer: "Lisbon then." });
    expect(next).not.toHaveProperty("steered");
    expect(said(model, 1)).toEqual(["human: Book Porto", "ai: Porto it is.", "human: No, Lisbon"]);
    expect((await ann.history()).length).toBe(2);
  });

  test("answers no question: it waits until somebody has", async () => {
    const { app, model, begun, goOn, paid } = openDesk([lookAndPay, "Paid, and noted."], { storage: newStorage() });
    const ann = app.session("ann");
    const running = ann.send("Look, and pay");
    await begun;
    const { result } = await steer(ann, "yes");
    goOn();
    const asked = await running;
    expect(asked).toMatchObject({ outcome: "interrupted" });
    expect(await result).toMatchObject({ outcome: "interrupted", steered: true });
    expect(paid).toEqual([]);
    const [request] = await ann.approvals();
    expect(await ann.approve(request)).toMatchObject({ outcome: "done", answer: "Paid, and noted." });
    expect(said(model, 1).slice(-1)).toEqual(["human: yes"]);
    expect((await conversation(ann)).filter((each) => each === "human: yes")).toHaveLength(1);
    expect(paid).toEqual(["a"]);
  });

  test("stays where it was read, when the agent goes on after an approval", async () => {
    const pay = { toolCalls: [{ name: "pay", args: { id: "a" } }] };
    const { app, model, begun, goOn } = openDesk([look, pay, "Paid."], { storage: newStorage() });
    const ann = app.session("ann");
    const running = ann.send("Look");
    await begun;
    const { result } = await steer(ann, "And pay");
    goOn();
    expect(await running).toMatchObject({ outcome: "interrupted" });
    await result;
    const [request] = await ann.approvals();
    expect(await ann.approve(request)).toMatchObject({ outcome: "done", answer: "Paid." });
    const read = ["human: Look", "ai: ", "tool: Nothing yet.", "human: And pay", "ai: ", "tool: Paid."];
    expect(said(model, 2)).toEqual(read);
    expect(await conversation(ann)).toEqual([...read, "ai: Paid."]);
  });

  test("is checked by the guardrails before turns", async () => {
    const guard = {
      name: "no secrets",
      beforeTurn: ({ text }: { readonly text: string }) =>
        text.includes("hunter2") ? { refuse: "it is a password" } : undefined,
    };
    const { app, model, begun, goOn, storage } = openDesk([look, "I could not read that."], {
      storage: newStorage(),
      guardrails: [guard],
    });
    const ann = app.session("ann");
    const running = ann.send("Look");
    await begun;
    const { result } = await steer(ann, "My password is hunter2");
    goOn();
    await Promise.all([running, result]);
    expect(said(model, 1).slice(-1)).toEqual(["human: (refused)"]);
    const stored = [await ann.state(), await storage.store?.search(["tidemark", "steering"])];
    expect(JSON.stringify(stored)).not.toContain("hunter2");
    expect((await ann.state())?.runtime_audit_log).toContainEqual(
      expect.objectContaining({ action: "guardrail", outcome: "refused", reason: "it is a password" }),
    );
  });

  test("that is sent again with its key is not read again", async () => {
    const { app, model, begun, goOn } = openDesk([look, "Lisbon it is."], { storage: newStorage() });
    const ann = app.session("ann");
    const running = ann.send("Look for flights");
    await begun;
    const [first, second] = [await steer(ann, "To Lisbon", "1"), await steer(ann, "To Lisbon", "1")];
    goOn();
    await running;
    for (const { result } of [first, second, await steer(ann, "To Lisbon", "1")])
      expect(await result).toMatchObject({ outcome: "done", steered: true, answer: "Lisbon it is." });
    expect((await conversation(ann)).filter((each) => each === "human: To Lisbon")).toHaveLength(1);
    model.assertDone();
  });

  test("of a sender that has gone is read by the next agent that works", async () => {
    const { app, model, begun, goOn } = openDesk([look, new Error("The model is down."), "Lisbon it is."], {
      storage: newStorage(),
    });
    const ann = app.session("ann");
    const running = ann.send("Look for flights");
    await begun;
    const left = new AbortController();
    const stored = gate();
    const sender = ann.send("To Lisbon", { onBusy: "steer", onSteered: stored.open, signal: left.signal });
    await stored.opened;
    left.abort();
    expect(await sender).toMatchObject({ outcome: "aborted" });
    goOn();
    await running;
    expect(await ann.send("Is it booked?")).toMatchObject({ answer: "Lisbon it is." });
    expect(said(model, 2).slice(-2)).toEqual(["human: Is it booked?", "human: To Lisbon"]);
    expect((await conversation(ann)).filter((each) => each === "human: To Lisbon")).toHaveLength(1);
  });

  test("ends with the result of the turn that has read it, also when others have followed", async () => {
    const { app, begun, goOn } = openDesk([look, "Lisbon it is.", "At noon."], { storage: newStorage() });
    const ann = app.session("ann");
    const running = ann.send("Look for flights");
    await begun;
    const { result } = await steer(ann, "To Lisbon", "k");
    goOn();
    const first = await running;
    expect(await result).toMatchObject({ outcome: "done", steered: true });
    expect(await ann.send("When?")).toMatchObject({ answer: "At noon." });
    const again = await ann.send("To Lisbon", { onBusy: "steer", idempotencyKey: "k" });
    const turnId = "turnId" in first ? first.turnId : null;
    expect(again).toMatchObject({ outcome: "done", steered: true, turnId, answer: "Lisbon it is." });
  });

  test("to a thread where nothing runs is a turn like any other", async () => {
    const { app, model } = openDesk(["Lisbon it is."], { storage: newStorage() });
    const ann = app.session("ann");
    const result = await ann.send("To Lisbon", { onBusy: "steer" });
    expect(result).toMatchObject({ outcome: "done", answer: "Lisbon it is." });
    expect(result).not.toHaveProperty("steered");
    model.assertDone();
  });

  test("that was not read is gone with its thread", async () => {
    const { app, begun, goOn, storage } = openDesk([lookAndPay, "Paid."], { storage: newStorage() });
    const ann = app.session("ann");
    const running = ann.send("Look, and pay");
    await begun;
    const { result } = await steer(ann, "quickly");
    goOn();
    await Promise.all([running, result]);
    const stored = async () => (await storage.store?.search(["tidemark", "steering"]))?.length;
    expect(await stored()).toBe(1);
    await ann.delete();
    expect(await stored()).toBe(0);
  });
});

test("a hundred messages to a running turn are read once each, in the order of sending, and no more are taken", async () => {
  const { app, model, begun, goOn } = openDesk([look, "All read."]);
  const ann = app.session("ann");
  const running = ann.send("Look");
  await begun;
  const texts = Array.from({ length: 100 }, (_each, index) => `message ${index}`);
  const sent: Promise<unknown>[] = [];
  for (const text of texts) sent.push((await steer(ann, text)).result);
  expect(await ann.send("one too many", { onBusy: "steer" })).toMatchObject({ outcome: "busy" });
  goOn();
  expect(await running).toMatchObject({ answer: "All read." });
  for (const each of await Promise.all(sent)) expect(each).toMatchObject({ outcome: "done", steered: true });
  const expected = texts.map((text) => `human: ${text}`);
  expect(said(model, 1).slice(-100)).toEqual(expected);
  expect((await conversation(ann)).filter((each) => each.startsWith("human: message"))).toEqual(expected);
  model.assertDone();
});

test("a message to a turn that a worker runs is read by its agent, and ends with its result", async () => {
  const { app, model, begun, goOn } = openDesk([look, "Lisbon it is."], { storage: sqliteInFile() });
  const turns = defineTurns({ name: "desk", graph: app.graph, engine: localEngine({ file: ":memory:" }) });
  open.push(() => turns.close());
  const worker = await startWorker(turns);
  open.push(() => worker.stop());
  await turns.send("ann", "Look for flights to Porto", { idempotencyKey: "1" });
  await begun;
  await turns.send("ann", "No, to Lisbon", { idempotencyKey: "2", onBusy: "steer" });
  // The same request again changes nothing.
  await turns.send("ann", "No, to Lisbon", { idempotencyKey: "2", onBusy: "steer" });
  goOn();
  expect(await turns.result("1")).toMatchObject({ outcome: "done", answer: "Lisbon it is." });
  expect(await turns.result("2")).toMatchObject({ outcome: "done", steered: true, answer: "Lisbon it is." });
  expect(said(model, 1).slice(-1)).toEqual(["human: No, to Lisbon"]);
  expect((await conversation(app.session("ann"))).filter((each) => each === "human: No, to Lisbon")).toHaveLength(1);
  model.assertDone();
});

/** Sends messages to the thread of a desk over HTTP. */
function served(desk: ReturnType<typeof openDesk>) {
  const { app } = desk;
  const routes = applicationRoutes({
    state: Desk,
    authorize: () => ({ userId: "ann" }),
    session: (threadId, { userId }) => app.session(threadId, { userId }),
  });
  const headers = { "content-type": "application/json" };
  const post = (body: object) =>
    routes.request("/threads/1/runs", { method: "POST", headers, body: JSON.stringify(body) });
  const session = app.session("ann:1", { userId: "ann" });
  return { post, session };
}

describe("a message to a running turn, over HTTP", () => {
  test("is acknowledged when it is stored, and read in the turn", async () => {
    const desk = openDesk([look, "Lisbon it is."]);
    const { post, session } = served(desk);
    const running = await post({ message: "Look for flights to Porto" });
    await desk.begun;
    expect((await post({ message: "No, to Lisbon" })).status).toBe(409);
    const steered = await post({ message: "No, to Lisbon", messageId: "m2", onBusy: "steer" });
    expect([steered.status, await steered.json()]).toEqual([202, { outcome: "steered" }]);
    desk.goOn();
    expect(await running.text()).toContain("Lisbon it is.");
    expect(said(desk.model, 1).slice(-1)).toEqual(["human: No, to Lisbon"]);
    expect((await session.history()).length).toBe(1);
    // It is known by its id, and runs nothing.
    expect((await post({ message: "No, to Lisbon", messageId: "m2", onBusy: "steer" })).status).toBe(204);
    desk.model.assertDone();
  });

  test("is the next turn if no agent has read it", async () => {
    const { checking, checked, slow } = slowGuard();
    const desk = openDesk(["Porto it is.", "Lisbon then."], { guardrails: [slow] });
    const { post, session } = served(desk);
    const running = await post({ message: "Book Porto" });
    await checking.opened;
    expect((await post({ message: "No, Lisbon", onBusy: "steer" })).status).toBe(202);
    checked.open();
    expect(await running.text()).toContain("Porto it is.");
    await expect.poll(() => conversation(session)).toContain("ai: Lisbon then.");
    expect(await conversation(session)).toEqual([
      "human: Book Porto",
      "ai: Porto it is.",
      "human: No, Lisbon",
      "ai: Lisbon then.",
    ]);
  });

  test("does not end the question that the turn asks meanwhile", async () => {
    const desk = openDesk([lookAndPay, "Paid, and noted."]);
    const { post, session } = served(desk);
    const running = await post({ message: "Look, and pay" });
    await desk.begun;
    expect((await post({ message: "yes", onBusy: "steer" })).status).toBe(202);
    desk.goOn();
    await running.text();
    const [request] = await session.approvals();
    expect(desk.paid).toEqual([]);
    expect(await session.approve(request)).toMatchObject({ outcome: "done", answer: "Paid, and noted." });
    expect(said(desk.model, 1).slice(-1)).toEqual(["human: yes"]);
  });
});

test("without a store, a message to a running turn is refused before anything is sent", async () => {
  const graph = new StateGraph(toStateSchema(AgentState))
    .addNode("turn_start", turnStart(AgentState))
    .addEdge(START, "turn_start")
    .compile({ checkpointer: new MemorySaver() });
  const session = openSession({ graph, threadId: "ann" });
  await expect(session.send("Hello", { onBusy: "steer" })).rejects.toMatchObject({ code: "state-manager/noStore" });
  expect(await session.state()).toBeNull();
});
