import { describe, expect, test } from "vitest";
import { fieldText } from "../src/command/verb-text.ts";
import { taskIds } from "../src/history/task-ids.graph.ts";
import { authorName } from "../src/reader/author-text.ts";
import { ThreadReader } from "../src/reader/thread-reader.ts";
import { sharedSource } from "../src/source/shared-source.ts";
import { parseSharedThread } from "../src/source/shared-thread.ts";
import { Order, threads } from "./orders.ts";
import { savers } from "./sources.ts";

const authorsOf = async (from: ThreadReader, each: string) =>
  (await from.field("ann", each)).values.map(({ author }) => author);

const graphs = Object.keys(threads);

describe.each(Object.entries(savers))("the history of a field in %s", (_, create) => {
  test.each(graphs)("names for each value the author that blame names at its step: %s", async (name) => {
    const stored = create();
    await threads[name]?.(stored.saver);
    const reader = new ThreadReader(await stored.open(), { taskIds });
    const { fields: all } = await reader.state("ann");
    let compared = 0;
    for (const { name: each } of all) {
      for (const options of [{}, { window: 6 }]) {
        const { values } = await reader.field("ann", each, options);
        for (const { step, author } of values) {
          // A reader that has not seen the history yet.
          const other = new ThreadReader(await stored.open(), { taskIds });
          expect([each, step.label, author]).toEqual([
            each,
            step.label,
            (await other.blame("ann", { step: step.id, fields: [each] }))[each],
          ]);
          expect([null, step.id]).toContain(author.writtenAt?.id ?? null);
          compared += 1;
        }
      }
    }
    expect(compared).toBeGreaterThan(8);
  });

  test.each(graphs)("names the same authors in a shared thread: %s", async (name) => {
    const stored = create();
    await threads[name]?.(stored.saver);
    const reader = new ThreadReader(await stored.open(), { taskIds });
    const { fields: all } = await reader.state("ann");
    const shared = new ThreadReader(sharedSource(parseSharedThread(await reader.share("ann"), "the test")));
    for (const { name: each } of all)
      expect([each, ...(await authorsOf(shared, each))]).toEqual([each, ...(await authorsOf(reader, each))]);
  });

  test("names who wrote a value first, and nobody for a default", async () => {
    const stored = create();
    await threads["agents of a state"]?.(stored.saver);
    const reader = new ThreadReader(await stored.open(), { taskIds, state: Order });
    const named = async (each: string) =>
      (await reader.field("ann", each, { window: 6 })).values.map(({ author, value }) => [
        authorName(author),
        author.writtenAt?.turn ?? null,
        value,
      ]);
    expect((await named("order_total")).slice(0, 3)).toEqual([
      ["billing", 2, 240],
      ["user:ben", 1, 200],
      ["billing", 1, 240],
    ]);
    expect((await named("order_term")).slice(0, 3)).toEqual([
      ["shipping", 2, "2 days"],
      ["reset", 2, ""],
      ["shipping", 1, "2 days"],
    ]);
    for (const values of [await named("order_discount"), (await named("order_total")).slice(3)])
      for (const each of values) expect(each.slice(0, 2)).toEqual(["default", null]);
    expect(fieldText(await reader.field("ann", "order_discount"))).not.toContain("input");
  });
});
