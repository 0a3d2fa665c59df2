import { describe, expect, test } from "vitest";
import { titleOf } from "../../src/domain/document.ts";
import { readText } from "../../src/domain/read-text.ts";

const placed = (text: string) =>
  readText(text).map(
    ({ heading, blocks }) => `${heading.join(" > ")}: ${blocks.map((block) => block.text).join(" | ")}`,
  );

describe("readText", () => {
  test("finds underlined headings", () => {
    expect(placed("Meeting\n=======\n\nHere.\n\nRats\n----\n\nTwo.")).toEqual([
      "Meeting: Here.",
      "Meeting > Rats: Two.",
    ]);
  });

  test("finds headings in capitals on separate lines, and uses the first one as the title", () => {
    const text = "TIDE GAUGE\n\nPOWER\n\nNine days.\n\nSTORMS\n\nThe radar jumps in STORMS.";
    expect(placed(text)).toEqual(["TIDE GAUGE > POWER: Nine days.", "TIDE GAUGE > STORMS: The radar jumps in STORMS."]);
    expect(titleOf("gauge.txt", readText(text))).toBe("TIDE GAUGE");
  });

  test("creates one section of paragraphs and list items for a text without headings", () => {
    expect(placed("One line\ngoes on.\n\n- a\n- b")).toEqual([": One line goes on. | - a | - b"]);
  });

  test("finds numbered headings, and knows how deep they are", () => {
    const text = `1.  Introduction

   A probe sends frames.

1.1.  Background

   It is old.

6.4.2.  Closing the Probe

   A probe closes with code 7.

Appendix A.  Codes

   Seven.`;
    expect(placed(text)).toEqual([
      "1. Introduction: A probe sends frames.",
      "1. Introduction > 1.1. Background: It is old.",
      "6.4.2. Closing the Probe: A probe closes with code 7.",
      "Appendix A. Codes: Seven.",
    ]);
  });

  test("reads a numbered list as text", () => {
    expect(placed("Steps:\n\n1. Open the valve\n\n2. Close the valve\n\nDone.")).toEqual([
      ": Steps: | 1. Open the valve | 2. Close the valve | Done.",
    ]);
  });

  test("drops the page edges and the table of contents of a paginated text", () => {
    const text = `Table of Contents

   1. Introduction ..................................................3

Hansen                       Standards Track                    [Page 2]
\f
RFC 9999                       The Probe                      March 2031

1. Introduction

   A probe.`;
    expect(placed(text)).toEqual(["1. Introduction: A probe."]);
  });

  test("keeps the spaces of a drawing", () => {
    const [section] = readText("Frame:\n\n      +---+---+\n      | a | b |\n      +---+---+");
    expect(section?.blocks.at(-1)).toEqual({
      kind: "code",
      text: "+---+---+\n      | a | b |\n      +---+---+",
      line: 3,
    });
  });

  test("reads Windows line endings", () => {
    expect(placed("A\r\n===\r\n\r\nB.\r\n")).toEqual(["A: B."]);
  });
});

describe("titleOf", () => {
  test("falls back to the file name", () => {
    expect(titleOf("minutes/2026-02_staff.txt", readText("Nothing."))).toBe("2026 02 staff");
  });
});
