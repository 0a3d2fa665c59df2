import { askAll, type Evaluation } from "./ask-all.ts";
import { corpora } from "./corpora.ts";
import { calibrationOf, CONFIDENCES, scoreOf, type Share, type Verdict } from "./known-answer.ts";

const PARTS = [["tuning", "tuning questions"] as const, ["heldOut", "held-out questions"] as const];

const percent = ({ total, correct }: Share): string =>
  total === 0
    ? "none"
    : `${String(correct).padStart(3)} of ${String(total).padStart(3)} (${Math.round((100 * correct) / total)} %)`;

function print(name: string, verdicts: readonly Verdict[], plainSearch: Share): void {
  if (verdicts.length === 0) return;
  const { named, right, answered, refused } = scoreOf(verdicts);
  process.stdout.write(`${name}
  correct place among the first three      ${percent(named)}
    the same by MiniSearch alone           ${percent(plainSearch)}
  answered right                           ${percent(answered)}
  right answers among those given          ${percent(right)}
  unanswerable questions refused           ${percent(refused)}
`);
}

const evaluations: Evaluation[] = [];
for (const corpus of corpora()) {
  const evaluation = await askAll(corpus);
  evaluations.push(evaluation);
  for (const [part, name] of PARTS)
    print(
      `${corpus.name}, ${name}`,
      evaluation.verdicts.filter((verdict) => verdict.part === part),
      evaluation.plainSearch(part),
    );
}
const verdicts = evaluations.flatMap((evaluation) => evaluation.verdicts);
for (const [part, name] of PARTS) {
  const shares = evaluations.map((evaluation) => evaluation.plainSearch(part));
  const plainSearch = {
    total: shares.reduce((sum, { total }) => sum + total, 0),
    correct: shares.reduce((sum, { correct }) => sum + correct, 0),
  };
  const ofPart = verdicts.filter((verdict) => verdict.part === part);
  print(`all ${name}`, ofPart, plainSearch);
  process.stdout.write(`confidence of the answers, and share of them that are right\n`);
  for (const [at, share] of calibrationOf(ofPart).entries())
    process.stdout.write(`  ${CONFIDENCES[at]} to ${CONFIDENCES[at + 1] ?? 1}   ${percent(share)}\n`);
}
