import { HumanMessage } from "@langchain/core/messages";
import { Annotation, END, interrupt, MemorySaver, Send, START, StateGraph } from "@langchain/langgraph";
import { type BaseCheckpointSaver, type CheckpointTuple, emptyCheckpoint } from "@langchain/langgraph-checkpoint";
import { SqliteSaver as StockSqliteSaver } from "@langchain/langgraph-checkpoint-sqlite";
import { strictSerializer } from "../../src/index.ts";
import { sqliteSaver } from "../../src/sqlite.ts";

export const thread = (id: string) => ({ configurable: { thread_id: id } });

/** Every kind of saver that threads are moved between here, each made for one test. */
export const SAVERS: readonly (readonly [string, () => BaseCheckpointSaver])[] = [
  ["MemorySaver", () => new MemorySaver()],
  ["MemorySaver with the strict serializer", () => new MemorySaver(strictSerializer())],
  ["the stock SqliteSaver", () => StockSqliteSaver.fromConnString(":memory:")],
  ["sqliteSaver", () => sqliteSaver()],
];

const State = Annotation.Root({
  log: Annotation<unknown[]>({ reducer: (current, update) => [...current, ...update], default: () => [] }),
  name: Annotation<string>,
});

const inner = new StateGraph(State)
  .addNode("ask", ({ name }) => ({ log: [name === "ask" ? interrupt("?") : "inside"] }))
  .addEdge(START, "ask")
  .addEdge("ask", END)
  .compile();

/** Messages, a subgraph, tasks sent one by one, and a question. */
export const graph = (saver: BaseCheckpointSaver) =>
  new StateGraph(State)
    .addNode("echo", ({ name }) => ({ log: [new HumanMessage({ id: name, content: name.repeat(300) })] }))
    .addNode("each", ({ name }) => ({ log: [name] }))
    .addNode("inner", inner)
    .addEdge(START, "echo")
    .addConditionalEdges("echo", ({ name }) => [
      new Send("each", { name: `${name} z` }),
      new Send("each", { name: `${name} a` }),
    ])
    .addEdge("each", "inner")
    .addEdge("inner", END)
    .compile({ checkpointer: saver });

/** One turn that ends with a question in the subgraph. */
export const writeTurn = (saver: BaseCheckpointSaver, id = "t"): Promise<unknown> =>
  graph(saver).invoke({ name: "ask" }, thread(id));

/** Three turns, one of them on another branch, and a question that waits in the subgraph. */
export async function writeThread(saver: BaseCheckpointSaver, id = "t"): Promise<void> {
  const app = graph(saver);
  await app.invoke({ name: "a" }, thread(id));
  const [fork] = await listed(saver, id);
  await app.invoke({ name: "b" }, thread(id));
  if (fork !== undefined) await app.invoke({ name: "c" }, fork.config);
  await app.invoke({ name: "ask" }, thread(id));
}

/** The checkpoints of a thread as its saver lists them. */
export async function listed(saver: BaseCheckpointSaver, id: string): Promise<readonly CheckpointTuple[]> {
  const tuples: CheckpointTuple[] = [];
  for await (const tuple of saver.list(thread(id))) tuples.push(tuple);
  return tuples;
}

/** True if a saver orders what tasks wrote by their paths, as LangGraph from 1.5 on asks of it. */
export async function ordersByPath(saver: BaseCheckpointSaver): Promise<boolean> {
  const checkpoint = emptyCheckpoint();
  const { configurable } = await saver.put(
    { configurable: { ...thread("probe").configurable, checkpoint_ns: "" } },
    checkpoint,
    { source: "input", step: -1, parents: {} },
    {},
  );
  await saver.putWrites({ configurable: { ...configurable } }, [["log", 1]], "first", "2");
  await saver.putWrites({ configurable: { ...configurable } }, [["log", 2]], "second", "1");
  const [tuple] = await listed(saver, "probe");
  await saver.deleteThread("probe");
  return tuple?.pendingWrites?.[0]?.[0] === "second";
}

/** What tasks wrote, in the order in which the saver gives it. */
export const writesOf = async (saver: BaseCheckpointSaver, id: string) =>
  (await listed(saver, id))
    .map(
      ({ checkpoint, pendingWrites = [] }) =>
        [checkpoint.id, pendingWrites.map(([task, channel]) => [task, channel])] as const,
    )
    .toSorted(([one], [other]) => (one < other ? -1 : 1));

/** What a thread says in whichever saver it is, by namespaces and checkpoints. */
export async function contentOf(saver: BaseCheckpointSaver, id: string): Promise<unknown> {
  const serializer = strictSerializer();
  const facts = (await listed(saver, id)).map(({ config, checkpoint, metadata, parentConfig, pendingWrites }) => {
    const parent: unknown = parentConfig?.configurable?.["checkpoint_id"];
    const key = `${String(config.configurable?.["checkpoint_ns"] ?? "")} ${checkpoint.id}`;
    const content: unknown = JSON.parse(
      serializer.stringify({
        checkpoint: { ...checkpoint, channel_values: present(checkpoint.channel_values) },
        metadata,
        parent: parent === checkpoint.id ? null : (parent ?? null),
        writes: byTask(pendingWrites),
      }),
    );
    return [key, content] as const;
  });
  return Object.fromEntries(facts.toSorted(([one], [other]) => (one < other ? -1 : 1)));
}

function byTask(writes: CheckpointTuple["pendingWrites"] = []): unknown {
  const tasks: Record<string, unknown[]> = {};
  for (const [task, channel, value] of writes) (tasks[task] ??= []).push([channel, value]);
  return tasks;
}

/** Without channels that have no value. */
const present = (values: Readonly<Record<string, unknown>>): unknown =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined));
