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

  test("its transcript matches the output of the program", async () => {
    using place = new Place();
    const [, transcript = ""] = readme.split("```text\n");
    const [said = "", ...rest] = transcript.split("\n```")[0]?.split("\n") ?? [];
    const { out } = await place.run([], { input: `${said.replace("> ", "")}\n1\n` });
    const expected = rest.filter((line) => !/^> |^ {2}…/.test(line));
    expect(expected.filter((line) => !out.includes(line))).toEqual([]);
  });
});
