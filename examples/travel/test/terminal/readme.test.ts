import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { LISBON } from "../travel.ts";
import { jsonLines, Place } from "./program.ts";

const readme = readFileSync(new URL("../../README.md", import.meta.url), "utf8");
const [, transcript = ""] = /```text\n([^]*?)\n```/.exec(readme) ?? [];
const table = readme.split("\n## ").find((section) => section.startsWith("What to type")) ?? "";

/** What the table says one can type; rows with options are tried in other tests. */
const requests = table
  .split("\n")
  .filter((line) => line.startsWith("| ") && !line.includes("`--"))
  .slice(2)
  .flatMap((line) => [...line.matchAll(/`([^`]+)`/g)].map(([, text = ""]) => text))
  .filter((text) => !/^(?:yes|no)$/.test(text));

const quoted = (line: string): string => line.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);

describe("the README", () => {
  test("its transcript is what the program says, line by line; an ellipsis stands for some of them", async () => {
    using place = new Place();
    const said = transcript
      .split("\n")
      .filter((line) => line.startsWith("> "))
      .map((line) => line.slice(2));
    const { out, code } = await place.run([], { input: `${said.join("\n")}\n` });
    expect([code, said.length]).toEqual([0, 5]);
    const told = transcript.split("\n").filter((line) => !line.startsWith("> "));
    const escaped = told.map((line) => (line.trim() === "…" ? "(?:.*\n)+?" : `${quoted(line)}\n`));
    expect(out).toMatch(new RegExp(`^${escaped.join("")}$`));
  });

  test("names enough to type", () => {
    expect(requests.length).toBeGreaterThan(12);
  });

  test.each(requests)("says that one can type %j", async (text) => {
    using place = new Place();
    await place.run([LISBON]);
    const { out, code } = await place.run(["--json", text]);
    expect(code).toBe(0);
    expect(jsonLines(out).at(-1)?.outcome).toMatch(/^(?:answered|approval)$/);
    expect(jsonLines(out).at(-1)?.message).not.toMatch(
      /^There is nothing|I know no sight|There is no alternative [^2]/,
    );
  });
});
