import {
  Command,
  END,
  getConfig,
  interrupt,
  type LangGraphRunnableConfig,
  MemorySaver,
  Overwrite,
  ParentCommand,
  ReducedValue,
  Send,
  START,
  StateGraph,
  StateSchema,
} from "@langchain/langgraph";
import { describe, expect, test } from "vitest";
import { z } from "zod";

/** Behavior of LangGraph on which the packages depend. An upgrade of LangGraph that changes it fails here. */

const append = new ReducedValue(
  z.array(z.string()).default(() => []),
  {
    reducer: (current, update) => [...current, ...update],
  },
);
const thread = (id: string) => ({ configurable: { thread_id: id } });

describe("LangGraph's schema", () => {
  test("evaluates a default once and shares the object between threads", async () => {
    const State = new StateSchema({
      bag: z.record(z.string(), z.string()).default(() => ({})),
      n: z.number().default(0),
    });
    const graph = new StateGraph(State)
      .addNode("work", (state) => {
        if (state.n === 1) state.bag["secret"] = "of one thread";
        return {};
      })
      .addEdge(START, "work")
      .addEdge("work", END)
      .compile({ checkpointer: new MemorySaver() });
    await graph.invoke({ n: 1 }, thread("one"));
    const other = await graph.invoke({ n: 2 }, thread("other"));
    expect(other.bag).toEqual({ secret: "of one thread" });
  });

  test("silently drops an unknown key of a node's update", async () => {
    const State = new StateSchema({ n: z.number().default(0) });
    const graph = new StateGraph(State)
      .addNode("work", () => ({ n: 2, typo: 3 }))
      .addEdge(START, "work")
      .addEdge("work", END)
      .compile();
    expect(await graph.invoke({ n: 1 })).toEqual({ n: 2 });
  });

  test("lets plain JSON replace a reduced value", async () => {
    const State = new StateSchema({ log: append });
    const graph = new StateGraph(State)
      .addNode("look", () => ({}))
      .addEdge(START, "look")
      .addEdge("look", END)
      .compile({ checkpointer: new MemorySaver() });
    await graph.invoke({ log: ["kept"] }, thread("t"));
    const forged: object = { log: { __overwrite__: ["wiped"] } };
    expect((await graph.invoke(forged, thread("t"))).log).toEqual(["wiped"]);
  });

  test("gets channels from a subclass and lets it check input and node updates", async () => {
    const checked: string[] = [];
    class Watching extends StateSchema<{ n: z.ZodNumber }> {
      override async validateInput<Input>(data: Input): Promise<Input> {
        checked.push(JSON.stringify(data));
        return data;
      }
    }
    const graph = new StateGraph(new Watching({ n: z.number() }))
      .addNode("work", () => ({ n: 2 }))
      .addEdge(START, "work")
      .addEdge("work", END)
      .compile();
    await graph.invoke({ n: 1 });
    expect(checked).toEqual(['{"n":1}', '{"n":1}', '{"n":2}']);
  });
});

/** Config of the running step; undefined before the first one. */
const inStep = () => {
  try {
    return getConfig();
  } catch {
    return undefined;
  }
};

test("a step that checks its writes can read the current values", async () => {
  const seen: unknown[] = [];
  class Reading extends StateSchema<{ n: z.ZodNumber }> {
    override async validateInput<Input>(data: Input): Promise<Input> {
      const read: unknown = inStep()?.configurable?.["__pregel_read"];
      if (typeof read === "function") seen.push(Reflect.apply(read, undefined, ["n", false]));
      return data;
    }
  }
  const graph = new StateGraph(new Reading({ n: z.number() }))
    .addNode("one", () => ({ n: 1 }))
    .addNode("two", () => new Command({ update: { n: 2 } }))
    .addEdge(START, "one")
    .addEdge("one", "two")
    .addEdge("two", END)
    .compile({ checkpointer: new MemorySaver() });
  await graph.invoke({ n: 0 }, thread("t"));
  await graph.updateState(thread("t"), { n: 3 });
  expect(seen.slice(-3)).toEqual([0, 1, 2]);
});

describe("commands with the name of a graph", () => {
  const State = new StateSchema({ n: z.number().default(0) });
  const after = (run: (config: LangGraphRunnableConfig) => unknown) =>
    new StateGraph(State)
      .addNode("work", async (_, config) => {
        await run(config);
        return {};
      })
      .addNode("name", () => new Command({ graph: "no graph of this name", update: { n: 7 } }), { ends: [END] })
      .addEdge(START, "work")
      .addEdge("work", "name")
      .compile({ checkpointer: new MemorySaver() })
      .invoke({}, thread("t"));

  test("LangGraph applies every name except the parent's to the same graph", async () => {
    expect((await after(() => null)).n).toBe(7);
  });

  test("a thrown command with the namespace of the task is applied in addition to the result of the node", async () => {
    const graph = new StateGraph(State)
      .addNode("work", (_, config) => {
        throw new ParentCommand(
          new Command({ graph: String(config.configurable?.["checkpoint_ns"]), update: { n: 5 } }),
        );
      })
      .addEdge(START, "work")
      .compile({ checkpointer: new MemorySaver() });
    expect((await graph.invoke({}, thread("t"))).n).toBe(5);
  });

  test("a node can write with a function of its config, and read the thread with another", async () => {
    const read: unknown[] = [];
    const { n } = await after((config) => {
      const send: unknown = config.configurable?.["__pregel_send"];
      const reader: unknown = config.configurable?.["__pregel_read"];
      if (typeof reader === "function") read.push(Reflect.apply(reader, undefined, [["n"]]));
      if (typeof send === "function") Reflect.apply(send, undefined, [[["n", 3]]]);
      if (typeof reader === "function") read.push(Reflect.apply(reader, undefined, [["n"], true]));
    });
    expect([n, read]).toEqual([7, [{ n: 0 }, { n: 3 }]]);
  });
});

test("a write that its reducer refuses is stored nevertheless, and the thread can no longer be read", async () => {
  const picky = new ReducedValue(
    z.array(z.string()).default(() => []),
    {
      reducer: (current: string[], update: string[]) => {
        if (update.includes("bad")) throw new Error("refused");
        return [...current, ...update];
      },
    },
  );
  const graph = new StateGraph(new StateSchema({ log: picky }))
    .addNode("say", () => ({ log: ["bad"] }))
    .addEdge(START, "say")
    .addEdge("say", END)
    .compile({ checkpointer: new MemorySaver() });
  await expect(graph.invoke({ log: ["good"] }, thread("t"))).rejects.toThrow("refused");
  await expect(graph.getState(thread("t"))).rejects.toThrow("refused");
});

test("Overwrite is recognized by its name and contains its value under __overwrite__", () => {
  const overwrite = new Overwrite(["fresh"]);
  expect(Reflect.get(overwrite, "lg_name")).toBe("Overwrite");
  expect(Reflect.get(overwrite, "__overwrite__")).toEqual(["fresh"]);
});

describe("interrupts", () => {
  const State = new StateSchema({ log: append });
  const asking = () => {
    let runs = 0;
    const graph = new StateGraph(State)
      .addNode("ask", () => {
        runs += 1;
        return { log: [String(interrupt("sure?"))] };
      })
      .addEdge(START, "ask")
      .addEdge("ask", END)
      .compile({ checkpointer: new MemorySaver() });
    return { graph, runs: () => runs };
  };

  test("a resumed node runs again from its start", async () => {
    const { graph, runs } = asking();
    await graph.invoke({ log: [] }, thread("t"));
    expect((await graph.invoke(new Command({ resume: "yes" }), thread("t"))).log).toEqual(["yes"]);
    expect(runs()).toBe(2);
  });

  test("a new message while an interrupt waits starts the graph again at START", async () => {
    const { graph, runs } = asking();
    await graph.invoke({ log: ["first"] }, thread("t"));
    await graph.invoke({ log: ["second"] }, thread("t"));
    expect(runs()).toBe(2);
    expect((await graph.getState(thread("t"))).next).toEqual(["ask"]);
  });
});

test("a checkpoint turns a Date into text, so a state must not contain one", async () => {
  const State = new StateSchema({ at: z.custom<Date | string>() });
  const graph = new StateGraph(State)
    .addNode("look", () => ({}))
    .addEdge(START, "look")
    .addEdge("look", END)
    .compile({ checkpointer: new MemorySaver() });
  await graph.invoke({ at: new Date(0) }, thread("t"));
  expect((await graph.getState(thread("t"))).values).toEqual({ at: "1970-01-01T00:00:00.000Z" });
});

describe("several tasks that an edge sends", () => {
  test("get only their input and a path, read the thread, and their own edges see their own writes only", async () => {
    const State = new StateSchema({ log: append, n: z.number().default(7) });
    const paths: unknown[] = [];
    const seen: (readonly string[])[] = [];
    const graph = new StateGraph(State)
      .addNode("plan", () => ({}))
      .addNode("work", (input: object, config: LangGraphRunnableConfig) => {
        const path: unknown = config.metadata?.["langgraph_path"];
        paths.push([Array.isArray(path) ? path[0] : path, Object.keys(input)]);
        return { log: [JSON.stringify(input)] };
      })
      .addNode("end", ({ log }) => ({ log: [`after ${log.length}`] }))
      .addEdge(START, "plan")
      .addConditionalEdges("plan", () => [1, 2].map((n) => new Send("work", { n })), ["work"])
      .addConditionalEdges(
        "work",
        ({ log }) => {
          seen.push(log);
          return "end";
        },
        ["end"],
      )
      .compile();
    const { log } = await graph.invoke({});
    expect(paths).toEqual([
      ["__pregel_push", ["n"]],
      ["__pregel_push", ["n"]],
    ]);
    expect(seen).toEqual([['{"n":1}'], ['{"n":2}']]);
    expect(log).toEqual(['{"n":1}', '{"n":2}', "after 2"]);
  });
});

describe("a conditional edge", () => {
  const State = new StateSchema({ log: append, next: z.string().default("b") });

  test("receives the state with its node's writes, reduced, and is not evaluated again for a stored task", async () => {
    const seen: unknown[] = [];
    const graph = new StateGraph(State)
      .addNode("a", () => ({ log: ["a"], next: "c" }))
      .addNode("b", () => ({ log: ["b"] }))
      .addNode("c", () => ({ log: ["c"] }))
      .addEdge(START, "a")
      .addConditionalEdges("a", ({ log, next }) => (seen.push([log, next]), next), ["b", "c"])
      .compile({ checkpointer: new MemorySaver(), interruptBefore: ["c"] });
    await graph.invoke({ log: ["start"] }, thread("t"));
    await graph.invoke(null, thread("t"));
    expect(seen).toEqual([[["start", "a"], "c"]]);
    await graph.updateState(thread("t"), { next: "b" }, "a");
    expect((await graph.getState(thread("t"))).next).toEqual(["b"]);
  });

  test("is also taken when its node returns a command with goto", async () => {
    const graph = new StateGraph(State)
      .addNode("a", () => new Command({ goto: "c" }), { ends: ["c"] })
      .addNode("b", () => ({ log: ["b"] }))
      .addNode("c", () => ({ log: ["c"] }))
      .addEdge(START, "a")
      .addConditionalEdges("a", () => "b", ["b"])
      .compile();
    expect((await graph.invoke({ log: [] })).log.toSorted()).toEqual(["b", "c"]);
  });
});
