import { Command } from "@langchain/langgraph";
import { describe, expect, onTestFinished, test } from "vitest";
import { ThreadReader } from "../src/reader/thread-reader.ts";
import { savers, type Stored } from "./sources.ts";
import { askPlain, at, plainGraph } from "./threads.ts";

/** Reads what a saver has stored. */
async function readerOf({ open }: Stored): Promise<ThreadReader> {
  const reader = new ThreadReader(await open());
  onTestFinished(() => reader.close());
  return reader;
}

describe.each(Object.entries(savers))("in %s", (_, make) => {
  test("the steps of a turn name what ran, in order, with tasks side by side", async () => {
    const stored = make();
    await askPlain(stored.saver, "ann");
    const { steps, interrupts } = await (await readerOf(stored)).steps("ann");
    expect(steps.map(({ label, nodes }) => [label, ...nodes])).toEqual([
      ["1.0"],
      ["1.1"],
      ["1.2", "plan"],
      ["1.3", "search", "search"],
      ["1.4", "choose"],
    ]);
    expect(interrupts.map(({ value }) => value)).toEqual([{ question: "Book it?", price: 480 }]);
  });

  test("threads are found by id and by what waits for a person", async () => {
    const stored = make();
    await askPlain(stored.saver, "ann");
    await askPlain(stored.saver, "bob");
    await plainGraph(stored.saver).invoke(new Command({ resume: "yes" }), at("bob"));
    const reader = await readerOf(stored);
    const { threads, total } = await reader.threads();
    expect(threads.map(({ threadId, status }) => [threadId, status])).toEqual([
      ["bob", "idle"],
      ["ann", "waiting"],
    ]);
    expect(total).toBe(2);
    expect((await reader.threads({ status: "waiting" })).threads.map(({ threadId }) => threadId)).toEqual(["ann"]);
    expect((await reader.threads({ search: "BOB" })).matching).toBe(1);
  });

  test("a step shows its values, the changed ones first with what they were", async () => {
    const stored = make();
    await askPlain(stored.saver, "ann");
    const { fields } = await (await readerOf(stored)).state("ann", { step: "1.2" });
    expect(fields.slice(0, 2)).toMatchObject([
      { name: "city", value: "Lisbon", changed: true },
      { name: "legs", changed: true },
    ]);
    expect(fields.find(({ name }) => name === "messages")).toMatchObject({
      changed: false,
      value: [{ type: "human", content: "To Lisbon" }],
    });
  });

  test("a difference names moved items as moved", async () => {
    const stored = make();
    await askPlain(stored.saver, "ann");
    const { fields } = await (await readerOf(stored)).diff("ann", { from: "1.2", to: "newest" });
    const changesOf = (field: string) => fields.find(({ name }) => name === field)?.changes;
    expect(changesOf("legs")).toEqual([{ op: "move", path: [0], from: 1, value: { id: "back", to: "Oslo" } }]);
    expect(changesOf("price")).toEqual([{ op: "add", path: [], after: 480 }]);
    expect(changesOf("city")).toBeUndefined();
  });

  test("a field has one value for each change, with the step that wrote it", async () => {
    const stored = make();
    await askPlain(stored.saver, "ann");
    const { values } = await (await readerOf(stored)).field("ann", "offers");
    expect(values[0]).toMatchObject({ step: { label: "1.3", nodes: ["search", "search"] }, value: ["offer", "offer"] });
    // Savers differ in whether they store the default of a field.
    expect(values.slice(1).every(({ value }) => JSON.stringify(value) === "[]")).toBe(true);
  });

  test("blame names the node, the step and the input that wrote a value", async () => {
    const stored = make();
    await askPlain(stored.saver, "ann");
    const blamed = await (await readerOf(stored)).blame("ann", { fields: ["city", "price", "messages", "offers"] });
    expect(blamed["city"]).toMatchObject({ outcome: "node", by: "plan", writtenAt: { label: "1.2" } });
    expect(blamed["price"]).toMatchObject({ outcome: "node", by: "choose", writtenAt: { label: "1.4" } });
    expect(blamed["messages"]).toMatchObject({ outcome: "input", writtenAt: { label: "1.1" } });
    expect(blamed["offers"]).toMatchObject({ outcome: "node", by: "search" });
  });

  test("a step that was left by a fork is on a separate branch", async () => {
    const stored = make();
    await askPlain(stored.saver, "ann");
    const graph = plainGraph(stored.saver);
    const reader = await readerOf(stored);
    const before = await reader.steps("ann");
    const plan = before.steps.find(({ label }) => label === "1.2");
    await graph.updateState(
      { configurable: { thread_id: "ann", checkpoint_ns: "", checkpoint_id: plan?.id } },
      { city: "Porto" },
      "plan",
    );
    const { steps } = await reader.steps("ann");
    expect(steps.map(({ label }) => label)).toEqual(["1.0", "1.1", "1.2", "1.3/1", "1.4/1", "1.3"]);
    expect((await reader.state("ann", { fields: ["city"] })).fields).toMatchObject([
      { value: "Porto", before: "Lisbon", changed: true },
    ]);
    expect((await reader.blame("ann", { fields: ["city"] }))["city"]).toMatchObject({ writtenAt: { label: "1.3" } });
  });

  test("turns have the user's words and the tokens that models reported", async () => {
    const stored = make();
    await askPlain(stored.saver, "ann");
    await plainGraph(stored.saver).invoke(new Command({ resume: "yes" }), at("ann"));
    await askPlain(stored.saver, "ann", "And back");
    expect((await (await readerOf(stored)).steps("ann")).turns).toEqual([
      { text: "To Lisbon", tokens: { input: 100, output: 20 } },
      { text: "And back", tokens: null },
    ]);
  });

  test("unknown threads, steps and fields are named, with the closest known name", async () => {
    const stored = make();
    await askPlain(stored.saver, "ann");
    const reader = await readerOf(stored);
    await expect(reader.steps("anna")).rejects.toThrow('Thread "anna" does not exist. Did you mean "ann"?');
    await expect(reader.state("ann", { step: "9.9" })).rejects.toMatchObject({ code: "inspect/unknownStep" });
    await expect(reader.field("ann", "prices")).rejects.toThrow('Did you mean "price"?');
  });
});
