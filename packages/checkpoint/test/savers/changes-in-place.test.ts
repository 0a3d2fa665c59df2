// Detection of changes in place by default, as a graph and another process see it.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { type BaseCheckpointSaver, uuid6 } from "@langchain/langgraph-checkpoint";
import { postgresSaver, type PostgresSaver } from "@tidemark/checkpoint/postgres";
import { sqliteSaver } from "@tidemark/checkpoint/sqlite";
import { openStore, put, type TestStore, values } from "@tidemark/test-fixtures/stores";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

let store: TestStore<PostgresSaver>;
let folder: string;
beforeAll(async () => {
  store = await openStore(postgresSaver);
  folder = mkdtempSync(path.join(tmpdir(), "tidemark-changes-"));
});
afterAll(async () => {
  await store.stop();
  rmSync(folder, { recursive: true });
});

interface Row {
  id: string;
  readonly text: string;
}

const rowsOf = (count: number): readonly Row[] =>
  Array.from({ length: count }, (_, index) => ({ id: `${index}`, text: "a".repeat(300) }));

const read = async (saver: BaseCheckpointSaver, threadId: string): Promise<readonly Row[]> => {
  const stored = await values(saver, threadId);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what was put
  return stored?.["rows"] as readonly Row[];
};

describe.each<[name: string, open: () => readonly [own: BaseCheckpointSaver, other: BaseCheckpointSaver]]>([
  [
    "SQLite",
    () => {
      const file = path.join(folder, `${uuid6(0)}.db`);
      return [sqliteSaver({ file }), sqliteSaver({ file })];
    },
  ],
  [
    "Postgres",
    () => {
      const { saver, schema } = store.fresh();
      return [saver, postgresSaver(store.pool, { schema })];
    },
  ],
])("a change in place on %s", (_, open) => {
  test("inside an old part of a large value is read from memory, and by others once a checkpoint has stored it", async () => {
    const [own, other] = open();
    let rows = rowsOf(900);
    let parent = await put(own, "t", { rows });
    const old = rows[600];
    if (old !== undefined) old.id = "changed";
    const seen: (string | undefined)[] = [];
    for (let count = 0; count < 3; count += 1) {
      rows = [...rows, { id: `new ${count}`, text: "b" }];
      parent = await put(own, "t", { rows }, parent);
      expect((await read(own, "t"))[600]?.id).toBe("changed");
      const stored = await read(other, "t");
      expect(stored.length).toBe(rows.length);
      seen.push(stored[600]?.id);
    }
    expect(seen[0]).toBe("600");
    expect(seen[2]).toBe("changed");
    expect(await read(other, "t")).toEqual(rows);
  });

  test("that was made after the last checkpoint is not read, in a small value or in a new part of a large one", async () => {
    const [own] = open();
    for (const [thread, count] of Object.entries({ small: 100, large: 900 })) {
      const rows = rowsOf(count);
      await put(own, thread, { rows });
      const newest = rows.at(-1);
      if (newest !== undefined) newest.id = "changed";
      const stored = await read(own, thread);
      expect(stored).toEqual(rowsOf(count));
    }
  });
});
