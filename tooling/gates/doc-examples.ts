import { checkExamples } from "../doc-examples.ts";
import { type Gate, fromProblems } from "../gate-contract.ts";

/** Every TypeScript fence of the documentation compiles, runs and prints what it says. */
export const docExamples: Gate = {
  name: "doc-examples",
  holds: "every TypeScript fence in READMEs, docs and doc comments compiles, runs and prints what it says",
  async run(root) {
    const { run, lines, problems } = await checkExamples(root);
    return fromProblems(problems, `${run} examples, ${lines} printed lines`);
  },
};
