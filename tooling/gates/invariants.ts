import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { type Gate, fromProblems } from "../gate-contract.ts";

const page = "ARCHITECTURE.md";

/** The numbered invariants of ARCHITECTURE.md, each with the files that hold it. */
const readInvariants = (text: string): readonly { readonly number: number; readonly files: readonly string[] }[] =>
  text
    .split(/^(?=- \*\*INV-\d+\*\*)/m)
    .filter((part) => part.startsWith("- **INV-"))
    .map((part) => {
      const entry = part.split(/\n(?=\n|#|- )/)[0] ?? "";
      const files = [...entry.matchAll(/`((?:[\w.-]+\/)*[.\w-]+[.](?:[cm]?ts|[cm]js|json))`/g)].map(
        (match) => match[1] ?? "",
      );
      return { number: Number(/INV-(\d+)/.exec(entry)?.[1]), files };
    });

/** Every numbered invariant names the file that fails when it is broken, and that file exists. */
export const invariants: Gate = {
  name: "invariants",
  holds: `every invariant of ${page} names a test that exists`,
  run(root) {
    const file = path.join(root, page);
    if (!existsSync(file)) return Promise.resolve({ ok: false, fact: "missing", output: `There is no ${page}.` });
    const found = readInvariants(readFileSync(file, "utf8"));
    const problems = found.flatMap(({ number, files }, index) => [
      ...(number === index + 1 ? [] : [`INV-${number} stands where INV-${index + 1} is expected.`]),
      ...(files.length === 0 ? [`INV-${number} names no test.`] : []),
      ...files
        .filter((each) => !existsSync(path.join(root, each)))
        .map((each) => `INV-${number} names ${each}, which does not exist.`),
    ]);
    if (found.length === 0) problems.push(`${page} lists no invariant.`);
    return Promise.resolve(fromProblems(problems, `${found.length} invariants`));
  },
};
