import { AIMessage, type BaseMessage } from "@langchain/core/messages";
import { Annotation, interrupt, MemorySaver, MessagesAnnotation, Send, START, StateGraph } from "@langchain/langgraph";
import { createAgentGraph, defineAgent } from "@tidemark/agents/langgraph";
import { extendState, fieldGroups } from "@tidemark/core-state";
import { openSession } from "@tidemark/state-manager/langgraph";
import { describe, expect, test } from "vitest";
import type { MessagesRunnable } from "../../src/models/runnable-agent.graph.ts";
import { common, Desk } from "../models/desk-graph.ts";

const Guarded = extendState(Desk, { version: 1, fields: fieldGroups.guardrails });
const described = { name: "clerk", description: "Helps.", reads: ["messages"], writes: ["messages"] } as const;

// The checks take as long as they need.
const timer = { wait: () => new Promise<void>(() => {}) };

/** A desk whose clerk is this graph, the texts that the guardrail was asked about, and all that is stored. */
function deskOf(agent: MessagesRunnable) {
  const asked: string[] = [];
  const checkpointer = new MemorySaver();
  const graph = createAgentGraph({
    ...common(),
    timer,
    checkpointer,
    state: Guarded,
    agents: [defineAgent(Guarded, { ...described, agent })],
    guardrails: [
      {
        name: "hush",
        beforeAnswer: ({ text }) => {
          asked.push(text);
          return text.includes("SECRET") ? { refuse: "no" } : null;
        },
      },
    ],
  });
  const stored = () => JSON.stringify([checkpointer.storage, checkpointer.writes].map(textIn));
  return { asked, stored, session: openSession({ graph, threadId: "ann" }) };
}

/** Bytes of a saver as text. */
const textIn = (value: unknown): unknown => {
  if (value instanceof Uint8Array) return new TextDecoder().decode(value);
  if (typeof value !== "object" || value === null) return value;
  return Object.entries(value).map(([key, member]) => [key, textIn(member)]);
};

/** Says a secret, asks a person, and ends with the number of its messages. */
const pausing = new StateGraph(MessagesAnnotation)
  .addNode("say", () => ({ messages: [new AIMessage("The SECRET is 42.")] }))
  .addNode("ask", () => {
    interrupt("Go on?");
    return {};
  })
  .addNode("end", ({ messages }) => ({ messages: [new AIMessage(`After ${messages.length} messages.`)] }))
  .addEdge(START, "say")
  .addEdge("say", "ask")
  .addEdge("ask", "end")
  .compile();

describe("with a guardrail before answers, a graph that is an agent", () => {
  test("stores a refusal in the place of its words, and continues with it after a pause", async () => {
    const { session, stored } = deskOf(pausing);
    const asked = await session.send("Hi");
    expect(asked.outcome).toBe("interrupted");
    expect(stored()).not.toContain("SECRET");
    const id = asked.outcome === "interrupted" ? (asked.interrupts[0]?.id ?? "") : "";
    expect((await session.resume(id, true)).outcome).toBe("done");
    expect(stored()).not.toContain("SECRET");
    const state = await session.state();
    const texts = state?.messages.map(({ text }) => text);
    expect(texts?.slice(1, 3)).toEqual(["The answer was withheld: no.", "After 2 messages."]);
    expect(state?.runtime_audit_log).toMatchObject([{ guardrail: "hush", outcome: "refused" }]);
    expect(state?.control_refusal).toMatchObject({ guardrail: "hush", stage: "answer" });
  });

  test("is not asked again about the messages that it receives", async () => {
    const echo = new StateGraph(MessagesAnnotation)
      .addNode("say", ({ messages }) => ({ messages: [new AIMessage(`Answer ${messages.length}`)] }))
      .addEdge(START, "say")
      .compile();
    const { asked, session } = deskOf(echo);
    for (const text of ["one", "two", "three"]) await session.send(text);
    const answers = asked.filter((text) => text.startsWith("Answer"));
    expect(answers).toEqual([...new Set(answers)]);
    expect(answers.length).toBe(3);
  });

  test("stores no refused words of messages in other fields, forms, and inputs of its nodes", async () => {
    const Held = Annotation.Root({
      ...MessagesAnnotation.spec,
      drafts: Annotation<readonly unknown[]>({ reducer: (one, other) => [...one, ...other], default: () => [] }),
      last: Annotation<{ readonly deep: BaseMessage } | null>(),
    });
    const graph = new StateGraph(Held)
      .addNode("plain", () => ({ messages: [{ role: "assistant", content: "A SECRET" }] }))
      .addNode("pair", () => ({ messages: [["assistant", "B SECRET"]] }))
      .addNode("other", () => ({ drafts: [new AIMessage("C SECRET")], last: { deep: new AIMessage("D SECRET") } }))
      .addNode("sent", () => ({ messages: [new AIMessage("Fine.")] }))
      .addEdge(START, "plain")
      .addEdge("plain", "pair")
      .addEdge("pair", "other")
      .addConditionalEdges("other", () => [new Send("sent", { messages: [new AIMessage("E SECRET")] })], ["sent"])
      .compile();
    const { session, stored } = deskOf(graph);
    expect((await session.send("Hi")).outcome).toBe("done");
    expect(stored()).toContain("Fine.");
    expect(/\w SECRET/.exec(stored())).toBeNull();
  });
});
