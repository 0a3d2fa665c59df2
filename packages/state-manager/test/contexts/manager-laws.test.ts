import { END, MemorySaver, START, StateGraph } from "@langchain/langgraph";
import { AgentState, checkUpdate, initialState } from "@tidemark/core-state";
import { freezeDeep } from "@tidemark/core-state/internal";
import { toStateSchema } from "@tidemark/core-state/langgraph";
import { type ContextData, mergeCapabilityContextData as merge, type ContextDataUpdate } from "@tidemark/reducers";
import { contextManager, defineContexts } from "@tidemark/state-manager";
import { type WithContexts } from "@tidemark/state-manager/internal";
import { fixedClock } from "@tidemark/state-manager/testing";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { untyped } from "../untyped.ts";

const registry = defineContexts({
  WEATHER: z.object({ celsius: z.number(), hours: z.array(z.number()).default([]) }),
  ROUTE: z.object({ from: z.string(), to: z.string().nullable() }),
  ANY: z.record(z.string(), z.unknown()),
});
const now = "2030-01-31T12:00:00.000Z";
const source = { producedBy: "weather", clock: fixedClock(now) };
const meta = { producedBy: "weather", createdAt: now };
const open = (data: unknown = {}) => contextManager(registry, { capability_context_data: untyped(data) }, source);

const types = fc.constantFrom("ANY" as const, "WEATHER" as const);
const keys = fc.constantFrom("a", "b", "7");
const degrees = fc.constantFrom(1, 2);
const steps = fc.array(
  fc.oneof(
    fc.record({ do: fc.constant("set" as const), type: types, key: keys, celsius: degrees }),
    fc.record({ do: fc.constant("remove" as const), type: types, key: keys }),
    fc.record({ do: fc.constant("clear" as const), type: fc.option(types, { nil: undefined }) }),
  ),
);
type Step = typeof steps extends fc.Arbitrary<(infer One)[]> ? One : never;

/** Makes one change, and returns it as an update of the reducer. */
function make(contexts: ReturnType<typeof open>, step: Step): ContextDataUpdate {
  if (step.do === "set") {
    contexts.set(step.type, step.key, { celsius: step.celsius });
    const hours = step.type === "WEATHER" ? { hours: [] } : {};
    return { [step.type]: { [step.key]: { celsius: step.celsius, ...hours, _meta: meta } } };
  }
  if (step.do === "remove") {
    contexts.remove(step.type, step.key);
    return { [step.type]: { [step.key]: { _delete: true } } };
  }
  contexts.clear(step.type);
  return step.type === undefined ? { _clear: true } : { [step.type]: { _clear: true } };
}

const places = (["ANY", "WEATHER"] as const).flatMap((type) => ["a", "b", "7"].map((key) => ({ type, key })));

const readAll = (contexts: ReturnType<typeof open>): unknown[] =>
  places.map(({ type, key }) => {
    const read = contexts.get(type, key);
    return read.outcome === "found" ? read.value["celsius"] : read.outcome;
  });

const celsiusOf = (model: ContextData): unknown[] =>
  places.map(({ type, key }) => model[type]?.[key]?.["celsius"] ?? "missing");

describe("contextManager", () => {
  test("law: get returns any JSON that was set, also from a checkpoint", () => {
    const json = fc.dictionary(fc.constantFrom("a", "b", "c"), fc.jsonValue({ maxDepth: 3 }));
    const safe = json.filter((value) => checkUpdate(AgentState, { capability_context_data: { ANY: { k: value } } }).ok);
    fc.assert(
      fc.property(safe, (value) => {
        const contexts = open();
        contexts.set("ANY", "k", value);
        expect(contexts.get("ANY", "k")).toEqual({ outcome: "found", type: "ANY", key: "k", value, meta });
        const stored: unknown = JSON.parse(JSON.stringify(contexts.data()));
        expect(open(stored).get("ANY", "k")).toEqual(contexts.get("ANY", "k"));
      }),
    );
  });

  test("law: applying the update with the field's reducer gives the values that the manager reads, and the state is unchanged", () => {
    const data: fc.Arbitrary<ContextData> = fc.dictionary(
      types,
      fc.dictionary(keys, fc.record({ celsius: degrees }), { minKeys: 1 }),
    );
    fc.assert(
      fc.property(data, steps, (before, changes) => {
        const state = freezeDeep({ ...initialState(AgentState), capability_context_data: structuredClone(before) });
        const contexts = contextManager(registry, untyped(state), source);
        let model = before;
        for (const step of changes) {
          model = merge(model, make(contexts, step));
          expect(readAll(contexts)).toEqual(celsiusOf(model));
          expect(contexts.data()).toEqual(model);
        }
        const update = contexts.update();
        expect(checkUpdate(AgentState, update).ok).toBe(true);
        const after = merge(before, update.capability_context_data);
        expect(contexts.data()).toEqual(after);
        expect(after).toEqual(model);
        expect(contexts.getAll().map(({ type, key }) => [type, key])).toEqual(
          Object.entries(after).flatMap(([type, entries]) => Object.keys(entries).map((key) => [type, key])),
        );
        expect(state.capability_context_data).toEqual(before);
      }),
    );
  });
});

test("two nodes that set contexts in one step of a real graph lose nothing, and a third reads both", async () => {
  const clock = fixedClock(now);
  const weather = (key: string, celsius: number) => (values: WithContexts) => {
    const contexts = contextManager(registry, values, { producedBy: key, clock });
    contexts.remove("ROUTE", "old");
    contexts.set("WEATHER", key, { celsius });
    return contexts.update();
  };
  const graph = new StateGraph(toStateSchema(AgentState))
    .addNode("oslo", (values) => weather("oslo", 4)(values))
    .addNode("rome", (values) => weather("rome", 19)(values))
    .addNode("compare", (values) => {
      const found = contextManager(registry, values).extractFromStep(
        { inputs: [{ WEATHER: "oslo" }, { WEATHER: "rome" }] },
        { constraints: [["WEATHER", "multiple"]] },
      );
      const temperatures = found.outcome === "extracted" ? found.contexts.WEATHER.map(({ celsius }) => celsius) : [];
      return { task_current_task: temperatures.join(" and ") };
    })
    .addEdge(START, "oslo")
    .addEdge(START, "rome")
    .addEdge(["oslo", "rome"], "compare")
    .addEdge("compare", END)
    .compile({ checkpointer: new MemorySaver() });
  const config = { configurable: { thread_id: "contexts" } };
  const result = await graph.invoke({ capability_context_data: { ROUTE: { old: { from: "a", to: null } } } }, config);
  expect(result.task_current_task).toBe("4 and 19");
  const reloaded = await graph.getState(config);
  const contexts = contextManager(registry, untyped(reloaded.values));
  expect(contexts.getAll().map(({ type, key, outcome }) => [type, key, outcome])).toEqual([
    ["WEATHER", "oslo", "found"],
    ["WEATHER", "rome", "found"],
  ]);
});
