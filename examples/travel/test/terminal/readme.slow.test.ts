import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { LISBON } from "../test-app.ts";
import { jsonLines, Workspace } from "./workspace.ts";

const readme = readFileSync(new URL("../../README.md", import.meta.url), "utf8");
const [, transcript = ""] = /```text\n([^]*?)\n```/.exec(readme) ?? [];
const table = readme.split("\n## ").find((section) => section.startsWith("What to type")) ?? "";

/** The first request of each row in the table. The tests of the reader cover the others. */
const requests = table
  .split("\n")
  .filter((line) => line.startsWith("| ") && !line.includes("`--"))
  .slice(2)
  .flatMap((line) => /`([^`]+)`/.exec(line)?.[1] ?? [])
  .filter((text) => !/^(?:yes|no)$/.test(text));

const escaped = (line: string): string => line.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);

describe("the README", () => {
  test("shows a transcript that matches the program's output; an ellipsis matches one or more lines", async () => {
    using workspace = new Workspace();
    const messages = transcript
      .split("\n")
      .filter((line) => line.startsWith("> "))
      .map((line) => line.slice(2));
    const { out, code } = await workspace.run([], { input: `${messages.join("\n")}\n` });
    expect([code, messages.length]).toEqual([0, 7]);
    const output = transcript.split("\n");
    const patterns = output.map((line) => (line.trim() === "…" ? "(?:.*\n)+?" : `${escaped(line)}\n`));
    expect(out).toMatch(new RegExp(`^${patterns.join("")}$`));
  });

  test("lists more than 12 requests", () => {
    expect(requests.length).toBeGreaterThan(12);
  });

  test.each(requests)("lists the request %j, which the program understands", async (text) => {
    using workspace = new Workspace();
    await workspace.run([LISBON]);
    const { out, code } = await workspace.run(["--json", text]);
    expect(code).toBe(0);
    expect(jsonLines(out).at(-1)?.outcome).toMatch(/^(?:answered|approval|clarification)$/);
    expect(jsonLines(out).at(-1)?.message).not.toMatch(
      /^I found nothing|I found no sight|Alternative [^2] does not exist/,
    );
  });
});
