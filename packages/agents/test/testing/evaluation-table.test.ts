import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { evaluate } from "@tidemark/agents/testing";
import { expect, test } from "vitest";
import { finds, makeDesk } from "./evaluation-desk.ts";

const cases = (answer: string) => [
  { message: "What was I charged?", model: [finds, answer], expect: { answer: /180/ } },
  { name: "thanks", message: "Thanks\n", model: ["You are welcome."] },
];

test("the table shows each case, its failures, the totals and the difference", async () => {
  const folder = mkdtempSync(path.join(tmpdir(), "evaluation-"));
  const options = { baseline: path.join(folder, "desk.json") };
  await evaluate(makeDesk, cases("It was 180."), options);
  const second = await evaluate(makeDesk, cases("It was 120."), options);
  rmSync(folder, { recursive: true });
  expect(second.table()).toBe(
    [
      "case                 verdict  outcome  models  tools  tokens  cost",
      "What was I charged?  failed   done          2      1       0     0",
      '  answer: expected /180/, found "It was 120."',
      "thanks               passed   done          1      0       0     0",
      "total                1/2                    3      1       0     0",
      "",
      "since the last run:",
      "  newly failing: What was I charged?",
      '  answer of What was I charged?: "It was 180." became "It was 120."',
      "  models 0, tools 0, tokens 0, cost 0",
    ].join("\n"),
  );
});
