import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { jsonLines, Place } from "./program.ts";

const readme = readFileSync(new URL("../../README.md", import.meta.url), "utf8");
const table = readme.split("\n## ").find((section) => section.startsWith("Requests and commands")) ?? "";

/** Requests in the table of the README; rows with options are left out. */
const requests = table
  .split("\n")
  .filter((line) => line.startsWith("| ") && !line.includes("`--"))
  .slice(2)
  .flatMap((line) => [...line.matchAll(/`([^`]+)`/g)].map(([, text = ""]) => text));

describe("the requests in the README", () => {
  test("is all there", () => {
    expect(requests.length).toBeGreaterThan(12);
  });

  test.each(requests)("%s", async (text) => {
    using place = new Place();
    const { out, code } = await place.run(["--json", text]);
    expect(code).toBe(0);
    expect(jsonLines(out).at(-1)?.outcome).toMatch(/^(approval|answered)$/);
  });

  const transcripts = [...readme.matchAll(/```text\n([^]*?)\n```/g)].map(([, text = ""]) => text.split("\n"));
  test.each(transcripts.map((lines) => [lines[0] ?? "", lines] as const))(
    "its transcript matches the output of the program: %s",
    async (_, lines) => {
      using place = new Place();
      const typed = lines.filter((line) => line.startsWith("> ")).map((line) => line.slice(2));
      const { out } = await place.run([], { input: `${typed.join("\n")}\n` });
      const expected = lines.filter((line) => !/^> |^ {2}…/.test(line));
      expect(expected.filter((line) => !out.includes(line))).toEqual([]);
    },
  );
});
