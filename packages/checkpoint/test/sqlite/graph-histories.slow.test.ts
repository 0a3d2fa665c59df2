import assert from "node:assert/strict";
import { AIMessage, HumanMessage } from "@langchain/core/messages";
import {
  Annotation,
  Command,
  DeltaValue,
  END,
  interrupt,
  MemorySaver,
  MessagesAnnotation,
  Send,
  START,
  StateGraph,
  StateSchema,
  type StateSnapshot,
} from "@langchain/langgraph";
import type { BaseCheckpointSaver } from "@langchain/langgraph-checkpoint";
import fc from "fast-check";
import { expect, test } from "vitest";
import { z } from "zod";
import { strictSerializer } from "../../src/index.ts";
import { sqliteSaver } from "../../src/sqlite.ts";

const State = Annotation.Root({
  ...MessagesAnnotation.spec,
  log: Annotation<unknown[]>({ reducer: (current, update) => [...current, ...update], default: () => [] }),
  facts: Annotation<Record<string, unknown>>({
    reducer: (current, update) => ({ ...current, ...update }),
    default: () => ({}),
  }),
  mode: Annotation<string>({ reducer: (_, update) => update, default: () => "" }),
});

/** What a node that a `Command` may leave is given, which has no type there. */
interface Routed {
  readonly mode: string;
  readonly messages: readonly unknown[];
}

interface Piece {
  readonly piece: number;
  readonly mode: string;
}

const inner = new StateGraph(State)
  .addNode("think", ({ log }) => ({ facts: { [`thought ${log.length}`]: { at: new Date(1), text: "t".repeat(400) } } }))
  .addNode("ask", ({ mode, log }) => ({ log: [mode.includes("ask") ? interrupt({ asked: log.length }) : "quiet"] }))
  .addEdge(START, "think")
  .addEdge("think", "ask")
  .addEdge("ask", END);

const remembers = new StateGraph(State)
  .addNode("count", ({ log }) => ({ log: [`counted ${log.length}`] }))
  .addEdge(START, "count")
  .addEdge("count", END);

/** Tasks side by side, one of which may wait or fail; a subgraph that may wait, and one that remembers. */
const graph = (checkpointer: BaseCheckpointSaver, failures: { left: number }) =>
  new StateGraph(State)
    .addNode(
      "route",
      ({ mode, messages }: Routed) =>
        new Command({
          goto: mode.includes("many") ? [1, 2, 3].map((piece) => new Send("work", { piece, mode })) : "inner",
          update: { messages: [new AIMessage({ id: `ai ${messages.length}`, content: "m".repeat(300) })] },
        }),
      { ends: ["work", "inner"] },
    )
    .addNode("work", ({ piece, mode }: Piece) => {
      if (mode.includes("fails") && piece === 2 && (failures.left -= 1) >= 0) throw new Error("failed");
      if (mode.includes("waits") && piece === 3) return { log: [interrupt("and now?")] };
      return { facts: { [`${mode} ${piece}`]: new Uint8Array([piece]) } };
    })
    .addNode("inner", inner.compile())
    .addNode("remembers", remembers.compile({ checkpointer: true }))
    .addEdge(START, "route")
    .addEdge("work", "inner")
    .addEdge("inner", "remembers")
    .addEdge("remembers", END)
    .compile({ checkpointer });

type App = ReturnType<typeof graph>;

/** The saver in memory loses the parent of a checkpoint that LangGraph puts again, with itself as parent. */
class Stock extends MemorySaver {
  override async put(...[config, ...rest]: Parameters<MemorySaver["put"]>) {
    const { thread_id, checkpoint_ns, checkpoint_id }: Record<string, unknown> = config.configurable ?? {};
    if (checkpoint_id !== rest[0].id) return await super.put(config, ...rest);
    const before = (await this.getTuple(config))?.parentConfig;
    return await super.put(before ?? { configurable: { thread_id, checkpoint_ns } }, ...rest);
  }
}

const thread = { configurable: { thread_id: "t" } };
const serializer = strictSerializer();

/** A text that says the same of the same, whatever the ids. */
const said = (value: unknown): string =>
  serializer.stringify(value).replaceAll(/[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}|[0-9a-f]{32}/g, "id");

async function snapshots(app: App): Promise<readonly StateSnapshot[]> {
  const found: StateSnapshot[] = [];
  for await (const snapshot of app.getStateHistory(thread)) found.push(snapshot);
  return found;
}

const idOf = ({ configurable }: StateSnapshot["config"]): unknown => configurable?.["checkpoint_id"];

/** Everything that LangGraph returns of a thread, with the age of a checkpoint in place of its id. */
async function history(app: App): Promise<string> {
  const all = await snapshots(app);
  const place = (config: StateSnapshot["parentConfig"]) =>
    all.findIndex((each) => idOf(each.config) === idOf(config ?? {}));
  return all
    .map(({ values, next, metadata, tasks, parentConfig }) =>
      said([
        values,
        next,
        [metadata?.source, metadata?.step, place(parentConfig)],
        tasks.map(({ name, interrupts, error }) => [
          name,
          interrupts.map((each): unknown => each.value),
          String(error),
        ]),
      ]),
    )
    .join("\n");
}

const act = fc.record({
  kind: fc.constantFrom("invoke", "invoke", "resume", "fork", "replay", "update", "update before"),
  mode: fc.constantFrom("", "many", "ask", "many ask", "many waits", "many fails"),
  durability: fc.constantFrom("exit" as const, "async" as const, "sync" as const),
  back: fc.nat(19),
  failures: fc.nat(1),
});

async function run(
  app: App,
  { kind, mode, durability, back }: typeof act extends fc.Arbitrary<infer Act> ? Act : never,
) {
  const all = await snapshots(app);
  const before = all[back % Math.max(1, all.length)]?.config ?? thread;
  const input = { mode, messages: [new HumanMessage({ id: mode, content: "hi" })] };
  if (kind === "update" || kind === "update before") {
    await app.updateState(kind === "update" ? thread : before, { log: ["updated"], mode }, "inner");
    return null;
  }
  if (kind === "invoke") return await app.invoke(input, { ...thread, durability });
  if (kind === "resume") return await app.invoke(new Command({ resume: "so" }), { ...thread, durability });
  return await app.invoke(kind === "fork" ? input : null, { ...before, durability });
}

test("whatever is done to a thread, LangGraph returns the same as with the stock saver in memory", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(act, { minLength: 2, maxLength: 7 }), async (acts) => {
      const failures = { left: 0 };
      const saver = sqliteSaver();
      const stock = graph(new Stock(serializer), failures);
      for (const each of acts) {
        const answers: string[] = [];
        for (const app of [stock, graph(saver, failures)]) {
          failures.left = each.failures;
          answers.push(said(await run(app, each).catch(String)), await history(app));
        }
        const [result, past, ownResult, ownPast] = answers;
        assert.deepStrictEqual([ownResult, ownPast], [result, past]);
        assert.deepStrictEqual(await history(graph(sqliteSaver({ database: saver.database }), failures)), past);
      }
      saver.close();
    }),
  );
});

test("what tasks have done is not lost when the state is updated while another one waits", async () => {
  const saver = sqliteSaver();
  const app = graph(saver, { left: 0 });
  for (const mode of ["many", "many waits"]) await app.invoke({ mode }, thread);
  await app.updateState(thread, { log: ["updated"] }, "inner");
  const state = await graph(sqliteSaver({ database: saver.database }), { left: 0 }).getState(thread);
  for (const fact of ["many 1", "many 2", "many 3", "many waits 1", "many waits 2"])
    expect(state).toHaveProperty(["values", "facts", fact]);
});

test("a checkpoint that LangGraph puts again, with itself as parent, keeps its parent", async () => {
  const Log = new StateSchema({
    log: new DeltaValue(
      z.array(z.string()).default(() => []),
      {
        reducer: (current: string[], updates: string[][]) => [...current, ...updates.flat()],
        snapshotFrequency: 100,
        inputSchema: z.array(z.string()),
      },
    ),
  });
  const saver = sqliteSaver();
  const app = new StateGraph(Log)
    .addNode("say", () => ({ log: ["said"] }))
    .addNode("ask", () => ({ log: [String(interrupt("?"))] }))
    .addEdge(START, "say")
    .addEdge("say", "ask")
    .addEdge("ask", END)
    .compile({ checkpointer: saver });
  const once = { ...thread, durability: "exit" as const };
  for (let turn = 0; turn < 2; turn += 1) {
    await app.invoke({ log: ["in"] }, once);
    await app.invoke(new Command({ resume: "so" }), once);
  }
  const again = await saver.getTuple(thread);
  assert.ok(again?.metadata !== undefined);
  await saver.put(again.config, again.checkpoint, again.metadata, {});
  const cold = sqliteSaver({ database: saver.database });
  expect((await cold.getTuple(again.config))?.parentConfig).toEqual(again.parentConfig);
  expect((await cold.getDeltaChannelHistory({ config: again.config, channels: ["nothing"] }))["nothing"]).toBeDefined();
  expect(await app.getState(thread)).toHaveProperty("values.log", ["in", "said", "so", "in", "said", "so"]);
});
