import { Annotation, interrupt, MemorySaver, MessagesAnnotation, START, StateGraph } from "@langchain/langgraph";
import { sqlite } from "@tidemark/checkpoint/sqlite";
import { openSession } from "@tidemark/state-manager/langgraph";
import { describe, expect, test } from "vitest";

const Desk = Annotation.Root({
  ...MessagesAnnotation.spec,
  orders: Annotation<string[]>({ reducer: (a, b) => [...a, ...b], default: () => [] }),
});

/** A graph as its authors wrote it, without any declaration of Tidemark. */
function desk(
  saver: MemorySaver | ReturnType<typeof sqlite>["saver"],
  work: (text: string) => Promise<void> | void = () => {},
) {
  return new StateGraph(Desk)
    .addNode("order", async ({ messages }) => {
      const text = messages.at(-1)?.text ?? "";
      await work(text);
      return { orders: [text], messages: [{ role: "assistant", content: `Ordered ${text}` }] };
    })
    .addNode("confirm", () => {
      const answer: unknown = interrupt("Sure?");
      return { messages: [{ role: "assistant", content: `You said ${String(answer)}` }] };
    })
    .addEdge(START, "order")
    .addEdge("order", "confirm")
    .compile({ checkpointer: saver });
}

describe("a session of a graph that declares no state", () => {
  test("runs one message after the other, and keeps what both wrote", async () => {
    const session = openSession({ graph: desk(new MemorySaver()), threadId: "ann" });
    const both = await Promise.all([session.send("tea"), session.send("cake")]);
    expect(both.map(({ outcome }) => outcome)).toEqual(["interrupted", "interrupted"]);
    expect((await session.state())?.["orders"]).toEqual(["tea", "cake"]);
  });

  test("accepts fields of the graph as input", async () => {
    const session = openSession({ graph: desk(new MemorySaver()), threadId: "ann" });
    await session.send({ messages: [{ role: "user", content: "tea" }], orders: ["milk"] });
    expect((await session.state())?.["orders"]).toEqual(["milk", "tea"]);
  });

  test("takes the first of two answers, by the id of the question", async () => {
    const session = openSession({ graph: desk(new MemorySaver()), threadId: "ann" });
    await session.send("tea");
    const [question] = await session.questions();
    const answers = await Promise.all([session.answer(question, "yes"), session.answer(question, "no")]);
    expect(answers.map(({ outcome }) => outcome).toSorted()).toEqual(["alreadyResolved", "done"]);
    const messages = (await session.state())?.["messages"];
    expect(JSON.stringify(messages)).toContain("You said yes");
  });

  test("finishes a turn that was cut off, on real SQLite, before the next message", async () => {
    const storage = sqlite(":memory:");
    let works = false;
    const graph = desk(storage.saver, (text) => {
      if (!works) throw new Error(`no power for ${text}`);
    });
    const session = openSession({ graph, storage, threadId: "ann" });
    await expect(session.send("tea")).rejects.toThrow("no power for tea");
    works = true;
    const next = await session.send("cake");
    expect(next.outcome).toBe("unfinished");
    expect((await session.state())?.["orders"]).toEqual(["tea"]);
    const [question] = await session.questions();
    await session.answer(question, "yes");
    expect((await session.send("cake")).outcome).toBe("interrupted");
    expect((await session.state())?.["orders"]).toEqual(["tea", "cake"]);
    await storage.close();
  });

  test("lists no turns, and refuses an edit of a field that nobody has declared", async () => {
    const session = openSession({ graph: desk(new MemorySaver()), threadId: "ann" });
    await session.send("tea");
    const [question] = await session.questions();
    await session.answer(question, "yes");
    expect(await session.history()).toEqual([]);
    await expect(session.update({ orders: ["gold"] }, { author: "user:eve" })).rejects.toThrow(/orders/);
  });
});
