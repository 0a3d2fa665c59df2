import path from "node:path";
import { Command, InMemoryStore } from "@langchain/langgraph";
import { SqliteSaver } from "@langchain/langgraph-checkpoint-sqlite";
import { sqliteSaver } from "@tidemark/checkpoint/sqlite";
import { openSession } from "@tidemark/state-manager/langgraph";
import { expect, test } from "vitest";
import { temporaryFolder } from "../sources.ts";
import { asking, committed, named, signed } from "./people-apps.ts";
import { fareGraph } from "./plain-app.ts";
import { replay } from "./replay-command.ts";

const newFile = (): string => path.join(temporaryFolder(), "threads.db");

/** A thread in which two people have signed what a third one has asked for. */
async function signedThread(): Promise<string> {
  const file = newFile();
  const saver = sqliteSaver({ file });
  const open = (userId: string) => openSession({ graph: signed(saver), threadId: "ann", userId });
  await open("ann").send("Send Ben the offer");
  for (const userId of ["kim", "lee"]) {
    const session = open(userId);
    const [pending] = await session.pending();
    const request = pending?.kind === "approval" ? pending.value.requests[0] : undefined;
    const answered = await session.resume(pending?.id ?? "", { id: request?.id, decision: "approve" });
    expect(answered.outcome).toBe(userId === "kim" ? "interrupted" : "done");
  }
  saver.close();
  return file;
}

test("each of several approvers gives their own answer again", async () => {
  const file = await signedThread();
  const same = await replay(file, "people-apps.ts", "signed");
  expect(same).toMatchObject({ code: 0, text: expect.stringContaining("1 turn: 1 same") as unknown });
  const { code, text } = await replay(file, "people-apps.ts", "otherPeople");
  expect({ code, text }).toMatchObject({ code: 1 });
});

test("the signatures of two people under a commit are collected again", async () => {
  const file = newFile();
  const saver = sqliteSaver({ file });
  const open = (userId: string) => openSession({ graph: committed(saver), threadId: "ann", userId });
  await open("ann").send("Go");
  for (const userId of ["kim", "lee"]) await open(userId).approve((await open(userId).approvals())[0]);
  expect(await open("ann").state()).toMatchObject({ mail_price: 100 });
  saver.close();
  const text = "1 thread, 1 turn: 1 same, 0 different.";
  expect(await replay(file, "people-apps.ts", "committed")).toMatchObject({ code: 0, text });
  expect(await replay(file, "people-apps.ts", "otherCommitters")).toMatchObject({ code: 1 });
});

test.for([
  ["of LangGraph, which keeps the first answer only", (file: string) => SqliteSaver.fromConnString(file), false],
  ["of Tidemark", (file: string) => sqliteSaver({ file }), true],
] as const)("a node that asks twice gets both answers, or is named: a saver %s", async ([, open, keepsBoth]) => {
  const file = newFile();
  const graph = asking(open(file));
  const config = { configurable: { thread_id: "ann" } };
  await graph.invoke({ said: "Hi" }, config);
  await graph.invoke(new Command({ resume: "Oslo" }), config);
  expect(await graph.invoke(new Command({ resume: "May" }), config)).toMatchObject({ given: "Oslo and May" });
  const [same, changed] = [
    await replay(file, "people-apps.ts", "asking"),
    await replay(file, "people-apps.ts", "otherWords"),
  ];
  expect([same.code, changed.code]).toEqual(keepsBoth ? [0, 1] : [2, 2]);
  const text = keepsBoth ? 'replayed  "Oslo, May"' : "not judged: ask: the answer to its question is not in the thread";
  expect(changed.text).toContain(text);
});

test("an edit inside of a turn is named, with what was not judged", async () => {
  const file = newFile();
  const graph = fareGraph({ saver: SqliteSaver.fromConnString(file) });
  const config = { configurable: { thread_id: "ann" } };
  await graph.invoke({ messages: [{ role: "user", content: "To Bergen" }] }, config);
  await graph.updateState(config, { price: 400 }, "read");
  await graph.invoke(new Command({ resume: "yes" }), config);
  const { code, text } = await replay(file, "plain-app.ts", "same");
  expect({ code, text }).toMatchObject({ code: 0 });
  expect(text).toContain("not judged: step 1.5 is an edit, and what followed was not judged");
});

test("a field of a user is named, and what it led to is judged with its stored value", async () => {
  const file = newFile();
  const saver = sqliteSaver({ file });
  const store = new InMemoryStore();
  const session = openSession({ graph: named(saver), threadId: "ann", userId: "ann", store });
  await session.send("Send Ben the offer");
  await session.send("And another one");
  saver.close();
  const same = await replay(file, "people-apps.ts", "named");
  expect(same).toMatchObject({ code: 0, text: expect.stringContaining("2 turns: 1 same") as unknown });
  expect(same.text).toContain("not judged: turn_start: it reads values of the user, which are in a store");
  const { text } = await replay(file, "people-apps.ts", "otherGreeting", "--json");
  const turns = [{ difference: { replayed: "Hello " } }, { difference: { stored: "Dear Ann", replayed: "Hello Ann" } }];
  expect(JSON.parse(text)).toMatchObject({ threads: [{ turns }] });
});
