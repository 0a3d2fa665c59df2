import path from "node:path";
import { sqliteSaver } from "@tidemark/checkpoint/sqlite";
import { expect, test } from "vitest";
import { temporaryFolder } from "../sources.ts";
import { replay } from "./replay-command.ts";
import { askSteered, guarded, type SteeredVersion } from "./steered-app.ts";

/** A file with a thread of which a message has joined the first turn. */
async function steeredFile(version: Pick<SteeredVersion, "guardrails" | "isHidden"> & { text?: string } = {}) {
  const file = path.join(temporaryFolder(), "threads.db");
  const saver = sqliteSaver({ file });
  await askSteered(saver, version);
  saver.close();
  return file;
}

test.for([
  ["in the conversation", "same", {}],
  ["of an agent whose messages nobody sees", "hidden", { isHidden: true }],
] as const)("a message that joined a turn is read again at its place, %s", async ([, name, version]) => {
  const { code, text } = await replay(await steeredFile(version), "steered-app.ts", name);
  expect({ code, text }).toEqual({ code: 0, text: "1 thread, 2 turns: 1 same, 0 different." });
});

test("a change after a message that joined a turn is the first difference", async () => {
  const { code, text } = await replay(await steeredFile(), "steered-app.ts", "stricter");
  expect({ code, text }).toMatchObject({ code: 1 });
  expect(text).toContain("`desk_city` at clerk, because a call of a tool had another result");
});

test("a message that a guardrail refused is not in the thread, so the node that read it is not judged", async () => {
  const file = await steeredFile({ ...guarded, text: "My password is hunter2" });
  const { code, text } = await replay(file, "steered-app.ts", "refusing");
  expect({ code, text }).toMatchObject({ code: 0 });
  expect(text).toContain("not judged: clerk: a guardrail has refused a message that joined the turn");
});
