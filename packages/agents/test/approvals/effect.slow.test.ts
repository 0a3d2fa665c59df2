import { Command, END, type LangGraphRunnableConfig, MemorySaver, START, StateGraph } from "@langchain/langgraph";
import { initialState, SeedState } from "@tidemark/core-state";
import { type JsonObject, type SeedStateUpdate } from "@tidemark/core-state/internal";
import { toStateSchema } from "@tidemark/core-state/langgraph";
import { importThread, openSession } from "@tidemark/state-manager/langgraph";
import { fixedClock } from "@tidemark/state-manager/testing";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { approvalRequests, decideApproval, pendingApprovals } from "../../src/internal.ts";
import { approvedEffect, requestApprovals } from "../../src/internal.graph.ts";
import { mailGraph, mailTo, start } from "./approval-graph.ts";
import { untyped } from "../untyped.ts";

const clock = fixedClock(start);
const config = { configurable: { thread_id: "t" } };
const texts = (messages: readonly { readonly content: unknown }[]) => messages.map(({ content }) => content);

/** Graph with approved requests, a node that executes them, and a second run of that node. */
function approvedGraph(setup: {
  readonly recipients?: readonly string[];
  readonly change?: (values: object) => SeedStateUpdate;
  readonly crash?: { left: number };
}) {
  const { recipients = ["Ann"], change = () => ({}), crash = { left: 0 } } = setup;
  const sent: { readonly key: string; readonly payload: JsonObject }[] = [];
  const send = approvedEffect(SeedState, {
    agent: "send",
    approvalType: "mail_send",
    effect: ({ key, payload }) => {
      sent.push({ key, payload });
      if (crash.left-- > 0) throw new Error("power cut");
      return { messages: [{ role: "assistant", content: `Sent to ${String(payload["to"])}.` }] };
    },
  });
  const graph = new StateGraph(toStateSchema(SeedState))
    .addNode("draft", (_values, each: LangGraphRunnableConfig) =>
      requestApprovals(
        each,
        recipients.map((to) => mailTo(to)),
        clock,
      ),
    )
    .addNode("decide", (values) => {
      const by = { by: "user:ann", now: start };
      const decided = pendingApprovals(values).map((each) => decideApproval(each, { decision: "approve" }, by).request);
      const entries = decided.flatMap((each) => (each === null ? [] : [[each.id, each] as const]));
      return { execution_pending_approvals: Object.fromEntries(entries), approval_approved: true };
    })
    .addNode("change", change)
    .addNode("send", send)
    .addNode("send_again", send)
    .addEdge(START, "draft")
    .addEdge("draft", "decide")
    .addEdge("decide", "change")
    .addEdge("change", "send")
    .addEdge("send", "send_again")
    .addEdge("send_again", END)
    .compile({ checkpointer: new MemorySaver() });
  return { graph, sent };
}

describe("approvedEffect", () => {
  test("AP-20 runs once, removes the request, and does nothing when it is reached again", async () => {
    const { graph, sent } = approvedGraph({});
    const state = await graph.invoke({}, config);
    expect(sent.map(({ payload }) => payload)).toEqual([{ to: "Ann" }]);
    expect(state).toMatchObject({
      execution_pending_approvals: {},
      approval_approved: null,
    });
    expect(texts(state.messages)).toEqual(["Sent to Ann."]);
  });

  test("AP-20 passes the same key again to an effect that failed", async () => {
    const { graph, sent } = approvedGraph({ crash: { left: 1 } });
    await expect(graph.invoke({}, config)).rejects.toThrow("power cut");
    await graph.invoke(null, config);
    expect(sent).toHaveLength(2);
    expect(sent[1]).toEqual(sent[0]);
  });

  test("executes several approved requests in order, one each time it is reached", async () => {
    const { graph, sent } = approvedGraph({ recipients: ["Ann", "Ben", "Cem"] });
    await graph.invoke({}, config);
    expect(sent.map(({ payload }) => payload["to"])).toEqual(["Ann", "Ben"]);
    const state = await graph.invoke(new Command({ goto: "send" }), config);
    expect(sent.map(({ payload }) => payload["to"])).toEqual(["Ann", "Ben", "Cem"]);
    expect(state.execution_pending_approvals).toEqual({});
    expect(texts(state.messages)).toEqual(["Sent to Ann.", "Sent to Ben.", "Sent to Cem."]);
  });

  test("AP-18 does nothing when the payload changed after the approval", async () => {
    const { graph, sent } = approvedGraph({
      change: (values) => {
        const requests: unknown = Reflect.get(values, "execution_pending_approvals");
        const forged = Object.values(approvalRequests({ execution_pending_approvals: requests })).map(
          (each) => [each.id, { ...each, payload: { to: "eve@example.org" } }] as const,
        );
        return { execution_pending_approvals: Object.fromEntries(forged) };
      },
    });
    const state = await graph.invoke({}, config);
    expect(sent).toEqual([]);
    expect(state.execution_pending_approvals).toEqual({});
    expect(state.messages.at(-1)?.content).toMatch(/changed before it was approved, so nothing was done/);
  });

  test("can write only the fields that its agent owns", async () => {
    approvedEffect(SeedState, {
      agent: "send",
      // @ts-expect-error the final answer is owned by "root"
      effect: () => ({ execution_final_answer: "Sent." }),
    });
    const { answer, say } = mailGraph(() => [mailTo("Ann")]);
    await say("Write to Ann");
    await expect(answer("yes")).resolves.toMatchObject({ approval_approved: null });
  });
});

test("for any answers in any order, each request is executed at most once, as approved", async () => {
  const recipients = ["Ann", "Ben", "Cem"];
  const target = fc.nat({ max: 2 });
  const answer = fc.oneof(
    fc.record({ at: target, decision: fc.constantFrom("approve", "reject") }),
    fc.record({
      at: target,
      decision: fc.constant("edit"),
      payload: fc.record({ to: fc.constantFrom("Dan", "Eve", "") }),
    }),
    fc.record({ at: target, decision: fc.constant("ask"), question: fc.constant("Why?") }),
    fc.record({ at: target, decision: fc.constant("approve"), hash: fc.constant("another") }),
    fc.constantFrom("yes", "no", "yes but", "why is that?", { nonsense: true }, 3),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(answer, { maxLength: 7 }), async (answers) => {
      const run = mailGraph(() => recipients.map((to) => mailTo(to)), {
        editable: { mail_send: z.strictObject({ to: z.string().min(1) }) },
      });
      await run.say("Write");
      const ids = (await run.asked()).map(({ id }) => id);
      // Expected decisions: the first clear decision on each request.
      const approved = new Map<string, JsonObject>();
      const decided = new Set<string>();
      for (const each of answers) {
        const open = ids.filter((id) => !decided.has(id));
        const structured = typeof each === "object" && "at" in each ? each : null;
        const only = open.length === 1 ? (open[0] ?? null) : null;
        const id = structured === null ? only : (ids[structured.at] ?? null);
        const decision =
          structured === null ? (each === "yes" ? "approve" : each === "no" ? "reject" : "") : structured.decision;
        const payload =
          structured !== null && "payload" in structured
            ? structured.payload
            : { to: recipients[ids.indexOf(id ?? "")] };
        if (id !== null && !decided.has(id)) {
          const stale = structured !== null && "hash" in structured;
          if (decision === "reject" || stale) decided.add(id);
          else if (decision === "approve" || (decision === "edit" && payload.to !== "")) {
            decided.add(id);
            approved.set(id, payload);
          }
        }
        const { at: _at, ...rest } = structured ?? { at: 0 };
        await run.answer(structured === null ? each : { id, ...rest });
      }
      expect(run.sent.map(({ payload }) => payload)).toEqual([...approved.values()]);
      expect((await run.asked()).map(({ id }) => id)).toEqual(ids.filter((id) => !decided.has(id)));
      expect((await run.values()).approval_approved).toBeNull();
    }),
  );
});

const opened = (run: ReturnType<typeof mailGraph>) =>
  openSession({ graph: run.graph, state: SeedState, threadId: "t", userId: "ann" });
const yes = ({ id, hash }: { readonly id: string; readonly hash: string }) => ({ id, hash, decision: "approve" });
const on = (thread: string) => ({ configurable: { thread_id: thread } });

describe("a copy of a thread", () => {
  test("with a pending request asks again, and executes it under a separate hash and key", async () => {
    const run = mailGraph(() => [mailTo("Ann")]);
    const session = opened(run);
    const asked = await session.send("Write to Ann");
    const [request] = await run.asked();
    if (asked.outcome !== "interrupted" || request === undefined) throw new Error("Nobody was asked.");
    const fork = await session.fork({ threadId: "copy" });
    const [copied] = await fork.pending();
    // The answer to the interrupt of the other thread, sent by a page that was opened before the fork.
    const again = await fork.resume(copied?.id ?? "", yes(request));
    expect([again.outcome, run.sent]).toEqual(["interrupted", []]);
    const [own] = await run.asked("copy");
    expect(await run.question("copy")).toMatchObject({ problem: { code: "otherThread" } });
    expect([own?.id, own?.hash === request.hash]).toEqual([request.id, false]);
    expect((await session.resume(asked.interrupts[0]?.id ?? "", yes(request))).outcome).toBe("done");
    expect(run.sent).toHaveLength(1);
    const [question] = await fork.pending();
    await fork.resume(question?.id ?? "", yes(own ?? request));
    expect(run.sent.map(({ thread }) => thread)).toEqual(["t", "copy"]);
    expect(new Set(run.sent.map(({ key }) => key)).size).toBe(2);
  });

  test("with an approval given in the other thread does not execute it, and asks again", async () => {
    const executed: string[] = [];
    const send = approvedEffect(SeedState, { agent: "send", clock, effect: ({ key }) => void executed.push(key) });
    const { execution_pending_approvals: requests } = requestApprovals(on("t"), [mailTo("Ann")], clock);
    const [request] = Object.values(requests);
    if (request === undefined) throw new Error("Nothing was asked.");
    const approved = decideApproval(request, { decision: "approve" }, { by: "user:ann", now: start }).request;
    const values = { ...initialState(SeedState), execution_pending_approvals: { [request.id]: approved ?? request } };
    const asked = await send(untyped(values), on("copy"));
    expect(executed).toEqual([]);
    expect(asked).toMatchObject({
      execution_pending_approvals: { [request.id]: { status: "pending", threadId: "copy" } },
      approval_approved: null,
    });
    await send(untyped(values), on("t"));
    await send(untyped(values), on("t"));
    expect([executed.length, new Set(executed).size]).toEqual([2, 1]);
  });

  test("that is imported under the same id asks again, and executes it under a separate key", async () => {
    let ticks = 0;
    const now = (): string => {
      ticks += 1;
      return new Date(Date.parse(start) + ticks).toISOString();
    };
    const clocked = { saver: new MemorySaver(), clock: { now } };
    const run = mailGraph(() => [mailTo("Ann")], clocked);
    const session = opened(run);
    await session.send("Write to Ann");
    const document: unknown = JSON.parse(JSON.stringify(await session.export()));
    const [question] = await session.pending();
    await session.resume(question?.id ?? "", "yes");
    await session.delete();
    await importThread(document, { checkpointer: clocked.saver, state: SeedState });
    const [copied] = await session.pending();
    expect(await session.resume(copied?.id ?? "", "yes")).toMatchObject({ outcome: "interrupted" });
    expect(run.sent).toHaveLength(1);
    const [own] = await session.pending();
    expect(await session.resume(own?.id ?? "", "yes")).toMatchObject({ outcome: "done" });
    expect([run.sent.length, new Set(run.sent.map(({ key }) => key)).size]).toEqual([2, 2]);
  });

  test("accepts each answer at most once per thread, for any answers in any order", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.record({ at: fc.constantFrom("t", "copy"), hash: fc.boolean() }), { maxLength: 6 }),
        async (answers) => {
          const run = mailGraph(() => [mailTo("Ann")]);
          const session = opened(run);
          await session.send("Write to Ann");
          const fork = await session.fork({ threadId: "copy" });
          const [first] = await run.asked();
          for (const { at, hash } of answers) {
            const each = at === "t" ? session : fork;
            const [question] = await each.pending();
            if (question === undefined || first === undefined) continue;
            await each.resume(question.id, hash ? yes(first) : "yes");
          }
          const keys = run.sent.map(({ key }) => key);
          expect(new Set(keys).size).toBe(keys.length);
          for (const thread of ["t", "copy"])
            expect(run.sent.filter((each) => each.thread === thread).length).toBeLessThan(2);
        },
      ),
    );
  }, 600_000);
});

/** A thread whose request was approved and executed, and its checkpoint before a node ran. */
async function executedOnce() {
  const run = mailGraph(() => [mailTo("Ann")]);
  const session = opened(run);
  await session.send("Write to Ann");
  const [question] = await session.pending();
  await session.resume(question?.id ?? "", "yes");
  const before = async (node: string) => {
    for await (const { config: at, next } of run.graph.getStateHistory(on("t"))) if (next.includes(node)) return at;
    throw new Error(`"${node}" has not run.`);
  };
  return { run, session, before };
}

describe("a run from an old checkpoint", () => {
  test.each(["approval", "send"])("before %j asks, and executes the request under a separate key", async (node) => {
    const { run, session, before } = await executedOnce();
    await run.graph.invoke(null, await before(node));
    expect(run.sent).toHaveLength(1);
    const [question] = await session.pending();
    expect(await session.resume(question?.id ?? "", "yes")).toMatchObject({ outcome: "done" });
    expect([run.sent.length, new Set(run.sent.map(({ key }) => key)).size]).toEqual([2, 2]);
  });
});

test("a repeated resume executes the request once", async () => {
  const run = mailGraph(() => [mailTo("Ann")]);
  await run.say("Write to Ann");
  await run.answer("yes");
  await run.graph.invoke(new Command({ resume: "yes" }), { configurable: { thread_id: "t" } });
  expect(run.sent).toHaveLength(1);
});
