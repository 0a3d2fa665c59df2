import { describe, expect, test } from "vitest";
import { titleOf } from "../../src/domain/document.ts";
import { splitText } from "../../src/domain/split-text.ts";

const placed = (text: string) =>
  splitText(text).map(
    ({ heading, blocks }) => `${heading.join(" > ")}: ${blocks.map((each) => each.text).join(" | ")}`,
  );

describe("splitText", () => {
  test("finds underlined headings", () => {
    expect(placed("Meeting\n=======\n\nHere.\n\nRats\n----\n\nTwo.")).toEqual([
      "Meeting: Here.",
      "Meeting > Rats: Two.",
    ]);
  });

  test("takes capitals on a line of their own for a heading, and the first one for the title", () => {
    const text = "TIDE GAUGE\n\nPOWER\n\nNine days.\n\nSTORMS\n\nThe radar jumps in STORMS.";
    expect(placed(text)).toEqual(["TIDE GAUGE > POWER: Nine days.", "TIDE GAUGE > STORMS: The radar jumps in STORMS."]);
    expect(titleOf("gauge.txt", splitText(text))).toBe("TIDE GAUGE");
  });

  test("is one section of its paragraphs and list items without any heading", () => {
    expect(placed("One line\ngoes on.\n\n- a\n- b")).toEqual([": One line goes on. | - a | - b"]);
  });

  test("reads Windows lines", () => {
    expect(placed("A\r\n===\r\n\r\nB.\r\n")).toEqual(["A: B."]);
  });
});

describe("titleOf", () => {
  test("falls back on the name of the file", () => {
    expect(titleOf("minutes/2026-02_staff.txt", splitText("Nothing."))).toBe("2026 02 staff");
  });
});
