import { describe, expect, test } from "vitest";
import { HELP, readOptions } from "../../src/terminal/options.ts";

describe("readOptions", () => {
  test("defaults to a conversation about the default documents", () => {
    expect(readOptions([])).toEqual({
      request: null,
      help: false,
      docs: null,
      db: ".tidemark/research.db",
      thread: "desk",
      model: null,
      yes: false,
      json: false,
      now: null,
      again: "",
    });
    expect(HELP).toContain("(default: desk)");
    expect(HELP).toContain("(default: .tidemark/research.db)");
  });

  test("reads words before and after options as the question, and drops pnpm's separator", () => {
    expect(readOptions(["--", "--json", "How", "many?", "--docs", "papers"])).toMatchObject({
      request: "How many?",
      json: true,
      docs: "papers",
    });
  });

  test.each([
    [["--nonsense"], "The command line"],
    [["--thread", "../x"], "--thread"],
    [["--thread", ""], "--thread"],
    [["--docs"], "The command line"],
  ])("refuses %j with an error that names %s", (args, option) => {
    expect(() => readOptions(args)).toThrow(new RegExp(`^${option}: .*See --help\\.$`));
  });
});
