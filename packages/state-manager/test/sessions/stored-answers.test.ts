import { END, interrupt, MemorySaver, START, StateGraph } from "@langchain/langgraph";
import { SqliteSaver } from "@langchain/langgraph-checkpoint-sqlite";
import { toStateSchema } from "@tidemark/core-state/langgraph";
import { openSession } from "@tidemark/state-manager/langgraph";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { Trip } from "../trip.ts";

const savers = [
  ["MemorySaver", () => new MemorySaver()],
  ["SqliteSaver", () => SqliteSaver.fromConnString(":memory:")],
] as const;

const isLowest = process.env["LOWEST_PEERS"] !== undefined;

/** A node that asks some questions and then works. `nested` puts it into a graph inside of a node. */
function asking(
  saver: MemorySaver | SqliteSaver,
  node: () => Promise<{ trip_notes: string[] }>,
  nested: "nested" | "flat",
) {
  const inner = new StateGraph(toStateSchema(Trip)).addNode("ask", node).addEdge(START, "ask").addEdge("ask", END);
  const outer = new StateGraph(toStateSchema(Trip))
    .addNode("outer", inner.compile())
    .addEdge(START, "outer")
    .addEdge("outer", END);
  const options = { checkpointer: saver };
  const graph = nested === "nested" ? outer.compile(options) : inner.compile(options);
  const session = openSession({ graph, state: Trip, threadId: "t", turnStart: "none" });
  /** Answers the open question. */
  const answer = async (value: unknown, signal?: AbortSignal) => {
    const [question] = await session.pending();
    return await session.resume(question?.id ?? "", value, signal === undefined ? {} : { signal });
  };
  return { session, answer };
}

describe.each(savers)("answers on %s", (_, makeSaver) => {
  describe.each(["flat", "nested"] as const)("in a %s graph", (nested) => {
    test("a node that fails with its answers runs again with them, and its next question is not answered by them", async () => {
      const fails = ["first", "second"];
      const { session, answer } = asking(
        makeSaver(),
        async () => {
          const one = String(interrupt("one"));
          if (fails[0] === "first") throw new Error(String(fails.shift()));
          const two = String(interrupt("two"));
          if (fails[0] === "second") throw new Error(String(fails.shift()));
          return await Promise.resolve({ trip_notes: [one, two] });
        },
        nested,
      );
      await session.send({});
      await expect(answer("yes")).rejects.toThrow("first");
      expect(await session.pending()).toEqual([]);
      expect(await session.continue()).toMatchObject({ outcome: "interrupted", interrupts: [{ value: "two" }] });
      await expect(answer("no")).rejects.toThrow("second");
      expect(await session.pending()).toEqual([]);
      expect(await session.continue()).toMatchObject({ outcome: "done", state: { trip_notes: ["yes", "no"] } });
    });

    // LangGraph 1.4.8 has no schemas of answers.
    test.skipIf(isLowest)("an answer that does not fit its schema leaves the question open", async () => {
      const responseSchema = z.object({ ok: z.boolean() });
      const { session, answer } = asking(
        makeSaver(),
        async () => {
          const { ok } = await Promise.resolve(interrupt<string, { ok: boolean }>("ok?", { responseSchema }));
          return { trip_notes: [String(ok)] };
        },
        nested,
      );
      await session.send({});
      await expect(answer("yes")).rejects.toThrow("expected object");
      expect(await session.pending()).toMatchObject([{ value: "ok?" }]);
      expect(await answer({ ok: true })).toMatchObject({ outcome: "done", state: { trip_notes: ["true"] } });
    });

    test("an edit is refused while a node has not finished with its answer", async () => {
      const stop = new AbortController();
      let isStopped = false;
      const { session, answer } = asking(
        makeSaver(),
        async () => {
          const answered = String(interrupt("one"));
          if (!isStopped) {
            isStopped = true;
            stop.abort();
            await new Promise(() => {});
          }
          return { trip_notes: [answered] };
        },
        nested,
      );
      await session.send({});
      expect(await answer("yes", stop.signal)).toMatchObject({ outcome: "aborted" });
      expect(await session.pending()).toEqual([]);
      expect(await session.update({ trip_city: "Oslo" }, { author: "ann" })).toMatchObject({ outcome: "unfinished" });
      expect(await session.continue()).toMatchObject({ outcome: "done", state: { trip_notes: ["yes"] } });
      expect(await session.update({ trip_city: "Oslo" }, { author: "ann" })).toMatchObject({ outcome: "saved" });
    });
  });
});
