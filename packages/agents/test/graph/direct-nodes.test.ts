import { RunnableLambda } from "@langchain/core/runnables";
import { AsyncLocalStorageProviderSingleton } from "@langchain/core/singletons";
import { BaseTracer, type Run } from "@langchain/core/tracers/base";
import { getConfig, getWriter, MemorySaver } from "@langchain/langgraph";
import { createAgentGraph, defineAgent } from "@tidemark/agents/langgraph";
import { AgentState } from "@tidemark/core-state";
import { isPlainRecord } from "@tidemark/reducers/internal";
import { describe, expect, test } from "vitest";

/** Collects the names of traced runs, each behind those of its parents, as a tracer of LangSmith sees them. */
class Recorder extends BaseTracer {
  readonly name = "langchain_tracer";
  readonly paths: string[] = [];

  constructor() {
    super({ _awaitHandler: true });
  }

  protected persistRun(root: Run): Promise<void> {
    const visit = ({ name, child_runs: children }: Run, path: string): void => {
      this.paths.push(`${path}/${name}`);
      for (const child of children) visit(child, `${path}/${name}`);
    };
    visit(root, "");
    return Promise.resolve();
  }

  /** LangChain asks its tracer for the entry around a function. */
  getRunTreeWithTracingConfig(): object {
    return new Entry();
  }
}

class Entry {
  readonly isTraced = true;
}

const inner = RunnableLambda.from((text: string) => `${text}!`).withConfig({ runName: "inner" });

/** Runs one turn; `seen` is what an agent and a rule of approvals found in their context. */
async function run(callbacks?: Recorder[]) {
  const seen: unknown[] = [];
  const note = () => {
    const store: unknown = AsyncLocalStorageProviderSingleton.getInstance().getStore();
    seen.push([getConfig().configurable?.["thread_id"], store instanceof Entry ? "traced" : isPlainRecord(store)]);
  };
  const echo = defineAgent(AgentState, {
    name: "echo",
    description: "Repeats.",
    reads: ["task_user_input"],
    writes: ["messages"],
    run: async ({ task_user_input: input }) => {
      note();
      getWriter()?.({ noted: true });
      return { messages: [{ role: "assistant", content: await inner.invoke(String(input)) }] };
    },
  });
  const graph = createAgentGraph({
    state: AgentState,
    agents: [echo],
    planner: () => Promise.resolve({ steps: [{ capability: "echo", taskObjective: "Repeat" }] }),
    approvals: {
      echo: () => {
        note();
        return false;
      },
    },
    checkpointer: new MemorySaver(),
  });
  const config = { configurable: { thread_id: "t" } };
  const input = { messages: [{ role: "user", content: "Hello" }] };
  const chunks: unknown[] = [];
  const mode = { streamMode: "custom" as const, ...(callbacks !== undefined && { callbacks }) };
  for await (const chunk of await graph.stream(input, { ...config, ...mode })) chunks.push(chunk);
  const values: unknown = (await graph.getState(config)).values;
  return { seen, chunks, values };
}

describe("the functions of an agent graph", () => {
  test("read their config, and have no entry for traces that nobody reads", async () => {
    const { seen, chunks, values } = await run();
    expect(values).toMatchObject({ messages: [{ text: "Hello" }, { text: "Hello!" }] });
    expect(chunks).toContainEqual({ noted: true });
    expect(seen.length).toBeGreaterThan(1);
    for (const each of seen) expect(each).toEqual(["t", true]);
  });

  test("are traced as LangGraph traces them while a tracer listens", async () => {
    const recorder = new Recorder();
    const { seen, values } = await run([recorder]);
    expect(values).toMatchObject({ messages: [{ text: "Hello" }, { text: "Hello!" }] });
    expect(seen.length).toBeGreaterThan(1);
    for (const each of seen) expect(each).toEqual(["t", "traced"]);
    expect(recorder.paths).toEqual(
      expect.arrayContaining(["/LangGraph", "/LangGraph/turn_start", "/LangGraph/echo", "/LangGraph/echo/inner"]),
    );
  });
});
