import assert from "node:assert/strict";
import { Command } from "@langchain/langgraph";
import { describe, expect, test } from "vitest";
import { exportThread, importThread } from "../src/index.ts";
import { sqliteSaver } from "../src/sqlite.ts";
import {
  contentOf,
  graph,
  listed,
  ordersByPath,
  SAVERS,
  thread,
  writesOf,
  writeThread,
} from "./threads/thread-graph.ts";

const pairs = SAVERS.flatMap(([from, makeFrom]) => SAVERS.map(([to, makeTo]) => [from, to, makeFrom, makeTo] as const));

describe("a thread document", () => {
  test.each(pairs)("goes from %s to %s, whole, and the thread goes on there", async (_, __, makeFrom, makeTo) => {
    const [from, to] = [makeFrom(), makeTo()];
    await writeThread(from);
    const document: unknown = JSON.parse(JSON.stringify(await exportThread(from, "t")));
    expect(await importThread(document, { checkpointer: to, threadId: "copy" })).toBe("copy");
    expect(await contentOf(to, "copy")).toEqual(await contentOf(from, "t"));
    const [before, after] = [await writesOf(from, "t"), await writesOf(to, "copy")];
    if ((await ordersByPath(from)) && (await ordersByPath(to))) assert.deepEqual(after, before);
    const resumed = await graph(to).invoke(new Command({ resume: "yes" }), thread("copy"));
    expect(resumed.log.slice(-3)).toEqual(["ask z", "ask a", "yes"]);
  });

  test.each(SAVERS)(
    "written by %s is the one that importThread of our saver takes, and the other way round",
    async (_, make) => {
      const from = make();
      await writeThread(from);
      const ours = sqliteSaver();
      await ours.importThread(await exportThread(from, "t"));
      expect(await contentOf(ours, "t")).toEqual(await contentOf(from, "t"));
      const to = make();
      await importThread(await ours.exportThread("t"), { checkpointer: to });
      expect(await contentOf(to, "t")).toEqual(await contentOf(from, "t"));
    },
  );

  test("says the same again after it was imported, wherever it has been", async () => {
    const [first, ...others] = SAVERS;
    const from = first?.[1]() ?? sqliteSaver();
    await writeThread(from);
    const document = await exportThread(from, "t");
    for (const [, make] of others) {
      const to = make();
      await importThread(document, { checkpointer: to });
      const again = await exportThread(to, "t");
      expect(again.checkpoints.map(({ id, parent }) => [id, parent])).toEqual(
        document.checkpoints.map(({ id, parent }) => [id, parent]),
      );
      expect(new Set(again.values.map((value) => JSON.stringify(value))).size).toBe(again.values.length);
    }
  });

  test.each(SAVERS)("of %s lists each checkpoint after its parent and after the one it belongs to", async (_, make) => {
    const saver = make();
    await writeThread(saver);
    const { checkpoints } = await exportThread(saver, "t");
    const met = new Set<string>();
    for (const { namespace, id, parent, metadata } of checkpoints) {
      assert.ok(parent === null || met.has(`${namespace} ${parent}`));
      const outer: unknown = Reflect.get(Object(Reflect.get(Object(metadata), "parents")), "");
      assert.ok(typeof outer !== "string" || met.has(` ${outer}`));
      met.add(`${namespace} ${id}`);
    }
    expect(met.size).toBe((await listed(saver, "t")).length);
  });
});
