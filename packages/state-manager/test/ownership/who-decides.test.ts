// Who may decide a proposal, by the policy of its field: on every way to a commit.
import type { ConflictPolicy } from "../../src/ownership/conflict-policy.ts";
import { Command, INTERRUPT, isInterrupted, MemorySaver, START, StateGraph } from "@langchain/langgraph";
import { AgentState, extendState, field, fieldGroups } from "@tidemark/core-state";
import { toStateSchema } from "@tidemark/core-state/langgraph";
import { commit, propose } from "@tidemark/state-manager";
import { commitNode, type CommitQuestion, defineNode, openSession, turnStart } from "@tidemark/state-manager/langgraph";
import { fixedClock } from "@tidemark/state-manager/testing";
import { describe, expect, test } from "vitest";
import { z } from "zod";

const Desk = extendState(AgentState, {
  version: 1,
  fields: {
    ...fieldGroups.session,
    price: field(z.number(), { default: 0, owner: "root", lifetime: "thread" }),
    name: field(z.string(), { default: "", owner: "root", lifetime: "thread" }),
  },
});

const clock = fixedClock("2030-01-31T12:00:00.000Z");
const kim: ConflictPolicy = { policy: "ask", by: ({ user }) => user === "kim" };

function desk(price: ConflictPolicy, ask: "interrupt" | "record", names: readonly string[] = []) {
  const checkpointer = new MemorySaver();
  const wish = (agent: string, wanted: number) =>
    defineNode(Desk, {
      agent,
      clock,
      run: ({ task_user_input: said }, tools) => {
        const name = names[wanted === 100 ? 0 : 1];
        if (said === "Go") tools.propose({ price: wanted, ...(name !== undefined && { name }) }, "It fits.");
        return {};
      },
    });
  const graph = new StateGraph(toStateSchema(Desk))
    .addNode("turn_start", turnStart(Desk))
    .addNode("first", wish("first", 100))
    .addNode("second", wish("second", 500))
    .addNode("commit", commitNode(Desk, { policies: { price, name: "ask" }, ask, clock }))
    .addEdge(START, "turn_start")
    .addEdge("turn_start", "first")
    .addEdge("turn_start", "second")
    .addEdge(["first", "second"], "commit")
    .compile({ checkpointer });
  const as = (userId?: string, threadId = "t") =>
    openSession({ graph, threadId, clock, ...(userId !== undefined && { userId }) });
  return { graph, checkpointer, as };
}

const configOf = (user_id: string) => ({ configurable: { thread_id: "t", user_id } });

/** Sends the message that makes agents propose, and returns the id of the request that a commit has stored. */
async function requested(session: ReturnType<ReturnType<typeof desk>["as"]>): Promise<string> {
  await session.send("Go");
  return Object.keys((await session.state())?.execution_pending_approvals ?? {})[0] ?? "";
}

describe("a commit that interrupts", () => {
  test("leaves the question open under its id after the answer of a person who may not decide, and says why", async () => {
    const { as } = desk(kim, "interrupt");
    await as("ann").send("Go");
    const [asked] = await as("bob").approvals();
    expect(await as("bob").approve(asked)).toMatchObject({
      outcome: "notAllowed",
      interruptId: asked?.interruptId,
      requestId: asked?.id,
      reason: "You may not decide this.",
    });
    expect(await as("bob").reject(asked)).toMatchObject({ outcome: "notAllowed" });
    const [again] = await as("kim").approvals();
    expect([again?.id, again?.interruptId]).toEqual([asked?.id, asked?.interruptId]);
    expect(await as("kim").approve(again)).toMatchObject({ outcome: "done", state: { price: 500 } });
  });

  test("says in the question of a run without a session that the person may not decide", async () => {
    const { graph } = desk(kim, "interrupt");
    const asked = await graph.invoke({ messages: [{ role: "user", content: "Go" }] }, configOf("ann"));
    const question = isInterrupted<CommitQuestion>(asked) ? asked[INTERRUPT][0] : undefined;
    const id = question?.value?.requests[0]?.id ?? "";
    const again = await graph.invoke(new Command({ resume: { [id]: true } }), configOf("bob"));
    expect(again).toMatchObject({
      __interrupt__: [{ id: question?.id, value: { requests: [{ id, note: { code: "notAllowed" } }] } }],
    });
    // Neither does the answer count for the next person who continues.
    expect(isInterrupted(await graph.invoke(null, configOf("kim")))).toBe(true);
    expect(await graph.invoke(new Command({ resume: { [id]: true } }), configOf("kim"))).toMatchObject({ price: 500 });
  });

  test("keeps the approvals of several people beside the question, and shows them", async () => {
    const { as } = desk({ policy: "ask", signatures: 2 }, "interrupt");
    await as("ann").send("Go");
    for (const user of ["kim", "kim"]) {
      expect(await as(user).approve((await as(user).approvals())[0])).toMatchObject({ outcome: "interrupted" });
    }
    const [asked] = await as("lou").approvals();
    expect(asked).toMatchObject({ signatures: [{ by: "user:kim" }], signaturesNeeded: 2 });
    expect(await as("lou").approve(asked)).toMatchObject({ outcome: "done", state: { price: 500 } });
  });

  test("takes nothing of an answer that decides one request which the person may not decide", async () => {
    const { as } = desk(kim, "interrupt", ["Lisbon", "Oslo"]);
    await as("ann").send("Go");
    const [question] = await as("bob").pending();
    const requests = question?.kind === "commit" ? question.value.requests : [];
    const all = Object.fromEntries(requests.map(({ id }) => [id, true]));
    expect(Object.keys(all)).toHaveLength(2);
    expect(await as("bob").resume(question?.id ?? "", all)).toMatchObject({ outcome: "notAllowed" });
    const own = Object.fromEntries(requests.filter(({ id }) => id.endsWith("/name")).map(({ id }) => [id, true]));
    expect(await as("bob").resume(question?.id ?? "", own)).toMatchObject({ outcome: "interrupted" });
    // In a copy nobody has answered.
    await as("kim").fork({ threadId: "copy" });
    const copied = await as("kim", "copy").approvals();
    await as("kim", "copy").approve(copied.find(({ payload }) => payload["field"] === "price"));
    expect((await as("kim", "copy").approvals()).map(({ payload }) => payload["field"])).toEqual(["name"]);
    const [left] = await as("kim").approvals();
    expect(left?.payload).toMatchObject({ field: "price" });
    const done = await as("kim").approve(left);
    expect(done).toMatchObject({ outcome: "done", state: { price: 500, name: "Oslo" } });
    // Each is attributed to the person who decided it.
    const { runtime_audit_log: log } = (await as("kim").state()) ?? { runtime_audit_log: [] };
    expect(log).toContainEqual(expect.objectContaining({ decidedBy: "user:bob", accepted: { name: [""] } }));
    expect(log).toContainEqual(expect.objectContaining({ decidedBy: "user:kim", accepted: { price: [""] } }));
  });

  test("takes no approval of the original in a copy of the thread", async () => {
    const { as } = desk({ policy: "ask", signatures: 2 }, "interrupt");
    await as("ann").send("Go");
    await as("kim").approve((await as("kim").approvals())[0]);
    await as("kim").fork({ threadId: "copy" });
    const [asked] = await as("lou", "copy").approvals();
    expect(await as("lou", "copy").approve(asked)).toMatchObject({ outcome: "interrupted" });
    expect((await as("lou", "copy").approvals())[0]?.signatures).toMatchObject([{ by: "user:lou" }]);
  });
});

describe("a decision of a session", () => {
  test("of a person who may not decide writes nothing, also in a session that was opened without the rule", async () => {
    const { checkpointer, as } = desk(kim, "record");
    const versions = async () => (await checkpointer.getTuple({ configurable: { thread_id: "t" } }))?.checkpoint.id;
    const id = await requested(as("ann"));
    const before = await versions();
    expect(await as("bob").decide({ [id]: true }, { userId: "bob" })).toEqual({
      outcome: "notAllowed",
      interruptId: id,
      requestId: id,
      reason: "You may not decide this.",
    });
    expect(await versions()).toEqual(before);
    expect(await as("kim").decide({ [id]: true }, { userId: "kim" })).toMatchObject({ state: { price: 500 } });
  });

  test("does not count where the rule is not known", async () => {
    const { checkpointer, as } = desk(kim, "record");
    const id = await requested(as("ann"));
    // A graph of the same thread without the commit, as another program would open it.
    const other = new StateGraph(toStateSchema(Desk))
      .addNode("turn_start", turnStart(Desk))
      .addEdge(START, "turn_start")
      .compile({ checkpointer });
    const session = openSession({ graph: other, threadId: "t", userId: "kim", clock });
    expect(await session.decide({ [id]: true }, { userId: "kim" })).toMatchObject({ outcome: "notAllowed" });
    const informed = openSession({ graph: other, threadId: "t", userId: "kim", clock, policies: { price: kim } });
    expect(await informed.decide({ [id]: true }, { userId: "kim" })).toMatchObject({ state: { price: 500 } });
  });

  test("counts approvals of several people over several turns, none of the person who sent the message", async () => {
    const { as } = desk({ policy: "ask", signatures: 2, notRequester: true }, "record");
    const id = await requested(as("ann"));
    await as("kim").decide({ [id]: true }, { userId: "kim" });
    // A later message is of another person, but the proposal is of the turn of the first one.
    await as("ben").send("Thanks");
    expect(await as("ann").decide({ [id]: true }, { userId: "ann" })).toMatchObject({ outcome: "notAllowed" });
    expect((await as("ann").state())?.execution_pending_approvals[id]?.signatures).toMatchObject([{ by: "user:kim" }]);
    expect(await as("ben").decide({ [id]: true }, { userId: "ben" })).toMatchObject({ state: { price: 500 } });
  });

  test("counts no approval of a copied thread", async () => {
    const { as } = desk({ policy: "ask", signatures: 2 }, "record");
    const id = await requested(as("ann"));
    await as("kim").decide({ [id]: true }, { userId: "kim" });
    await as("kim").fork({ threadId: "copy" });
    expect(await as("lou", "copy").decide({ [id]: true }, { userId: "lou" })).toMatchObject({ state: { price: 100 } });
    expect(await as("lou").decide({ [id]: true }, { userId: "lou" })).toMatchObject({ state: { price: 500 } });
  });
});

describe("commit", () => {
  const now = "2030-01-31T12:00:00.000Z";
  const values = { runtime_field_versions: { price: 1 }, price: 100, runtime_user_id: "ann" };
  const wish = (agent: string) =>
    propose(Desk, { runtime_field_versions: {} }, { agent, changes: { price: 500 }, reason: "", now, proposalId: "p" });
  const answered = (policy: ConflictPolicy, by: string, agent = "clerk") =>
    commit(Desk, values, [wish(agent)], {
      decidedBy: "root",
      now,
      policies: { price: policy },
      answers: { "p/price": true },
      answeredBy: { "p/price": by },
    }).decisions;

  test("takes no answer of an agent for that of a person", () => {
    expect(answered({ policy: "ask", by: () => true }, "root")).toMatchObject([
      { outcome: "asked", notAllowed: expect.stringContaining("Nobody knows who answers") as unknown },
    ]);
    expect(answered({ policy: "ask", by: () => true }, "user:kim")).toMatchObject([{ outcome: "accepted" }]);
  });

  test("takes no approval of the person who proposed the change, if the requester may not approve", () => {
    const policy: ConflictPolicy = { policy: "ask", notRequester: true };
    expect(answered(policy, "user:ben", "user:ben")).toMatchObject([{ outcome: "asked" }]);
    expect(answered(policy, "user:ann", "user:ben")).toMatchObject([{ outcome: "accepted" }]);
    expect(answered(policy, "user:ann")).toMatchObject([{ outcome: "asked" }]);
  });

  test("takes an approval that is stored without the approvals of its rule for none", () => {
    const [request] = commit(Desk, values, [wish("clerk")], {
      decidedBy: "root",
      now,
      policies: { price: kim },
    }).approvals;
    const decide = (decided: object) =>
      commit(
        Desk,
        { ...values, execution_pending_approvals: { "p/price": { ...request, ...decided } } },
        [wish("clerk")],
        {
          decidedBy: "root",
          now,
          policies: { price: kim },
        },
      ).decisions[0]?.outcome;
    const approved = { status: "approved", decidedBy: "user:kim", decidedAt: now };
    expect(decide(approved)).toBe("asked");
    expect(decide({ ...approved, signatures: [{ by: "user:bob", at: now }] })).toBe("asked");
    expect(decide({ ...approved, signatures: [{ by: "user:kim", at: now }] })).toBe("accepted");
    expect(decide({ status: "rejected", decidedBy: "user:bob", decidedAt: now })).toBe("asked");
    expect(decide({ status: "rejected", decidedBy: "user:kim", decidedAt: now })).toBe("refused");
  });

  test("an invalid rule is refused when the node is made", () => {
    const policies = { price: { policy: "ask", signatures: 0 } } as const;
    expect(() => commitNode(Desk, { policies })).toThrow(/signatures/u);
    expect(() =>
      commitNode(AgentState, { policies: { task_current_task: { policy: "ask", notRequester: true } } }),
    ).toThrow(/runtime_user_id/u);
  });
});
