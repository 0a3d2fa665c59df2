import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { ApprovalAnswer, readApprovalAnswer } from "../../src/index.ts";
import { approvalAnswerSchema, readApprovalWords, requestApproval } from "../../src/internal.ts";

const now = "2026-01-08T20:30:00.000Z";
const requestOf = (id: string) => requestApproval({ id, capability: "mail", stepObjective: "Write", payload: {}, now });
const one = [requestOf("r1")];

describe("readApprovalAnswer", () => {
  test.for([
    [{ id: "r1", decision: "approve" }, { decision: "approve" }],
    [
      { id: "r1", decision: "reject", reason: "no" },
      { decision: "reject", reason: "no" },
    ],
    [
      { id: "r1", decision: "edit", payload: { a: 1 } },
      { decision: "edit", payload: { a: 1 } },
    ],
    [
      { id: "r1", decision: "ask", question: "Why?" },
      { decision: "ask", question: "Why?" },
    ],
    ["Sure!", { decision: "approve" }],
    [{ role: "user", content: "stop" }, { decision: "reject" }],
    ["what does step 2 do?", { decision: "ask", question: "what does step 2 do?" }],
  ] as const)("reads %j", ([answer, decision]) => {
    expect(readApprovalAnswer(answer, one)).toMatchObject({ understood: true, id: "r1", decision });
  });

  test("accepts the hash with a rejection, as with an approval", () => {
    const read = readApprovalAnswer({ id: "r1", decision: "reject", reason: "no receipt", hash: "abc" }, one);
    expect(read).toMatchObject({ understood: true, id: "r1", decision: { decision: "reject", reason: "no receipt" } });
  });

  test("names the problems of an answer that it does not understand", () => {
    const read = readApprovalAnswer({ id: "r1", decision: "reject", reason_: "no receipt" }, one);
    expect(read).toMatchObject({ understood: false, issues: [{ path: "", message: 'Unrecognized key: "reason_"' }] });
    expect(readApprovalAnswer("hm", one)).toMatchObject({ understood: false, issues: [] });
  });

  test("removes the hash shown by the client from the answer", () => {
    const read = readApprovalAnswer({ id: "r1", decision: "approve", hash: "abc" }, one);
    expect(read).toMatchObject({ hash: "abc" });
  });

  test.for([
    null,
    undefined,
    true,
    1,
    [],
    {},
    { decision: "approve" },
    { id: "", decision: "approve" },
    { id: "r1", decision: "maybe" },
    { id: "r1", decision: "approve", by: "user:root" },
    { id: "r1", decision: "ask", question: "" },
    { id: "r1", decision: "edit", payload: [] },
    { content: ["yes"] },
    "yes?",
    "",
  ])("AP-15 rejects %j as unclear", (answer) => {
    expect(readApprovalAnswer(answer, one).understood).toBe(false);
  });

  test("AP-17 accepts no sentence while several requests or none are pending", () => {
    expect(readApprovalAnswer("yes", [...one, requestOf("r2")])).toEqual({
      understood: false,
      text: "yes",
      issues: [],
    });
    expect(readApprovalAnswer("yes", []).understood).toBe(false);
  });

  test("only a clear answer decides", () => {
    fc.assert(
      fc.property(fc.oneof(fc.anything(), fc.string()), (answer) => {
        const read = readApprovalAnswer(answer, one);
        if (!read.understood || read.decision.decision === "ask") return;
        expect(typeof answer === "string" && readApprovalWords(answer)).toBe(read.decision.decision);
      }),
    );
  });
});

test("the schema for clients is plain JSON and describes every decision", () => {
  const schema = approvalAnswerSchema();
  expect(JSON.parse(JSON.stringify(schema))).toEqual(schema);
  for (const { shape } of ApprovalAnswer.options) expect(JSON.stringify(schema)).toContain(shape.decision.value);
  expect(z.fromJSONSchema(schema).safeParse({ id: "r1", decision: "approve" }).success).toBe(true);
  expect(z.fromJSONSchema(schema).safeParse({ decision: "approve" }).success).toBe(false);
});
