import { existsSync } from "node:fs";
import { askAll, documentation, sampleLibrary } from "./evaluation/ask-all.ts";
import { scoreOf, type Share, type Verdict } from "./evaluation/known-answer.ts";

const percent = ({ of, right }: Share): string =>
  `${String(right).padStart(3)} of ${of} (${of === 0 ? 100 : Math.round((100 * right) / of)} %)`;

const print = (name: string, verdicts: readonly Verdict[]): void => {
  const { cited, said, refused } = scoreOf(verdicts);
  const figures = [
    `right citation in the top 3: ${percent(cited)}`,
    `known words in the answer: ${percent(said)}`,
    `unanswerable refused: ${percent(refused)}`,
  ];
  process.stdout.write(`${name}\n${figures.map((each) => `  ${each}\n`).join("")}`);
};

// The documentation is not there when this example was copied out of the repository.
const corpora = [sampleLibrary, documentation].filter(({ folder }) => existsSync(folder));
const wanted = process.argv.includes("--misses");
const all: Verdict[] = [];
for (const corpus of corpora) {
  const verdicts = await askAll(corpus);
  all.push(...verdicts);
  for (const part of ["tuning", "heldOut"] as const) {
    const name = part === "tuning" ? "the half that was tuned on" : "the half that was held out";
    print(
      `${corpus.name}, ${name}`,
      verdicts.filter((each) => each.part === part),
    );
  }
  // Held-out questions are counted, never looked at.
  const missed = verdicts.filter(({ part, right }) => part === "tuning" && !right);
  for (const { question, answerable } of wanted ? missed : [])
    process.stdout.write(`  missed: ${question}${answerable ? "" : " (answered, though it is not there)"}\n`);
}
print("everything", all);
