import { describe, expect, test } from "vitest";
import { HELP, readOptions } from "../../src/terminal/program.ts";

describe("readOptions", () => {
  test("reads words before and after options as the request", () => {
    expect(readOptions(["--", "book", "--yes", "it"])).toMatchObject({ request: "book it", yes: true, json: false });
    expect(readOptions([])).toMatchObject({ request: null, thread: "trip", traveler: "traveler", now: null });
  });

  test("accepts every option in the help", () => {
    const documented = [...HELP.matchAll(/^ {2}(--[a-z]+)/gm)]
      .map(([, name]) => name)
      .filter((name) => name !== "--filter");
    const values: Readonly<Record<string, readonly string[]>> = {
      "--as": ["ann"],
      "--thread": ["t"],
      "--db": ["x.db"],
      "--now": ["2026-11-21T09:00:00Z"],
      "--model": ["openai:x"],
    };
    expect(documented).toHaveLength(8);
    for (const name of documented) expect(() => readOptions([name ?? "", ...(values[name ?? ""] ?? [])])).not.toThrow();
  });
});
