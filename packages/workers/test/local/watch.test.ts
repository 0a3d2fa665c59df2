import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { MemorySaver } from "@langchain/langgraph";
import { defineTurns } from "@tidemark/workers";
import { localEngine } from "@tidemark/workers/local";
import { expect, onTestFinished, test } from "vitest";
import { countingGraph } from "../counting-graph.ts";

test("a change of the file by another process is seen, and a change between two looks is not missed", async () => {
  const folder = mkdtempSync(path.join(tmpdir(), "tidemark-watch-"));
  const open = () => {
    const engine = localEngine({ file: path.join(folder, "turns.db") });
    const turns = defineTurns({ name: "desk", graph: countingGraph(new MemorySaver()), engine });
    return { turns, store: engine.store("desk") };
  };
  const [here, there] = [open(), open()];
  const watch = here.store.watch();
  onTestFinished(async () => {
    watch.end();
    for (const { turns } of [here, there]) await turns.close();
    rmSync(folder, { recursive: true });
  });
  await here.turns.measure();
  while (await watch.next());
  const waiting = watch.next(undefined, 60_000);
  await there.turns.send("ann", { log_text: "sea" });
  expect(await waiting).toBe(true);
  await there.turns.send("ann", { log_text: "hills" });
  expect(await watch.next()).toBe(true);
  expect(await watch.next()).toBe(false);
});
