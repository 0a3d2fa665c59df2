import { describe, expect, test } from "vitest";
import { decideApproval, requestApproval } from "../../src/internal.ts";
import { routeAfterApproval } from "../../src/internal.graph.ts";
import { mailGraph, mailTo, start } from "./approval-graph.ts";

const texts = (messages: readonly { readonly content: unknown }[]) => messages.map(({ content }) => content);

const two = () => mailGraph(() => [mailTo("Ann"), mailTo("Ben")]);

const recipients = (sent: readonly { readonly payload: unknown }[]) => sent.map(({ payload }) => payload);

const requestOf = (capability: string) =>
  requestApproval({ id: capability, capability, stepObjective: "Do it", payload: {}, now: start });
const approvedOf = (capability: string) =>
  decideApproval(requestOf(capability), { decision: "approve" }, { by: "user:ann", now: start }).request;

const requests = (...all: readonly ({ readonly id: string } | null)[]) => ({
  execution_pending_approvals: Object.fromEntries(all.map((each) => [each?.id ?? "", each] as const)),
});

describe("routeAfterApproval", () => {
  const next = routeAfterApproval({ approved: { mail: "send", plan: "run" }, again: "ask", otherwise: "respond" });

  test("routes to the node of the approved request before the next question, and to the next node when none is left", () => {
    expect(next(requests(requestOf("mail"), approvedOf("plan")))).toBe("run");
    expect(next(requests(requestOf("mail")))).toBe("ask");
    expect(next(requests())).toBe("respond");
    expect(routeAfterApproval({ approved: "send" })(requests(approvedOf("mail")))).toBe("send");
    expect(routeAfterApproval({ approved: "send" })({})).toBe("__end__");
  });

  test("routes nowhere for a kind without a node", () => {
    expect(next(requests(approvedOf("memory")))).toBe("respond");
    expect(routeAfterApproval({ approved: "send" })(requests(approvedOf("commit")))).toBe("__end__");
  });
});

describe("several requests", () => {
  test("AP-17 approving one of two requests runs only that one", async () => {
    const { say, answer, asked, sent, values } = two();
    await say("Write to both");
    const [ann, ben] = await asked();
    await answer({ id: ben?.id, decision: "approve" });
    expect(recipients(sent)).toEqual([{ to: "Ben" }]);
    expect(await asked()).toEqual([ann]);
    await answer({ id: ann?.id, decision: "approve" });
    expect(recipients(sent)).toEqual([{ to: "Ben" }, { to: "Ann" }]);
    expect(await values()).toMatchObject({ approval_approved: null, execution_pending_approvals: {} });
  });

  test("AP-17 after one approval and one rejection nothing stays approved", async () => {
    const { say, answer, asked, sent, values } = two();
    await say("Write to both");
    const [ann, ben] = await asked();
    await answer({ id: ann?.id, decision: "approve", hash: ann?.hash });
    await answer({ id: ben?.id, decision: "reject", reason: "He has left" });
    const { messages, ...state } = await values();
    expect(state).toMatchObject({ approval_approved: null, approved_payload: null });
    expect(texts(messages)).toEqual(["Write to both", "Sent to Ann.", "This was not approved, so nothing was done."]);
    expect(recipients(sent)).toEqual([{ to: "Ann" }]);
  });

  test("AP-17 a bare yes applies to none of them", async () => {
    const { say, answer, asked, sent, question } = two();
    await say("Write to both");
    await answer("yes");
    expect([sent, (await asked()).length]).toEqual([[], 2]);
    expect((await question())?.note).toMatch(/Answer each by its id/);
  });

  test("AP-11 a second answer to a decided request has no effect", async () => {
    const { say, answer, asked, sent } = two();
    await say("Write to both");
    const [ann] = await asked();
    await answer({ id: ann?.id, decision: "approve" });
    await answer({ id: ann?.id, decision: "approve" });
    await answer({ id: ann?.id, decision: "reject" });
    expect(recipients(sent)).toEqual([{ to: "Ann" }]);
    expect(await asked()).toHaveLength(1);
  });

  test("AP-11 an answer after the end of the run does nothing", async () => {
    const { say, answer, asked, sent } = mailGraph(() => [mailTo("Ann")]);
    await say("Write to Ann");
    const [ann] = await asked();
    await answer({ id: ann?.id, decision: "approve" });
    await answer({ id: ann?.id, decision: "approve" });
    expect(sent).toHaveLength(1);
  });
});
