import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { sqliteSaver } from "@tidemark/checkpoint/sqlite";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { temporaryFolder } from "../sources.ts";
import { HIDDEN, maskedGraph, FACTS, tellDesk, factsOf, turned } from "./masked-app.ts";
import { replay } from "./replay-command.ts";

const THREADS = 20;
const kept = mkdtempSync(path.join(tmpdir(), "tidemark-masked-"));
const file = path.join(kept, "threads.db");
afterAll(() => rmSync(kept, { recursive: true }));

/** The part of each value that no other text contains: those of the thread, and those that today's code makes of them. */
const planted = Array.from({ length: THREADS }, (_, number) => factsOf(number)).flatMap((facts) =>
  [facts, turned(facts)].flatMap((values) =>
    Object.values(values).map((value) => /(?:zq\w+|\d{3}\w+qz|918\d+)/.exec(String(value))?.[0] ?? "none"),
  ),
);

beforeAll(async () => {
  const saver = sqliteSaver({ file });
  for (let number = 0; number < THREADS; number += 1) await tellDesk(saver, number);
  saver.close();
});

const read = (place = ""): string => readFileSync(place, "utf8");

/** Everything that a replay against a version writes, by the name of its form. */
async function outputs(version: string): Promise<Readonly<Record<string, string>>> {
  const folder = temporaryFolder();
  const [junit, markdown, accepted] = ["junit.xml", "summary.md", "accepted.json"].map((name) =>
    path.join(folder, name),
  );
  const files = ["--junit", junit ?? "", "--markdown", markdown ?? ""];
  const run = (...more: readonly string[]) => replay(file, "masked-app.ts", version, ...HIDDEN, ...more);
  const [text, json, accepting] = [await run(...files), await run("--json"), await run("--accept", accepted ?? "")];
  return {
    text: text.text,
    warned: text.warned + json.warned + accepting.warned,
    json: json.text,
    junit: read(junit),
    markdown: read(markdown),
    accepted: read(accepted),
  };
}

test("200 values are planted, and all of them are in the file", async () => {
  expect(new Set(Array.from({ length: THREADS }, (_, number) => Object.values(factsOf(number))).flat()).size).toBe(200);
  expect(FACTS * THREADS).toBe(200);
  const saver = sqliteSaver({ file });
  const graph = maskedGraph(null, saver);
  const { pin, passport } = factsOf(7);
  const stored = await graph.getState({ configurable: { thread_id: "thread-7" } });
  expect(stored).toMatchObject({ values: { pin, trip: { passport } } });
  saver.close();
});

describe.each([
  ["quoted", "note"],
  ["turn", "pin"],
  ["fail", "error"],
  ["ask", "question"],
  ["propose", "control_proposals"],
  ["refuse", "pin"],
  ["call", "messages"],
  ["migrate", "No desk takes"],
  ["migrateEarlier", "could not be run"],
] as const)("no planted value leaves in any form of the report: %s", (version, place) => {
  test(`which names ${place}`, async () => {
    const written = await outputs(version);
    expect(written["text"]).toContain(place);
    const left = Object.entries(written).flatMap(([form, text]) =>
      planted.filter((value) => text.includes(value)).map((value) => `${form}: ${value}`),
    );
    expect(left).toEqual([]);
  });
});
