import { existsSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import * as agents from "@tidemark/agents";
import * as checkpoint from "@tidemark/checkpoint";
import * as coreState from "@tidemark/core-state";
import * as reducers from "@tidemark/reducers";
import * as stateManager from "@tidemark/state-manager";
import { type Check, runCheck } from "./check.ts";
import { workspaceRoot } from "./command.ts";
import { type ErrorLine, formatErrorsPage } from "./errors-page.ts";
import { formatFieldTable } from "./field-table-page.ts";

/** A page of the documentation that is made from the code. */
interface GeneratedPage {
  readonly file: string;
  readonly make: () => string;
}

const isKind = (value: unknown): value is { readonly code: string; sample(): string } =>
  typeof value === "function" && "code" in value && "sample" in value;

/** The lines of every error table that a package exports. */
const errorLines = (entry: Readonly<Record<string, unknown>>): readonly ErrorLine[] =>
  Object.values(entry)
    .filter((value) => typeof value === "object" && value !== null)
    .flatMap((table): readonly unknown[] => Object.values(table ?? {}))
    .filter(isKind)
    .map((kind) => ({ code: kind.code, message: kind.sample() }));

/** Every generated page that is committed. */
const generatedPages: readonly GeneratedPage[] = [
  {
    file: "docs/concepts/errors.md",
    make: () =>
      formatErrorsPage([
        { package: "@tidemark/core-state", lines: errorLines(coreState) },
        { package: "@tidemark/reducers", lines: errorLines(reducers) },
        { package: "@tidemark/state-manager", lines: errorLines(stateManager) },
        { package: "@tidemark/agents", lines: errorLines(agents) },
        { package: "@tidemark/checkpoint", lines: errorLines(checkpoint) },
      ]),
  },
  {
    file: "docs/concepts/field-table.md",
    make: () => formatFieldTable(coreState.describe(coreState.AgentState).fields),
  },
];

/** The committed pages are those that the code makes. */
export const generated: Check = (root) => ({
  problems: generatedPages
    .filter(({ file, make }) => {
      const committed = path.join(root, file);
      return !existsSync(committed) || readFileSync(committed, "utf8") !== make();
    })
    .map(({ file }) => `${file} differs from the code: run \`pnpm docs:update\`.`),
  fact: `${generatedPages.length} pages`,
});

/** Writes the pages below `root`. */
export function writePages(root: string): void {
  for (const { file, make } of generatedPages) writeFileSync(path.join(root, file), make());
}

if (import.meta.main) {
  if (process.argv.includes("--update")) writePages(workspaceRoot);
  await runCheck(generated);
}
