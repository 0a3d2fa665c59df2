import { BaseCallbackHandler } from "@langchain/core/callbacks/base";
import { END, InMemoryStore, type LangGraphRunnableConfig, MemorySaver, START, StateGraph } from "@langchain/langgraph";
import { AgentState } from "@tidemark/core-state";
import { toStateSchema } from "@tidemark/core-state/langgraph";
import { openSession, turnStart } from "@tidemark/state-manager/langgraph";
import { describe, expect, test } from "vitest";

class Names extends BaseCallbackHandler {
  override readonly name = "names";
  readonly seen: string[] = [];

  override handleChainStart(...parameters: readonly unknown[]): void {
    this.seen.push(String(parameters[7]));
  }
}

function open(node: (config: LangGraphRunnableConfig) => void) {
  const graph = new StateGraph(toStateSchema(AgentState))
    .addNode("turn_start", turnStart(AgentState))
    .addNode("look", (_, config: LangGraphRunnableConfig) => {
      node(config);
      return {};
    })
    .addEdge(START, "turn_start")
    .addEdge("turn_start", "look")
    .addEdge("look", END)
    .compile({ checkpointer: new MemorySaver() });
  return openSession({ graph, threadId: "ann", userId: "ann" });
}

describe("the configuration of a turn", () => {
  test("reaches the nodes of that turn, and of no other", async () => {
    const seen: LangGraphRunnableConfig[] = [];
    const session = open((config) => seen.push(config));
    const store = new InMemoryStore();
    const names = new Names();
    const config = { context: { tenant: "acme" }, tags: ["beta"], metadata: { build: 7 }, callbacks: [names], store };
    await session.send("Hi", { config });
    await session.send("Hi again");
    expect(seen[0]).toMatchObject({
      context: { tenant: "acme" },
      metadata: { build: 7 },
      configurable: { user_id: "ann" },
    });
    expect(seen[0]?.tags).toContain("beta");
    expect(seen[0]?.store).toBeDefined();
    expect(names.seen).toContain("look");
    expect(seen[1]?.context).toBeUndefined();
    expect(seen[1]?.metadata).not.toHaveProperty("build");
    expect(seen[1]?.tags ?? []).not.toContain("beta");
  });

  test("sets the limit of supersteps", async () => {
    const session = open(() => undefined);
    await expect(session.send("Hi", { config: { recursionLimit: 1 } })).rejects.toMatchObject({
      code: "state-manager/stepLimit",
      details: { threadId: "ann", limit: 1 },
      cause: { lc_error_code: "GRAPH_RECURSION_LIMIT" },
    });
    await expect(session.continue()).resolves.toMatchObject({ outcome: "done" });
  });

  test("says the limit of supersteps when the next message cannot finish the turn either", async () => {
    const graph = new StateGraph(toStateSchema(AgentState))
      .addNode("turn_start", turnStart(AgentState))
      .addNode("loop", () => ({}))
      .addEdge(START, "turn_start")
      .addEdge("turn_start", "loop")
      .addConditionalEdges("loop", () => "loop", ["loop", END])
      .compile({ checkpointer: new MemorySaver() });
    const session = openSession({ graph, threadId: "ann" });
    const error = { code: "state-manager/stepLimit", details: { threadId: "ann", limit: 5 } };
    const options = { config: { recursionLimit: 5 } };
    await expect(session.send("Hi", options)).rejects.toMatchObject(error);
    await expect(session.send("Hi again", options)).resolves.toMatchObject({ outcome: "unfinished", error });
    await expect(session.continue(options)).rejects.toMatchObject(error);
  });

  test("leaves to the session what is the session's", async () => {
    const session = open(() => undefined);
    // @ts-expect-error the thread is the session's
    const going = session.send("Hi", { config: { configurable: { thread_id: "eve" } } });
    await expect(going).rejects.toThrow('"configurable"');
  });
});
