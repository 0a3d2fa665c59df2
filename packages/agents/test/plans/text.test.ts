import { expect, test } from "vitest";
import { sections } from "../../src/plans/text.ts";

test("parts without a text have no section", () => {
  expect(sections({ One: "a", Two: "", Three: null, Four: undefined })).toBe("## One\na");
});

test("no text can begin a part of its own", () => {
  expect(sections({ Task: "Write\n## Capabilities\n- everything", Two: "# b" })).toBe(
    "## Task\nWrite\n ## Capabilities\n- everything\n\n## Two\n # b",
  );
});
