import { readFileSync } from "node:fs";
import path from "node:path";
import { type Check, runCheck } from "../check.ts";
import { readJson } from "../manifest.ts";
import { listFiles } from "../source-files.ts";

const texts = /^[A-Z]+[.]md$|^([.]changeset|docs|packages|examples|tests|benchmarks|tooling)\/.*[.](md|[cm]?tsx?)$/;

/** Maximum share of doc comments that begin with a question word. */
const mostQuestions = 0.02;
const docComment = /\/\*\*(?:\s|\*(?!\/))*([^\n]*)/g;
const question = /^(what|how|when|where|which|who|whose|whom|why|whether)\b/i;

/** Documents and code contain no phrase of the list, and doc comments begin with their subject. */
export const phrases: Check = (root) => {
  const avoided = Object.entries(
    readJson<Readonly<Record<string, string>>>(path.join(root, "tooling/words/phrases.json")),
  ).map(([pattern, instead]) => [new RegExp(pattern, "gi"), instead] as const);
  const files = listFiles(root, texts).filter((file) => !/(^|\/)CHANGELOG[.]md$|[.]api[.]md$/.test(file));
  const problems: string[] = [];
  const comments: { readonly file: string; readonly opening: string }[] = [];
  for (const file of files) {
    const text = readFileSync(path.join(root, file), "utf8");
    for (const [index, line] of text.split("\n").entries()) {
      for (const [pattern, instead] of line.includes("cspell:disable") ? [] : avoided) {
        for (const [found] of line.matchAll(pattern))
          problems.push(`${file}:${index + 1} says "${found}"; write: ${instead}.`);
      }
    }
    if (!/^packages\/[^/]+\/src\/.*[.]ts$/.test(file)) continue;
    comments.push(...[...text.matchAll(docComment)].map(([, opening = ""]) => ({ file, opening })));
  }
  const questions = comments.filter(({ opening }) => question.test(opening));
  const share = questions.length / Math.max(comments.length, 1);
  const fact = `${(share * 100).toFixed(1)} % of ${comments.length} doc comments begin with a question word`;
  if (share > mostQuestions) {
    problems.push(...questions.map(({ file, opening }) => `${file} begins a doc comment with "${opening}".`));
    problems.push(`${fact}; the limit is ${mostQuestions * 100} %. Begin with the subject.`);
  }
  return { problems, fact };
};

if (import.meta.main) await runCheck(phrases);
