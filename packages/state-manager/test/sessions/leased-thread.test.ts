import { systemClock } from "@tidemark/state-manager";
import { memoryLocks } from "@tidemark/checkpoint/internal";
import { openSession } from "@tidemark/state-manager/langgraph";
import { describe, expect, test } from "vitest";
import { withLease, streamWithLease } from "../../src/sessions/leased-thread.graph.ts";
import { Trip } from "../trip.ts";
import { tripSession } from "./session-graph.ts";

describe("a leased thread", () => {
  test("is released when the work throws", async () => {
    const { graph, saver } = tripSession();
    const thread = { graph, saver, threadId: "t", locks: memoryLocks(), state: Trip, clock: systemClock };
    await expect(withLease(thread, {}, () => Promise.reject(new Error("power cut")))).rejects.toThrow("power cut");
    expect(await withLease(thread, { onBusy: "refuse" }, () => Promise.resolve("mine"))).toBe("mine");
  });

  test("is released when the caller stops iterating", async () => {
    const { graph, saver } = tripSession();
    const thread = { graph, saver, threadId: "t", locks: memoryLocks(), state: Trip, clock: systemClock };
    const telling = streamWithLease(thread, {}, async function* () {
      yield "one";
      yield await Promise.resolve("two");
      return "all";
    });
    expect((await telling.next()).value).toBe("one");
    await telling.return("enough");
    expect(await withLease(thread, { onBusy: "refuse" }, () => Promise.resolve("mine"))).toBe("mine");
  });

  test("aborts the work when the caller aborts", async () => {
    const { graph, saver } = tripSession();
    const thread = { graph, saver, threadId: "t", locks: memoryLocks(), state: Trip, clock: systemClock };
    const caller = new AbortController();
    const running = withLease(thread, { signal: caller.signal }, ({ stopping }) => {
      caller.abort();
      stopping.throwIfAborted();
      return Promise.resolve("done");
    });
    expect(await running).toEqual({ outcome: "aborted", threadId: "t" });
  });

  test("returns busy instead of waiting, and aborts with its signal", async () => {
    const { session } = tripSession();
    const first = session.send("sea");
    expect(await session.send("hills", { onBusy: "refuse" })).toEqual({
      outcome: "busy",
      status: "busy",
      threadId: "t",
    });
    const controller = new AbortController();
    const waiting = session.send("snow", { signal: controller.signal });
    controller.abort();
    expect(await waiting).toEqual({ outcome: "aborted", status: "aborted", threadId: "t" });
    expect((await first).outcome).toBe("done");
  });

  test("sessions on one checkpointer share one queue", async () => {
    const { session, graph } = tripSession();
    const other = openSession({ graph, state: Trip, threadId: "t" });
    await Promise.all([session.send("a"), other.send("b"), session.send("c"), other.send("d")]);
    expect((await session.state())?.trip_notes).toEqual(["a", "b", "c", "d"]);
  });
});
