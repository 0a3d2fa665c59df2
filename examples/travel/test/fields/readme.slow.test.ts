import { execFileSync } from "node:child_process";
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";

const root = path.join(import.meta.dirname, "../..");
const [, section = ""] = readFileSync(path.join(root, "README.md"), "utf8").split("## Add a field\n");
const blocks = [...(section.split("\n## ")[0]?.matchAll(/```ts ignore\n([^]*?)\n```/g) ?? [])].map(
  ([, code = ""]) => code,
);

/** Has a conversation in the copy, with a model that reads the new field, and prints what the page gets. */
const PROGRAM = `
import { scriptedModel } from "tidemark/testing";
import { tripView } from "./src/trip-view.ts";
import { sendAll, stateOf, TestApp } from "./test/test-app.ts";

const trip = { origin: "OSL", destination: "FCO", startDate: "2027-03-03", endDate: "2027-03-07", travelers: 2 };
const text = "Rome from Oslo, 3 to 7 March, 2 people, refundable";
const words = { origin: "from Oslo", destination: "Rome", startDate: "3 to 7 March", endDate: "3 to 7 March", travelers: "2 people" };
const quotes = Object.entries(words).map(([name, quote]) => ({ detail: \`trip.\${name}\`, words: quote }));
const wish = (refundable, quote) => ({ wishes: { refundable }, quotes: [{ detail: "wishes.refundable", words: quote }] });
const model = scriptedModel([
  { structured: { intent: "plan_trip", trip, wishes: { refundable: true }, quotes: [...quotes, { detail: "wishes.refundable", words: "refundable" }] } },
  { structured: { intent: "change_trip", ...wish(false, "not refundable") } },
]);
const conversation = new TestApp({ model }).conversation();
const shown = [];
for (const line of [text, "not refundable"]) {
  await sendAll(conversation, line);
  shown.push(tripView(await stateOf(conversation), true).trip.refundable);
}
process.stdout.write(JSON.stringify(shown));
`;

test("a field of a trip is added as the README says: one line in the state, and one in the view", () => {
  const copy = mkdtempSync(path.join(root, ".copy-"));
  try {
    for (const part of ["src", "data", "test", "package.json"])
      cpSync(path.join(root, part), path.join(copy, part), { recursive: true });
    for (const [at, file] of ["src/domain/trip.ts", "src/trip-view.ts"].entries()) {
      const [line = "", added = ""] = (blocks[at] ?? "").split("\n");
      const before = readFileSync(path.join(copy, file), "utf8");
      expect(before.split(line)).toHaveLength(2);
      writeFileSync(path.join(copy, file), before.replace(line, `${line}\n${added}`));
    }
    writeFileSync(path.join(copy, "program.ts"), PROGRAM);
    const out = execFileSync(process.execPath, [path.join(copy, "program.ts")], { encoding: "utf8" });
    expect(JSON.parse(out)).toEqual([true, false]);
  } finally {
    rmSync(copy, { recursive: true });
  }
});
