import { readFileSync } from "node:fs";
import path from "node:path";
import { type Check, runCheck } from "../check.ts";
import { readJson } from "../manifest.ts";
import { listFiles } from "../source-files.ts";
import { parseText } from "../syntax.ts";

const texts = /^[A-Z]+[.]md$|^([.]changeset|docs|packages|examples|tests|benchmarks|tooling)\/.*[.](md|[cm]?tsx?)$/;
const list = "tooling/words/phrases.json";

/** Largest share of doc comments that may begin with a question word. */
const mostQuestions = 0.02;
const question = /^\*\s*(?:\*\s*)?(what|how|when|where|which|who|whose|whom|why|whether)\b/i;

/** Documents and code use the terms of the field: no phrase of the list, and doc comments that begin with their subject. */
export const phrases: Check = (root) => {
  const avoided = Object.entries(readJson<Readonly<Record<string, string>>>(path.join(root, list))).map(
    ([pattern, instead]) => [new RegExp(pattern, "gi"), instead] as const,
  );
  const files = listFiles(root, texts).filter((file) => !/(^|\/)CHANGELOG[.]md$|[.]api[.]md$/.test(file));
  const problems: string[] = [];
  const questions: string[] = [];
  let comments = 0;
  for (const file of files) {
    const text = readFileSync(path.join(root, file), "utf8");
    for (const [index, line] of text.split("\n").entries()) {
      if (line.includes("cspell:disable")) continue;
      for (const [pattern, instead] of avoided) {
        for (const [found] of line.matchAll(pattern))
          problems.push(`${file}:${index + 1} says "${found}"; write: ${instead}.`);
      }
    }
    if (!/^packages\/[^/]+\/src\/.*[.]ts$/.test(file)) continue;
    const written = parseText(file, text).comments.filter(({ kind, text: each }) => kind === "Block" && each.startsWith("*"));
    comments += written.length;
    questions.push(...written.filter((each) => question.test(each.text)).map((each) => `${file}: /*${each.text.split("\n").slice(0, 2).join("")}`));
  }
  const share = questions.length / Math.max(comments, 1);
  if (share > mostQuestions) {
    problems.push(
      ...questions,
      `${questions.length} of ${comments} doc comments begin with a question word, the limit is ${mostQuestions * 100} %: name the subject.`,
    );
  }
  return { problems, fact: `${files.length} files, ${(share * 100).toFixed(1)} % of doc comments begin with a question word` };
};

if (import.meta.main) await runCheck(phrases);
