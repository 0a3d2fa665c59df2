import { END, interrupt, MemorySaver, START, StateGraph } from "@langchain/langgraph";
import { toStateSchema } from "@tidemark/core-state/langgraph";
import { openSession } from "@tidemark/state-manager/langgraph";
import { expect, test } from "vitest";
import { Trip } from "../trip.ts";

const ask = (question: string) => () => ({ trip_notes: [`${question} ${String(interrupt(question))}`] });

/** Two nodes that ask in parallel. */
function twoQuestions() {
  const saver = new MemorySaver();
  const graph = new StateGraph(toStateSchema(Trip))
    .addNode("a_where", ask("Where to?"))
    .addNode("b_when", ask("When?"))
    .addEdge(START, "a_where")
    .addEdge(START, "b_when")
    .addEdge("a_where", END)
    .addEdge("b_when", END)
    .compile({ checkpointer: saver });
  return { session: openSession({ graph, state: Trip, threadId: "t", turnStart: "none" }) };
}

test("an answered interrupt is not open, even if another one of the same step is", async () => {
  const { session } = twoQuestions();
  const asked = await session.send({});
  const [where, when] = asked.outcome === "interrupted" ? asked.interrupts : [];
  expect([where?.value, when?.value]).toEqual(["Where to?", "When?"]);
  expect(await session.resume(where?.id ?? "", "Oslo")).toMatchObject({ outcome: "interrupted", interrupts: [when] });
  expect(await session.pending()).toEqual([when]);
  expect(await session.resume(where?.id ?? "", "Rome")).toMatchObject({ outcome: "alreadyResolved" });
  expect(await session.resume(when?.id ?? "", "Now")).toMatchObject({
    outcome: "done",
    state: { trip_notes: ["Where to? Oslo", "When? Now"] },
  });
});

test("an empty thread has no open interrupt", async () => {
  const { session } = twoQuestions();
  expect(await session.pending()).toEqual([]);
});
