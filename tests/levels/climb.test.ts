import { Annotation, Command, END, interrupt, MessagesAnnotation, START, StateGraph } from "@langchain/langgraph";
import { sqliteSaver } from "@tidemark/checkpoint/sqlite";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { defineNode, defineState, existingFields, field, openSession, tidemark, toStateSchema } from "tidemark";
import { sqlite } from "tidemark/sqlite";
import { scriptedModel } from "tidemark/testing";
import { afterAll, describe, expect, test } from "vitest";
import { z } from "zod";

const folder = mkdtempSync(path.join(tmpdir(), "tidemark-levels-"));
const file = path.join(folder, "desk.db");
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const Desk = Annotation.Root({ ...MessagesAnnotation.spec, lastOrder: Annotation<string | null> });
const words = (messages: readonly { readonly text: string }[]) => messages.at(-1)?.text ?? "";
const confirm = () => {
  const answer: unknown = interrupt("Sure?");
  return { messages: [{ role: "assistant", content: `You said ${String(answer)}` }] };
};

/** The graph as its authors wrote it. */
const plain = () =>
  new StateGraph(Desk)
    .addNode("order", ({ messages }) => ({ lastOrder: words(messages) }))
    .addNode("confirm", confirm)
    .addEdge(START, "order")
    .addEdge("order", "confirm")
    .addEdge("confirm", END);

/** The same graph, with one declared field, whose owner commits it. */
const Declared = defineState({
  version: 1,
  fields: {
    ...existingFields(Desk),
    lastOrder: field(z.string().nullable(), { default: null, owner: "order", lifetime: "thread" }),
  },
});
const declared = () =>
  new StateGraph(toStateSchema(Declared))
    .addNode("order", defineNode(Declared, { agent: "order", run: ({ messages }) => ({ lastOrder: words(messages) }) }))
    .addNode("confirm", confirm)
    .addEdge(START, "order")
    .addEdge("order", "confirm")
    .addEdge("confirm", END);

const on = (thread: string) => ({ configurable: { thread_id: thread } });
const say = (content: string) => ({ messages: [{ role: "user", content }] });

describe("one database, from a saver to an application", () => {
  test("a plain graph stores its threads with our saver, and waits", async () => {
    const saver = sqliteSaver({ file });
    const graph = plain().compile({ checkpointer: saver });
    for (const thread of ["b", "c", "d"]) await graph.invoke(say(`tea for ${thread}`), on(thread));
    await graph.invoke(say("cake"), on("done"));
    await graph.invoke(new Command({ resume: "yes" }), on("done"));
    saver.close();
  });

  test("sessions of the untouched graph answer what waits, and lose no message", async () => {
    const storage = sqlite(file);
    const graph = plain().compile({ checkpointer: storage.saver });
    const session = openSession({ graph, storage, threadId: "b" });
    const [question] = await session.questions();
    expect((await session.answer(question, "yes")).outcome).toBe("done");
    expect((await session.answer(question, "no")).outcome).toBe("alreadyResolved");
    const both = await Promise.all([session.send("milk"), session.send("honey")]);
    expect(both.map(({ outcome }) => outcome)).toEqual(["interrupted", "interrupted"]);
    await storage.close();
  });

  test("a declared field keeps the values and the questions that were stored before", async () => {
    const storage = sqlite(file);
    const graph = declared().compile({ checkpointer: storage.saver });
    const waiting = openSession({ graph, storage, threadId: "c" });
    const [question] = await waiting.questions();
    const answered = await waiting.answer(question, "yes");
    expect(answered).toMatchObject({ outcome: "done", state: { lastOrder: "tea for c" } });
    const since = openSession({ graph, storage, threadId: "b" });
    expect((await since.state())?.lastOrder).toBe("honey");
    await since.answer((await since.questions())[0], "yes");
    await expect(since.update({ lastOrder: "gold" }, { author: "user:eve" })).rejects.toThrow(/order/);
    expect((await since.send("bread")).outcome).toBe("interrupted");
    await storage.close();
  });

  test("an application continues a thread that has ended, and says which node of a waiting one it lacks", async () => {
    const storage = sqlite(file);
    const App = defineState({
      version: 1,
      fields: { lastOrder: field(z.string().nullable(), { default: null, owner: "waiter", lifetime: "thread" }) },
    });
    const desk = tidemark(App);
    const waiter = desk.agent({
      name: "waiter",
      writes: ["lastOrder"],
      tools: {
        order: {
          description: "Orders something.",
          inputs: z.object({ what: z.string() }),
          run: ({ what }, { update }) => {
            update({ lastOrder: what });
            return "Ordered.";
          },
        },
      },
    });
    const model = scriptedModel([
      { toolCalls: [{ name: "order", args: { what: "pie" } }] },
      "It comes.",
      "Hello again.",
    ]);
    const app = desk.app({ agents: [waiter], model, storage });
    const ended = app.session("done");
    expect((await ended.state()).lastOrder).toBe("cake");
    const turn = await ended.send("And a pie");
    expect(turn).toMatchObject({ status: "done", answer: "It comes." });
    const { lastOrder, messages } = await ended.state();
    expect([lastOrder, messages[0]?.text]).toEqual(["pie", "cake"]);
    // The question belongs to a node that this graph does not have. Nothing of the thread is lost.
    const older = openSession({
      graph: declared().compile({ checkpointer: storage.saver }),
      storage,
      threadId: "d",
    });
    const [question] = await older.questions();
    const refused = await app.session("d").resume(question?.id ?? "", "yes");
    expect(refused.outcome).toBe("missingNode");
    expect((await older.answer(question, "yes")).outcome).toBe("done");
    expect((await app.session("d").send("And now?")).status).toBe("done");
    await storage.close();
  });
});
