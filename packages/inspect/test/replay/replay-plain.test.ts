import { writeFileSync } from "node:fs";
import path from "node:path";
import { MemorySaver } from "@langchain/langgraph";
import { SqliteSaver } from "@langchain/langgraph-checkpoint-sqlite";
import { exportThread } from "@tidemark/checkpoint";
import { expect, test } from "vitest";
import { temporaryFolder } from "../sources.ts";
import { askFare, bookings } from "./plain-app.ts";
import { replay } from "./replay-command.ts";

async function fareFile(answer = "yes"): Promise<string> {
  const file = path.join(temporaryFolder(), "threads.db");
  await askFare(SqliteSaver.fromConnString(file), "ann", answer);
  return file;
}

test.for(["yes", "no"])("a graph of LangGraph does the same with the stored answer %j of a person", async (answer) => {
  const { code, text } = await replay(await fareFile(answer), "plain-app.ts", "same");
  expect({ code, text }).toEqual({ code: 0, text: "1 thread, 1 turn: 1 same, 0 different." });
  expect(bookings).toEqual([]);
});

test.for([
  ["changedRoute", "`nodes that run` at read, because another node ran", '["ask"]', '["order"]'],
  ["changedNode", "`price` at read, because the node wrote something else", "480", "400"],
  ["otherDestination", "`messages` at order, because the node wrote something else", '"Bergen"', '"Oslo"'],
] as const)("a graph of LangGraph differs at its first change: %s", async ([name, group, stored, replayed]) => {
  const { code, text } = await replay(await fareFile(), "plain-app.ts", name);
  expect(code).toBe(1);
  const lines = text.split("\n");
  expect(lines).toContain(`1 thread: ${group}`);
  expect(lines.find((line) => line.startsWith("      stored"))).toContain(stored);
  expect(lines.find((line) => line.startsWith("      replayed"))).toContain(replayed);
  expect(bookings).toEqual([]);
});

test("exported threads are read from a folder", async () => {
  const folder = temporaryFolder();
  for (const threadId of ["ann", "ben"]) {
    const saver = new MemorySaver();
    await askFare(saver, threadId);
    writeFileSync(path.join(folder, `${threadId}.json`), JSON.stringify(await exportThread(saver, threadId)));
  }
  const text = "2 threads, 2 turns: 2 same, 0 different.";
  expect(await replay(folder, "plain-app.ts", "same")).toMatchObject({ code: 0, text });
  expect(await replay(folder, "plain-app.ts", "changedRoute")).toMatchObject({ code: 1 });
});
