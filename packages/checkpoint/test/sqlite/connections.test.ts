import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { sqliteSaver } from "../../src/sqlite.ts";
import { all, count, long, put, thread, values } from "./written.ts";

const folder = mkdtempSync(path.join(tmpdir(), "tidemark-"));
afterAll(() => rmSync(folder, { recursive: true }));

describe("two connections to a file", () => {
  test("that write to one thread each get what they wrote and nothing of the other", async () => {
    const file = path.join(folder, "one-thread.db");
    const [first, second] = [sqliteSaver({ file }), sqliteSaver({ file })];
    const root = await put(first, "t", { list: [long("root")] });
    const branch = async (writer: typeof first, name: string) => {
      const written: [string, unknown][] = [];
      let parent = root;
      const list = [long("root")];
      for (let turn = 0; turn < 12; turn += 1) {
        list.push(long(name), `${long(name)}${turn}`);
        const sent = writer.putWrites(thread("t", parent), [["list", [long(name), turn]]], `task-${name}`);
        const [next] = await Promise.all([put(writer, "t", { list: [...list], by: name }, parent), sent]);
        written.push([next, { list: [...list], by: name }]);
        parent = next;
      }
      return written;
    };
    const written = (await Promise.all([branch(first, "a"), branch(second, "b")])).flat();
    const cold = sqliteSaver({ file });
    for (const [id, expected] of written) expect(await values(cold, "t", id)).toEqual(expected);
    const sent = (await all(cold, "t")).flatMap(({ pendingWrites = [] }) => pendingWrites.map(([task]) => task));
    expect(sent).toHaveLength(24);
    expect(count(cold, "tidemark_values")).toBe(27);
    for (const saver of [first, second, cold]) saver.close();
  });

  test("go on while threads that share their values are pruned, copied and deleted beside them", async () => {
    const file = path.join(folder, "shared-values.db");
    const shared = Array.from({ length: 6 }, (_, index) => long(`s${index}`));
    const write = async (threadId: string) => {
      const writer = sqliteSaver({ file });
      let parent: string | undefined;
      for (let turn = 0; turn < 15; turn += 1) {
        const list = shared.slice(turn % 3, 3 + (turn % 4));
        parent = await put(writer, threadId, { list, turn }, parent);
        if (turn % 5 === 4) await writer.prune(threadId, { keepLast: 2 });
      }
      writer.close();
    };
    const remove = async (threadId: string) => {
      const remover = sqliteSaver({ file });
      for (let turn = 0; turn < 8; turn += 1) {
        await put(remover, threadId, { list: shared });
        await remover.copyThread(threadId, `${threadId}-copy`);
        await remover.deleteThread(threadId);
        await remover.deleteThread(`${threadId}-copy`);
        if (turn % 4 === 0) await remover.vacuum();
      }
      remover.close();
    };
    await Promise.all([write("a"), write("b"), remove("c"), write("d"), remove("e")]);
    const cold = sqliteSaver({ file });
    for (const threadId of ["a", "b", "d"]) {
      expect(await values(cold, threadId)).toEqual({ list: shared.slice(2, 5), turn: 14 });
      await cold.deleteThread(threadId);
    }
    for (const table of ["tidemark_values", "tidemark_documents", "tidemark_uses", "checkpoints", "tidemark_writes"])
      expect(count(cold, table)).toBe(0);
    cold.close();
  });
});
