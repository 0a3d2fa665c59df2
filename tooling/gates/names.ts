import { readFileSync } from "node:fs";
import path from "node:path";
import { type Gate, fromProblems } from "../gate-contract.ts";
import { listFiles } from "../source-files.ts";
import { nodesOf, parseFile } from "../syntax.ts";

const longest = 400;
const emptyNames = /(^|\/)(utils?|helpers?|common|types|misc|shared)([.]test)?[.]ts$/;
const kebab = /^[a-z0-9]+(-[a-z0-9]+)*([.][a-z0-9-]+)*[.]ts$/;

const indexProblems = (root: string, file: string): readonly string[] => {
  const { program } = parseFile(path.join(root, file));
  return nodesOf(program["body"]).flatMap(({ type, source }) => {
    if (type === "ExportAllDeclaration") return [`${file} has an \`export *\`; an index lists its names one by one.`];
    if (type !== "ExportNamedDeclaration" || source === null) return [`${file} holds code; an index only re-exports.`];
    return [];
  });
};

/** Files are short and have names that say what is in them. */
export const names: Gate = {
  name: "names",
  holds: `files are named for what they hold, at most ${longest} lines long; an index only lists names`,
  run(root) {
    const files = listFiles(root, /^(packages|examples|tests|benchmarks|tooling)\/.*[.]ts$/);
    const problems = files.flatMap((file) => [
      ...(emptyNames.test(file) ? [`${file} is named for nothing; name it for what it holds.`] : []),
      ...(kebab.test(path.basename(file)) ? [] : [`${file} is not named in kebab-case.`]),
      ...(readFileSync(path.join(root, file), "utf8").split("\n").length > longest + 1
        ? [`${file} has more than ${longest} lines; cut it where a concept ends.`]
        : []),
      ...(/^packages\/[^/]+\/src\/(testing\/)?index[.]ts$/.test(file) ? indexProblems(root, file) : []),
    ]);
    return Promise.resolve(fromProblems(problems, `${files.length} files`));
  },
};
