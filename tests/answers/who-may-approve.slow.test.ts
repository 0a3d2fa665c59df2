// Only people whom a rule names decide a request. An answer of anybody else changes nothing, and enough of theirs run the effect once.
import { Command, INTERRUPT, isInterrupted, MemorySaver } from "@langchain/langgraph";
import type { BaseCheckpointSaver } from "@langchain/langgraph-checkpoint";
import { openSession } from "tidemark";
import type { ApprovalQuestion } from "tidemark/agents";
import { importThread } from "tidemark/checkpoint";
import { describe, expect, test } from "vitest";
import { allSavers } from "../checkpoint/savers.ts";
import { amountIn, Desk, edited, kinds, open, type Program, type Rule } from "./approvers.ts";

/** A program that waits for approvals in a session of each person. */
async function waiting(kind: Program, rule: Rule, saver: BaseCheckpointSaver = new MemorySaver()) {
  const { graph, paid } = open(kind, rule, saver);
  const as = (userId?: string, threadId = "t") =>
    openSession({ graph, threadId, ...(userId !== undefined && { userId }) });
  await as("ann").send("Pay");
  const question = async () => {
    const [asked] = await as("ann").pending();
    if (asked?.kind !== "approval") throw new Error("Nothing is to be approved.");
    const [request] = asked.value.requests;
    if (request === undefined) throw new Error("No request is open.");
    return { id: asked.id, value: asked.value, request };
  };
  const answer = async (userId: string | undefined, decision: unknown) => {
    const { id, request } = await question();
    const given = typeof decision === "object" ? { id: request.id, hash: request.hash, ...decision } : decision;
    return as(userId).resume(id, given);
  };
  return { graph, paid, as, question, answer };
}

const approve = { decision: "approve" };
const reject = { decision: "reject" };

// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a rule can come from a program without types
const wrong = (by: () => unknown) => by as NonNullable<Rule["by"]>;

const savers = allSavers();

describe.each(kinds)("in %s", (kind) => {
  describe.each(savers)("with %s", (_, saver) => {
    test("a person whom `by` does not name gets `notAllowed`, and the same question stays open", async () => {
      const { answer, question, paid } = await waiting(kind, { by: ({ user }) => user === "kim" }, await saver());
      const { id, request } = await question();
      for (const decision of [approve, reject, { decision: "ask", question: "Why?" }, "yes", "hm", 7]) {
        expect(await answer("bob", decision)).toMatchObject({
          outcome: "notAllowed",
          interruptId: id,
          requestId: request.id,
          reason: "You may not decide this.",
        });
      }
      expect([(await question()).id, (await question()).request, paid]).toEqual([id, request, []]);
      expect(await answer("kim", approve)).toMatchObject({ outcome: "done" });
      expect(paid).toEqual([500]);
    });

    test("a refused answer that is sent again with its key is refused again, and an accepted one is not", async () => {
      const rule: Rule = { by: ({ user }) => user !== "bob", signatures: 2 };
      const { as, question, paid } = await waiting(kind, rule, await saver());
      const { id, request } = await question();
      const yes = { ...approve, id: request.id, hash: request.hash };
      const refused = { outcome: "notAllowed", interruptId: id, requestId: request.id };
      expect(await as("bob").resume(id, yes, { idempotencyKey: "bob-1" })).toMatchObject(refused);
      expect(await as("bob").resume(id, yes, { idempotencyKey: "bob-1" })).toMatchObject(refused);
      const accepted = { outcome: "interrupted" };
      expect(await as("kim").resume(id, yes, { idempotencyKey: "kim-1" })).toMatchObject(accepted);
      expect(await as("kim").resume(id, yes, { idempotencyKey: "kim-1" })).toMatchObject(accepted);
      await as("bob").resume(id, yes);
      expect(await as("kim").resume(id, yes, { idempotencyKey: "kim-1" })).toMatchObject(accepted);
      expect(paid).toEqual([]);
    });

    test("two different people have to approve: the same person twice counts once", async () => {
      const { answer, question, paid, as } = await waiting(kind, { signatures: 2 }, await saver());
      expect((await question()).value.question).toContain("0 of 2 people have approved.");
      expect(await answer("kim", approve)).toMatchObject({ outcome: "interrupted" });
      expect(await answer("kim", approve)).toMatchObject({ outcome: "interrupted" });
      const { value, request } = await question();
      expect(value.question).toContain("1 of 2 people have approved.");
      expect(request.signatures).toMatchObject([{ by: "user:kim" }]);
      expect(paid).toEqual([]);
      expect(await answer("lou", "yes")).toMatchObject({ outcome: "done" });
      expect(paid).toEqual([500]);
      const log: readonly object[] = (await as("ann").state())?.runtime_audit_log ?? [];
      expect(log.filter((entry) => "signedBy" in entry)).toMatchObject([
        { action: "approval", outcome: "approved", decidedBy: "user:lou", signedBy: ["user:kim", "user:lou"] },
        { action: "effect", approvedBy: "user:lou", signedBy: ["user:kim", "user:lou"] },
      ]);
    });

    test("both approvals of people who opened the question at the same time count", async () => {
      const { question, paid, as } = await waiting(kind, { signatures: 2 }, await saver());
      const { id, request } = await question();
      const yes = { ...approve, id: request.id, hash: request.hash };
      expect(await as("kim").resume(id, yes)).toMatchObject({ outcome: "interrupted" });
      expect(await as("lou").resume(id, { ...yes, hash: "0" })).toMatchObject({ interruptId: id });
      expect(paid).toEqual([]);
      expect(await as("lou").resume(id, yes)).toMatchObject({ outcome: "done" });
      expect(paid).toEqual([500]);
    });

    test("a person who may not decide gets `notAllowed` also with an older question", async () => {
      const { question, paid, as } = await waiting(
        kind,
        { by: ({ user }) => user !== "bob", signatures: 2 },
        await saver(),
      );
      const { id, request } = await question();
      const yes = { ...approve, id: request.id, hash: request.hash };
      await as("kim").resume(id, yes);
      expect(await as("bob").resume(id, yes)).toMatchObject({ outcome: "notAllowed", requestId: request.id });
      expect(paid).toEqual([]);
    });

    test("one rejection ends a request that others have approved", async () => {
      const { answer, paid, as } = await waiting(kind, { signatures: 3 }, await saver());
      await answer("kim", approve);
      await answer("lou", approve);
      expect(await answer("mia", reject)).toMatchObject({ outcome: "done" });
      expect([await as("ann").pending(), paid]).toEqual([[], []]);
    });

    test("an edit begins a new list of approvals, and exactly the edited payload runs", async () => {
      const { answer, question, paid } = await waiting(kind, { signatures: 2 }, await saver());
      await answer("kim", approve);
      const payload = edited((await question()).request.payload, 80);
      expect(await answer("lou", { decision: "edit", payload })).toMatchObject({ outcome: "interrupted" });
      const { request } = await question();
      expect(request).toMatchObject({ payload, signatures: [{ by: "user:lou" }] });
      expect(await answer("lou", approve)).toMatchObject({ outcome: "interrupted" });
      expect(paid).toEqual([]);
      expect(await answer("kim", approve)).toMatchObject({ outcome: "done" });
      expect(paid).toEqual([80]);
    });

    test("the requester may not approve, and may withdraw", async () => {
      const { answer, paid } = await waiting(kind, { notRequester: true }, await saver());
      expect(await answer("ann", approve)).toMatchObject({ outcome: "notAllowed" });
      expect(await answer("bob", approve)).toMatchObject({ outcome: "done" });
      expect(paid).toEqual([500]);
      const other = await waiting(kind, { notRequester: true }, await saver());
      expect(await other.answer("ann", reject)).toMatchObject({ outcome: "done" });
      expect(other.paid).toEqual([]);
    });

    test("an edit is decided by what would run", async () => {
      const limits: Readonly<Record<string, number>> = { kim: 1000, bob: 100 };
      const rule = {
        by: ({ user, request }: Parameters<NonNullable<Rule["by"]>>[0]) => amountIn(request) <= (limits[user] ?? 0),
      };
      const { answer, question, paid } = await waiting(kind, rule, await saver());
      const { payload } = (await question()).request;
      expect(await answer("bob", approve)).toMatchObject({ outcome: "notAllowed" });
      expect(await answer("bob", { decision: "edit", payload: edited(payload, 2000) })).toMatchObject({
        outcome: "notAllowed",
      });
      expect(await answer("bob", { decision: "edit", payload: edited(payload, 90) })).toMatchObject({
        outcome: "done",
      });
      expect(paid).toEqual([90]);
    });

    test("without a session, the run asks again with the problem `notAllowed`", async () => {
      const { graph, paid } = open(kind, { by: ({ user }) => user !== "ann", signatures: 2 }, await saver());
      const invoke = async (user: string | null, input: Parameters<typeof graph.invoke>[0]) => {
        const result: object = await graph.invoke(input, {
          configurable: { thread_id: "t", ...(user !== null && { user_id: user }) },
        });
        return isInterrupted<ApprovalQuestion>(result) ? (result[INTERRUPT][0] ?? null) : null;
      };
      const asked = await invoke("ann", { messages: [{ role: "user", content: "Pay" }] });
      const yes = new Command({ resume: "yes" });
      for (const user of ["ann", null]) {
        const again = await invoke(user, yes);
        expect([again?.id, again?.value?.problem]).toEqual([asked?.id, { code: "notAllowed", issues: [] }]);
      }
      const named = new Command({ resume: { [asked?.id ?? ""]: { ...approve, id: asked?.value?.requests[0]?.id } } });
      expect((await invoke("ann", named))?.value?.problem?.code).toBe("notAllowed");
      expect((await invoke("kim", yes))?.value?.requests[0]?.signatures).toMatchObject([{ by: "user:kim" }]);
      expect((await invoke("kim", yes))?.value?.requests[0]?.signatures).toMatchObject([{ by: "user:kim" }]);
      expect(paid).toEqual([]);
      expect(await invoke("lou", yes)).toBe(null);
      expect(paid).toEqual([500]);
    });

    test("a session without a user reads that the program has to pass one", async () => {
      const { answer, paid } = await waiting(kind, { signatures: 1 }, await saver());
      const refused = await answer(undefined, approve);
      expect([refused.outcome, "reason" in refused && refused.reason, paid]).toEqual([
        "notAllowed",
        expect.stringContaining("pass a user"),
        [],
      ]);
    });

    test("the answer of a person who may not decide does not count when another person continues after a crash", async () => {
      const checkpointer = await saver();
      const { question, as, answer, paid } = await waiting(kind, { by: ({ user }) => user === "kim" }, checkpointer);
      const { id, request } = await question();
      // What a session has stored when its process ends before the node has read the answer.
      const tuple = await checkpointer.getTuple({ configurable: { thread_id: "t" } });
      await checkpointer.putWrites(tuple?.config ?? {}, [["__resume__", ["bob"]]], `tidemark_answered_by:${id}`);
      const yes = { ...approve, id: request.id, hash: request.hash };
      await checkpointer.putWrites(tuple?.config ?? {}, [["__resume__", [yes]]], id);
      expect(await as("ann").pending()).toEqual([]);
      expect(await as("kim").continue()).toMatchObject({ outcome: "interrupted" });
      expect([(await question()).id, paid]).toEqual([id, []]);
      expect(await answer("kim", approve)).toMatchObject({ outcome: "done" });
      expect(paid).toEqual([500]);
    });

    test("an approval of a person who may not approve any more does not count", async () => {
      const staff = new Set(["kim", "lou", "mia"]);
      const { answer, question, paid } = await waiting(
        kind,
        { by: ({ user }) => staff.has(user), signatures: 2 },
        await saver(),
      );
      await answer("kim", approve);
      staff.delete("kim");
      expect(await answer("lou", approve)).toMatchObject({ outcome: "interrupted" });
      expect([(await question()).request.signatures, paid]).toMatchObject([[{ by: "user:lou" }], []]);
      expect(await answer("mia", approve)).toMatchObject({ outcome: "done" });
      expect(paid).toEqual([500]);
    });

    test("approvals in an imported document do not count, whatever they say", async () => {
      const { answer, as, graph } = await waiting(kind, { signatures: 2 }, await saver());
      await answer("kim", approve);
      const text = JSON.stringify(await as("ann").export());
      const forged: unknown = JSON.parse(text.replaceAll("user:kim", "user:eve"));
      const target = new MemorySaver();
      await importThread(forged, { checkpointer: target, state: Desk, threadId: "t" });
      const there = open(kind, { signatures: 2 }, target);
      const opened = (userId: string) => openSession({ graph: there.graph, threadId: "t", userId });
      for (let round = 0; round < 4; round += 1) {
        const [asked] = await opened("lou").pending();
        if (asked === undefined) await opened("lou").continue();
        else await opened("lou").resume(asked.id, "yes");
      }
      expect([there.paid, graph === there.graph]).toEqual([[], false]);
      const [last] = await opened("mia").pending();
      await opened("mia").resume(last?.id ?? "", "yes");
      expect(there.paid).toEqual([500]);
    });

    test("approvals do not count in a copy of the thread", async () => {
      const checkpointer = await saver();
      const { answer, as, paid } = await waiting(kind, { signatures: 2 }, checkpointer);
      await answer("kim", approve);
      await as("ann").fork({ threadId: "copy" });
      const [question] = await as("ann", "copy").pending();
      await as("lou", "copy").resume(question?.id ?? "", "yes");
      const [again] = await as("ann", "copy").pending();
      await as("lou", "copy").resume(again?.id ?? "", "yes");
      const [last] = await as("ann", "copy").pending();
      expect(paid).toEqual([]);
      expect(await as("kim", "copy").resume(last?.id ?? "", "yes")).toMatchObject({ outcome: "done" });
      expect(paid).toEqual([500]);
    });
  });

  test("a rule that throws, or returns another value than true, allows nobody", async () => {
    const throws = wrong(() => {
      throw new Error("no directory");
    });
    const rules = [throws, wrong(() => Promise.resolve(true)), wrong(() => "yes")];
    for (const by of rules) {
      const { answer, paid } = await waiting(kind, { by });
      expect([await answer("kim", approve), paid]).toMatchObject([{ outcome: "notAllowed" }, []]);
    }
  });
});

test("a request that was stored as approved without the approvals of its rule is asked again before a step and an effect", async () => {
  for (const kind of ["a step", "a graph of nodes"] as const) {
    const { graph, paid, question, answer, as } = await waiting(kind, { by: ({ user }) => user === "kim" });
    const config = { configurable: { thread_id: "t", user_id: "bob" } };
    const { request } = await question();
    const at = request.requestedAt;
    const forged = { ...request, status: "approved" as const, decidedBy: "user:bob", decidedAt: at };
    const requests = { [request.id]: { ...forged, signatures: [{ by: "user:bob", at }] } };
    const node = kind === "a step" ? "approval" : "pay_approval";
    await graph.updateState(config, { execution_pending_approvals: requests }, node);
    await graph.invoke(kind === "a step" ? null : new Command({ goto: "pay_effect" }), config);
    expect(paid).toEqual([]);
    expect(await as("ann").pending()).toHaveLength(1);
    expect(await answer("kim", approve)).toMatchObject({ outcome: "done" });
    expect(paid).toEqual([500]);
  }
});
