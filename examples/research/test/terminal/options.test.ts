import { describe, expect, test } from "vitest";
import { DEFAULT_DATABASE, DEFAULT_THREAD, readOptions } from "../../src/terminal/options.ts";

describe("readOptions", () => {
  test("defaults to a conversation about the default documents", () => {
    expect(readOptions([])).toEqual({
      question: null,
      help: false,
      docs: null,
      database: DEFAULT_DATABASE,
      thread: DEFAULT_THREAD,
      now: null,
      model: null,
      allowedHosts: [],
      yes: false,
      json: false,
    });
  });

  test("reads words before and after options as the question, and drops pnpm's separator", () => {
    expect(readOptions(["--", "--json", "How", "many?", "--docs", "papers"])).toMatchObject({
      question: "How many?",
      json: true,
      docs: "papers",
    });
  });

  test("normalizes hosts to lower case and times to UTC", () => {
    expect(readOptions(["--allow", "Example.org", "--allow", "localhost:8080"]).allowedHosts).toEqual([
      "example.org",
      "localhost:8080",
    ]);
    expect(readOptions(["--now", "2026-11-21T10:00:00+01:00"]).now).toBe("2026-11-21T09:00:00.000Z");
  });

  test.each([
    [["--nonsense"], "The command line"],
    [["--thread", "../x"], "--thread"],
    [["--thread", ""], "--thread"],
    [["--now", "tomorrow"], "--now"],
    [["--now", "2026-13-01T00:00:00Z"], "--now"],
    [["--allow", "https://example.org/path"], "--allow"],
    [["--allow", "user@example.org"], "--allow"],
    [["--docs"], "The command line"],
  ])("refuses %j with an error that names %s", (args, option) => {
    expect(() => readOptions(args)).toThrow(new RegExp(`^${option}: .*See --help\\.$`));
  });
});
