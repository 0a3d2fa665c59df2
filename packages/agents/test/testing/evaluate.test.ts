import { AIMessage } from "@langchain/core/messages";
import { END, interrupt, MemorySaver, START, StateGraph } from "@langchain/langgraph";
import { createAgentGraph, defineAgent } from "@tidemark/agents/langgraph";
import { evaluate, recordModel, scriptedModel } from "@tidemark/agents/testing";
import { AgentState } from "@tidemark/core-state";
import { toStateSchema } from "@tidemark/core-state/langgraph";
import { turnStart } from "@tidemark/state-manager/langgraph";
import { describe, expect, test } from "vitest";
import { Desk, finds, makeDesk, pays } from "./evaluation-desk.ts";

const used = Object.assign(new AIMessage("You were charged 180."), {
  usage_metadata: { input_tokens: 10, output_tokens: 5, total_tokens: 15 },
});

const steps = (capability: string) => ({ steps: [{ capability, taskObjective: "Which town?" }] });

const throwing = () => {
  throw new Error("oops");
};

const sometimes = ({ name }: { readonly name: string }) => {
  if (name === "bad") throw new Error("No graph.");
  return makeDesk({ model: scriptedModel(["Yes."]) });
};

describe("expectations of a case", () => {
  test("hold for the route, fields, proposals, calls of tools, answer and usage of a run", async () => {
    const { passed, cases, totals } = await evaluate(makeDesk, [
      {
        message: "What was I charged?",
        model: [finds, used],
        expect: {
          outcome: "done",
          route: ["billing"],
          state: { desk_topic: "billing", desk_refund: null, messages: (messages) => messages.length === 4 },
          proposals: [{ agent: "billing", changes: { desk_topic: "billing" }, outcome: "accepted" }],
          toolCalls: [{ name: "find_invoice", args: { id: /^a$/ }, agent: "billing", fails: false }],
          answer: ["You were charged 180.", /180/, (text) => text.endsWith(".")],
          usage: { maxModelCalls: 2, maxToolCalls: 1, maxTokens: 15, maxCost: 0.0001 },
        },
      },
    ]);
    expect(cases[0]?.failures).toEqual([]);
    expect(passed).toBe(true);
    expect(totals).toMatchObject({ cases: 1, passed: 1, modelCalls: 2, toolCalls: 1, tokens: 15, cost: 0.000015 });
  });

  test("that do not hold are reported with path, expected and found", async () => {
    const { passed, cases } = await evaluate(makeDesk, [
      {
        message: "What was I charged?",
        model: [finds, used],
        expect: {
          state: { desk_topic: "shipping", desk_refund: { amount: (amount) => amount > 1 } },
          proposals: [{ agent: "billing", changes: { desk_topic: "shipping" }, outcome: "refused" }],
          toolCalls: [{ name: "find_invoice", args: { id: "b" }, fails: true }],
          answer: [/120/, "No."],
          usage: { maxModelCalls: 1, maxTokens: 14 },
        },
      },
    ]);
    expect(passed).toBe(false);
    expect(cases[0]?.verdict).toBe("failed");
    expect(cases[0]?.failures).toEqual([
      { path: "state.desk_topic", expected: '"shipping"', found: '"billing"' },
      { path: "state.desk_refund", expected: '{"amount":"(amount) => amount > 1"}', found: "null" },
      { path: "proposals[0].changes.desk_topic", expected: '"shipping"', found: '"billing"' },
      { path: "proposals[0].outcome", expected: '"refused"', found: '"accepted"' },
      { path: "toolCalls[0].args.id", expected: '"b"', found: '"a"' },
      { path: "toolCalls[0].fails", expected: "true", found: "false" },
      { path: "usage.maxModelCalls", expected: "at most 1", found: "2" },
      { path: "usage.maxTokens", expected: "at most 14", found: "15" },
      { path: "answer", expected: "/120/", found: '"You were charged 180."' },
      { path: "answer", expected: '"No."', found: '"You were charged 180."' },
    ]);
  });

  test("compare the whole route and all calls of tools", async () => {
    const { cases } = await evaluate(makeDesk, [
      { message: "a", model: [finds, "Yes."], expect: { route: [], toolCalls: [] } },
      { message: "b", model: [finds, "Yes."], expect: { toolCalls: (calls) => calls.length === 2 } },
    ]);
    expect(cases[0]?.failures).toEqual([
      { path: "route", expected: "[]", found: '["billing"]' },
      { path: "toolCalls", expected: "[]", found: '["find_invoice"]' },
    ]);
    expect(cases[1]?.failures.map(({ path }) => path)).toEqual(["toolCalls"]);
  });

  test("do not hold for a predicate that throws or returns no boolean", async () => {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a predicate of a program without types
    const late = (() => Promise.resolve(false)) as never;
    const { cases } = await evaluate(makeDesk, [
      { message: "a", model: ["Yes."], expect: { answer: [throwing, late] } },
    ]);
    expect(cases[0]?.failures.map(({ found }) => found)).toEqual([
      '"Yes."; the predicate threw: oops',
      "the predicate returned {}, not true or false",
    ]);
  });

  test("cover all turns of a case with several messages", async () => {
    const { cases } = await evaluate(makeDesk, [
      {
        name: "two turns",
        message: ["What was I charged?", { messages: [{ role: "user", content: "Thanks" }] }],
        model: [finds, used, used],
        expect: {
          route: ["billing", "billing"],
          toolCalls: [{ name: "find_invoice" }],
          usage: { maxTokens: 30 },
          state: { desk_topic: "billing", task_user_input: "Thanks" },
        },
      },
    ]);
    expect(cases[0]?.failures).toEqual([]);
    expect(cases[0]?.usage?.tokens).toBe(30);
  });

  test("include that the whole script is used", async () => {
    const { cases } = await evaluate(makeDesk, [
      { message: "a", model: ["Yes.", "No."] },
      { message: "b", model: [finds] },
      { message: "c", model: ["Yes."], answers: ["approve"] },
    ]);
    expect(cases.map(({ failures }) => failures.map(({ path, found }) => `${path}: ${found}`))).toEqual([
      ["model: 1 calls"],
      ["model: 2 calls"],
      ["answers: 1 unused answer(s)"],
    ]);
    expect(cases[1]?.error).toContain("no scripted answer left");
  });
});

describe("a person's answers", () => {
  const paying = { model: [pays(180), "Refunded."], expect: { route: ["billing"] } } as const;

  test("approve, reject, edit and question a request", async () => {
    const { cases } = await evaluate(makeDesk, [
      { ...paying, message: "approved", answers: ["approve"], expect: { state: { desk_refund: { amount: 180 } } } },
      { ...paying, message: "rejected", answers: ["reject"], expect: { state: { desk_refund: null } } },
      {
        ...paying,
        message: "rejected with a reason",
        answers: [{ reject: "Too much." }],
        expect: { toolCalls: [{ name: "refund", fails: true }] },
      },
      {
        ...paying,
        message: "edited",
        answers: [{ edit: { arguments: { id: "a", amount: 90 } } }],
        expect: { state: { desk_refund: { amount: 90 } } },
      },
      {
        ...paying,
        message: "questioned",
        answers: [{ ask: "Why so much?" }, "approve"],
        expect: { state: { desk_refund: { amount: 180 } } },
      },
    ]);
    expect(cases.map(({ name, failures }) => [name, failures])).toEqual(cases.map(({ name }) => [name, []]));
    expect(cases.map(({ usage }) => usage?.modelCalls)).toEqual([2, 2, 2, 2, 2]);
    expect(cases[2]?.toolCalls[0]?.errorCode).toBe("agents/toolNotApproved");
  });

  test("are missing in a case that ends interrupted", async () => {
    const { cases } = await evaluate(makeDesk, [
      { message: "expected", model: [pays(180)], expect: { outcome: "interrupted", route: ["billing"] } },
      { message: "not expected", model: [pays(180)] },
    ]);
    expect(cases.map(({ verdict, outcome }) => [verdict, outcome])).toEqual([
      ["passed", "interrupted"],
      ["failed", "interrupted"],
    ]);
    expect(cases[1]?.failures).toEqual([{ path: "outcome", expected: '"done"', found: '"interrupted"' }]);
  });

  test("that do not fit the question end the case", async () => {
    const { cases } = await evaluate(makeDesk, [{ ...paying, message: "a", answers: [{ clarify: "Ann" }] }]);
    expect(cases[0]?.outcome).toBe("thrown");
    expect(cases[0]?.failures[0]?.found).toContain('"billing" asks for an approval');
  });

  test("answer interrupts of an application, and questions that end a turn", async () => {
    const graph = new StateGraph(toStateSchema(AgentState))
      .addNode("turn_start", turnStart(AgentState))
      .addNode("name", ({ task_user_input: text }) => ({
        execution_final_answer: text === "Ann" ? `Hello ${text}, ${String(interrupt("Which town?"))}` : "Who are you?",
        control_clarification_needed: text !== "Ann",
      }))
      .addEdge(START, "turn_start")
      .addEdge("turn_start", "name")
      .addEdge("name", END)
      .compile();
    const { cases } = await evaluate(graph, [
      {
        message: "Hi",
        answers: [{ clarify: "Ann" }, { clarify: "Bergen" }],
        expect: { answer: "Hello Ann, Bergen", route: ["name", "name"] },
      },
      { name: "resume", message: "Ann", answers: [{ resume: 7 }], expect: { answer: "Hello Ann, 7" } },
    ]);
    expect(cases.map(({ failures }) => failures)).toEqual([[], []]);
  });

  test("clarify what a graph of agents asks in its turn", async () => {
    const weather = defineAgent(Desk, {
      name: "weather",
      description: "Reports.",
      reads: ["task_user_input"],
      writes: ["messages"],
      run: ({ task_user_input: town }) => ({ messages: [{ role: "assistant", content: `It rains in ${town}.` }] }),
    });
    const graph = createAgentGraph({
      state: Desk,
      agents: [weather],
      planner: ({ task }) => Promise.resolve(steps(task === "The weather?" ? "clarify" : "weather")),
    });
    const { cases } = await evaluate(graph, [
      {
        message: "The weather?",
        answers: [{ clarify: "Bergen" }],
        expect: { route: ["weather"], answer: "It rains in Bergen." },
      },
    ]);
    expect(cases[0]?.failures).toEqual([]);
  });
});

describe("a case that fails", () => {
  test("does not affect the others", async () => {
    const broken = defineAgent(Desk, {
      name: "broken",
      description: "Fails.",
      reads: ["task_user_input"],
      writes: ["messages"],
      run: ({ task_user_input: text }) => {
        if (text === "throw") throw new TypeError("A mistake with sk-1234567890.");
        return { messages: [{ role: "assistant", content: "Fine." }] };
      },
    });
    const graph = createAgentGraph({ state: Desk, agents: [broken], checks: { enabled: true }, onError: () => {} });
    const { cases } = await evaluate(graph, [
      { message: "throw" },
      { message: "on", expect: { answer: "Fine." } },
      { message: "throw ", name: "another", expect: { outcome: "thrown" } },
    ]);
    expect(cases.map(({ verdict, outcome }) => [verdict, outcome])).toEqual([
      ["failed", "thrown"],
      ["passed", "done"],
      ["failed", "done"],
    ]);
    expect(cases[0]?.error).toBe("A mistake with ….");
  });

  test("is stopped at its time limit, although a tool ignores its signal", async () => {
    const waits = { toolCalls: [{ name: "wait", args: {} }] };
    const { cases } = await evaluate(makeDesk, [
      { message: "hangs", model: [waits], timeLimitSeconds: 0.2 },
      { message: "hangs as expected", model: [waits], timeLimitSeconds: 0.2, expect: { outcome: "timedOut" } },
      { message: "works", model: ["Yes."], expect: { answer: "Yes." } },
    ]);
    expect(cases.map(({ verdict, outcome }) => [verdict, outcome])).toEqual([
      ["failed", "timedOut"],
      ["passed", "timedOut"],
      ["passed", "done"],
    ]);
    expect(cases[0]?.failures[0]?.found).toBe('"timedOut": it did not end within 0.2 seconds');
  });

  test("is one whose graph cannot be created", async () => {
    const { cases } = await evaluate(sometimes, [{ message: "bad" }, { message: "good" }]);
    expect(cases.map(({ verdict, error }) => [verdict, error])).toEqual([
      ["failed", "No graph."],
      ["passed", null],
    ]);
  });
});

describe("each case", () => {
  test("has its own thread, clock, ids and storage", async () => {
    const saver = new MemorySaver();
    const seen: string[] = [];
    const agent = defineAgent(Desk, {
      name: "weather",
      description: "Reports.",
      reads: [],
      writes: ["messages"],
      run: (_, { clock }) => ({ messages: [{ role: "assistant", content: clock.now() }] }),
    });
    const { cases } = await evaluate(
      ({ clock, ids }) => {
        seen.push(`${ids.next()} ${clock.now()}`);
        return createAgentGraph({ state: Desk, agents: [agent], clock, ids, checkpointer: saver });
      },
      [
        { message: "a", expect: { state: { runtime_turn_id: "id_2" } } },
        { message: "b", expect: { state: { runtime_turn_id: "id_2" }, answer: "2031-01-01T00:00:00.000Z" } },
      ],
      { start: "2031-01-01T00:00:00Z" },
    );
    expect(cases.map(({ failures }) => failures)).toEqual([[], []]);
    expect(seen).toEqual(["id_1 2031-01-01T00:00:00.000Z", "id_1 2031-01-01T00:00:00.000Z"]);
    const stored = [];
    for await (const each of saver.list({})) stored.push(each);
    expect(stored).toEqual([]);
  });

  test("can replay a recording", async () => {
    const live = recordModel(scriptedModel([finds, "You were charged 180."]));
    const first = await evaluate(makeDesk, [{ message: "What was I charged?", model: live }]);
    const model: unknown = JSON.parse(JSON.stringify(live.recording()));
    const again = await evaluate(makeDesk, [
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the recording that was just made
      { message: "What was I charged?", model: model as never, expect: { answer: /180/ } },
    ]);
    expect([first.passed, again.passed]).toEqual([true, true]);
  });

  test("waits for its turn: at most `maxConcurrency` cases run at once", async () => {
    let running = 0;
    let most = 0;
    const agent = defineAgent(Desk, {
      name: "slow",
      description: "Takes a moment.",
      reads: [],
      writes: ["messages"],
      run: async () => {
        running += 1;
        most = Math.max(most, running);
        await new Promise((resolve) => setTimeout(resolve, 5));
        running -= 1;
        return { messages: [{ role: "assistant", content: "Done." }] };
      },
    });
    const graph = createAgentGraph({ state: Desk, agents: [agent] });
    const cases = Array.from({ length: 7 }, (_, index) => ({ message: `Message ${index}` }));
    const evaluation = await evaluate(graph, cases, { maxConcurrency: 2 });
    expect(evaluation.cases.map(({ name }) => name)).toEqual(cases.map(({ message }) => message));
    expect(most).toBe(2);
  });
});
