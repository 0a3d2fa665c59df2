import { readFileSync } from "node:fs";
import path from "node:path";
import { type Check, runCheck } from "../check.ts";
import { listFiles } from "../source-files.ts";

const mostFiles = 25;
const meaningless = /(^|\/)(utils?|helpers?|common|types|misc|shared)([.]test)?[.]tsx?$/;
const silencer = /(?:\/\/|\/\*)\s*(?:oxlint|eslint)-disable(?!.* -- \S)/;
const expectedError = /(?:\/\/|\/\*)\s*@ts-(?:ignore|nocheck|expect-error\s*$)/;

/** Folders are small, files have meaningful names, and a disabled rule has a reason. */
export const folders: Check = (root) => {
  const files = listFiles(root, /^(packages|examples|tests|benchmarks|tooling|docs)\/(?!proofs\/).*[.][cm]?tsx?$/);
  const sources = files.filter((file) => /^packages\/[^/]+\/(src|page)\//.test(file));
  const filesByFolder = Map.groupBy(sources, (file) => path.posix.dirname(file));
  const problems = files.flatMap((file) => [
    ...(meaningless.test(file) ? [`${file} has a meaningless name: name it after its content.`] : []),
    ...readFileSync(path.join(root, file), "utf8")
      .split("\n")
      .flatMap((line, index) => [
        ...(silencer.test(line) ? [`${file}:${index + 1} disables a rule: end the comment with " -- reason".`] : []),
        ...(expectedError.test(line)
          ? [`${file}:${index + 1} hides an error: use @ts-expect-error and a reason.`]
          : []),
      ]),
  ]);
  for (const [folder, members] of filesByFolder) {
    if (members.length > mostFiles)
      problems.push(`${folder} has ${members.length} files, the limit is ${mostFiles}: split it by concept.`);
  }
  return { problems, fact: `${filesByFolder.size} folders of sources, ${files.length} files` };
};

if (import.meta.main) await runCheck(folders);
