import { type AGUIEvent, EventType } from "@ag-ui/core";
import { END, MemorySaver, Overwrite, START, StateGraph } from "@langchain/langgraph";
import { SeedState } from "@tidemark/core-state";
import { toStateSchema } from "@tidemark/core-state/langgraph";
import { arbitraryUpdate } from "@tidemark/core-state/testing";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { toAgUi } from "../../src/ag-ui.ts";
import { visibleValues } from "../../src/events/visibility.ts";
import { streamRun } from "../../src/events/stream-run.graph.ts";
import { replay } from "./replay.ts";

const visible = Object.keys(SeedState.fields);

const reducing = Object.values(SeedState.fields)
  .filter(({ reducer }) => reducer !== undefined)
  .map(({ name }) => name);

/** Update of fields with a reducer, so that two nodes may write them in one step. */
const reduced = arbitraryUpdate(SeedState).map((update) =>
  Object.fromEntries(Object.entries(update).filter(([name]) => reducing.includes(name))),
);

const steps = fc.array(fc.record({ left: arbitraryUpdate(SeedState), right: reduced, emptied: fc.boolean() }), {
  minLength: 1,
  maxLength: 3,
});

interface Step {
  readonly left: object;
  readonly right: object;
  readonly emptied: boolean;
}

describe("toAgUi", () => {
  test("gives AG-UI's client the state of the graph for all parallel writes", async () => {
    let planned: readonly Step[] = [];
    let done = 0;
    let tries = 0;
    const graph = new StateGraph(toStateSchema(SeedState))
      .addNode("left", () => ({ ...planned[done]?.left, runtime_turn_id: "turn_1" }))
      .addNode("right", () => ({ ...planned[done]?.right }))
      .addNode("join", () => {
        const emptied = planned[done]?.emptied ?? false;
        done += 1;
        return emptied ? { status_updates: new Overwrite([]) } : {};
      })
      .addEdge(START, "left")
      .addEdge(START, "right")
      .addEdge(["left", "right"], "join")
      .addConditionalEdges("join", () => (done < planned.length ? ["left", "right"] : [END]), ["left", "right", END])
      .compile({ checkpointer: new MemorySaver() });
    await fc.assert(
      fc.asyncProperty(steps, async (next) => {
        [planned, done, tries] = [next, 0, tries + 1];
        const threadId = `try-${tries}`;
        const events: AGUIEvent[] = [];
        const run = streamRun(graph, { control_iteration: 1 }, { threadId, state: SeedState, visible });
        for await (const event of toAgUi(run, { threadId })) events.push(event);
        // A reducer that refuses its update fails the graph: the run then has no final state to compare.
        fc.pre(events.at(-1)?.type !== EventType.RUN_ERROR);
        const stored: { readonly values: Record<string, unknown> } = await graph.getState({
          configurable: { thread_id: threadId },
        });
        const shown = visibleValues(SeedState, stored.values, visible);
        expect((await replay(events)).state).toEqual(structuredClone(shown));
      }),
    );
  });
});
