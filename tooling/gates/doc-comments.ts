import { type Gate, fromProblems } from "../gate-contract.ts";
import { listPublicNames } from "../public-names.ts";

/** Everything that a package exports has a doc comment. */
export const docComments: Gate = {
  name: "doc-comments",
  holds: "every name that a package entry exports has a doc comment above its declaration",
  run(root) {
    const names = listPublicNames(root);
    const problems = names.flatMap(({ entry, name, file, line, comment }) => {
      if (file === undefined) return [`${entry} exports ${name}, whose declaration was not found.`];
      return comment === undefined || comment === "" ? [`${file}:${line} ${name} has no doc comment.`] : [];
    });
    return Promise.resolve(fromProblems(problems, `${names.length} exported names`));
  },
};
