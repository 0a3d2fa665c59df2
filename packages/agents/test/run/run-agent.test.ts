import { GraphInterrupt } from "@langchain/langgraph";
import type { Clock } from "@tidemark/state-manager";
import { describe, expect, test } from "vitest";
import { agentErrors } from "../../src/kernel/errors.ts";
import { runAgent, type RunningAgent } from "../../src/run/run-agent.graph.ts";

const agent: RunningAgent = { name: "worker", timeoutSeconds: 60 };

const forever = async (): Promise<never> => {
  await new Promise(() => {});
  throw new Error("never");
};

/** Waits until it is told to go on, or the signal is aborted; notes who still waits. */
const handTimer = () => {
  const waiting = new Set<AbortSignal>();
  let ring: (() => void) | null = null;
  const timer: Pick<Clock, "wait"> = {
    wait: async (_, signal) => {
      if (signal !== undefined) waiting.add(signal);
      await new Promise<void>((resolve) => {
        ring = resolve;
        signal?.addEventListener("abort", () => {
          resolve();
        });
      });
      if (signal !== undefined) waiting.delete(signal);
    },
  };
  return {
    timer,
    waiting,
    ring: () => {
      ring?.();
    },
  };
};

const classifyError = (): never => {
  throw new Error("no rule");
};

describe("runAgent", () => {
  test("gives the answer, and leaves no timer behind", async () => {
    const { timer, waiting } = handTimer();
    expect(await runAgent(agent, () => ({ a: 1 }), { timer })).toEqual({ outcome: "answered", answer: { a: 1 } });
    await Promise.resolve();
    await Promise.resolve();
    expect(waiting.size).toBe(0);
  });

  test("PS-33 ends a run whose time is up, and aborts its work", async () => {
    const { timer, ring } = handTimer();
    const signals: AbortSignal[] = [];
    const running = runAgent(
      agent,
      (signal) => {
        signals.push(signal);
        ring();
        return forever();
      },
      { timer },
    );
    const run = await running;
    expect(run).toMatchObject({ outcome: "failed", classification: { severity: "retriable" } });
    expect(run.outcome === "failed" && agentErrors.agentTimedOut.is(run.error)).toBe(true);
    expect(signals[0]?.aborted).toBe(true);
  });

  test("makes an outcome of whatever is thrown, at once or later", async () => {
    const thrown = await runAgent({ name: "worker" }, () => {
      throw new TypeError("broken");
    });
    expect(thrown).toMatchObject({ outcome: "failed", classification: { severity: "critical" } });
    const rejected = await runAgent({ name: "worker", classifyError: () => ({ severity: "fatal" }) }, async () => {
      await Promise.resolve();
      throw new Error("gone");
    });
    expect(rejected).toMatchObject({ outcome: "failed", classification: { severity: "fatal" } });
  });

  test("falls back on the common rules when the agent's own rule throws", async () => {
    const run = await runAgent({ name: "worker", classifyError }, () => Promise.reject(new Error("x")));
    expect(run).toMatchObject({ outcome: "failed", classification: { severity: "critical" } });
  });

  test("hands on interrupts and the abort of the whole run", async () => {
    await expect(runAgent(agent, () => Promise.reject(new GraphInterrupt([])))).rejects.toBeInstanceOf(GraphInterrupt);
    const stop = new AbortController();
    const running = runAgent(
      agent,
      () => {
        stop.abort(new Error("enough"));
        return forever();
      },
      { signal: stop.signal },
    );
    await expect(running).rejects.toThrow("enough");
    await expect(runAgent(agent, () => "late", { signal: stop.signal })).rejects.toThrow("enough");
  });
});
