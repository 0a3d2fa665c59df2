import { writeFileSync } from "node:fs";
import path from "node:path";
import { HumanMessage } from "@langchain/core/messages";
import { describe, expect, onTestFinished, test } from "vitest";
import { ThreadReader } from "../src/reader/thread-reader.ts";
import { openDatabase } from "../src/source/open-database.graph.ts";
import { sharedJson } from "../src/source/read-shared-file.ts";
import { savers, temporaryFolder } from "./sources.ts";
import { askPlain, at, plainGraph } from "./threads.ts";

/** Writes a document to a file, and reads it again as a source. */
async function reopened(text: string): Promise<ThreadReader> {
  const file = path.join(temporaryFolder(), "shared.json");
  writeFileSync(file, text);
  const source = await openDatabase({ database: file });
  onTestFinished(() => source.close());
  return new ThreadReader(source);
}

describe.each(Object.entries(savers))("a thread shared from %s", (_, make) => {
  test("answers every question as the saver does", async () => {
    const stored = make();
    await askPlain(stored.saver, "ann");
    await askPlain(stored.saver, "ann", "And back");
    const source = await stored.open();
    onTestFinished(() => source.close());
    const reader = new ThreadReader(source);
    const shared = await reopened(sharedJson(await reader.share("ann")));
    expect(await shared.steps("ann")).toEqual(await reader.steps("ann"));
    for (const step of ["1.2", "1.4", "2.3"])
      expect(await shared.state("ann", { step })).toEqual(await reader.state("ann", { step }));
    const fields = ["price", "city", "messages", "offers"];
    expect(await shared.blame("ann", { fields })).toEqual(await reader.blame("ann", { fields }));
    const points = { from: "1.2", to: "newest" };
    expect(await shared.diff("ann", points)).toEqual(await reader.diff("ann", points));
    expect(await shared.field("ann", "offers")).toEqual(await reader.field("ann", "offers"));
    expect(await shared.pending("ann", "1.4")).toEqual(await reader.pending("ann", "1.4"));
    expect((await shared.threads()).threads).toMatchObject([{ threadId: "ann", status: "waiting" }]);
  });
});

test("only the newest turns are shared, with the numbers that they have", async () => {
  const stored = savers["a SQLite file of Tidemark"]?.();
  if (stored === undefined) throw new TypeError("the saver is missing");
  for (const text of ["one", "two", "three"]) await askPlain(stored.saver, "ann", text);
  const source = await stored.open();
  onTestFinished(() => source.close());
  const reader = new ThreadReader(source);
  const shared = await reopened(sharedJson(await reader.share("ann", { turns: 1 })));
  const { steps } = await shared.steps("ann");
  expect(new Set(steps.map(({ turn }) => turn))).toEqual(new Set([3]));
  expect((await shared.state("ann")).fields.find(({ name }) => name === "messages")?.value).toHaveLength(3);
});

test("a conversation that grows is shared once, not once for each step", async () => {
  const stored = savers["a SQLite file of Tidemark"]?.();
  if (stored === undefined) throw new TypeError("the saver is missing");
  const text = "word ".repeat(1_000);
  for (let turn = 0; turn < 12; turn += 1) await askPlain(stored.saver, "ann", text);
  const source = await stored.open();
  onTestFinished(() => source.close());
  const json = sharedJson(await new ThreadReader(source).share("ann"));
  expect(json.split(text)).toHaveLength(13);
});

test("secrets, hidden fields and what a function decides are masked in what is shared", async () => {
  const secret = "sk-abcdefghijklmnopqrstuvwx";
  const stored = savers["any other saver"]?.();
  if (stored === undefined) throw new TypeError("the saver is missing");
  await plainGraph(stored.saver).invoke({ messages: [new HumanMessage(`Use ${secret}`)] }, at("ann"));
  const reader = new ThreadReader(await stored.open(), {
    redact: (value, { field }) => (field === "city" ? "somewhere" : value),
  });
  const json = sharedJson(await reader.share("ann"));
  expect(json).not.toContain(secret);
  expect(json).not.toContain('{"value":"Lisbon"}');
  expect((await (await reopened(json)).state("ann", { fields: ["city"] })).fields).toMatchObject([
    { value: "somewhere" },
  ]);
});

test("text of a thread cannot end the element that contains it", async () => {
  const stored = savers["any other saver"]?.();
  if (stored === undefined) throw new TypeError("the saver is missing");
  const evil = "</script><script>alert(1)</script><!--";
  await askPlain(stored.saver, "ann", evil);
  const json = sharedJson(await new ThreadReader(await stored.open()).share("ann"));
  expect(json).not.toContain("<");
  const messages = (await (await reopened(json)).state("ann", { fields: ["messages"] })).fields[0]?.value;
  expect(JSON.stringify(messages)).toContain("<script>alert(1)");
});

test.each([
  ["cut", (json: string) => json.slice(0, -10)],
  ["of another form", (json: string) => json.replace('"steps":[', '"steps":[{"id":1},')],
  ["of a newer format", (json: string) => json.replace("tidemark-thread/1", "tidemark-thread/9")],
])("a document that is %s is refused as damaged", async (_, damage) => {
  const stored = savers["any other saver"]?.();
  if (stored === undefined) throw new TypeError("the saver is missing");
  await askPlain(stored.saver, "ann");
  const json = sharedJson(await new ThreadReader(await stored.open()).share("ann"));
  await expect(reopened(damage(json))).rejects.toMatchObject({ code: "inspect/damaged" });
});

test("a document whose lists name each other in a circle, or what is not there, is read without an end", async () => {
  const stored = savers["any other saver"]?.();
  if (stored === undefined) throw new TypeError("the saver is missing");
  await askPlain(stored.saver, "ann");
  const document = await new ThreadReader(await stored.open()).share("ann");
  const values = document.values.map((_, index) => ({ of: (index + 1) % document.values.length, keep: 9, add: [] }));
  const reader = await reopened(
    JSON.stringify({ ...document, values: [...values, { of: 10_000, keep: 1, add: ["x"] }] }),
  );
  expect((await reader.state("ann")).fields.every(({ value }) => JSON.stringify(value) === "[]")).toBe(true);
});
