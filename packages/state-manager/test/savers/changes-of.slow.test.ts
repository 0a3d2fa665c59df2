import { isDeepStrictEqual } from "node:util";
import { AIMessage, type BaseMessage, HumanMessage } from "@langchain/core/messages";
import {
  Annotation,
  type BaseCheckpointSaver,
  END,
  MemorySaver,
  messagesStateReducer,
  START,
  StateGraph,
  type StateSnapshot,
} from "@langchain/langgraph";
import { SqliteSaver as StockSqliteSaver } from "@langchain/langgraph-checkpoint-sqlite";
import { sqliteSaver } from "@tidemark/checkpoint/sqlite";
import { type HistoryGraph } from "@tidemark/state-manager/internal/langgraph";
import type { ChangesOptions, CheckpointChanges } from "@tidemark/checkpoint/internal";
import { changesOf } from "@tidemark/state-manager/langgraph";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { putPoints, type RawPoint } from "../sessions/raw-thread.ts";

const SAVERS: readonly (readonly [name: string, makeSaver: () => BaseCheckpointSaver])[] = [
  ["MemorySaver", () => new MemorySaver()],
  ["stock SqliteSaver", () => StockSqliteSaver.fromConnString(":memory:")],
  ["sqliteSaver", () => sqliteSaver()],
];
const CHANNELS = ["a", "b", "c"] as const;

const thread = { configurable: { thread_id: "t" } };
const idIn = (config: StateSnapshot["config"] | undefined): string | null => {
  const id: unknown = config?.configurable?.["checkpoint_id"];
  return typeof id === "string" ? id : null;
};

async function readChanges(graph: HistoryGraph, options?: ChangesOptions): Promise<readonly CheckpointChanges[]> {
  const changes: CheckpointChanges[] = [];
  for await (const each of changesOf(graph, "t", options)) changes.push(each);
  return changes;
}

/** Different values, newly made by each call. Two makers of one entry make equal values. */
const PALETTE: readonly (readonly (() => unknown)[])[] = [
  [() => 1],
  [() => "1"],
  [() => null],
  [() => []],
  [() => ({})],
  [() => [1]],
  [() => ({ 0: 1 })],
  [() => ({ x: 1, y: { z: [2] } }), () => ({ y: { z: [2] }, x: 1 })],
  [() => ({ y: { z: [2] }, x: 2 })],
  [() => "text"],
  [() => [new HumanMessage({ id: "h", content: "Hello" })]],
  [() => [new AIMessage({ id: "h", content: "Hello" })]],
];

const makers = PALETTE.flatMap((equal, kind) => equal.map((make) => ({ kind, make })));
const value = fc.nat(makers.length - 1);
const point = fc.record({
  /** Distance to the parent in the order of storage; 0 for a checkpoint without one. */
  back: fc.nat(4),
  source: fc.constantFrom("input", "loop", "update", "fork"),
  values: fc.dictionary(fc.constantFrom(...CHANNELS), value, { maxKeys: 3, noNullPrototype: true }),
});

const Any = Annotation.Root({ a: Annotation<unknown>, b: Annotation<unknown>, c: Annotation<unknown> });
const anyGraph = (checkpointer: BaseCheckpointSaver) =>
  new StateGraph(Any)
    .addNode("stay", () => ({}))
    .addEdge(START, "stay")
    .addEdge("stay", END)
    .compile({ checkpointer });

const ofPart = ({ id, turn, changed }: CheckpointChanges) => ({ id, turn, changed });

const idOf = (index: number): string => String(index).padStart(4, "0");

describe.each(SAVERS)("changesOf on %s", (_, makeSaver) => {
  test("finds the changes that a history was made of", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(point, { maxLength: 12 }), async (points) => {
        const saver = makeSaver();
        const parentOf = (index: number): number | null => {
          const back = points[index]?.back ?? 0;
          return back === 0 || back > index ? null : index - back;
        };
        const kindOf = (index: number | null, name: string): number | undefined => {
          const drawn = index === null ? undefined : points[index]?.values[name];
          return drawn === undefined ? undefined : makers[drawn]?.kind;
        };
        const turnAt = (index: number | null): number =>
          index === null ? 0 : turnAt(parentOf(index)) + (points[index]?.source === "input" ? 1 : 0);
        const raw = points.map(({ source, values }, index): RawPoint => {
          const parent = parentOf(index);
          return {
            id: idOf(index),
            ...(parent !== null && { parent: idOf(parent) }),
            values: Object.fromEntries(Object.entries(values).map(([name, drawn]) => [name, makers[drawn]?.make()])),
            metadata: { source, step: index, parents: {} },
          };
        });
        await putPoints(saver, "t", raw);

        const changes = await readChanges(anyGraph(saver));
        expect(
          changes.map(({ changed, values, ...facts }) => ({
            ...facts,
            changed: changed.toSorted(),
            channels: Object.keys(values).toSorted(),
          })),
        ).toEqual(
          points.map(({ source, values }, index) => {
            const parent = parentOf(index);
            return {
              id: idOf(index),
              parent: parent === null ? null : idOf(parent),
              source,
              step: index,
              turn: turnAt(index),
              changed: CHANNELS.filter((name) => kindOf(index, name) !== kindOf(parent, name)),
              channels: Object.keys(values).toSorted(),
            };
          }),
        );
        const numbered = changes.flatMap(({ values }, index) =>
          Object.entries(values).map(([name, number]) => ({ number, kind: kindOf(index, name) })),
        );
        for (const one of numbered) {
          for (const other of numbered) expect(one.number === other.number).toBe(one.kind === other.kind);
        }
      }),
      { numRuns: 40 },
    );
  });

  test("agrees with a comparison of all states after turns, edits and forks", async () => {
    const State = Annotation.Root({
      messages: Annotation<BaseMessage[]>({ reducer: messagesStateReducer, default: () => [] }),
      log: Annotation<string[]>({ reducer: (current, update) => current.concat(update), default: () => [] }),
      mood: Annotation<string>,
    });
    const act = fc.oneof(
      fc.record({ kind: fc.constant("turn" as const), text: fc.constantFrom("hello", "again") }),
      fc.record({ kind: fc.constant("edit" as const), mood: fc.constantFrom("good", "bad"), at: fc.nat(9) }),
      fc.record({ kind: fc.constant("fork" as const), text: fc.constantFrom("hello", "other"), at: fc.nat(9) }),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(act, { minLength: 1, maxLength: 5 }), async (acts) => {
        const graph = new StateGraph(State)
          .addNode("answer", ({ messages }) => ({
            messages: [new AIMessage({ id: `ai ${messages.length}`, content: "Yes." })],
          }))
          .addNode("note", () => ({ log: ["noted"] }))
          .addEdge(START, "answer")
          .addEdge("answer", "note")
          .addEdge("note", END)
          .compile({ checkpointer: makeSaver() });
        const snapshots = async () => {
          const all: StateSnapshot[] = [];
          for await (const snapshot of graph.getStateHistory(thread)) all.push(snapshot);
          return all.toReversed();
        };
        for (const [index, each] of acts.entries()) {
          const before = await snapshots();
          const config = each.kind === "turn" ? thread : (before[each.at % before.length]?.config ?? thread);
          if (each.kind === "edit") await graph.updateState(config, { mood: each.mood }, "note");
          else await graph.invoke({ messages: [new HumanMessage({ id: `h ${index}`, content: each.text })] }, config);
        }

        const all = await snapshots();
        const valuesAt = (id: string | null): Record<string, unknown> => {
          const values: unknown = all.find(({ config }) => idIn(config) === id)?.values;
          return typeof values === "object" ? { ...values } : {};
        };
        const changes = await readChanges(graph);
        expect(changes.map(({ id, parent, source, step }) => [id, parent, source, step])).toEqual(
          all.map(({ config, parentConfig, metadata }) => [
            idIn(config),
            idIn(parentConfig),
            metadata?.source,
            metadata?.step,
          ]),
        );
        for (const { id, parent, changed } of changes) {
          const [own, before] = [valuesAt(id), valuesAt(parent)];
          const names = [...new Set([...Object.keys(own), ...Object.keys(before)])];
          expect(changed.toSorted()).toEqual(
            names.filter((name) => !isDeepStrictEqual(own[name], before[name])).toSorted(),
          );
        }
        const numbered = changes.flatMap(({ id, values }) =>
          Object.entries(values).map(([name, number]) => ({ number, value: valuesAt(id)[name] })),
        );
        for (const one of numbered) {
          for (const other of numbered)
            expect(one.number === other.number).toBe(isDeepStrictEqual(one.value, other.value));
        }
      }),
      { numRuns: 15 },
    );
  });

  test("reads a part of a thread, with the turns and the changes of the whole one", async () => {
    const graph = anyGraph(makeSaver());
    await graph.invoke({ a: 1, b: "x" }, thread);
    await graph.invoke({ a: 2 }, thread);
    await graph.updateState(thread, { c: 3 }, "stay");
    const all = await readChanges(graph);
    expect(all.map(({ turn, changed }) => [turn, changed])).toEqual([
      [1, []],
      [1, ["a", "b"]],
      [1, []],
      [2, []],
      [2, ["a"]],
      [2, []],
      [2, ["c"]],
    ]);
    const [from, to] = [all[3]?.id ?? "", all[5]?.id ?? ""];
    expect((await readChanges(graph, { from, to })).map(ofPart)).toEqual(all.slice(3, 6).map(ofPart));
    expect((await readChanges(graph, { from })).map(ofPart)).toEqual(all.slice(3).map(ofPart));
    expect((await readChanges(graph, { to })).map(ofPart)).toEqual(all.slice(0, 6).map(ofPart));
    expect(await readChanges(graph, { to: "unknown" })).toEqual([]);
    expect(await readChanges(graph, { from: "unknown" })).toEqual([]);
  });

  test("compares only the channels that are named", async () => {
    const graph = anyGraph(makeSaver());
    await graph.invoke({ a: 1, b: "x" }, thread);
    const changes = await readChanges(graph, { channels: ["b"] });
    expect(changes.map(({ changed, values }) => [changed, values])).toEqual([
      [[], {}],
      [["b"], { b: 1 }],
      [[], { b: 1 }],
    ]);
  });

  test("reads the checkpoints of a subgraph by their namespace", async () => {
    const inner = new StateGraph(Any)
      .addNode("work", () => ({ c: "worked" }))
      .addEdge(START, "work")
      .addEdge("work", END)
      .compile({ checkpointer: true });
    const graph = new StateGraph(Any)
      .addNode("inner", inner)
      .addEdge(START, "inner")
      .addEdge("inner", END)
      .compile({ checkpointer: makeSaver() });
    await graph.invoke({ a: 1 }, thread);
    const changes = await readChanges(graph, { namespace: "inner" });
    expect(changes.map(({ changed }) => changed)).toEqual([[], ["a"], ["c"]]);
  });

  test("a thread that does not exist has no changes", async () => {
    expect(await readChanges(anyGraph(makeSaver()))).toEqual([]);
  });
});
