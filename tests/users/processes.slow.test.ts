// Processes that run turns of one user at the same time, on stores that other processes share.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { MemorySaver } from "@langchain/langgraph";
import { bundleWorker } from "@tidemark/test-fixtures/bundle";
import { startPostgres, type TestPostgres } from "@tidemark/test-fixtures/postgres";
import { openSession } from "tidemark";
import { forgetUser } from "tidemark/checkpoint";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openUserStore, profileGraph, type StoreAddress } from "./profile.ts";
import type { TurnsOrder } from "./turns-worker.ts";

let postgres: TestPostgres;
let folder: string;
let worker: string;
beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), "tidemark-users-"));
  [postgres, worker] = await Promise.all([
    startPostgres(),
    bundleWorker(path.join(import.meta.dirname, "turns-worker.ts"), folder),
  ]);
});
afterAll(async () => {
  await postgres.stop();
  rmSync(folder, { recursive: true, force: true });
});

let schemas = 0;
function freshStore(kind: StoreAddress["kind"]): StoreAddress {
  schemas += 1;
  const schema = `users${schemas}`;
  return { kind, schema, at: kind === "sqlite" ? path.join(folder, `${schema}.db`) : postgres.connectionString };
}

/** Runs a worker to its end. Returns the writes that were refused. */
async function runWorker(order: TurnsOrder): Promise<readonly unknown[]> {
  const child = spawn(process.execPath, [worker, JSON.stringify(order)], { stdio: ["ignore", "pipe", "pipe"] });
  let [output, errors] = ["", ""];
  child.stdout.on("data", (chunk: Buffer) => (output += chunk.toString()));
  child.stderr.on("data", (chunk: Buffer) => (errors += chunk.toString()));
  const ended: readonly unknown[] = await once(child, "close");
  const [code] = ended;
  if (code !== 0) throw new Error(errors);
  const refused: unknown = JSON.parse(output);
  return [refused].flat();
}

/** State of a new conversation. */
async function newConversation(address: StoreAddress, userId = "ann") {
  const { store, close } = openUserStore(address);
  const turn = await openSession({ graph: profileGraph(new MemorySaver(), store), threadId: "new", userId }).send("");
  await close();
  if (turn.outcome !== "done") throw new Error(turn.outcome);
  return turn.state;
}

describe.each(["sqlite", "postgres"] as const)("user fields on %s", (kind) => {
  test("keep every fact of processes that write at the same time, each once", async () => {
    const address = freshStore(kind);
    // The tables exist before the processes start.
    await newConversation(address);
    const names = ["p", "q", "r"];
    const refused = await Promise.all(names.map((name) => runWorker({ store: address, name, turns: 12 })));
    const { profile_facts: facts, profile_name: name } = await newConversation(address);
    const said = names.flatMap((each) =>
      ["a", "b"].flatMap((thread) =>
        Array.from({ length: 12 }, (_, index) => index)
          .filter((index) => index % 4 !== 3)
          .map((index) => `${each}${thread}${index}`),
      ),
    );
    expect(facts.toSorted()).toEqual(said.toSorted());
    expect(name).toMatch(/^[pqr][ab]\d+$/);
    // 18 names were said, and at most all but one of them were refused.
    expect(refused.flat().length).toBeLessThan(18);
    for (const each of refused.flat()) expect(JSON.stringify(each)).toMatch(/"profile_name".*"stale/);
  });

  test("store texts that the database cannot hold as they are, and forget them", async () => {
    const address = freshStore(kind);
    const { store, close } = openUserStore(address);
    const session = openSession({ graph: profileGraph(new MemorySaver(), store), threadId: "one", userId: "ann" });
    const texts = ["n\0l", "half \ud800", "__proto__", "日本 😀", '"quoted" \\u0000'];
    for (const text of texts) await session.send(text);
    expect((await newConversation(address)).profile_facts).toEqual(texts);
    await forgetUser(store, "ann");
    expect((await newConversation(address)).profile_facts).toEqual([]);
    const left = await store.search(["tidemark"], { limit: 10 });
    expect(left).toMatchObject([{ value: { fields: {} } }]);
    await close();
  });

  test("never show a user the values of another one, however the ids are made", async () => {
    const address = freshStore(kind);
    const ids = [
      "ann",
      "Ann",
      "a_n",
      "a%n",
      "%",
      "*",
      "ann:values",
      "ann/..",
      "../ann",
      "é",
      "e\u0301",
      "a".repeat(5000),
    ];
    const { store, close } = openUserStore(address);
    const graph = profileGraph(new MemorySaver(), store);
    for (const [index, userId] of ids.entries()) {
      await openSession({ graph, threadId: `t${index}`, userId }).send(`secret ${index}`);
    }
    await forgetUser(store, "ann");
    for (const [index, userId] of ids.entries()) {
      const expected = userId === "ann" ? [] : [`secret ${index}`];
      expect((await newConversation(address, userId)).profile_facts).toEqual(expected);
    }
    await close();
  });
});
