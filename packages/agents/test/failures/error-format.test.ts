import { formatClassification } from "@tidemark/agents/internal";
import { expect, test } from "vitest";

test("a failure is written with every part as text", () => {
  const metadata = {
    technicalDetails: "503",
    tried_hosts: ["a", "b"],
    limits: { steps: 2 },
    retried: true,
    nothing: null,
  };
  expect(formatClassification({ userMessage: "Too busy.", metadata })).toBe(
    [
      "**Previous Execution Error:**",
      "- **User Message:** Too busy.",
      "- **Technical Details:** 503",
      "- **Tried Hosts:** a, b",
      '- **Limits:** {\n  "steps": 2\n}',
      "- **Retried:** true",
      "- **Nothing:** null",
    ].join("\n"),
  );
});

test.each([{}, { userMessage: "" }])("a missing message in %j is reported", (failure) => {
  expect(formatClassification(failure)).toBe(
    "**Previous Execution Error:**\n- **User Message:** No error message available",
  );
});
