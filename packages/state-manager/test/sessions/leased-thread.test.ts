import { memoryLocks } from "@tidemark/state-manager";
import { openSession } from "@tidemark/state-manager/langgraph";
import { describe, expect, test } from "vitest";
import { withLease, streamWithLease } from "../../src/sessions/leased-thread.graph.ts";
import { Trip } from "../trip.ts";
import { tripSession } from "./session-graph.ts";

describe("a held thread", () => {
  test("is given back when the work on it throws", async () => {
    const { graph, saver } = tripSession();
    const thread = { graph, saver, threadId: "t", locks: memoryLocks() };
    await expect(withLease(thread, {}, () => Promise.reject(new Error("power cut")))).rejects.toThrow("power cut");
    expect(await withLease(thread, { onBusy: "refuse" }, () => Promise.resolve("mine"))).toBe("mine");
  });

  test("is given back when nobody listens any more", async () => {
    const { graph, saver } = tripSession();
    const thread = { graph, saver, threadId: "t", locks: memoryLocks() };
    const telling = streamWithLease(thread, {}, async function* () {
      yield "one";
      yield await Promise.resolve("two");
      return "all";
    });
    expect((await telling.next()).value).toBe("one");
    await telling.return("enough");
    expect(await withLease(thread, { onBusy: "refuse" }, () => Promise.resolve("mine"))).toBe("mine");
  });

  test("tells work on it to stop when the caller gives up", async () => {
    const { graph, saver } = tripSession();
    const thread = { graph, saver, threadId: "t", locks: memoryLocks() };
    const caller = new AbortController();
    const held = withLease(thread, { signal: caller.signal }, ({ stopping }) => {
      caller.abort();
      stopping.throwIfAborted();
      return Promise.resolve("done");
    });
    expect(await held).toEqual({ outcome: "aborted", threadId: "t" });
  });

  test("refuses to stand in line when it is told so, and gives up when its signal says so", async () => {
    const { session } = tripSession();
    const first = session.send("sea");
    expect(await session.send("hills", { onBusy: "refuse" })).toEqual({ outcome: "busy", threadId: "t" });
    const controller = new AbortController();
    const waiting = session.send("snow", { signal: controller.signal });
    controller.abort();
    expect(await waiting).toEqual({ outcome: "aborted", threadId: "t" });
    expect((await first).outcome).toBe("done");
  });

  test("sessions on one checkpointer stand in one line, whoever opened them", async () => {
    const { session, graph } = tripSession();
    const other = openSession({ graph, state: Trip, threadId: "t" });
    await Promise.all([session.send("a"), other.send("b"), session.send("c"), other.send("d")]);
    expect((await session.state())?.trip_notes).toEqual(["a", "b", "c", "d"]);
  });
});
