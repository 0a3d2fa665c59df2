import { SeedState, initialState } from "@tidemark/core-state";
import { describe, expect, test } from "vitest";
import { eventStamper } from "@tidemark/agents/internal";
import { translator } from "../../src/events/translator.graph.ts";

const now = "2026-01-08T20:30:00Z";

const start = () =>
  translator({
    stamper: eventStamper({ runId: "r", turnId: "t", clock: { now: () => now } }),
    reading: { runId: "r", now },
    state: SeedState,
    visible: ["control_iteration"],
    speaks: () => true,
  });

const types = (events: readonly { readonly type: string }[]) => events.map(({ type }) => type);

describe("translator", () => {
  test("sends the values once, and then the changes of each step", () => {
    const all = start();
    const first = initialState(SeedState);
    expect(types(all.chunk("values", first))).toEqual(["state_snapshot"]);
    expect(all.chunk("values", { ...first, control_iteration: 1 })).toMatchObject([
      { type: "state_delta", patch: [{ op: "replace", path: "/control_iteration", value: 1 }] },
    ]);
    expect(all.chunk("values", { ...first, control_iteration: 1 })).toEqual([]);
  });

  test("starts with the input of the first node if LangGraph streams no values before it", () => {
    const all = start();
    const first = initialState(SeedState);
    all.chunk("tasks", { id: "1", name: "count", input: first, triggers: [] });
    expect(types(all.chunk("values", { ...first, control_iteration: 1 }))).toEqual(["state_snapshot", "state_delta"]);
  });

  test("ignores the values after a question, which are a preview", () => {
    const all = start();
    all.chunk("values", initialState(SeedState));
    all.chunk("updates", { __interrupt__: [{ id: "i-1", value: { message: "Book it?" } }] });
    expect(all.chunk("values", { ...initialState(SeedState), control_iteration: 1 })).toEqual([]);
    expect(all.interrupts).toEqual([{ interruptId: "i-1", value: { message: "Book it?" } }]);
  });

  test("keeps the parts of a question that JSON can represent", () => {
    const all = start();
    const circular: Record<string, unknown> = {};
    circular["self"] = circular;
    const values = [new Date(0), undefined, circular, { at: undefined }];
    all.chunk("updates", { __interrupt__: values.map((value, index) => ({ id: `i-${index}`, value })) });
    expect(all.interrupts.map(({ value }) => value)).toEqual(["1970-01-01T00:00:00.000Z", null, null, {}]);
  });

  test("ignores chunks of unknown shape", () => {
    const all = start();
    const odd = [null, 7, [], {}, "text", { __interrupt__: 7 }, [null, null], { id: 1 }];
    const modes = ["values", "updates", "tasks", "messages", "custom", "debug"];
    const events = modes.slice(1).flatMap((mode) => odd.flatMap((chunk) => all.chunk(mode, chunk)));
    expect(events).toEqual([]);
    expect(all.rest()).toEqual([]);
  });
});
