import { type Gate, fromProblems } from "../gate-contract.ts";

/** The pages that follow from the code are what the code says today. */
export const generated: Gate = {
  name: "generated",
  holds: "the error list and the field table in docs/concepts are what the code says",
  async run(root) {
    // Loaded late: when a package does not load, this gate is red and the others still run.
    const { generatedPages, stalePages } = await import("../generated-pages.ts");
    const stale = stalePages(root, generatedPages);
    return fromProblems(
      stale.map((file) => `${file} is not what the code says: run \`pnpm docs:update\`.`),
      `${generatedPages.length} pages`,
    );
  },
};
