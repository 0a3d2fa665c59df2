import type { BaseCheckpointSaver } from "@langchain/langgraph-checkpoint";
import { expect, test } from "vitest";
import { z } from "zod";
import { inspector } from "../../src/index.ts";
import { CountingModel, fareGraph } from "./desks.ts";
import { act, ask, inputOf, post, questionOf, stepOf, values } from "./writing-app.ts";

function desk(saver: BaseCheckpointSaver) {
  const model = new CountingModel((prompt) => (prompt.includes("Confirm") ? "Confirmed." : "The fare is 520."));
  const graph = fareGraph(saver, model);
  return { model, graph, app: inspector({ saver, graph, write: true, token: "token" }) };
}

const ann = { thread: "ann", person: "maria" };

/** What every saver has to allow. */
export function plainGraphCases(makeSaver: () => BaseCheckpointSaver | Promise<BaseCheckpointSaver>): void {
  test("takes a message, asks, and takes the answer", async () => {
    const { app } = desk(await makeSaver());
    expect(await act(app, "send", { ...ann, message: "To Lisbon" })).toMatchObject({
      outcome: "interrupted",
      nodes: [
        { node: "search", state: "finished" },
        { node: "ask", state: "waiting" },
      ],
    });
    const answer = { ...ann, interrupt: (await questionOf(app, "ann")).id, answer: "no" };
    expect(await act(app, "answer", answer)).toMatchObject({ outcome: "done" });
    expect(await values(app, "ann")).toMatchObject({ price: 520, route: "asked: no" });
    // A second answer to the same question.
    const stale = await post(app, "answer", answer);
    expect(stale.status).toBe(409);
    expect(stale.body).toMatchObject({
      error: { code: "inspect/refused", message: expect.stringContaining("already answered") as unknown },
    });
  });

  test("is forked with another value, and takes the route that follows from it", async () => {
    const { app, model } = desk(await makeSaver());
    await act(app, "send", { ...ann, message: "To Lisbon" });
    const before = await values(app, "ann");
    const fork = {
      ...ann,
      step: await stepOf(app, "ann", "search"),
      to: "ann-2",
      changes: { price: 480 },
      reason: "What if it is cheaper?",
    };
    expect(await act(app, "fork", { ...fork, models: "live" })).toMatchObject({ outcome: "done", live: 1 });
    expect(await values(app, "ann-2")).toMatchObject({ price: 480, route: "booked", notes: ["searched"] });
    expect(await values(app, "ann")).toEqual(before);
    expect(model.calls).toBe(2);
    const { body } = await ask(app, "compare", { thread: "ann", other: "ann-2" });
    expect(body).toMatchObject({
      common: { nodes: ["search"] },
      left: { threadId: "ann", steps: [] },
      fields: expect.arrayContaining([
        expect.objectContaining({ name: "price", before: 520, left: 520, right: 480 }),
      ]) as unknown,
    });
  });

  test("is replayed with the stored answers: the models are not called, and the result is the same", async () => {
    const saver = await makeSaver();
    const { graph, model, app } = desk(saver);
    await graph.invoke({ messages: [{ role: "user", content: "To Lisbon" }] }, { configurable: { thread_id: "ann" } });
    model.calls = 0;
    const run = await act(app, "fork", { ...ann, step: await inputOf(app, "ann"), to: "again", models: "recorded" });
    expect(run).toMatchObject({ outcome: "interrupted", recorded: { prompt: 1, order: 0 }, live: 0 });
    expect(model.calls).toBe(0);
    expect(await values(app, "again")).toMatchObject({ price: 520 });
  });

  test("is replayed with another message and the recorded answers", async () => {
    const { app, model } = desk(await makeSaver());
    await act(app, "send", { ...ann, message: "To Lisbon" });
    const fork = { ...ann, step: await inputOf(app, "ann"), to: "porto", message: "To Porto" };
    expect(await act(app, "fork", { ...fork, models: "recorded" })).toMatchObject({
      recorded: { prompt: 0, order: 1 },
      live: 0,
    });
    expect(model.calls).toBe(1);
    expect(await values(app, "porto")).toMatchObject({
      price: 520,
      messages: [{ content: "To Porto" }, { content: "The fare is 520." }],
    });
    // The input and its values are one step for people.
    const written = (await ask(app, "steps", { thread: "ann" })).body.steps[1]?.id;
    await act(app, "fork", { ...fork, step: written, to: "porto-1", models: "recorded" });
    expect(await values(app, "porto-1")).toMatchObject({ messages: [{ content: "To Porto" }, {}] });
    // With a changed prompt, the recording alone does not answer.
    expect(await act(app, "fork", { ...fork, to: "porto-2", models: "mixed" })).toMatchObject({
      recorded: { prompt: 0, order: 0 },
      live: 1,
    });
  });

  test("is forked with another message in the conversation, which stays a message", async () => {
    const { app } = desk(await makeSaver());
    await act(app, "send", { ...ann, message: "To Lisbon" });
    const step = await stepOf(app, "ann", "search");
    const { messages } = z
      .object({ messages: z.array(z.looseObject({ content: z.string() })) })
      .parse(await values(app, "ann"));
    const [first, ...others] = messages;
    const changed = [{ ...first, content: "To Porto" }, ...others];
    const fork = { ...ann, step, to: "ann-2", changes: { messages: changed, price: 480 }, models: "live" };
    expect(await act(app, "fork", fork)).toMatchObject({ outcome: "done" });
    expect(await values(app, "ann-2")).toMatchObject({
      messages: [{ type: "human", content: "To Porto" }, { type: "ai", content: "The fare is 520." }, { type: "ai" }],
    });
  });

  test("refuses a fork that changes an unknown field, and leaves nothing behind", async () => {
    const { app } = desk(await makeSaver());
    await act(app, "send", { ...ann, message: "To Lisbon" });
    const fork = { ...ann, step: await stepOf(app, "ann", "search"), to: "ann-2" };
    const unknown = await post(app, "fork", { ...fork, changes: { cost: 480 } });
    expect(unknown.body.error?.message).toContain('the graph has no field "cost"');
    const inherited = { ...ann, step: fork.step, field: "__proto__", value: { isAdmin: true } };
    expect((await post(app, "edit", inherited)).status).toBe(400);
    expect((await ask(app, "threads", {})).body).toMatchObject({ total: 1 });
  });

  test("refuses a call of a model that was not recorded, before it is made", async () => {
    const { app, model } = desk(await makeSaver());
    await act(app, "send", { ...ann, message: "To Lisbon" });
    const fork = {
      ...ann,
      step: await stepOf(app, "ann", "search"),
      to: "ann-2",
      changes: { price: 480 },
      models: "recorded",
    };
    expect(await act(app, "fork", fork)).toMatchObject({
      outcome: "failed",
      problem: expect.stringContaining(
        '"book" asked its model something that was not recorded: "Confirm 480"',
      ) as unknown,
    });
    expect(model.calls).toBe(1);
  });

  test("takes an edit with author and reason, and refuses one of an older step", async () => {
    const { app } = desk(await makeSaver());
    await act(app, "send", { ...ann, message: "To Lisbon" });
    const question = await questionOf(app, "ann");
    const edit = { ...ann, field: "price", value: 300, reason: "The fare was wrong." };
    const open = await post(app, "edit", { ...edit, step: (await ask(app, "steps", { thread: "ann" })).body.newest });
    expect(open.body).toMatchObject({ error: { message: expect.stringContaining("a question is open") as unknown } });
    await act(app, "answer", { ...ann, interrupt: question.id, answer: "no" });
    const { newest } = (await ask(app, "steps", { thread: "ann" })).body;
    expect(await post(app, "edit", { ...edit, step: newest })).toMatchObject({ status: 200 });
    expect(await values(app, "ann")).toMatchObject({ price: 300, notes: ["searched"] });
    expect((await ask(app, "blame", { thread: "ann", field: "price" })).body).toMatchObject({
      price: { outcome: "edit", by: "maria", reason: "The fare was wrong." },
    });
    expect((await post(app, "edit", { ...edit, step: newest })).body).toMatchObject({
      error: { message: expect.stringContaining("stale: the thread has a newer step") as unknown },
    });
  });
}
