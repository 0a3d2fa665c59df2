import { writeFileSync } from "node:fs";
import path from "node:path";
import { AIMessage, ToolMessage } from "@langchain/core/messages";
import { MemorySaver, MessagesAnnotation, START, StateGraph } from "@langchain/langgraph";
import { SqliteSaver } from "@langchain/langgraph-checkpoint-sqlite";
import { sqliteSaver } from "@tidemark/checkpoint/sqlite";
import { openSession } from "@tidemark/state-manager/langgraph";
import { expect, test } from "vitest";
import { threadReader } from "../../src/index.ts";
import { inspectCommands } from "../../src/internal.ts";
import { recordedCalls } from "../../src/replay/recorded-calls.graph.ts";
import { inThreadTime, ThreadTime } from "../../src/replay/thread-time.ts";
import { temporaryFolder } from "../sources.ts";
import { tripGraph } from "../writing/desks.ts";
import { askFare, bookings } from "./plain-app.ts";
import { replay } from "./replay-command.ts";
import { capitals, dated, One } from "./trip-apps.ts";

const result = (content: string) => ({
  messages: [new ToolMessage({ id: "result", content, tool_call_id: "call", name: "fares" })],
});

const newFile = (): string => path.join(temporaryFolder(), "threads.db");

test("work that a person has approved is not done again, and the report says so", async () => {
  const file = newFile();
  const saver = sqliteSaver({ file });
  const session = openSession({ graph: tripGraph(saver), threadId: "ann", userId: "ann" });
  const asked = await session.send("Book to Bergen");
  const [request] = asked.outcome === "interrupted" ? asked.approvals : [];
  if (request === undefined) throw new Error("Nothing was asked.");
  await session.approve(request);
  saver.close();
  const { code, text } = await replay(file, "trip-apps.ts", "booking");
  expect(code).toBe(0);
  expect(text).toContain("1 thread, 1 turn: 1 same, 0 different.");
  expect(text).toContain("not judged: booker: it did what a person had approved, and is not run again");
});

test.for([
  ["renamed", 0],
  ["renamedAndChanged", 1],
] as const)(
  "a thread of an older version is migrated first, and its migration is shown apart: %s",
  async ([name, exit]) => {
    const file = newFile();
    const saver = SqliteSaver.fromConnString(file);
    await capitals(One, "trip_place", saver).invoke({ trip_place: "Bergen" }, { configurable: { thread_id: "ann" } });
    const { code, text } = await replay(file, "trip-apps.ts", name);
    expect(code).toBe(exit);
    expect(text).toContain("migrated from version 1 to 2, which changes trip_place, trip_target");
    expect(text.includes('      stored    "BERGEN"\n      replayed  "BERGEN!"')).toBe(exit === 1);
  },
);

test("a live lane runs the turn with its models, and with recorded tools", async () => {
  const file = newFile();
  await askFare(SqliteSaver.fromConnString(file), "ann");
  const { code, text } = await replay(file, "plain-app.ts", "same", "--live", "--json");
  expect(code).toBe(0);
  expect(JSON.parse(text)).toMatchObject({ threads: [{ turns: [{ outcome: "same", live: { outcome: "same" } }] }] });
  expect(bookings).toEqual([]);
});

test("a shared thread, which leaves values out, is refused", async () => {
  const saver = sqliteSaver();
  await askFare(saver, "ann");
  const file = path.join(temporaryFolder(), "ann.json");
  writeFileSync(file, JSON.stringify(await threadReader({ saver }).share("ann")));
  const { code, warned } = await replay(file, "plain-app.ts", "same");
  expect(code).toBe(2);
  expect(warned).toContain("does not contain its whole state");
});

test("a turn runs in the time and under the id of its thread, however long ago that was", async () => {
  const file = newFile();
  const graph = dated(SqliteSaver.fromConnString(file));
  const config = { configurable: { thread_id: "ann" } };
  const then = new ThreadTime(Date.parse("2020-02-03T10:00:00Z"));
  expect(await inThreadTime(then, () => graph.invoke({ place: "Bergen" }, config))).toMatchObject({
    day: "Mon Feb 03 2020 in ann",
    left: 27,
  });
  const { code, text } = await replay(file, "trip-apps.ts", "dated");
  expect({ code, text }).toEqual({ code: 0, text: "1 thread, 1 turn: 1 same, 0 different." });
});

test("the module is asked for, if it was not named", async () => {
  const warned: string[] = [];
  const process = { stop: Promise.resolve(), print: () => undefined, warn: (text: string) => void warned.push(text) };
  expect(await inspectCommands["replay"]?.run([newFile()], process)).toBe(2);
  expect(warned).toEqual([expect.stringContaining("--against is missing")]);
});

test("the result of a tool that was cut later counts as the tool gave it", async () => {
  const saver = new MemorySaver();
  const call = { id: "call", name: "fares", args: { to: "Bergen" }, type: "tool_call" } as const;
  const graph = new StateGraph(MessagesAnnotation)
    .addNode("plan", () => ({ messages: [new AIMessage({ content: "", tool_calls: [call] })] }))
    .addNode("search", () => result("480 euros"))
    .addNode("cut", () => result("(cut)"))
    .addEdge(START, "plan")
    .addEdge("plan", "search")
    .addEdge("search", "cut")
    .compile({ checkpointer: saver });
  await graph.invoke({ messages: [] }, { configurable: { thread_id: "ann" } });
  const { tools, unanswered } = await recordedCalls(saver, "ann");
  expect(tools).toMatchObject([{ tool: "fares", args: [{ to: "Bergen" }], content: "480 euros" }]);
  expect([...unanswered]).toEqual([]);
});
