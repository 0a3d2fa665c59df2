import { MemorySaver } from "@langchain/langgraph";
import { sqliteSaver } from "@tidemark/checkpoint/sqlite";
import { describe, expect, onTestFinished, test } from "vitest";
import { inspector } from "../src/index.ts";
import { ThreadReader } from "../src/reader/thread-reader.ts";
import type { HistorySource } from "../src/source/history-source.ts";
import { sourceOf } from "../src/source/source-of.graph.ts";
import { savers } from "./sources.ts";
import { askPlain } from "./threads.ts";

/** A source that counts how often its threads are listed. */
function counting(source: HistorySource) {
  const lists = { count: 0 };
  const threads = (): ReturnType<HistorySource["threads"]> => {
    lists.count += 1;
    return source.threads();
  };
  return { lists, source: { ...source, threads } };
}

const { "a SQLite file of Tidemark": tidemarkFile, "a SQLite file of LangGraph": stockFile } = savers;

describe.each(Object.entries({ tidemarkFile, stockFile }))("a file that another connection writes (%s)", (_, make) => {
  test("has another mark as soon as a step was stored, and the same one while nothing happens", async () => {
    const stored = make?.();
    if (stored === undefined) throw new Error("There is no such saver.");
    await askPlain(stored.saver, "ann");
    const reader = new ThreadReader(await stored.open());
    onTestFinished(() => reader.close());
    const mark = await reader.changes("");
    expect(await reader.changes(mark, 0.6)).toBe(mark);
    const next = reader.changes(mark, 60);
    await askPlain(stored.saver, "bob");
    expect(await next).not.toBe(mark);
    expect((await reader.threads()).threads.map(({ threadId }) => threadId)).toEqual(["bob", "ann"]);
  });

  test("is listed again only after a change", async () => {
    const stored = make?.();
    if (stored === undefined) throw new Error("There is no such saver.");
    await askPlain(stored.saver, "ann");
    const { lists, source } = counting(await stored.open());
    const reader = new ThreadReader(source);
    onTestFinished(() => reader.close());
    for (let round = 0; round < 5; round += 1) await reader.threads({ search: "lisbon" });
    expect(lists.count).toBe(1);
    await askPlain(stored.saver, "bob");
    expect(await reader.threads()).toMatchObject({ total: 2 });
    expect(lists.count).toBe(2);
  });
});

test("a saver of this process has another mark after its own writes", async () => {
  const saver = sqliteSaver();
  onTestFinished(() => saver.close());
  const reader = new ThreadReader(sourceOf(saver));
  const mark = await reader.changes("");
  expect(await reader.changes(mark, 0.3)).toBe(mark);
  await askPlain(saver, "ann");
  expect(await reader.changes(mark, 60)).not.toBe(mark);
});

test("a saver that stores no marks is read again after a second", async () => {
  const app = inspector({ saver: new MemorySaver() });
  const markOf = async (known: string): Promise<unknown> =>
    (await app.request(`http://localhost/api/changes?known=${known}`)).json();
  expect(await markOf("")).toEqual({ mark: "1" });
  expect(await markOf("1")).toEqual({ mark: "2" });
});
