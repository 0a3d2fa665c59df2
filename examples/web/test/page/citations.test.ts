import { describe, expect, test } from "vitest";
import { citationParts, messageParts, referenceParts } from "../../page/talk/citations.ts";

const skua = {
  number: "1",
  reference: "Boats › Skua, boats.md:12",
  address: "source?ref=Boats%20%E2%80%BA%20Skua%2C%20boats.md%3A12&quote=Skua%20seats%20ten.#passage",
  isCited: true,
};

describe("the lines of a message that name sources", () => {
  test("are separated from its text, with the addresses of their passages", () => {
    expect(
      messageParts("Skua seats ten. [1]\n\n[1] Boats › Skua, boats.md:12\nSee also:\n[2] tern.md:1\n\nBye"),
    ).toEqual([
      "Skua seats ten. [1]",
      [skua],
      "See also:",
      [{ number: "2", reference: "tern.md:1", address: "source?ref=tern.md%3A1#passage", isCited: false }],
      "Bye",
    ]);
  });

  test("do not exist in most messages", () => {
    expect(messageParts("One [1].\n\nTwo.")).toEqual(["One [1].\n\nTwo."]);
  });

  test("cannot lead anywhere else", () => {
    expect(messageParts("[1] javascript:alert(1)")).toMatchObject([
      [{ address: `source?ref=${encodeURIComponent("javascript:alert(1)")}#passage` }],
    ]);
  });
});

describe("a reference", () => {
  test.each([
    ["Boats, boats.md:12", "Boats", "boats.md:12"],
    ["Boats › Skua, red, handbook/my boats.md:12", "Boats › Skua, red", "handbook/my boats.md:12"],
    ["Report › page 2, reports/report.pdf, line 7", "Report › page 2", "reports/report.pdf, line 7"],
    ["tern.md:1", "tern.md:1", ""],
  ])("%j has the title %j and the place %j", (reference, title, place) => {
    expect(referenceParts(reference)).toEqual({ title, place });
  });
});

describe("the citations in a text", () => {
  test("refer to their sources", () => {
    expect(citationParts("Skua seats ten [1].", [skua])).toEqual(["Skua seats ten ", skua, "."]);
  });

  test("stay text without a source", () => {
    expect(citationParts("A note [2].", [skua])).toEqual(["A note ", "[2]", "."]);
  });
});
