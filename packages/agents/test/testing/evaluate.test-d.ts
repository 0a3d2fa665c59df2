// cspell:ignore anwser biling topc
import { createAgentGraph } from "@tidemark/agents/langgraph";
import { evaluate, type EvaluationCase, scriptedModel } from "@tidemark/agents/testing";
import { expectTypeOf, test } from "vitest";
import { Desk, makeDesk } from "./evaluation-desk.ts";

const graph = makeDesk({ model: scriptedModel([]) });

test("expected fields have the types of the graph's state", async () => {
  await evaluate(graph, [
    {
      message: "a",
      expect: {
        state: {
          desk_topic: "billing",
          desk_refund: { amount: (amount) => amount > 100, id: /^a/ },
          messages: (messages) => messages.length > 1,
          execution_final_answer: (answer) => {
            expectTypeOf(answer).toEqualTypeOf<string | null>();
            return true;
          },
        },
      },
    },
  ]);
  // @ts-expect-error not a topic
  await evaluate(graph, [{ message: "a", expect: { state: { desk_topic: "weather" } } }]);
  // @ts-expect-error not a field
  await evaluate(graph, [{ message: "a", expect: { state: { desk_topc: "billing" } } }]);
  // @ts-expect-error the amount is a number
  await evaluate(graph, [{ message: "a", expect: { state: { desk_refund: { amount: "a lot" } } } }]);
  // @ts-expect-error a predicate returns a boolean
  await evaluate(graph, [{ message: "a", expect: { state: { desk_topic: (topic) => topic } } }]);
  // @ts-expect-error not a field
  await evaluate(graph, [{ message: "a", expect: { proposals: [{ changes: { desk_topc: "billing" } }] } }]);
});

test("agents are those of the graph", async () => {
  await evaluate(graph, [{ message: "a", expect: { route: ["billing", "billing"] } }]);
  // @ts-expect-error no such agent
  await evaluate(graph, [{ message: "a", expect: { route: ["biling"] } }]);
  // @ts-expect-error no such agent
  await evaluate(graph, [{ message: "a", expect: { proposals: [{ agent: "planner" }] } }]);
  // @ts-expect-error no such agent
  await evaluate(makeDesk, [{ message: "a", expect: { toolCalls: [{ name: "refund", agent: "refunds" }] } }]);
  const { cases } = await evaluate(makeDesk, [{ message: "a" }]);
  expectTypeOf(cases[0]?.route).toEqualTypeOf<readonly "billing"[] | undefined>();
  expectTypeOf(cases[0]?.state?.desk_topic).toEqualTypeOf<"billing" | "shipping" | null | undefined>();
});

test("a message is a text, an input of the graph, or a list of them", async () => {
  const withInput = createAgentGraph({ state: Desk, agents: [], planner: () => Promise.resolve({ steps: [] }) });
  await evaluate(withInput, [{ message: { messages: [{ role: "user", content: "Hi" }] } }]);
  await evaluate(withInput, [{ message: ["Hi", "Ho"] }]);
  // @ts-expect-error not an input of the graph
  await evaluate(withInput, [{ message: { desk_topic: "billing" } }]);
  // @ts-expect-error a case needs a message
  await evaluate(withInput, [{ name: "a" }]);
});

test("scripted answers decide, edit, ask or clarify", async () => {
  const answers = ["approve", "reject", { reject: "No." }, { edit: { arguments: {} } }, { clarify: "Ann" }] as const;
  await evaluate(graph, [{ message: "a", answers }]);
  // @ts-expect-error not an answer
  await evaluate(graph, [{ message: "a", answers: ["yes"] }]);
  // @ts-expect-error not an expectation
  await evaluate(graph, [{ message: "a", expect: { anwser: "b" } }]);
});

test("cases can be declared apart from their evaluation", () => {
  const declared: EvaluationCase<typeof graph> = { message: "a", expect: { route: ["billing"] } };
  expectTypeOf(declared.message).not.toBeAny();
  // @ts-expect-error no such agent
  const wrong: EvaluationCase<typeof graph> = { message: "a", expect: { route: ["sales"] } };
  expectTypeOf(wrong).not.toBeAny();
});
