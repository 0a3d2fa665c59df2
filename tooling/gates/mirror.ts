import { existsSync } from "node:fs";
import path from "node:path";
import { type Gate, fromProblems } from "../gate-contract.ts";
import { listFiles } from "../source-files.ts";
import { isNode, nodesOf, parseFile } from "../syntax.ts";

const typeStatements = new Set(["ImportDeclaration", "TSInterfaceDeclaration", "TSTypeAliasDeclaration"]);

/** True for a file that says nothing of its own at run time, types or a list of names: its users' tests hold it. */
const saysNothing = (file: string): boolean =>
  nodesOf(parseFile(file).program["body"]).every(
    ({ type, declaration, source }) =>
      isNode(source) ||
      typeStatements.has(type === "ExportNamedDeclaration" && isNode(declaration) ? declaration.type : type),
  );

/** The tests that may stand for a source: its own, or the one of the folder that holds it. */
const candidates = (file: string): readonly string[] => {
  const own = file.replace("/src/", "/test/").replace(/[.]ts$/, "");
  const folders: string[] = [];
  for (let folder = path.posix.dirname(own); !folder.endsWith("/test"); folder = path.posix.dirname(folder)) {
    folders.push(folder);
  }
  return [own, ...folders].flatMap((stem) => [`${stem}.test.ts`, `${stem}.test-d.ts`]);
};

/** Every source file of a package has a test where one would look for it. */
export const mirror: Gate = {
  name: "mirror",
  holds: "each packages/*/src/a/b.ts that runs has test/a/b.test.ts, or test/a.test.ts for the whole folder",
  run(root) {
    const sources = listFiles(root, /^packages\/[^/]+\/src\/.*[.]ts$/).filter(
      (file) => !/\/index[.]ts$/.test(file) && !saysNothing(path.join(root, file)),
    );
    const bare = sources.filter((file) => !candidates(file).some((test) => existsSync(path.join(root, test))));
    return Promise.resolve(
      fromProblems(
        bare.map((file) => `${file} has no ${candidates(file)[0]}.`),
        `${sources.length} sources, each with a test`,
      ),
    );
  },
};
