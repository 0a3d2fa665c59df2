import { Command, END, MemorySaver, START, StateGraph } from "@langchain/langgraph";
import { AgentState, defineState, extendState, field } from "@tidemark/core-state";
import { toStateSchema } from "@tidemark/core-state/langgraph";
import { describe, expect, expectTypeOf, test } from "vitest";
import { z } from "zod";
import { approvalSteps } from "../../src/langgraph.ts";

const Desk = extendState(AgentState, {
  version: 1,
  fields: {
    desk_paid: field(z.array(z.string()), { default: [], owner: "payment", lifetime: "thread" }),
    desk_notes: field(z.array(z.string()), { default: [], owner: "any", lifetime: "thread" }),
  },
});

interface Asked {
  readonly requests: readonly { readonly id: string; readonly stepObjective: string }[];
}

interface Waiting {
  getState(config: object): Promise<{ readonly tasks: readonly { readonly interrupts: readonly object[] }[] }>;
}

/** The requests of each question that is open. */
async function openQuestions(graph: Waiting, config: object) {
  const { tasks } = await graph.getState(config);
  return tasks.flatMap(({ interrupts }) =>
    interrupts.map((each) => {
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the interrupt of an approval
      const { id, value } = each as { readonly id: string; readonly value: Asked };
      return { id, asked: value.requests };
    }),
  );
}

/** A fixed workflow that pays what is asked for, and then closes the case. */
function workflow(asked: readonly string[], edits = false) {
  const paid: { readonly to: unknown; readonly key: string }[] = [];
  const closed: number[] = [];
  const payment = approvalSteps(Desk, {
    name: "payment",
    request: () => asked.map((to) => ({ text: `Pay ${to}`, payload: { to } })),
    ...(edits && { editable: z.strictObject({ to: z.string() }) }),
    effect: ({ payload, key }) => {
      paid.push({ to: payload["to"], key });
      return { desk_paid: paid.map(({ to }) => String(to)) };
    },
    next: "close",
  });
  const graph = new StateGraph(toStateSchema(Desk))
    .addNode(payment)
    .addNode("close", () => {
      closed.push(paid.length);
      return {};
    })
    .addEdge(START, "payment")
    .addEdge("close", END)
    .compile({ checkpointer: new MemorySaver() });
  const config = { configurable: { thread_id: "ann", user_id: "ann" } };
  const question = async () => {
    const [first] = await openQuestions(graph, config);
    return first?.asked ?? [];
  };
  return {
    graph,
    paid,
    closed,
    question,
    start: () => graph.invoke({}, config),
    answer: (resume: unknown) => graph.invoke(new Command({ resume }), config),
  };
}

/** Pays each amount, and asks about more than the limit that the state or the rule has at the time. */
function withLimit(amounts: readonly number[], isAsked: (amount: number) => unknown, signatures = 1) {
  const paid: { readonly amount: number; readonly key: string }[] = [];
  const payment = approvalSteps(Desk, {
    name: "payment",
    request: () => amounts.map((amount) => ({ text: `Pay ${amount}`, payload: { amount } })),
    approve: {
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a program without types can return anything
      when: ({ payload }) => isAsked(Number(payload["amount"])) as boolean,
      signatures,
    },
    effect: ({ payload, key }) => {
      paid.push({ amount: Number(payload["amount"]), key });
      return { desk_paid: [key] };
    },
  });
  const checkpointer = new MemorySaver();
  const graph = new StateGraph(toStateSchema(Desk))
    .addNode(payment)
    .addEdge(START, "payment")
    .compile({ checkpointer });
  const config = { configurable: { thread_id: "t", user_id: "ann" } };
  const pending = async () => (await openQuestions(graph, config)).flatMap(({ asked }) => asked);
  return { graph, paid, config, pending, amounts: () => paid.map(({ amount }) => amount) };
}

describe("approvalSteps", () => {
  test("asks, does what was approved once, and goes on", async () => {
    const { paid, closed, start, answer, question } = workflow(["Ann"]);
    await start();
    expect([paid, closed]).toEqual([[], []]);
    expect((await question()).map(({ stepObjective }) => stepObjective)).toEqual(["Pay Ann"]);
    const state = await answer("yes");
    expect(paid.map(({ to }) => to)).toEqual(["Ann"]);
    expect(paid[0]?.key).toMatch(/./);
    expect([state.desk_paid, closed, state.execution_pending_approvals]).toEqual([["Ann"], [1], {}]);
    expect(state.runtime_audit_log.map((entry) => ("action" in entry ? entry.action : "output"))).toEqual([
      "approval",
      "effect",
    ]);
  });

  test("goes on without the effect after a rejection", async () => {
    const { paid, closed, start, answer } = workflow(["Ann"]);
    await start();
    await answer("no");
    expect([paid, closed]).toEqual([[], [0]]);
  });

  test("goes on at once when nothing has to be approved", async () => {
    const { paid, closed, start } = workflow([]);
    await start();
    expect([paid, closed]).toEqual([[], [0]]);
  });

  test("asks again after an answer that decides nothing", async () => {
    const { paid, closed, start, answer, question } = workflow(["Ann"]);
    await start();
    await answer("perhaps");
    expect([paid, closed, (await question()).length]).toEqual([[], [], 1]);
    await answer("yes");
    expect(paid).toHaveLength(1);
  });

  test("of several requests, does what was approved before the next answer arrives", async () => {
    const { paid, closed, start, answer, question } = workflow(["Ann", "Ben"]);
    await start();
    const [ann, ben] = await question();
    await answer({ id: ben?.id, decision: "approve" });
    expect([paid.map(({ to }) => to), closed, (await question()).map(({ id }) => id)]).toEqual([
      ["Ben"],
      [],
      [ann?.id],
    ]);
    await answer({ id: ann?.id, decision: "reject" });
    expect([paid.map(({ to }) => to), closed]).toEqual([["Ben"], [1]]);
  });

  test("acts on the payload as a person edited it, if it may be edited", async () => {
    const { paid, start, answer, question } = workflow(["Ann"], true);
    await start();
    const [request] = await question();
    await answer({ id: request?.id, decision: "edit", payload: { to: "Eve" } });
    expect(paid.map(({ to }) => to)).toEqual(["Eve"]);
    const fixed = workflow(["Ann"]);
    await fixed.start();
    const [asked] = await fixed.question();
    await fixed.answer({ id: asked?.id, decision: "edit", payload: { to: "Eve" } });
    expect([fixed.paid, (await fixed.question()).length]).toEqual([[], 1]);
  });

  test("two approvals side by side each ask for their own", async () => {
    const done: string[] = [];
    const of = <const Name extends string>(name: Name) =>
      approvalSteps(Desk, {
        name,
        request: () => ({ text: `Do ${name}`, payload: {} }),
        effect: () => void done.push(name),
      });
    const graph = new StateGraph(toStateSchema(Desk))
      .addNode(of("mail"))
      .addNode(of("call"))
      .addEdge(START, "mail")
      .addEdge(START, "call")
      .compile({ checkpointer: new MemorySaver() });
    const config = { configurable: { thread_id: "ann", user_id: "ann" } };
    await graph.invoke({}, config);
    const open = await openQuestions(graph, config);
    expect(open.map(({ asked }) => asked.map(({ stepObjective }) => stepObjective).join()).toSorted()).toEqual([
      "Do call",
      "Do mail",
    ]);
    const resume: Record<string, unknown> = {};
    for (const { id, asked } of open) resume[id] = { id: asked[0]?.id, decision: "approve" };
    await graph.invoke(new Command({ resume }), config);
    expect(done.toSorted()).toEqual(["call", "mail"]);
  });

  describe("with a rule that says when a person is asked", () => {
    test("the effect runs without a question below the limit, and the log names the rule", async () => {
      const { graph, config, amounts, pending } = withLimit([80], (amount) => amount > 100);
      const state = await graph.invoke({}, config);
      expect([amounts(), await pending(), state.execution_pending_approvals]).toEqual([[80], [], {}]);
      expect(state.runtime_audit_log).toMatchObject([{ action: "effect", approvedBy: "rule", fields: ["desk_paid"] }]);
    });

    test("of several requests, the effects that nobody has to approve run before the question", async () => {
      const { graph, config, amounts, pending } = withLimit([80, 180, 90], (amount) => amount > 100);
      await graph.invoke({}, config);
      expect([amounts(), (await pending()).map(({ stepObjective }) => stepObjective)]).toEqual([[80, 90], ["Pay 180"]]);
      await graph.invoke(new Command({ resume: "yes" }), config);
      expect(amounts()).toEqual([80, 90, 180]);
    });

    test("a rule that throws, or returns another value than false, asks", async () => {
      for (const isAsked of [() => expect.fail("no limit"), () => undefined, () => Promise.resolve(false), () => 0]) {
        const { graph, config, amounts, pending } = withLimit([80], isAsked);
        await graph.invoke({}, config);
        expect([amounts(), (await pending()).length]).toEqual([[], 1]);
      }
    });

    test("the rule is asked again before the effect: what needs a person by then waits for one", async () => {
      let limit = 100;
      const { graph, config, amounts, pending } = withLimit([80], (amount) => amount > limit);
      await graph.invoke({}, { ...config, interruptBefore: ["payment_effect"] });
      limit = 50;
      await graph.invoke(null, config);
      expect([amounts(), (await pending()).map(({ stepObjective }) => stepObjective)]).toEqual([[], ["Pay 80"]]);
      await graph.invoke(new Command({ resume: "yes" }), config);
      expect(amounts()).toEqual([80]);
    });

    test("a stored request that says the rule approved it does not run above the limit", async () => {
      for (const signatures of [1, 2]) {
        const { graph, config, amounts, pending } = withLimit([180], (amount) => amount > 100, signatures);
        await graph.invoke({}, config);
        const [asked] = await pending();
        const at = "2026-01-08T20:30:00.000Z";
        const forged = { [String(asked?.id)]: { ...asked, status: "approved", decidedBy: "rule", decidedAt: at } };
        await graph.updateState(config, { execution_pending_approvals: forged }, "payment");
        await graph.invoke(new Command({ goto: "payment_effect" }), config);
        expect([amounts(), (await pending()).length]).toEqual([[], 1]);
      }
    });
  });

  test("the steps are part of the drawn graph", async () => {
    const drawn = await workflow([]).graph.getGraphAsync();
    const edges = drawn.edges.map(({ source, target }) => `${source} > ${target}`);
    expect(edges).toContain("payment > payment_approval");
    expect(edges).toContain("payment_approval > payment_effect");
    expect(edges).toContain("payment_effect > close");
  });

  test("a state without requests, and an unknown option, are refused", () => {
    const Bare = defineState({
      version: 1,
      fields: { desk_city: field(z.string(), { default: "", owner: "any", lifetime: "thread" }) },
    });
    const rest = { name: "payment", request: () => null, effect: () => undefined } as const;
    expect(() => approvalSteps(Bare, rest)).toThrow(/"payment" needs/);
    // @ts-expect-error -- not an option
    expect(() => approvalSteps(Desk, { ...rest, nxt: "close" })).toThrow(/nxt/);
  });

  test("an effect writes only fields of its agent", () => {
    const rest = { name: "payment", request: () => null } as const;
    // @ts-expect-error -- of another owner
    approvalSteps(Desk, { ...rest, agent: "mail", effect: () => ({ desk_paid: ["x"] }) });
    // @ts-expect-error -- not a field
    approvalSteps(Desk, { ...rest, effect: () => ({ desk_unknown: ["x"] }) });
    const [first] = approvalSteps(Desk, { ...rest, effect: () => ({ desk_paid: ["x"] }) });
    expectTypeOf(first?.[0]).toEqualTypeOf<"payment" | "payment_approval" | "payment_effect" | undefined>();
    approvalSteps(Desk, {
      ...rest,
      request: ({ desk_paid }) => (desk_paid.length > 0 ? null : { text: "Pay", payload: {} }),
      effect: ({ values }) => void values.desk_paid,
    });
  });
});
