import { mkdtempSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { sqliteSaver } from "@tidemark/checkpoint/sqlite";
import { beforeAll, describe, expect, test } from "vitest";
import { temporaryFolder } from "../sources.ts";
import { askDesk, effects, TOKEN } from "./desk-app.ts";
import { replay } from "./replay-command.ts";

// All tests read this file. It has the threads of two users.
const file = path.join(mkdtempSync(path.join(tmpdir(), "tidemark-replay-")), "threads.db");

beforeAll(async () => {
  const saver = sqliteSaver({ file });
  for (const user of ["ann", "ben"]) await askDesk(saver, user);
  saver.close();
});

const desk = (name: string, ...more: readonly string[]) => replay(file, "desk-app.ts", name, ...more);

describe("a thread of Tidemark", () => {
  test("does the same with the same code, without running a tool or changing the file", async () => {
    const before = readFileSync(file);
    expect(await desk("same")).toMatchObject({ code: 0, text: "2 threads, 4 turns: 2 same, 0 different.", warned: "" });
    expect(effects).toEqual([]);
    expect(readFileSync(file).equals(before)).toBe(true);
  });

  test("differs at the first field that a changed reducer makes, and threads are grouped by it", async () => {
    const { code, text } = await desk("changedReducer");
    expect(code).toBe(1);
    expect(text.split("\n").slice(0, 7)).toEqual([
      "2 threads, 4 turns: 0 same, 2 different.",
      "",
      "2 threads: `desk_seen` at billing, because its reducer changed",
      "  ben",
      "    2.4 desk_seen: billing wrote the same, and the field became another value",
      '      stored    ["May","June"]',
      '      replayed  ["June"]',
    ]);
  });

  test("differs because of its tool, where today's schema refuses the recorded arguments", async () => {
    const { code, text } = await desk("changedSchema", "--thread", "ann");
    expect(code).toBe(1);
    expect(text).toContain("1 thread: `desk_invoice` at billing, because a call of a tool had another result");
    expect(text).toContain('      stored    "May-180"\n      replayed  null');
    expect(effects).toEqual([]);
  });

  test("keeps a secret that differs masked, in every form of the report", async () => {
    const folder = temporaryFolder();
    const [junit, markdown] = [path.join(folder, "junit.xml"), path.join(folder, "summary.md")];
    const text = await desk("changedSecret", "--junit", junit, "--markdown", markdown);
    const json = await desk("changedSecret", "--json");
    expect([text.code, json.code]).toEqual([1, 1]);
    const all = [text.text, json.text, readFileSync(junit, "utf8"), readFileSync(markdown, "utf8")];
    for (const each of all) {
      expect(each).toContain("desk_api_token");
      expect(each).toContain("[redacted]");
      expect(each).not.toContain(TOKEN.slice(0, 12));
    }
  });
});

describe("accepted results", () => {
  test("are expected instead of the thread, and contain no value of it", async () => {
    const accepted = path.join(temporaryFolder(), "replay.json");
    expect(await desk("changedReducer", "--accept", accepted)).toMatchObject({ code: 0 });
    expect(readFileSync(accepted, "utf8")).not.toMatch(/"May|You were charged/);
    expect(await desk("changedReducer", "--expect", accepted)).toMatchObject({
      code: 0,
      text: "2 threads, 4 turns: 0 same, 2 as accepted, 0 different.",
    });
    expect(await desk("same", "--expect", accepted)).toMatchObject({ code: 1 });
  });

  test("tell that a model is asked something else: a thread alone does not contain its system prompt", async () => {
    const accepted = path.join(temporaryFolder(), "replay.json");
    await desk("same", "--accept", accepted);
    expect(await desk("changedPrompt")).toMatchObject({ code: 0 });
    const { code, text } = await desk("changedPrompt", "--expect", accepted);
    expect(code).toBe(1);
    expect(text).toContain("2 threads: `prompt of billing` at billing, because its model was asked something else");
  });

  test("that are not a file of this command are refused", async () => {
    const { code, warned } = await desk("same", "--expect", path.join(import.meta.dirname, "desk-app.ts"));
    expect(code).toBe(2);
    expect(warned).toContain("is damaged");
  });
});

describe("the report", () => {
  test("is JUnit with one case for each thread", async () => {
    const junit = path.join(temporaryFolder(), "junit.xml");
    await desk("changedReducer", "--junit", junit);
    const text = readFileSync(junit, "utf8");
    expect(text).toContain('tests="2" failures="2" errors="0">');
    expect(text.match(/<testcase/g)).toHaveLength(2);
    expect(text).toContain("stored: [&quot;May&quot;,&quot;June&quot;]");
  });

  test("is Markdown with one table for each group", async () => {
    const markdown = path.join(temporaryFolder(), "summary.md");
    await desk("changedReducer", "--markdown", markdown);
    const text = readFileSync(markdown, "utf8");
    expect(text).toContain("**2 threads: `desk_seen` at billing, because its reducer changed**");
    expect(text).toContain('| `ben` | 2.4 | `desk_seen` | `["May","June"]` | `["June"]` |');
  });

  test("is JSON with the turns of each thread", async () => {
    const { text } = await desk("changedReducer", "--json", "--thread", "ann");
    const difference = { step: "2.4", field: "desk_seen", author: ["billing"], cause: "reducer", replayed: ["June"] };
    expect(JSON.parse(text)).toMatchObject({
      outcome: "different",
      counts: { different: 1 },
      threads: [
        {
          threadId: "ann",
          turns: [
            { turn: 1, outcome: "same", difference: null, missing: [] },
            { turn: 2, difference },
          ],
        },
      ],
    });
  });
});

describe("the choice of threads", () => {
  test.for([
    [["--thread", "ben"], "1 thread, 2 turns: 1 same, 0 different."],
    [["--sample", "1"], "1 thread, 2 turns: 1 same, 0 different."],
    [["--since", "1d"], "2 threads, 4 turns: 2 same, 0 different."],
  ] as const)("%j takes the threads that it names", async ([argv, text]) => {
    expect(await desk("same", ...argv)).toMatchObject({ code: 0, text });
  });

  test.for([
    [["--since", "2999-01-01"], "none was found"],
    [["--thread", "eve"], 'Thread "eve" does not exist'],
    [["--since", "yesterday"], "--since"],
  ] as const)("%j judges nothing, which fails", async ([argv, text]) => {
    const { code, warned } = await desk("same", ...argv);
    expect(code).toBe(2);
    expect(warned).toContain(text);
  });
});
