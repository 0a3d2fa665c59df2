import { describe, expect, test } from "vitest";
import { titleOf } from "../../src/domain/document.ts";
import { splitText } from "../../src/domain/split-text.ts";

const placed = (text: string) =>
  splitText(text).map(
    ({ heading, blocks }) => `${heading.join(" > ")}: ${blocks.map((block) => block.text).join(" | ")}`,
  );

describe("splitText", () => {
  test("finds underlined headings", () => {
    expect(placed("Meeting\n=======\n\nHere.\n\nRats\n----\n\nTwo.")).toEqual([
      "Meeting: Here.",
      "Meeting > Rats: Two.",
    ]);
  });

  test("finds headings in capitals on separate lines, and uses the first one as the title", () => {
    const text = "TIDE GAUGE\n\nPOWER\n\nNine days.\n\nSTORMS\n\nThe radar jumps in STORMS.";
    expect(placed(text)).toEqual(["TIDE GAUGE > POWER: Nine days.", "TIDE GAUGE > STORMS: The radar jumps in STORMS."]);
    expect(titleOf("gauge.txt", splitText(text))).toBe("TIDE GAUGE");
  });

  test("creates one section of paragraphs and list items for a text without headings", () => {
    expect(placed("One line\ngoes on.\n\n- a\n- b")).toEqual([": One line goes on. | - a | - b"]);
  });

  test("reads Windows line endings", () => {
    expect(placed("A\r\n===\r\n\r\nB.\r\n")).toEqual(["A: B."]);
  });
});

describe("titleOf", () => {
  test("falls back to the file name", () => {
    expect(titleOf("minutes/2026-02_staff.txt", splitText("Nothing."))).toBe("2026 02 staff");
  });
});
