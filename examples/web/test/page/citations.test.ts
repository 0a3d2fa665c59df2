import { describe, expect, test } from "vitest";
import { citationParts, messageParts } from "../../page/talk/citations.ts";

const skua = {
  number: "1",
  reference: "boats.md:12, Boats › Skua",
  address: "source?ref=boats.md%3A12%2C%20Boats%20%E2%80%BA%20Skua&quote=Skua%20seats%20ten.#passage",
};

describe("the lines of a message that name sources", () => {
  test("are separated from its text, with the addresses of their passages", () => {
    expect(
      messageParts("Skua seats ten. [1]\n\n[1] boats.md:12, Boats › Skua\nSee also:\n[2] tern.md:1\n\nBye"),
    ).toEqual([
      "Skua seats ten. [1]",
      [skua],
      "See also:",
      [{ number: "2", reference: "tern.md:1", address: "source?ref=tern.md%3A1#passage" }],
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

describe("the citations in a text", () => {
  test("refer to their sources", () => {
    expect(citationParts("Skua seats ten [1].", [skua])).toEqual(["Skua seats ten ", skua, "."]);
  });

  test("stay text without a source", () => {
    expect(citationParts("A note [2].", [skua])).toEqual(["A note ", "[2]", "."]);
  });
});
