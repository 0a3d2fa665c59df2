// Wide records that the reducers of Tidemark merge are recognized by what the reducers remember of them.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { sqliteSaver } from "@tidemark/checkpoint/sqlite";
import { mergeCapabilityContextData } from "@tidemark/reducers";
import { put, values } from "@tidemark/test-fixtures/stores";
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), "tidemark-merged-"));
});
afterAll(() => rmSync(folder, { recursive: true }));

type Context = Readonly<Record<string, Readonly<Record<string, Readonly<Record<string, unknown>>>>>>;

const merge = (current: Context, update: Context): Context => mergeCapabilityContextData(current, update);

const key = fc.constantFrom("k3", "k90", "new", "also new", "7");
const change = fc.oneof(
  fc.record({ key, text: fc.constantFrom("a", "b").map((each) => each.repeat(300)), from: fc.nat() }),
  fc.record({ cleared: fc.constant(true), from: fc.nat() }),
);

test("a thread with merged records is read as it was put, in every branch", async () => {
  const saver = sqliteSaver({ file: path.join(folder, "threads.db"), synchronous: "normal" });
  const other = sqliteSaver({ file: path.join(folder, "threads.db") });
  let threads = 0;
  const rows = Object.fromEntries(Array.from({ length: 100 }, (_, index) => [`k${index}`, { text: "x".repeat(300) }]));
  await fc.assert(
    fc.asyncProperty(fc.array(change, { minLength: 1, maxLength: 8 }), async (changes) => {
      const thread = `t${(threads += 1)}`;
      const first = merge({}, { rows });
      const versions = [{ context: first, id: await put(saver, thread, { context: first }) }];
      for (const each of changes) {
        const base = versions[each.from % versions.length];
        if (base === undefined) continue;
        const context =
          "key" in each
            ? merge(base.context, { rows: { [each.key]: { text: each.text } } })
            : mergeCapabilityContextData(base.context, { rows: { _clear: true } });
        versions.push({ context, id: await put(saver, thread, { context }, base.id) });
      }
      for (const { context, id } of versions)
        expect(JSON.stringify(await values(other, thread, id))).toBe(JSON.stringify({ context }));
    }),
    { numRuns: 30 },
  );
  saver.close();
  other.close();
});
