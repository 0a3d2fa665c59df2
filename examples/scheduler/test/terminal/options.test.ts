import { describe, expect, test } from "vitest";
import { DEFAULT_DATABASE, HELP, readOptions } from "../../src/terminal/program.ts";

describe("readOptions", () => {
  test("nothing at all starts a conversation with the usual calendar", () => {
    expect(readOptions([])).toMatchObject({
      request: null,
      db: DEFAULT_DATABASE,
      thread: "home",
      yes: false,
      json: false,
      now: null,
    });
  });

  test("the words that are left are the request, also behind pnpm's separator", () => {
    expect(readOptions(["--", "Soccer on Tuesday", "--yes"])).toMatchObject({
      request: "Soccer on Tuesday",
      yes: true,
    });
    expect(readOptions(["--as", "emma", "piano", "at", "4pm"])).toMatchObject({
      request: "piano at 4pm",
      as: "emma",
    });
  });

  test("--model names a chat model, and without it the environment decides", () => {
    expect(readOptions(["--model", "openai:gpt-5-mini"]).model).toBe("openai:gpt-5-mini");
    expect(readOptions([]).model).toBeNull();
  });

  test("--now is taken in any zone and kept in UTC", () => {
    expect(readOptions(["--now", "2026-11-21T10:00:00+01:00"]).now).toBe("2026-11-21T09:00:00Z");
  });

  test.each([
    [["--now", "2026-02-30T10:00:00Z"], /--now: "2026-02-30T10:00:00Z" is not a valid time/],
    [["--now", "yesterday"], /--now/],
    [["--thread", "../../etc"], /--thread/],
    [["--color"], /The command line: Unknown option '--color'/],
    [["--db"], /The command line/],
  ])("%j is refused with one sentence", (words, message) => {
    expect(() => readOptions(words)).toThrow(message);
    expect(() => readOptions(words)).toThrow(expect.objectContaining({ code: "terminal/invalidOption" }));
  });

  test("every option is explained in the help", () => {
    for (const option of ["as", "thread", "yes", "json", "db", "household", "now", "model", "help"]) {
      expect(HELP).toContain(`--${option}`);
    }
  });
});
