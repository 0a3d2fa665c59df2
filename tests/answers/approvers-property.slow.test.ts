// Whatever people answer in whatever order: those who may not decide never run the effect, and enough of those who may run it exactly once.
import { Command, INTERRUPT, isInterrupted } from "@langchain/langgraph";
import fc from "fast-check";
import { openSession } from "tidemark";
import type { ApprovalQuestion } from "tidemark/agents";
import { describe, expect, test } from "vitest";
import { allSavers } from "../checkpoint/savers.ts";
import { Desk, edited, kinds, open, type Rule } from "./approvers.ts";
import { networkWays, openNetwork, wireNames } from "./ways.ts";

const PEOPLE = ["ann", "kim", "lou", "mia", "bob"] as const;

/** Number of sequences for each program and saver. Nightly runs multiply it. */
const RUNS = Math.ceil(((fc.readConfigureGlobal().numRuns ?? 100) * 42) / 100);

const decisions = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom("approve", "yes") },
  { weight: 1, arbitrary: fc.constantFrom("reject", "ask", "hm", "forged") },
  { weight: 1, arbitrary: fc.constantFrom(80, 900) },
);

const answers = fc.record({
  user: fc.oneof({ weight: 5, arbitrary: fc.constantFrom(...PEOPLE) }, { weight: 1, arbitrary: fc.constant(null) }),
  decision: decisions,
  by: fc.constantFrom("session", "invoke", "named", ...networkWays),
});

const rules = fc.record({
  allowed: fc.subarray([...PEOPLE], { minLength: 1 }),
  signatures: fc.integer({ min: 1, max: 3 }),
  notRequester: fc.boolean(),
});

interface Answer {
  readonly user: string | null;
  readonly decision: number | string;
  readonly by: string;
}

/** What the people of a rule have decided, without any of the program. */
class Expected {
  amount = 500;
  signers = new Set<string>();
  paid: number[] = [];
  isOpen = true;
  readonly #mayDecide: (user: string) => boolean;
  readonly #rule: Rule;

  constructor(mayDecide: (user: string) => boolean, rule: Rule) {
    this.#mayDecide = mayDecide;
    this.#rule = rule;
  }

  /** True if the person may give this answer. */
  take({ user, decision }: Answer): boolean {
    const approves =
      decision === "approve" || decision === "yes" || typeof decision === "number" || decision === "forged";
    const isRequester = approves && this.#rule.notRequester === true && user === "ann";
    if (user === null || !this.#mayDecide(user) || isRequester) return false;
    if (decision === "reject") this.isOpen = false;
    if (!approves) return true;
    if (typeof decision === "number" && decision !== this.amount) {
      this.signers = new Set();
      this.amount = decision;
    }
    this.signers.add(user);
    if (this.signers.size < (this.#rule.signatures ?? 1)) return true;
    this.isOpen = false;
    this.paid = [this.amount];
    return true;
  }
}

async function play(
  { graph, paid }: ReturnType<typeof open>,
  given: readonly Answer[],
  expected: Expected,
  network: ReturnType<typeof openNetwork>,
) {
  const as = (userId: string | null) => openSession({ graph, threadId: "t", ...(userId !== null && { userId }) });
  await as("ann").send("Pay");
  const asked: string[] = [];
  for (const each of given) {
    const [question] = await as("ann").pending();
    if (question?.kind !== "approval") throw new Error("Nothing is to be approved.");
    asked.push(question.id);
    const [request] = question.value.requests;
    const { id = "", hash = "", payload = {} } = request ?? {};
    const { user, by } = each;
    const decision = each.decision === "yes" && wireNames.includes(by) ? "approve" : each.decision;
    const answer =
      typeof decision === "number"
        ? { id, hash, decision: "edit", payload: edited(payload, decision) }
        : decision === "forged"
          ? { id, hash, decision: "approve", by: "kim", user: "kim", user_id: "kim", decidedBy: "user:kim" }
          : decision === "yes" || decision === "hm"
            ? decision
            : { id, decision, ...(decision === "ask" ? { question: "Why?" } : { hash }) };
    // An answer with other keys is not read.
    const mayDecide = decision === "forged" ? expected.take({ ...each, decision: "hm" }) : expected.take(each);
    let isRefused: boolean | null;
    if (networkWays.includes(by)) {
      const isRead = !wireNames.includes(by) || (decision !== "hm" && decision !== "forged");
      const refused = await network.answer(by, { user, interruptId: question.id, answer });
      isRefused = isRead ? (refused ?? !mayDecide) : !mayDecide;
    } else if (by === "session") {
      const { outcome } = await as(user).resume(question.id, answer);
      isRefused = outcome === "notAllowed";
    } else {
      const resume = by === "named" ? { [question.id]: answer } : answer;
      const result: object = await graph.invoke(new Command({ resume }), {
        configurable: { thread_id: "t", ...(user !== null && { user_id: user }) },
      });
      const [again] = isInterrupted<ApprovalQuestion>(result) ? result[INTERRUPT] : [];
      isRefused = again?.value?.problem?.code === "notAllowed";
    }
    expect([each, isRefused]).toEqual([each, !mayDecide]);
    expect([each, paid]).toEqual([each, expected.paid]);
    if (!expected.isOpen) break;
    const [same] = await as("ann").pending();
    const before = [question.id, question.value.requests];
    expect(mayDecide ? before : [same?.id, Reflect.get(Object(same?.value), "requests")]).toEqual(before);
  }
  // Nobody runs it again.
  if (!expected.isOpen) {
    for (const id of asked) await as("kim").resume(id, "yes");
    await as("kim").continue();
    await graph.invoke(null, { configurable: { thread_id: "t", user_id: "kim" } });
  }
  expect(paid).toEqual(expected.paid);
}

describe.each(allSavers())("with %s", (_, openSaver) => {
  test.each(kinds)("only enough people who may decide run the effect of %s, once", async (kind) => {
    await fc.assert(
      fc.asyncProperty(
        rules,
        fc.array(answers, { minLength: 1, maxLength: 8 }),
        async ({ allowed, ...rest }, given) => {
          const mayDecide = (user: string) => allowed.some((each) => each === user);
          const rule: Rule = { by: ({ user }) => mayDecide(user), ...rest };
          const program = open(kind, rule, await openSaver());
          await using network = openNetwork(program.graph, Desk);
          await play(program, given, new Expected(mayDecide, rest), network);
        },
      ),
      { numRuns: RUNS },
    );
  });
});
