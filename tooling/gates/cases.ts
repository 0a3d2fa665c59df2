import { behaviorsPage } from "../behaviors.ts";
import { readCaseCoverage } from "../cases.ts";
import { type Gate, fromProblems } from "../gate-contract.ts";

/** Every behavior that the page lists has a test whose title starts with its id, and every such test has its row. */
export const cases: Gate = {
  name: "cases",
  holds: `every id of ${behaviorsPage} has a sentence and a test whose title starts with it, and every id of a test has a row`,
  run(root) {
    const { listed, covered, untested, unlisted, problems } = readCaseCoverage(root);
    return Promise.resolve(
      fromProblems(
        [
          ...problems,
          ...untested.map((id) => `No test title starts with ${id}.`),
          ...unlisted.map(
            (id) => `${behaviorsPage} has no row for ${id}, with which ${covered.get(id)?.[0]} has a test.`,
          ),
        ],
        `${listed.length} cases`,
      ),
    );
  },
};
