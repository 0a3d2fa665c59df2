// A commit of values of a user that a person approves, in a thread and in its copies: each approval is stored once.
import { type BaseCheckpointSaver, END, InMemoryStore, MemorySaver, START, StateGraph } from "@langchain/langgraph";
import { SqliteSaver } from "@langchain/langgraph-checkpoint-sqlite";
import {
  AgentState,
  append,
  extendState,
  field,
  fields,
  commitNode,
  defineNode,
  openSession,
  toStateSchema,
  turnStart,
} from "tidemark";
import { importThread } from "tidemark/checkpoint";
import { sqliteSaver } from "tidemark/sqlite";
import { describe, expect, test } from "vitest";
import { z } from "zod";

const Desk = extendState(AgentState, {
  version: 1,
  fields: fields("profile", {
    orders: field({
      description: "What the user has ordered.",
      schema: z.array(z.string()),
      default: () => [],
      lifetime: "user",
      owner: "root",
      reducer: append<string>(),
    }),
  }),
});

const savers: readonly (readonly [string, () => BaseCheckpointSaver])[] = [
  ["MemorySaver", () => new MemorySaver()],
  ["SqliteSaver", () => SqliteSaver.fromConnString(":memory:")],
  ["sqliteSaver", () => sqliteSaver({ file: ":memory:" })],
];

/** Orders that an agent proposes: the second one conflicts with the first, so a person is asked. */
const ORDERS: readonly string[] = ["ships", "trains"];

const Question = z.object({ requests: z.array(z.object({ id: z.string() })) });

function clerk(checkpointer: BaseCheckpointSaver) {
  let crashes = 0;
  const commit = commitNode(Desk, { policies: { profile_orders: "ask" }, ask: "interrupt" });
  const graph = new StateGraph(toStateSchema(Desk))
    .addNode("turn_start", turnStart(Desk))
    .addNode(
      "clerk",
      defineNode(Desk, {
        agent: "clerk",
        run: ({ task_user_input: said }, { propose }) =>
          said === "order"
            ? {
                control_proposals: ORDERS.map((order) => propose({ profile_orders: [order] }, "Wanted.")),
              }
            : {},
      }),
    )
    .addNode("commit", (values, config) => {
      const update = commit(values, config);
      crashes -= 1;
      if (crashes >= 0) throw new Error("power cut");
      return update;
    })
    .addNode("after", () => ({}))
    .addEdge(START, "turn_start")
    .addEdge("turn_start", "clerk")
    .addEdge("clerk", "commit")
    .addEdge("commit", "after")
    .addEdge("after", END)
    .compile({ checkpointer, store: new InMemoryStore() });
  const open = (threadId: string) => openSession({ graph, threadId, userId: "ann" });
  const answer = async (threadId: string, isAccepted = true) => {
    const [question] = await open(threadId).pending();
    const requests = question === undefined ? [] : Question.parse(question.value).requests;
    const answers = Object.fromEntries(requests.map(({ id }) => [id, isAccepted]));
    return open(threadId).resume(question?.id ?? "", answers);
  };
  const ordered = async (): Promise<readonly string[]> => {
    const turn = await open("other").send("hello");
    return turn.outcome === "done" ? turn.state.profile_orders : [];
  };
  return { graph, open, answer, ordered, crash: () => (crashes = 1) };
}

describe.each(savers)("a commit of values of a user on %s", (_, saver) => {
  test("that is approved in a thread and in its fork is stored for both", async () => {
    const { open, answer, ordered } = clerk(saver());
    await open("t").send("order");
    await open("t").fork({ threadId: "fork" });
    expect(await answer("fork")).toMatchObject({ outcome: "done" });
    expect(await ordered()).toEqual(ORDERS);
    expect(await answer("t")).toMatchObject({ outcome: "done" });
    expect(await ordered()).toEqual([...ORDERS, ...ORDERS]);
  });

  test("that is rejected in the fork is stored for the thread", async () => {
    const { open, answer, ordered } = clerk(saver());
    await open("t").send("order");
    await open("t").fork({ threadId: "fork" });
    expect(await answer("fork", false)).toMatchObject({ outcome: "done" });
    expect(await ordered()).toEqual(["ships"]);
    expect(await answer("t")).toMatchObject({ outcome: "done" });
    expect(await ordered()).toEqual(["ships", ...ORDERS]);
  });

  test("whose answer was given before the process ended is asked again in each copy", async () => {
    const checkpointer = saver();
    const { open, answer, ordered, crash } = clerk(checkpointer);
    await open("t").send("order");
    crash();
    await expect(answer("t")).rejects.toThrow("power cut");
    await open("t").fork({ threadId: "fork" });
    const document: unknown = JSON.parse(JSON.stringify(await open("t").export()));
    await importThread(document, { checkpointer, state: Desk, threadId: "import" });
    for (const copy of ["fork", "import"]) {
      expect(await open(copy).continue()).toMatchObject({ outcome: "nothingToContinue" });
      expect(await open(copy).pending()).toMatchObject([{ kind: "commit" }]);
    }
    expect(await open("t").continue()).toMatchObject({ outcome: "done" });
    expect(await ordered()).toEqual(ORDERS);
    expect(await answer("fork")).toMatchObject({ outcome: "done" });
    expect(await ordered()).toEqual([...ORDERS, ...ORDERS]);
    expect(await answer("import", false)).toMatchObject({ outcome: "done" });
    expect(await ordered()).toEqual([...ORDERS, ...ORDERS, "ships"]);
  });

  test("that was stored is not stored again by a fork at any checkpoint, unless a person approves it there", async () => {
    const { open, answer, ordered, graph } = clerk(saver());
    await open("t").send("order");
    await answer("t");
    let expected = ORDERS;
    for await (const { config } of graph.getStateHistory({ configurable: { thread_id: "t" } })) {
      const id = String(config.configurable?.["checkpoint_id"]);
      const fork = await open("t").fork({ threadId: id, checkpointId: id });
      await fork.continue();
      expect(await ordered()).toEqual(expected);
      if ((await fork.pending()).length === 0) continue;
      expect(await answer(id)).toMatchObject({ outcome: "done" });
      expected = [...expected, ...ORDERS];
      expect(await ordered()).toEqual(expected);
    }
  });
});
