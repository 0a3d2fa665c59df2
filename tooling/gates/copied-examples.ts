import { runCommand } from "../command.ts";
import { copyExample, listExamples, type PackedWorkspace, packWorkspace } from "../example-copies.ts";
import { type Gate, fromProblems } from "../gate-contract.ts";

async function tryExample(root: string, example: string, packed: PackedWorkspace): Promise<readonly string[]> {
  const { folder, manifest, problem } = await copyExample(root, example, packed);
  const { copyTrial: trial, scripts = {} } = manifest;
  if (trial === undefined) return [`${example}: package.json has no copyTrial: { words, says }.`];
  if (problem !== null) return [problem];
  const problems: string[] = [];
  const started = await runCommand("npm", ["start", "--silent", "--", ...trial.words], { cwd: folder });
  if (started.code !== 0 || !started.stdout.includes(trial.says))
    problems.push(`${example}: npm start in a copy does not say "${trial.says}":\n${started.output}`);
  if (scripts["typecheck"] !== undefined) {
    const checked = await runCommand("npm", ["run", "--silent", "typecheck"], { cwd: folder });
    if (checked.code !== 0) problems.push(`${example}: npm run typecheck fails in a copy:\n${checked.output}`);
  }
  return problems;
}

/** Whoever copies an example has a working project. */
export const copiedExamples: Gate = {
  name: "copied-examples",
  holds: "each examples/* folder, copied out and installed with npm and the packed tarballs, starts and compiles",
  after: ["build"],
  async run(root) {
    const examples = listExamples(root);
    if (examples.length === 0) return { ok: false, fact: "missing", output: "There is no example." };
    using packed = await packWorkspace(root);
    const problems: string[] = [];
    for (const example of examples) problems.push(...(await tryExample(root, example, packed)));
    return fromProblems(problems, `${examples.length} example${examples.length === 1 ? "" : "s"}`);
  },
};
