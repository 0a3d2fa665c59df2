import { existsSync } from "node:fs";
import { askAll, documentation, sampleLibrary } from "./evaluation/ask-all.ts";
import { scoreOf, type Share, type Verdict } from "./evaluation/known-answer.ts";

const PARTS = [
  ["tuning", "tuned on"],
  ["heldOut", "held out"],
] as const;

const percent = ({ of, right }: Share): string =>
  `${String(right).padStart(3)} of ${String(of).padStart(3)} (${of === 0 ? 100 : Math.round((100 * right) / of)} %)`;

function print(name: string, verdicts: readonly Verdict[]): void {
  const { cited, said, refused } = scoreOf(verdicts);
  process.stdout.write(`${name}
  right citation in the top 3   ${percent(cited)}
  known words in the answer     ${percent(said)}
  unanswerable and refused      ${percent(refused)}
`);
}

// The documentation is not there when this example was copied out of the repository.
const corpora = [sampleLibrary, documentation].filter(({ documents }) => existsSync(documents.folder));
const showsMisses = process.argv.includes("--misses");
const all: Verdict[] = [];
for (const corpus of corpora) {
  const verdicts = await askAll(corpus);
  all.push(...verdicts);
  for (const [part, words] of PARTS)
    print(
      `${corpus.name}, questions ${words}`,
      verdicts.filter((each) => each.part === part),
    );
  // Held-out questions are counted, never looked at.
  const missed = verdicts.filter(({ part, right }) => part === "tuning" && !right);
  for (const { question, answerable } of showsMisses ? missed : [])
    process.stdout.write(`  missed: ${question}${answerable ? "" : " (answered, though it is not there)"}\n`);
}
for (const [part, words] of PARTS)
  print(
    `all questions ${words}`,
    all.filter((each) => each.part === part),
  );
