import { describe, expect, test } from "vitest";
import type { Block } from "../../src/domain/document.ts";
import { passagesOf } from "../../src/domain/passages.ts";
import { sentencesOf } from "../../src/domain/sentences.ts";

const prose = (text: string): Block => ({ kind: "prose", text, line: 1 });
const item = (text: string, line: number): Block => ({ kind: "item", text, line });
const texts = (...blocks: Block[]) => passagesOf({ heading: [], page: null, blocks }).map(({ text }) => text);

const table = (row: string): string => `| Boat | Seats |\n| --- | --- |\n${row}`;

describe("the passages of a section", () => {
  test("are its sentences, with the line of their block", () => {
    expect(
      passagesOf({ heading: [], page: null, blocks: [prose("One is here. Two is there."), item("Three is far.", 4)] }),
    ).toEqual([
      { text: "One is here.", quote: "One is here.", line: 1, context: "" },
      { text: "Two is there.", quote: "Two is there.", line: 1, context: "" },
      { text: "Three is far.", quote: "Three is far.", line: 4, context: "" },
    ]);
  });

  test("contain a whole list after its introduction, and each item with the introduction as its context", () => {
    const passages = passagesOf({
      heading: [],
      page: null,
      blocks: [
        prose("There are two boats:"),
        item("Skua with ten seats", 2),
        item("Dunlin with six seats", 3),
        prose("Both float well."),
      ],
    });
    expect(passages.map(({ text, context }) => [text, context])).toEqual([
      ["There are two boats:\n- Skua with ten seats\n- Dunlin with six seats", ""],
      ["Skua with ten seats", "There are two boats:"],
      ["Dunlin with six seats", "There are two boats:"],
      ["Both float well.", ""],
    ]);
  });

  test("quote the rows of a table below its header, and search for each with its columns", () => {
    const row = (text: string, line: number, cells: string): Block => ({
      kind: "row",
      text,
      line,
      table: table(cells),
    });
    const rows = [
      row("Skua boat; Seats: 10", 4, "| Skua boat | 10 |"),
      row("Tern boat; Seats: 6", 5, "| Tern boat | 6 |"),
    ];
    const passages = passagesOf({ heading: [], page: null, blocks: [prose("The boats are:"), ...rows] });
    expect(passages.map(({ text, quote }) => [text, quote])).toEqual([
      [
        "The boats are:\n- Skua boat; Seats: 10\n- Tern boat; Seats: 6",
        `The boats are:\n\n${table("| Skua boat | 10 |\n| Tern boat | 6 |")}`,
      ],
      ["Skua boat; Seats: 10", table("| Skua boat | 10 |")],
      ["Tern boat; Seats: 6", table("| Tern boat | 6 |")],
    ]);
  });

  test("say how much of a long list they leave out", () => {
    const items = Array.from({ length: 100 }, (_, at) => item(`Item number ${at} of the list`, at + 2));
    expect(texts(prose("All items of it:"), ...items)[0]).toMatch(/\n- … and \d+ more$/);
  });

  test("contain code after its introduction, commented lines of it, and the code of a section without text", () => {
    const code: Block = { kind: "code", text: "npm start", line: 2 };
    expect(texts(prose("Start it with:"), code)).toEqual(["Start it with:\n```\nnpm start\n```"]);
    expect(texts(code)).toEqual(["```\nnpm start\n```"]);
    expect(texts({ ...code, text: "```sh\nnpm start\n```" })).toEqual(["````\n```sh\nnpm start\n```\n````"]);
    const options: Block = {
      kind: "code",
      text: "{\n  follow: 20, // maximum number of redirects\n  size: 0,\n}",
      line: 2,
    };
    expect(texts(prose("These are the options."), options)).toEqual([
      "These are the options.",
      "```\nfollow: 20, // maximum number of redirects\n```",
    ]);
  });

  test("begin with a short fragment before them", () => {
    expect(texts(prose("Default: `utf8`"), prose("Names the encoding of the file."))).toEqual([
      "Default: `utf8`. Names the encoding of the file.",
    ]);
  });

  test("are not questions, which are the context of the next sentence", () => {
    const [passage, ...others] = passagesOf({
      heading: [],
      page: null,
      blocks: [prose("How much is it? It costs 18 crowns.")],
    });
    expect(passage).toEqual({
      text: "It costs 18 crowns.",
      quote: "It costs 18 crowns.",
      line: 1,
      context: "How much is it?",
    });
    expect(others).toEqual([]);
  });

  test("are not fragments, headings, nor introductions without a list", () => {
    expect(texts(prose("Opening hours in summer"), prose("From nine to five."))).toEqual(["From nine to five."]);
    expect(texts(prose("These parts differ from the others:"), prose("They are new."))).toEqual(["They are new."]);
    expect(texts(item("Home", 1), item("See also", 2))).toEqual([]);
  });
});

describe("sentences", () => {
  test("do not end at abbreviations", () => {
    expect(sentencesOf("See e.g. No. 4 here. Then this.")).toEqual(["See e.g. No. 4 here.", "Then this."]);
  });

  test("of a very long text are all found", () => {
    expect(sentencesOf("Yes. ".repeat(50_000))).toHaveLength(50_000);
  });
});
