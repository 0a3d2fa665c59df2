import { readFileSync, writeFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { pdfOf } from "../pdf.ts";
import { jsonLines, Workspace } from "../workspace.ts";

describe("the program", () => {
  test("answers one question and exits", async () => {
    using workspace = new Workspace();
    const { code, out, err } = await workspace.run(["How many steps does the lighthouse have?"]);
    expect([code, err]).toEqual([0, ""]);
    expect(out).toContain("It has 143 steps, and its light reaches 19 nautical miles. [1]");
    expect(out).toContain("[1] Visiting Marram Point › The lighthouse, visitors.html:22");
  });

  test("answers line by line, and supports commands", async () => {
    using workspace = new Workspace();
    const { out } = await workspace.run([], {
      input: "documents\n\nhelp\nWhere is smoking allowed?\nhistory\nquit\nnever read\n",
    });
    expect(out).toContain("Getting to the station");
    expect(out).toContain("--docs DIR");
    // Once before its answer, and once in the history.
    expect(out.match(/> Where is smoking allowed\?/g)).toHaveLength(2);
    expect(out).not.toContain("never read");
  });

  test("shows a greeting and its progress at a terminal", async () => {
    using workspace = new Workspace();
    const { out } = await workspace.run([], { input: "Where is smoking allowed?\n", interactive: true });
    expect(out).toContain("Research assistant. What would you like to know?");
    expect(out).toContain("Searching the documents …");
  });

  test("prints one JSON object per line: the library, the events, and the result last", async () => {
    using workspace = new Workspace();
    const { out } = await workspace.run(["--json", "Where is smoking allowed?"]);
    const lines = jsonLines(out);
    expect(lines[0]).toMatchObject({ type: "library", documents: 14 });
    expect(lines.some(({ type }) => type === "status")).toBe(true);
    expect(lines.at(-1)).toMatchObject({ type: "result", outcome: "answered", thread: "desk" });
    expect(lines.at(-1)?.sources?.[0]?.document).toBe("handbook/safety.md");
  });

  test("asks for a clarification, but not with --yes", async () => {
    using workspace = new Workspace();
    const { out } = await workspace.run([], { input: "tell me about it\nthe ferry\n" });
    expect(out).toContain("What would you like to know about?");
    expect(out).toContain("handbook/getting-here.md");
    const { out: other } = await workspace.run(["--yes", "--thread", "other", "tell me about it"]);
    expect(other).toContain("I still do not know");
  });

  test("answers from another folder of documents", async () => {
    using workspace = new Workspace({
      "a.md": "# Cats\n\nCats sleep 16 hours a day.",
      "b.pdf": pdfOf({ pages: [["Dogs bark."]] }),
    });
    const { out } = await workspace.run(["--docs", workspace.documents, "How long do cats sleep?"]);
    expect(out).toContain("Cats sleep 16 hours a day. [1]");
  });

  test("lists the skipped documents, and answers from the others", async () => {
    using workspace = new Workspace({ "a.md": "# Cats\n\nCats sleep 16 hours a day.", "b.pdf": "no PDF" });
    const { code, out } = await workspace.run(["--docs", workspace.documents, "How long do cats sleep?"]);
    expect(code).toBe(0);
    expect(out).toMatch(/^Skipped b\.pdf: .+\.\n/);
    expect(out).toContain("16 hours");
  });

  test("prints its help", async () => {
    using workspace = new Workspace();
    const { code, out } = await workspace.run(["--help"]);
    expect(code).toBe(0);
    for (const option of ["--json", "--thread", "--model", "--db", "--yes", "--help", "--docs"])
      expect(out).toContain(option);
  });
});

describe("invalid input", () => {
  test.each([
    [["--nonsense"]],
    [["--docs", "/nowhere", "x"]],
    [["--model", "nonsense", "x"]],
    [["--db", "/dev/null/research.db", "x"]],
  ])("%j prints one line and exits with code 2, and prints a result with --json", async (args) => {
    using workspace = new Workspace();
    const { code, err, out } = await workspace.run(["--json", ...args]);
    expect(code).toBe(2);
    expect(err.trim().split("\n")).toHaveLength(1);
    expect(jsonLines(out).at(-1)).toMatchObject({ type: "result", outcome: "failed", message: err.trim() });
  });

  test("of a model that cannot be used fails the question, with what is wrong", async () => {
    using workspace = new Workspace();
    const { code, out } = await workspace.run(["--model", "nobody:model", "How do you count puffins?"]);
    expect(code).toBe(1);
    expect(out).toContain("its provider is not one of");
  });

  test("of a value that may be a key does not repeat it", async () => {
    using workspace = new Workspace();
    const { code, err, out } = await workspace.run(["--model", "sk-secret", "x"]);
    expect(code).toBe(2);
    expect(`${err}${out}`).not.toContain("sk-secret");
  });

  test("of a file that is not a database leaves the file unchanged", async () => {
    using workspace = new Workspace();
    const notes = "These are notes, not a database.";
    writeFileSync(workspace.database, notes);
    const { code, err } = await workspace.run(["x"]);
    expect([code, err.includes("cannot be used")]).toEqual([2, true]);
    expect(readFileSync(workspace.database, "utf8")).toBe(notes);
  });
});
