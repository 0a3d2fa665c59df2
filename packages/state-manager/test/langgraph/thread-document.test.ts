import { MemorySaver } from "@langchain/langgraph";
import { SqliteSaver } from "@langchain/langgraph-checkpoint-sqlite";
import { exportThread, importThread, listThreads } from "@tidemark/state-manager/langgraph";
import { describe, expect, test } from "vitest";
import { Trip } from "../trip.ts";
import { parsed, untyped } from "../untyped.ts";
import { tripSession } from "./session-graph.ts";

/** A thread that waits for an answer, exported and read again as JSON. */
async function exported(): Promise<string> {
  const { session } = tripSession({ asks: true });
  await session.send("sea");
  return JSON.stringify(await session.export());
}

describe.each([
  ["MemorySaver", () => new MemorySaver()],
  ["SqliteSaver", () => SqliteSaver.fromConnString(":memory:")],
])("a thread document on %s", (_, makeSaver) => {
  test("goes on where the thread was, with its question, its messages and its history", async () => {
    const saver = makeSaver();
    const imported = await importThread(JSON.parse(await exported()), {
      checkpointer: saver,
      state: Trip,
      threadId: "copy",
    });
    expect(imported).toEqual({ threadId: "copy" });
    const { session } = tripSession({ saver, asks: true, threadId: "copy" });
    const [question] = await session.pending();
    const ended = await session.resume(question?.id ?? "", "yes");
    expect(ended).toMatchObject({ outcome: "done", state: { trip_notes: ["sea"] } });
    expect(ended.outcome === "done" && ended.state.messages.map(({ text }) => text)).toEqual(["sea"]);
    expect((await session.history()).length).toBe(1);
  });

  test("is the same document when it is exported again", async () => {
    const saver = makeSaver();
    const document = untyped(JSON.parse(await exported()));
    await importThread(document, { checkpointer: saver, state: Trip });
    expect(await exportThread(saver, "t")).toEqual(document);
  });
});

describe("importThread", () => {
  test.each([
    ["no document", () => null, "Invalid input"],
    ["another version", (text: string) => parsed(text.replace('"version":1', '"version":2')), "version"],
    [
      "an object that would come to life",
      (text: string) =>
        parsed(
          text.replace(
            '"trip_notes":[]',
            '"trip_notes":[{"lc":1,"type":"constructor","id":["langchain_core","prompts","PromptTemplate"],"kwargs":{}}]',
          ),
        ),
      "come to life",
    ],
    [
      "a secret of the environment",
      (text: string) =>
        parsed(text.replace('"trip_notes":[]', '"trip_notes":[{"lc":1,"type":"secret","id":["HOME"]}]')),
      "come to life",
    ],
    [
      "a key that reaches a prototype",
      (text: string) => parsed(text.replace('"trip_notes":[]', '"trip_notes":[],"__proto__":{"isAdmin":true}')),
      "prototype",
    ],
    [
      "a value that does not fit its field",
      (text: string) => parsed(text.replaceAll('"trip_notes":[]', '"trip_notes":[7]')),
      "trip_notes",
    ],
    [
      "a checkpoint that is none",
      (text: string) => parsed(text.replaceAll('"channel_versions"', '"versions"')),
      "no id, values",
    ],
  ])("refuses %s, and writes nothing", async (_, spoil, message) => {
    const saver = new MemorySaver();
    const importing = importThread(spoil(await exported()), { checkpointer: saver, state: Trip });
    await expect(importing).rejects.toMatchObject({ code: "state-manager/invalidThreadDocument" });
    await expect(importing).rejects.toThrow(message);
    expect(await listThreads(saver)).toEqual([]);
  });

  test("does not write over a thread that is there", async () => {
    const { session, saver } = tripSession();
    await session.send("sea");
    const importing = importThread(await session.export(), { checkpointer: saver, state: Trip });
    await expect(importing).rejects.toMatchObject({ code: "state-manager/threadExists" });
  });
});
