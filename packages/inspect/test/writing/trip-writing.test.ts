import type { BaseCheckpointSaver } from "@langchain/langgraph-checkpoint";
import { MemorySaver } from "@langchain/langgraph";
import { sqliteSaver } from "@tidemark/checkpoint/sqlite";
import { openSession } from "@tidemark/state-manager/langgraph";
import { evaluate, type EvaluationCase } from "@tidemark/agents/testing";
import type { SessionGraph } from "@tidemark/state-manager/langgraph";
import { describe, expect, onTestFinished, test } from "vitest";
import { z } from "zod";
import { inspector } from "../../src/index.ts";
import { tripGraph } from "./desks.ts";
import { act, ask, inputOf, post, questionOf, stepOf, values } from "./writing-app.ts";

const savers: Readonly<Record<string, () => BaseCheckpointSaver>> = {
  "SQLite of Tidemark": () => {
    const saver = sqliteSaver();
    onTestFinished(() => saver.close());
    return saver;
  },
  memory: () => new MemorySaver(),
};

const ann = { thread: "ann", person: "maria" };
const Approval = z.looseObject({ requests: z.array(z.looseObject({ id: z.string(), hash: z.string() })) });

function desk(saver: BaseCheckpointSaver) {
  const graph = tripGraph(saver);
  return { graph, app: inspector({ saver, graph, write: true, token: "token" }) };
}

/** A conversation that waits for an approval: its question and the request. */
async function waiting(saver: BaseCheckpointSaver) {
  const { app, graph } = desk(saver);
  expect(await act(app, "send", { ...ann, message: "Book a train" })).toMatchObject({ outcome: "interrupted" });
  const question = await questionOf(app, "ann");
  const [request] = Approval.parse(question.value).requests;
  const answer = { ...ann, interrupt: question.id, hash: request?.hash ?? "" };
  return { app, graph, id: request?.id, answer };
}

describe.each(Object.entries(savers))("a graph of agents on %s", (_, makeSaver) => {
  test("is approved here, and the person is stored with the approval", async () => {
    const { app, id, answer } = await waiting(makeSaver());
    expect(await act(app, "answer", { ...answer, answer: { id, decision: "approve" } })).toMatchObject({
      outcome: "done",
    });
    expect(await values(app, "ann")).toMatchObject({ trip_ticket: { to: "Bergen", price: 480 } });
    expect(await ask(app, "blame", { thread: "ann", field: "trip_ticket" })).toMatchObject({
      body: { trip_ticket: { outcome: "approved", approvedBy: "user:maria" } },
    });
  });

  test("is rejected here with a reason", async () => {
    const { app, id, answer } = await waiting(makeSaver());
    await act(app, "answer", { ...answer, answer: { id, decision: "reject", reason: "Too dear." } });
    expect(await values(app, "ann")).toMatchObject({ trip_ticket: null });
    const { runtime_audit_log: log } = await values(app, "ann");
    expect(log).toContainEqual(
      expect.objectContaining({
        action: "approval",
        outcome: "rejected",
        decidedBy: "user:maria",
        reason: "Too dear.",
      }),
    );
  });

  test("refuses an approval of something else than what the person saw, and one that came second", async () => {
    const { app, graph, id, answer } = await waiting(makeSaver());
    const approve = { ...answer, answer: { id, decision: "approve" } };
    expect(await post(app, "answer", { ...approve, hash: "another" })).toMatchObject({
      status: 409,
      body: {
        error: { code: "inspect/refused", message: expect.stringContaining("has changed since you saw it") as unknown },
      },
    });
    // The application answers meanwhile.
    await openSession({ graph, threadId: "ann", userId: "otto" }).resume(answer.interrupt, { id, decision: "reject" });
    expect((await post(app, "answer", approve)).body.error?.message).toContain("already answered");
    expect(await values(app, "ann")).toMatchObject({ trip_ticket: null });
  });

  test("takes an edit of the owner's field, and refuses others with the rule", async () => {
    const { app, id, answer } = await waiting(makeSaver());
    await act(app, "answer", { ...answer, answer: { id, decision: "approve" } });
    const { newest = "" } = (await ask(app, "steps", { thread: "ann" })).body;
    const edit = { ...ann, step: newest, field: "trip_city", value: "Oslo", reason: "She changed her mind." };
    expect(await post(app, "edit", edit)).toMatchObject({ status: 200 });
    expect(await ask(app, "blame", { thread: "ann", field: "trip_city" })).toMatchObject({
      body: { trip_city: { outcome: "proposal", by: "user:maria", reason: "She changed her mind." } },
    });
    const rules: Readonly<Record<string, [object, string]>> = {
      owner: [{ field: "trip_ticket", value: null }, "trip_ticket is not allowed: owned by booker"],
      schema: [{ value: "O" }, "trip_city"],
      version: [{ value: "Rome" }, "trip_city is stale: based on version 0, now 1"],
      unknown: [{ field: "trip_town", value: "Rome" }, "trip_town"],
    };
    for (const [change, rule] of Object.values(rules)) {
      const refused = await post(app, "edit", { ...edit, ...change });
      expect(refused.status).toBe(409);
      expect(refused.body.error?.message).toContain(rule);
    }
    expect(await values(app, "ann")).toMatchObject({ trip_city: "Oslo" });
  });

  test("is forked before the approval with another value, asks again there, and leaves the thread alone", async () => {
    const { app, id, answer } = await waiting(makeSaver());
    await act(app, "answer", { ...answer, answer: { id, decision: "approve" } });
    const step = await stepOf(app, "ann", "planner");
    const fork = { ...ann, step, to: "ann-2", changes: { trip_city: "Rome" }, reason: "What about Rome?" };
    expect(await act(app, "fork", { ...fork, models: "recorded" })).toMatchObject({ outcome: "interrupted" });
    const question = await questionOf(app, "ann-2");
    const [request] = Approval.parse(question.value).requests;
    await act(app, "answer", {
      thread: "ann-2",
      person: "maria",
      interrupt: question.id,
      hash: request?.hash,
      answer: { id: request?.id, decision: "approve" },
    });
    expect(await values(app, "ann-2")).toMatchObject({ trip_ticket: { to: "Rome" }, trip_city: "Rome" });
    expect(await values(app, "ann")).toMatchObject({ trip_ticket: { to: "Bergen" }, trip_city: null });
    const { body } = await ask(app, "compare", { thread: "ann", other: "ann-2" });
    expect(body.fields.find(({ name }) => name === "trip_ticket")).toMatchObject({
      left: { to: "Bergen" },
      right: { to: "Rome" },
      changes: [{ path: ["to"] }],
    });
  });

  test("is forked with another message in the conversation", async () => {
    const { app } = await waiting(makeSaver());
    const step = await stepOf(app, "ann", "planner");
    const { messages } = z.object({ messages: z.array(z.looseObject({})) }).parse(await values(app, "ann", step));
    const edited = messages.map((each) => ({ ...each, content: "Book a boat" }));
    const changes = { messages: edited, trip_city: "Rome" };
    expect(await act(app, "fork", { ...ann, step, to: "ann-2", changes })).toMatchObject({ outcome: "interrupted" });
    expect(await values(app, "ann-2")).toMatchObject({
      messages: [{ type: "human", content: "Book a boat" }],
      trip_city: "Rome",
    });
  });

  test("a pair of threads is saved as cases of an evaluation, which pass", async () => {
    const { app, id, answer } = await waiting(makeSaver());
    await act(app, "answer", { ...answer, answer: { id, decision: "approve" } });
    const fork = { ...ann, step: await inputOf(app, "ann"), to: "ann-2", message: "Book a train to Oslo" };
    await act(app, "fork", { ...fork, models: "recorded" });
    const question = await questionOf(app, "ann-2");
    const [request] = Approval.parse(question.value).requests;
    const decision = { interrupt: question.id, hash: request?.hash, answer: { id: request?.id, decision: "approve" } };
    await act(app, "answer", { thread: "ann-2", person: "maria", ...decision });
    const { body } = await ask(app, "evaluation", { thread: "ann", other: "ann-2" });
    const { cases } = z.object({ cases: z.array(z.custom<EvaluationCase>()) }).parse(body);
    expect(cases).toMatchObject([
      { message: ["Book a train"], answers: ["approve"], expect: { state: { trip_ticket: { to: "Bergen" } } } },
      { message: ["Book a train to Oslo"], answers: ["approve"], expect: { state: { trip_ticket: { to: "Oslo" } } } },
    ]);
    const evaluation = await evaluate<SessionGraph>(tripGraph(new MemorySaver()), cases);
    expect(evaluation.cases.map(({ failures }) => failures)).toEqual([[], []]);
  });

  test("a fork whose change is refused is not left behind", async () => {
    const { app } = await waiting(makeSaver());
    const step = await stepOf(app, "ann", "planner");
    const refused = await post(app, "fork", { ...ann, step, to: "ann-2", changes: { trip_city: "R" } });
    expect(refused.status).toBe(409);
    expect(refused.body.error?.message).toContain("trip_city");
    expect((await ask(app, "threads", {})).body).toMatchObject({ total: 1 });
    expect((await post(app, "fork", { ...ann, step, to: "ann", changes: {} })).body.error?.message).toContain(
      'Thread "ann" exists already.',
    );
  });
});
