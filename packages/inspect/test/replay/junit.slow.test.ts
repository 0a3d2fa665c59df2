// The JUnit report as strict readers take it. libxml2 reads it, against a schema of what Jenkins and the tools of Ant both accept.
import { readFileSync } from "node:fs";
import path from "node:path";
import { sqliteSaver } from "@tidemark/checkpoint/sqlite";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { validateXML } from "xmllint-wasm";
import { junitOf } from "../../src/replay/report-files.ts";
import { replayReport } from "../../src/replay/replay-report.ts";
import type { ThreadReplay } from "../../src/replay/thread-result.ts";
import { temporaryFolder } from "../sources.ts";
import { askFare } from "./plain-app.ts";
import { replay } from "./replay-command.ts";

const schema = readFileSync(path.join(import.meta.dirname, "junit.xsd"), "utf8");

/** What libxml2 has against a text, one line each. */
async function violations(text: string): Promise<readonly string[]> {
  const { errors } = await validateXML({ xml: { fileName: "junit.xml", contents: text }, schema });
  return errors.map(({ message }) => message);
}

const attribute = (text: string, element: string, name: string): readonly string[] =>
  [...text.matchAll(new RegExp(String.raw`<${element} [^>]*?\b${name}="([^"]*)"`, "g"))].map(([, value = ""]) => value);

/** A thread that did the same, that differs, or that could not be judged, with texts in each place where a text can be. */
const threadOf = (outcome: ThreadReplay["outcome"], threadId: string, text: string): ThreadReplay => {
  const difference =
    outcome === "different"
      ? {
          step: "1.2",
          field: text,
          stored: text,
          replayed: { [text]: [text, null] },
          changes: [],
          author: [text],
          cause: "reducer" as const,
          because: text,
        }
      : null;
  return {
    threadId,
    outcome,
    turns: [{ turn: 1, outcome, difference, missing: outcome === "notJudged" ? [text] : [] }],
    migration: null,
    problem: null,
  };
};

const OUTCOMES = ["same", "accepted", "different", "notJudged"] as const;
const TIMES = { started: "2026-11-30T08:15:00.250Z", seconds: [0.0654, 12, 0, 1.5] };

/** The report of four threads, one of each outcome. */
const reportWith = (threadId: string, text: string): string =>
  junitOf(replayReport(OUTCOMES.map((outcome) => threadOf(outcome, threadId, text))), TIMES);

const HOSTILE = [
  "\u0000\u0001\u0008\u000B\u001F",
  "]]>",
  "<![CDATA[",
  "<!-- -- -->",
  "&amp; & &#0; &nope;",
  `"'<testcase/>`,
  "\uD800 and \uDC00",
  "\uFFFE\uFFFF\u{1FFFF}\u0085\u2028\u{10FFFF}",
  "line\nnext\r\nlast\rand\ttab",
  " leading and trailing ",
  "",
  "🌊",
];

describe("the JUnit report", () => {
  test("is what strict readers accept, for each outcome", async () => {
    const text = reportWith("ann", "seen");
    expect(await violations(text)).toEqual([]);
    expect(attribute(text, "testcase", "time")).toEqual(["0.065", "12.000", "0.000", "1.500"]);
    expect(attribute(text, "failure", "type")).toEqual(["reducer"]);
    expect(attribute(text, "error", "type")).toEqual(["not judged"]);
    expect(attribute(text, "testsuite", "timestamp")).toEqual(["2026-11-30T08:15:00"]);
    expect(attribute(text, "testsuite", "time")).toEqual(["13.565"]);
  });

  test("counts what it contains", () => {
    const text = reportWith("ann", "seen");
    for (const [name, element] of [
      ["tests", "testcase"],
      ["failures", "failure"],
      ["errors", "error"],
    ] as const)
      expect(attribute(text, "testsuite", name)).toEqual([String(text.split(`<${element} `).length - 1)]);
  });

  test("is accepted without a thread", async () => {
    expect(await violations(junitOf(replayReport([]), { ...TIMES, seconds: [] }))).toEqual([]);
  });

  test.for(HOSTILE)("is valid with %j as a thread, a field and a value", async (hostile) => {
    expect(await violations(reportWith(hostile, hostile))).toEqual([]);
  });

  test("is valid with any texts", async () => {
    const texts = fc.array(fc.string({ unit: "binary", maxLength: 40 }), { minLength: 1, maxLength: 200 });
    await fc.assert(
      fc.asyncProperty(
        texts,
        fc.string({ unit: fc.integer({ min: 0, max: 0xff_ff }).map((code) => String.fromCharCode(code)) }),
        async (ids, text) => {
          const threads = ids.map((id, at) => threadOf(OUTCOMES[at % 4] ?? "same", id, `${id}${text}`));
          expect(await violations(junitOf(replayReport(threads), TIMES))).toEqual([]);
        },
      ),
      { numRuns: 10 },
    );
  });

  test("keeps two threads apart whose ids differ in what XML does not have, or in a line break", () => {
    const ids = ["a b", "a\u0001b", "a\u0002b", "a\uD800b", "a\nb", "a\rb", "a\tb"];
    const text = junitOf(replayReport(ids.map((id) => threadOf("same", id, ""))), TIMES);
    expect(attribute(text, "testcase", "name")).toEqual([
      "a b",
      String.raw`a\u0001b`,
      String.raw`a\u0002b`,
      String.raw`a\ud800b`,
      "a&#10;b",
      "a&#13;b",
      "a&#9;b",
    ]);
  });

  test("of stored threads with hostile ids and values is valid", async () => {
    const folder = temporaryFolder();
    const file = path.join(folder, "threads.db");
    const saver = sqliteSaver({ file });
    for (const [at, id] of ["]]>", "a\u0001b\u001F", "<&\"'>", "a\nb"].entries())
      await askFare(saver, id, `yes ]]>\u0002${at}`);
    saver.close();
    const junit = path.join(folder, "junit.xml");
    const { code } = await replay(file, "plain-app.ts", "changedNode", "--junit", junit);
    expect(code).toBe(1);
    const text = readFileSync(junit, "utf8");
    expect(await violations(text)).toEqual([]);
    expect(attribute(text, "testsuite", "tests")).toEqual(["4"]);
    expect(attribute(text, "failure", "message").join(" ")).toContain("price");
  });
});

describe("the schema refuses", () => {
  const text = reportWith("ann", "seen");
  test.for([
    ["a failure without a type", text.replace(' type="reducer"', "")],
    ["a case without a time", text.replace(' time="0.065"', "")],
    ["a time with a zone", text.replace("T08:15:00", "T08:15:00Z")],
    ["totals of the outer element", text.replace("<testsuites>", '<testsuites tests="4">')],
    ["a suite without its properties", text.replace("<properties/>", "")],
    ["a count that is not a number", text.replace('tests="4"', 'tests="four"')],
    ["a character that XML does not have", text.replace('name="ann"', 'name="\u0001"')],
    ["a text that ends early", text.slice(0, -20)],
  ] as const)("%s", async ([, broken]) => {
    expect(broken).not.toBe(text);
    expect(await violations(broken)).not.toEqual([]);
  });
});
