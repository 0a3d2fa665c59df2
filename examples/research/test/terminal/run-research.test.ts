import { readdirSync, writeFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { pdfOf } from "../pdf.ts";
import { jsonLines, Place } from "../place.ts";

describe("the program", () => {
  test("answers one question and ends", async () => {
    using place = new Place();
    const { code, out, err } = await place.run(["How many steps does the lighthouse have?"]);
    expect([code, err]).toEqual([0, ""]);
    expect(out).toContain("It has 143 steps, and its light reaches 19 nautical miles. [1]");
    expect(out).toContain("[1] visitors.html, Visiting Marram Point › The lighthouse");
  });

  test("answers line by line, and says its commands", async () => {
    using place = new Place();
    const { out } = await place.run([], {
      input: "documents\n\nhelp\nWhere is smoking allowed?\nhistory\nquit\nnever read\n",
    });
    expect(out).toContain("Getting to the station");
    expect(out).toContain("--docs DIR");
    expect(out.match(/> Where is smoking allowed\?/g)).toHaveLength(1);
    expect(out).not.toContain("never read");
  });

  test("shows a person what it is doing, and greets them", async () => {
    using place = new Place();
    const { out } = await place.run([], { input: "Where is smoking allowed?\n", interactive: true });
    expect(out).toContain("14 documents");
    expect(out).toContain("Searching the documents …");
  });

  test("writes one JSON object a line: the library, events, the result last", async () => {
    using place = new Place();
    const { out } = await place.run(["--json", "Where is smoking allowed?"]);
    const lines = jsonLines(out);
    expect(lines[0]).toMatchObject({ type: "library", documents: 14 });
    expect(lines.some(({ type }) => type === "status")).toBe(true);
    expect(lines.at(-1)).toMatchObject({ type: "result", outcome: "answered", thread: "desk" });
    expect(lines.at(-1)?.sources?.[0]?.document).toBe("handbook/safety.md");
  });

  test("asks back, and with --yes does not", async () => {
    using place = new Place();
    const { out } = await place.run([], { input: "tell me about it\nthe ferry\n" });
    expect(out).toContain("What would you like to know about?");
    expect(out).toContain("handbook/getting-here.md");
    const { out: other } = await place.run(["--yes", "--thread", "other", "tell me about it"]);
    expect(other).toContain("I still do not know");
  });

  test("answers from documents of one's own, and keeps an index for each folder", async () => {
    using place = new Place({
      "a.md": "# Cats\n\nCats sleep 16 hours a day.",
      "b.pdf": pdfOf({ pages: [["Dogs bark."]] }),
    });
    const { out } = await place.run(["--docs", place.documents, "How long do cats sleep?"]);
    expect(out).toContain("Cats sleep 16 hours a day. [1]");
    await place.run(["Where is smoking allowed?"]);
    expect(readdirSync(place.folder).filter((name) => name.endsWith(".index.json"))).toHaveLength(2);
    const again = await place.run(["--json", "--docs", place.documents, "How long do cats sleep?"]);
    expect(jsonLines(again.out)[0]).toMatchObject({ documents: 2, added: [] });
  });

  test("says which documents it left out, and goes on with the others", async () => {
    using place = new Place({ "a.md": "# Cats\n\nCats sleep 16 hours a day.", "b.pdf": "no PDF" });
    const { code, out } = await place.run(["--docs", place.documents, "How long do cats sleep?"]);
    expect(code).toBe(0);
    expect(out).toMatch(/^b\.pdf was left out: .+\.\n/);
    expect(out).toContain("16 hours");
  });

  test("prints its help", async () => {
    using place = new Place();
    const { code, out } = await place.run(["--help"]);
    expect(code).toBe(0);
    for (const option of ["--json", "--thread", "--now", "--model", "--db", "--yes", "--help", "--docs", "--allow"])
      expect(out).toContain(option);
  });
});

describe("bad input", () => {
  test.each([
    [["--nonsense"]],
    [["--docs", "/nowhere", "x"]],
    [["--model", "nonsense", "x"]],
    [["--model", "openai:gpt-5-mini", "x"]],
    [["--model", "nobody:model", "x"]],
    [["--db", "/dev/null/research.db", "x"]],
  ])("%j gets one sentence and exit code 2, also for a program", async (words) => {
    using place = new Place();
    const { code, err, out } = await place.run(["--json", ...words]);
    expect(code).toBe(2);
    expect(err.trim().split("\n")).toHaveLength(1);
    expect(jsonLines(out).at(-1)).toMatchObject({ type: "result", outcome: "failed", message: err.trim() });
  });

  test("a file that is no database is left as it is", async () => {
    using place = new Place();
    writeFileSync(place.database, "These are my notes, and no database at all, whatever the name of the file.");
    const { code, err } = await place.run(["x"]);
    expect([code, err.includes("cannot be used")]).toEqual([2, true]);
  });

  test("a turn that failed ends with exit code 1", async () => {
    using place = new Place();
    const { code, out } = await place.run(["--allow", "127.0.0.1:1", "How many whales are on http://127.0.0.1:1/ ?"]);
    expect(code).toBe(1);
    expect(out).toContain("could not be fetched");
  });
});
