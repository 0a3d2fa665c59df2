import { describe, expect, test } from "vitest";
import { eventEmitter } from "../../src/kernel/event-emitter.graph.ts";

const clock = { now: () => "2026-01-08T20:30:00Z" };
const status = { type: "status", message: "Reading", progress: 0, complete: false } as const;

function emitting(task: string) {
  const written: unknown[] = [];
  const config = { configurable: { __pregel_task_id: task }, writer: (chunk: unknown) => written.push(chunk) };
  return { emit: eventEmitter(config, { turnId: "turn_1", clock }), written };
}

const ids = (task: string) => {
  const { emit } = emitting(task);
  return [emit(status), emit(status)];
};

describe("eventEmitter", () => {
  test("writes an event with its id, turn and time to the stream of the run", () => {
    const { emit, written } = emitting("task-1");
    const eventId = emit(status);
    expect(written).toEqual([{ ...status, eventId, turnId: "turn_1", timestamp: clock.now() }]);
  });

  test("repeats its ids when the task runs again, and creates new ids for other tasks", () => {
    expect(ids("task-1")).toEqual(ids("task-1"));
    expect(new Set([...ids("task-1"), ...ids("task-2")]).size).toBe(4);
  });

  test("emits nothing without a stream", () => {
    expect(eventEmitter({}, { turnId: null, clock })(status)).toMatch(/^[0-9a-f-]{36}$/);
  });
});
