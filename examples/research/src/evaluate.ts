import { existsSync } from "node:fs";
import { askAll, documentation, sampleLibrary } from "./evaluation/ask-all.ts";
import { scoreOf, type Share, type Verdict } from "./evaluation/known-answer.ts";

const PARTS = { tuning: "tuning questions", heldOut: "held-out questions" };

const percent = ({ total, correct }: Share): string =>
  `${String(correct).padStart(3)} of ${String(total).padStart(3)} (${total === 0 ? 100 : Math.round((100 * correct) / total)} %)`;

function print(name: string, verdicts: readonly Verdict[]): void {
  const { cited, worded, refused } = scoreOf(verdicts);
  process.stdout.write(`${name}
  correct place in the first 3 citations   ${percent(cited)}
  expected words in the answer             ${percent(worded)}
  unanswerable questions refused           ${percent(refused)}
`);
}

// The documentation is missing if this example was copied out of the repository.
const corpora = [sampleLibrary, documentation].filter(({ documents }) => existsSync(documents.folder));
const showsMisses = process.argv.includes("--misses");
const allVerdicts: Verdict[] = [];
for (const corpus of corpora) {
  const verdicts = await askAll(corpus);
  allVerdicts.push(...verdicts);
  for (const [part, name] of Object.entries(PARTS))
    print(
      `${corpus.name}, ${name}`,
      verdicts.filter((verdict) => verdict.part === part),
    );
  // Held-out questions are counted but never shown, so that nobody tunes the rules on them.
  const missed = verdicts.filter(({ part, correct }) => part === "tuning" && !correct);
  for (const { question, answerable } of showsMisses ? missed : [])
    process.stdout.write(`  missed: ${question}${answerable ? "" : " (should have been refused)"}\n`);
}
for (const [part, name] of Object.entries(PARTS))
  print(
    `all ${name}`,
    allVerdicts.filter((verdict) => verdict.part === part),
  );
