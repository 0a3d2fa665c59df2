import { Command, END, MemorySaver, START, StateGraph } from "@langchain/langgraph";
import { SeedState, defineState, fieldGroups } from "@tidemark/core-state";
import { toStateSchema } from "@tidemark/core-state/langgraph";
import { openSession, commitNode } from "@tidemark/state-manager/langgraph";
import { fixedClock } from "@tidemark/state-manager/testing";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { approvalAnswerSchema, approvalResumeData, pendingApprovals } from "../../src/internal.ts";
import { approvalNode, approvedEffect, requestApprovals } from "../../src/internal.graph.ts";
import { mailGraph, mailTo, start } from "./approval-graph.ts";

const texts = (messages: readonly { readonly content: unknown }[]) => messages.map(({ content }) => content);

const proposal = (proposedBy: string, value: string) => ({
  proposalId: proposedBy,
  proposedBy,
  reason: "The user said so",
  turnId: null,
  createdAt: start,
  baseVersions: {},
  changes: { task_current_task: { value } },
});

describe("the interrupt of approvalNode", () => {
  test("contains the requests, a question, and the schema of an answer", async () => {
    const { say, question, values } = mailGraph(() => [mailTo("Ann")]);
    await say("Write to Ann");
    const asked = await question();
    expect(asked).toMatchObject({
      type: "approval",
      note: null,
      question: 'Approve "Write to Ann"? Answer yes or no, or ask a question.',
    });
    expect(asked?.requests).toMatchObject([{ status: "pending", approvalType: "mail_send", payload: { to: "Ann" } }]);
    // LangGraph before 1.4.16 does not pass the schema on.
    const schema = JSON.stringify(asked?.schema ?? approvalAnswerSchema());
    for (const decision of ["approve", "reject", "edit", "ask"]) expect(schema).toContain(`"const":"${decision}"`);
    expect((await values()).approval_approved).toBeNull();
  });

  test("is not raised without pending requests", async () => {
    const { say, question, sent } = mailGraph(() => []);
    await say("Hello");
    expect([await question(), sent]).toEqual([null, []]);
  });

  test("needs a state with the approval fields", () => {
    const bare = defineState({ version: 1, fields: fieldGroups.task });
    expect(() => approvalNode(bare)).toThrow("Add `fieldGroups.questions` to the state");
    expect(() => approvedEffect(bare, { agent: "send", effect: () => ({}) })).toThrow(/"send" needs fields/);
  });
});

describe("an answer", () => {
  test.for([
    ["AP-12 a yes in words", "Yes!"],
    ["AP-14 a phrase of consent", "go ahead"],
    ["AP-12 a chat message that says yes", { role: "user", content: "ok." }],
  ] as const)("%s approves the only request", async ([, words]) => {
    const { say, answer, sent, values } = mailGraph(() => [mailTo("Ann")]);
    await say("Write to Ann");
    await answer(words);
    expect(sent).toMatchObject([{ payload: { to: "Ann" } }]);
    expect(await values()).toMatchObject({
      execution_pending_approvals: {},
      approval_approved: null,
      approved_payload: null,
    });
  });

  test("AP-13 a no in words rejects the request", async () => {
    const { say, answer, sent, values } = mailGraph(() => [mailTo("Ann")]);
    await say("Write to Ann");
    await answer("nope");
    const { execution_pending_approvals: requests } = await values();
    expect(Object.values(requests)).toMatchObject([{ status: "rejected", decidedBy: "user:ann", decidedAt: start }]);
    expect(sent).toEqual([]);
  });

  test.for([
    ["AP-15", "yes?"],
    ["AP-15", "  "],
    ["AP-15", { role: "user", content: "" }],
    ["AP-16", "yes but only step 1"],
    ["AP-15", { id: "another", decision: "approve" }],
    ["AP-15", { decision: "approve" }],
    ["AP-15", { decision: "approve", id: "__proto__" }],
    ["AP-15", 17],
    ["AP-15", ["yes"]],
    ["AP-15", true],
  ] as const)("%s %j decides nothing, and the node asks again with the reason", async ([, words]) => {
    const { say, answer, sent, question, asked } = mailGraph(() => [mailTo("Ann")]);
    await say("Write to Ann");
    const before = await asked();
    await answer(words);
    expect(sent).toEqual([]);
    expect(await asked()).toEqual(before);
    expect((await question())?.note).toMatch(/yes or no|request does not exist/);
    await answer("yes");
    expect(sent).toHaveLength(1);
  });

  test("AP-15 a question is answered, and the request stays pending", async () => {
    const explained: string[] = [];
    const { say, answer, sent, question, values } = mailGraph(() => [mailTo("Ann")], {
      explain: async (request, asked) => {
        explained.push(asked);
        return Promise.resolve(`It is about ${request.stepObjective}.`);
      },
    });
    await say("Write to Ann");
    await answer("What does step 2 do?");
    expect(await question()).toMatchObject({ note: "It is about Write to Ann.", requests: [{ status: "pending" }] });
    // The person who answers is often not the user.
    expect(texts((await values()).messages)).toEqual(["Write to Ann"]);
    await answer("sure");
    expect(sent).toHaveLength(1);
    // Called once, although the node ran again for every answer.
    expect(explained).toEqual(["What does step 2 do?"]);
  });

  test("AP-15 without `explain`, the payload is the explanation", async () => {
    const { say, answer, asked, question } = mailGraph(() => [mailTo("Ann")]);
    await say("Write to Ann");
    const [request] = await asked();
    await answer({ id: request?.id, decision: "ask", question: "Which address?" });
    expect((await question())?.note).toBe('Write to Ann: {"to":"Ann"}');
  });

  test("can edit what the schema allows, and exactly the edited payload is executed", async () => {
    const { say, answer, asked, sent, question } = mailGraph(() => [mailTo("Ann")], {
      editable: { mail_send: z.strictObject({ to: z.string().min(1) }) },
    });
    await say("Write to Ann");
    const [request] = await asked();
    await answer({ id: request?.id, decision: "edit", payload: { to: "" } });
    expect((await question())?.note).toMatch(/is invalid/);
    await answer({ id: request?.id, decision: "edit", payload: { to: "Ben", __overwrite__: {} } });
    expect((await question())?.note).toMatch(/__overwrite__/);
    await answer({ id: request?.id, decision: "edit", payload: { to: "Ben" } });
    expect(sent.map(({ payload }) => payload)).toEqual([{ to: "Ben" }]);
  });

  test("can have a custom form, and the editable values can depend on the request", async () => {
    const { say, answer, sent, question } = mailGraph(() => [mailTo("Ann", { payload: { to: "Ann", or: ["Ben"] } })], {
      read: (given, [request]) => {
        const chosen: unknown = given === "the second" && Array.isArray(request?.payload["or"]) ? "Ben" : given;
        if (request === undefined || given === "yes") return null;
        return { id: request.id, decision: "edit", payload: { ...request.payload, to: String(chosen) } };
      },
      editable: {
        mail_send: ({ payload }) => z.object({ to: z.enum([String(payload["or"])]), or: z.array(z.string()) }),
      },
    });
    await say("Write to Ann");
    await answer("Eve");
    expect([(await question())?.note?.includes("is invalid"), sent]).toEqual([true, []]);
    await answer("the second");
    expect(sent.map(({ payload }) => payload)).toEqual([{ to: "Ben", or: ["Ben"] }]);
  });

  test("is read as usual when it does not have the custom form", async () => {
    const { say, answer, sent } = mailGraph(() => [mailTo("Ann")], { read: () => null });
    await say("Write to Ann");
    await answer("yes");
    expect(sent).toHaveLength(1);
  });

  test("cannot edit a kind without a schema", async () => {
    const { say, answer, asked, sent, question } = mailGraph(() => [mailTo("Ann")]);
    await say("Write to Ann");
    const [request] = await asked();
    await answer({ id: request?.id, decision: "edit", payload: { to: "Eve" } });
    expect([sent, (await question())?.note]).toEqual([[], "This request cannot be edited: approve or reject it."]);
  });

  test("after the deadline expires the request", async () => {
    const clock = fixedClock(start);
    const { say, answer, sent, values } = mailGraph(() => [mailTo("Ann", { expiresAt: "2026-01-08T20:31:00.000Z" })], {
      clock,
    });
    await say("Write to Ann");
    await clock.wait(60_000);
    await answer("yes");
    const { execution_pending_approvals: requests, messages } = await values();
    expect(Object.values(requests)).toMatchObject([{ status: "expired", decidedBy: null }]);
    expect(texts(messages).at(-1)).toBe("This was not approved in time, so nothing was done.");
    expect(sent).toEqual([]);
  });

  test("is attributed to the person in the config, even if it names another one", async () => {
    const { say, answer, asked, question } = mailGraph(() => [mailTo("Ann")]);
    await say("Write to Ann");
    const [request] = await asked();
    await answer({ id: request?.id, decision: "approve", by: "user:root" });
    expect((await question())?.note).toMatch(/did not understand the answer/);
  });
});

describe("an answer with a mistake", () => {
  const editable = { mail_send: z.strictObject({ to: z.string().min(3), cc: z.array(z.string()).optional() }) };

  test.for([
    ["an unclear answer", "hm", "unclear", []],
    ["an answer to an unknown request", { id: "another", decision: "approve" }, "unknown", []],
    ["an invalid edit", { to: "x", cc: [3] }, "invalidPayload", ["to", "cc[0]"]],
  ] as const)("%s is reported with the next question, and adds no message", async ([, given, code, paths]) => {
    const { say, answer, asked, question, values } = mailGraph(() => [mailTo("Ann")], { editable });
    await say("Write to Ann");
    const [request] = await asked();
    const isEdit = typeof given === "object" && "to" in given;
    const resumed = await answer(isEdit ? { id: request?.id, decision: "edit", payload: given } : given);
    expect(await question()).toMatchObject({ problem: { code } });
    expect((await question())?.problem?.issues.map(({ path }) => path)).toEqual(paths);
    // The raw issue list of the schema is never shown.
    expect((await question())?.note).not.toMatch(/[{[]\s*"/);
    expect([texts(resumed.messages), texts((await values()).messages)]).toEqual([["Write to Ann"], ["Write to Ann"]]);
    expect(resumed.runtime_audit_log).toEqual([]);
  });

  test("is reported by a session as the outcome of the answer", async () => {
    const { graph, sent } = mailGraph(() => [mailTo("Ann")], { editable });
    const session = openSession({ graph, state: SeedState, threadId: "t", userId: "boss" });
    const first = await session.send("Write to Ann");
    const id = first.outcome === "interrupted" ? (first.interrupts[0]?.id ?? "") : "";
    const result = await session.resume(id, "maybe");
    expect(result).toMatchObject({
      outcome: "interrupted",
      interrupts: [{ value: { problem: { code: "unclear" } } }],
    });
    // The previous interrupt was answered, even if by mistake: a second answer to it decides nothing.
    expect((await session.resume(id, "yes")).outcome).toBe("alreadyResolved");
    expect(sent).toEqual([]);
  });

  test("is no longer reported after the next answer, even if that decides another request", async () => {
    const { say, answer, asked, question } = mailGraph(() => [mailTo("Ann"), mailTo("Ben")], { editable });
    await say("Write to both");
    const [, ben] = await asked();
    await answer("hm");
    expect((await question())?.note).toMatch(/Answer each by its id/);
    await answer({ id: ben?.id, decision: "approve" });
    expect(await question()).toMatchObject({ note: null, problem: null, requests: [{ payload: { to: "Ann" } }] });
    expect((await asked())[0]).not.toHaveProperty("note");
  });
});

describe("the two fields with the answer", () => {
  const left = { approval_approved: true, approved_payload: { approvalType: "mail_send", to: "left over" } };
  const graphWithOldAnswer = () => {
    const seen: unknown[] = [];
    const graph = new StateGraph(toStateSchema(SeedState))
      .addNode("draft", (_values, config) => ({ ...left, ...requestApprovals(config, [mailTo("Ann")]) }))
      .addNode("approval", approvalNode(SeedState))
      .addNode("work", (values) => {
        seen.push(approvalResumeData(values, "mail_send"));
        return {};
      })
      .addEdge(START, "draft")
      .addEdge("draft", "approval")
      .addEdge("approval", "work")
      .addEdge("work", END)
      .compile({ checkpointer: new MemorySaver() });
    const config = { configurable: { thread_id: "t" } };
    return {
      seen,
      begin: () => graph.invoke({}, config),
      answer: (resume: string) => graph.invoke(new Command({ resume }), config),
    };
  };

  test("AP-02 pass the approved payload to a custom node", async () => {
    const { begin, answer, seen } = graphWithOldAnswer();
    await begin();
    await answer("yes");
    expect(seen).toEqual([{ hasAnswer: true, payload: { to: "Ann", approvalType: "mail_send" } }]);
  });

  test("AP-21 are null after a rejection, even if they contained an older approval", async () => {
    const { begin, answer, seen } = graphWithOldAnswer();
    await begin();
    const state = await answer("no");
    expect(state).toMatchObject({ approval_approved: null, approved_payload: null });
    expect(seen).toEqual([{ hasAnswer: false, payload: null }]);
  });
});

describe("threads and turns", () => {
  test("AP-19 two waiting threads each execute their own approval", async () => {
    const { say, answer, sent } = mailGraph(({ task_user_input: to }) => [mailTo(String(to))]);
    await say("Ann", "one");
    await say("Ben", "two");
    await answer("yes", "two");
    await answer("yes", "one");
    expect(sent).toMatchObject([
      { thread: "two", payload: { to: "Ben" } },
      { thread: "one", payload: { to: "Ann" } },
    ]);
  });

  test("AP-19 an answer with a request id of another thread does nothing", async () => {
    const { say, answer, asked, sent } = mailGraph(({ task_user_input: to }) => [mailTo(String(to))]);
    await say("Ann", "one");
    await say("Ben", "two");
    const [foreign] = await asked("one");
    await answer({ id: foreign?.id, decision: "approve" }, "two");
    expect(sent).toEqual([]);
  });

  test("AP-20 the nodes before and after the question run once", async () => {
    const { say, answer, sent, runs } = mailGraph(() => [mailTo("Ann")]);
    await say("Write to Ann");
    await answer("hm");
    await answer("What is in it?");
    await answer("yes");
    expect([runs, sent.length]).toEqual([["draft"], 1]);
  });

  test("AP-21 a rejection ends with a message and cleared fields, and the next turn is clean", async () => {
    const { say, answer, asked, values, question, sent } = mailGraph(({ task_user_input: text }) =>
      text === "Hello" ? [] : [mailTo("Ann")],
    );
    await say("Write to Ann");
    const rejected = await answer("cancel");
    expect(texts(rejected.messages).at(-1)).toBe("This was not approved, so nothing was done.");
    expect(await asked()).toEqual([]);
    expect(await values()).toMatchObject({ approval_approved: null, approved_payload: null });
    await say("Hello");
    expect(await values()).toMatchObject({ execution_pending_approvals: {}, approval_approved: null });
    await say("Write to Ann");
    expect(await question()).toMatchObject({ note: null, requests: [{ status: "pending" }] });
    await answer("yes");
    expect(sent).toHaveLength(1);
  });

  test("AP-21 with the option `flag` a rejection is left to the next node", async () => {
    const { say, answer, values, sent } = mailGraph(() => [mailTo("Ann")], { rejection: "flag" });
    await say("Write to Ann");
    await answer("no");
    const { messages, ...state } = await values();
    expect(state).toMatchObject({ approval_approved: false, approved_payload: null });
    expect([texts(messages), sent]).toEqual([["Write to Ann"], []]);
    await say("Write to Ann");
    expect((await values()).approval_approved).toBeNull();
  });

  test("AP-20 an executed request is remembered when the user sends a message instead of the next answer", async () => {
    const { say, answer, asked, sent, values } = mailGraph(({ task_user_input: text }) =>
      text === "Hello" ? [] : [mailTo("Ann"), mailTo("Ben")],
    );
    await say("Write to both");
    const [ann] = await asked();
    await answer({ id: ann?.id, decision: "approve" });
    await say("Hello");
    expect(texts((await values()).messages)).toEqual(["Write to both", "Sent to Ann.", "Hello"]);
    expect(sent).toHaveLength(1);
  });

  test("a new message while a request is pending starts a turn without it", async () => {
    const { say, answer, asked, sent } = mailGraph(({ task_user_input: to }) => [mailTo(String(to))]);
    await say("Ann");
    const [old] = await asked();
    await say("Ben");
    await answer({ id: old?.id, decision: "approve" });
    expect(sent).toEqual([]);
    expect(await asked()).toMatchObject([{ payload: { to: "Ben" } }]);
  });
});

test("approvals that a commit requests can be answered through the node as well", async () => {
  const graph = new StateGraph(toStateSchema(SeedState))
    .addNode("propose", () => ({
      control_proposals: [proposal("ann", "Fly to Lisbon"), proposal("ben", "Sail there")],
    }))
    .addNode("commit", commitNode(SeedState, { policies: { task_current_task: "ask" } }))
    .addNode("approval", approvalNode(SeedState))
    .addEdge(START, "propose")
    .addEdge("propose", "commit")
    .addConditionalEdges("commit", (values) => (pendingApprovals(values).length > 0 ? "approval" : END))
    .addEdge("approval", "commit")
    .compile({ checkpointer: new MemorySaver() });
  const config = { configurable: { thread_id: "t", user_id: "ann" } };
  const asked = await graph.invoke({}, config);
  expect(asked.task_current_task).toBe("Fly to Lisbon");
  expect(pendingApprovals(asked)).toMatchObject([{ approvalType: "commit" }]);
  const state = await graph.invoke(new Command({ resume: "yes" }), config);
  expect(state.task_current_task).toBe("Sail there");
  expect(state.runtime_audit_log).toMatchObject([
    { action: "commit", proposedBy: "ann", decidedBy: "root" },
    { action: "approval", outcome: "approved", decidedBy: "user:ann" },
    // The decision is the person's, although the node wrote it.
    { action: "commit", proposedBy: "ben", decidedBy: "user:ann" },
  ]);
});
