import { readCaseCoverage } from "../cases.ts";
import { type Gate, fromProblems } from "../gate-contract.ts";

/** Every acceptance case on the committed list has a test whose title starts with its id. */
export const cases: Gate = {
  name: "cases",
  holds: "every acceptance case of tooling/cases.json has a test whose title starts with its id",
  run(root) {
    const { required, missing } = readCaseCoverage(root);
    return Promise.resolve(
      fromProblems(
        missing.map((id) => `No test title starts with ${id}.`),
        `${required.length} cases`,
      ),
    );
  },
};
