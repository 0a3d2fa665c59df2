import { MemorySaver } from "@langchain/langgraph";
import { SeedState } from "@tidemark/core-state";
import { openSession } from "@tidemark/state-manager/langgraph";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { defineAgent } from "../../src/run/agent.graph.ts";
import { createAgentGraph } from "../../src/graph/create-agent-graph.graph.ts";
import type { AgentGraphOptions } from "../../src/graph/graph-options.graph.ts";
import { type NodeError, nodeErrors } from "../../src/failures/node-errors.ts";
import { untyped } from "../untyped.ts";
import { everyField } from "../every-field.ts";

const SECRET = "connect postgres://app:hunter2@10.0.0.5";

const ask = { messages: [{ role: "user", content: "Go" }] };

type Options = Partial<AgentGraphOptions<typeof SeedState>>;

/** Graph whose only agent runs the given function. */
function graphOf(run: () => object, options: Options = {}) {
  const agent = defineAgent(SeedState, {
    name: "worker",
    description: "Works.",
    reads: [],
    writes: ["messages"],
    run: () => untyped(run()),
  });
  return createAgentGraph({
    state: SeedState,
    output: everyField(SeedState),
    agents: [agent],
    planner: () => Promise.resolve({ steps: [{ capability: "worker", taskObjective: "Work" }] }),
    checkpointer: new MemorySaver(),
    ...options,
  });
}

const config = () => ({ configurable: { thread_id: "ann" } });

function noting() {
  const seen: NodeError[] = [];
  return { seen, onError: (failure: NodeError) => void seen.push(failure) };
}

const mistakes: readonly [string, () => object, object][] = [
  [
    "a TypeError",
    () => {
      throw new TypeError(SECRET, { cause: new Error("why") });
    },
    { name: "TypeError", message: SECRET, cause: { message: "why" } },
  ],
  ["an undeclared write", () => ({ control_kill_reason: SECRET }), { code: "agents/undeclaredWrite" }],
  ["an invalid update", () => ({ messages: 7 }), { code: "core-state/invalidUpdate" }],
];

const broken = () => {
  throw new TypeError("x is not a function");
};

const decline = () => {
  throw new Error(SECRET);
};

describe("a programming error in the assembled graph", () => {
  test.each(mistakes)("%s is thrown to the caller in development, and reported once", async (_, run, error) => {
    const { seen, onError } = noting();
    const graph = graphOf(run, { onError, checks: { enabled: true } });
    await expect(graph.invoke(ask, config())).rejects.toMatchObject(error);
    expect(seen).toMatchObject([{ error, node: "worker", turnId: "turn_1", isProgrammingError: true }]);
  });

  test.each(mistakes)(
    "%s ends in an answer in production, and onError receives it unchanged",
    async (_, run, error) => {
      const { seen, onError } = noting();
      const state = await graphOf(run, { onError, checks: { enabled: false } }).invoke(ask, config());
      expect(state.control_workflow_status).toBe("failed");
      expect(seen).toMatchObject([{ error, node: "worker", isProgrammingError: true }]);
      expect(seen[0]?.error).toHaveProperty("stack");
      expect(state.execution_final_answer).toBe(
        '"worker" failed: Something unexpected went wrong. Nothing was completed.',
      );
      expect(JSON.stringify(state.messages)).not.toContain("hunter2");
    },
  );

  test("is also thrown by a planner and a responder", async () => {
    const parts: readonly Options[] = [{ planner: broken }, { responder: broken }, { taskExtractor: broken }];
    for (const part of parts) {
      const graph = graphOf(() => ({}), { ...part, onError: () => undefined });
      await expect(graph.invoke(ask, config())).rejects.toThrow("x is not a function");
    }
  });

  test("is logged with its stack without onError", async () => {
    const logged: unknown[][] = [];
    vi.spyOn(console, "error").mockImplementation((...args: unknown[]) => void logged.push(args));
    onTestFinished(() => void vi.restoreAllMocks());
    const error = new ReferenceError("x is not defined");
    const run = () => {
      throw error;
    };
    await graphOf(run, { checks: { enabled: false } }).invoke(ask, config());
    expect(logged).toEqual([[expect.stringContaining('"worker"'), error]]);
  });

  test("leaves a turn that the session can continue after the fix", async () => {
    let isMended = false;
    const graph = graphOf(
      () => {
        if (isMended) return { messages: [{ role: "assistant", content: "Done it." }] };
        throw new TypeError("x is not a function");
      },
      { onError: () => undefined },
    );
    const session = openSession({ graph, state: SeedState, threadId: "ann" });
    await expect(session.send("Go")).rejects.toThrow(TypeError);
    isMended = true;
    expect(await session.continue()).toMatchObject({ outcome: "done" });
    expect((await session.state())?.messages.map(({ content }) => content)).toContain("Done it.");
  });
});

describe("an expected failure of an agent", () => {
  test("ends in an answer in development too, and is reported as expected", async () => {
    const { seen, onError } = noting();
    const state = await graphOf(decline, { onError }).invoke(ask, config());
    expect(state.control_workflow_status).toBe("failed");
    expect(seen).toMatchObject([{ error: { message: SECRET }, isProgrammingError: false }]);
  });

  test("is classified by the agent's own rule", async () => {
    const agent = defineAgent(SeedState, {
      name: "worker",
      description: "Works.",
      reads: [],
      classifyError: () => ({ severity: "critical", userMessage: "No paper." }),
      run: () => {
        throw new TypeError("no");
      },
    });
    const state = await graphOf(() => ({}), { agents: [agent], onError: () => undefined }).invoke(ask, config());
    expect(state.execution_final_answer).toContain("No paper.");
  });
});

describe("nodeErrors", () => {
  test("reports an error that an inner graph rethrows once", () => {
    const { seen, onError } = noting();
    const errors = nodeErrors({ onError, throws: true });
    const error = new TypeError("no");
    const about = { node: "worker", values: { runtime_turn_id: "turn_1" } };
    for (let times = 0; times < 2; times += 1) expect(() => errors.report(error, about)).toThrow(error);
    expect(seen).toHaveLength(1);
  });

  test("continues when onError throws, and logs that error", () => {
    const logged: unknown[][] = [];
    vi.spyOn(console, "error").mockImplementation((...args: unknown[]) => void logged.push(args));
    onTestFinished(() => void vi.restoreAllMocks());
    const problem = new Error("The disk is full.");
    const errors = nodeErrors({
      onError: () => {
        throw problem;
      },
      throws: false,
    });
    errors.report(new Error("no"), { node: "worker", values: {} });
    expect(logged.map(([, thrown]) => thrown)).toEqual([problem]);
  });
});
