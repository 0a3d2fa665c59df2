import { existsSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import * as agents from "@tidemark/agents";
import * as checkpoint from "@tidemark/checkpoint";
import * as coreState from "@tidemark/core-state";
import * as reducers from "@tidemark/reducers";
import * as stateManager from "@tidemark/state-manager";
import { workspaceRoot } from "./command.ts";
import { type ErrorLine, formatErrorsPage } from "./errors-page.ts";
import { formatFieldTable } from "./field-table-page.ts";

/** A page of the documentation that follows from the code. */
export interface GeneratedPage {
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
export const generatedPages: readonly GeneratedPage[] = [
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
    make: () =>
      formatFieldTable(coreState.describe(coreState.AgentState).fields, coreState.describe(coreState.SeedState).fields),
  },
];

/** The pages below `root` that are not what the code says. */
export const stalePages = (root: string, pages: readonly GeneratedPage[]): readonly string[] =>
  pages
    .filter(({ file, make }) => {
      const committed = path.join(root, file);
      return !existsSync(committed) || readFileSync(committed, "utf8") !== make();
    })
    .map(({ file }) => file);

/** Writes the pages below `root`. */
export function writePages(root: string, pages: readonly GeneratedPage[]): void {
  for (const { file, make } of pages) writeFileSync(path.join(root, file), make());
}

if (import.meta.main) {
  writePages(workspaceRoot, generatedPages);
  process.stdout.write(`${generatedPages.length} pages written\n`);
}
