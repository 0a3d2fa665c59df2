import { existsSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { agentErrors } from "@tidemark/agents";
import { checkpointErrors } from "@tidemark/checkpoint";
import { AgentState, coreStateErrors, describe, SeedState } from "@tidemark/core-state";
import { inspectErrors } from "@tidemark/inspect";
import { reducerErrors } from "@tidemark/reducers";
import { stateManagerErrors } from "@tidemark/state-manager";
import { workerErrors } from "@tidemark/workers";
import { type Check, runCheck } from "./check.ts";
import { workspaceRoot } from "./command.ts";

/** The error table of each package. */
const errors: Readonly<Record<string, Readonly<Record<string, { readonly code: string; sample(): string }>>>> = {
  "@tidemark/core-state": coreStateErrors,
  "@tidemark/reducers": reducerErrors,
  "@tidemark/state-manager": stateManagerErrors,
  "@tidemark/agents": agentErrors,
  "@tidemark/checkpoint": checkpointErrors,
  "@tidemark/workers": workerErrors,
  "@tidemark/inspect": inspectErrors,
};

const cell = (text: string): string =>
  text
    .replaceAll("|", "\\|")
    .replaceAll("<", "&lt;")
    .replaceAll("{{", "{&#8203;{")
    .replaceAll(/\s*\n\s*/g, "<br>");

const table = (title: string, head: readonly string[], rows: readonly (readonly string[])[]): string =>
  [`## ${title}`, "", ...[head, head.map(() => "---"), ...rows].map((row) => `| ${row.join(" | ")} |`), ""].join("\n");

/** One table per package, with the code and the message of each error. */
const errorTables = (): string =>
  Object.entries(errors)
    .map(([name, kinds]) => {
      const rows = Object.values(kinds).map((kind) => [`\`${kind.code}\``, cell(kind.sample())]);
      return table(name, ["Code", "Message"], rows);
    })
    .join("\n");

const codeOf = (value: unknown): string => {
  const text = JSON.stringify(value);
  return text.length > 40 ? "see its schema" : `\`${text}\``;
};

/** One table per group of fields: first the groups of `AgentState`, then the additional groups. */
const fieldTables = (): string => {
  const own = describe(AgentState).fields;
  const added = describe(SeedState).fields.filter(({ name }) => own.every((each) => each.name !== name));
  return [
    `${own.length} fields.\n`,
    tablesOf(own, "AgentState"),
    `${added.length} more fields in optional groups.\n`,
    tablesOf(added, "Optional group"),
  ].join("\n");
};

const tablesOf = (fields: ReturnType<typeof describe>["fields"], part: string): string => {
  const head = ["Field", "Description", "Lifetime", "Owner", "Default", "Reducer"];
  const tables = [...Map.groupBy(fields, ({ group }) => group)].map(([group, members]) => {
    const rows = members.map((field) =>
      [
        `\`${field.name}\``,
        field.description,
        field.lifetime,
        field.owners.join(", "),
        codeOf(field.default),
        field.reducer,
      ].map(cell),
    );
    return table(`${part}: ${group}`, head, rows);
  });
  return tables.join("\n");
};

/** Pages whose tables are generated from the code. The text above the first table is edited manually. */
const pages: Readonly<Record<string, { readonly from: RegExp; readonly make: () => string }>> = {
  "docs/concepts/errors.md": { from: /^## @/m, make: errorTables },
  "docs/concepts/field-table.md": { from: /^\d+ fields[.]$/m, make: fieldTables },
};

const readPages = (root: string) =>
  Object.entries(pages).map(([page, { from, make }]) => {
    const file = path.join(root, page);
    const text = existsSync(file) ? readFileSync(file, "utf8") : "";
    return { page, file, text, fresh: `${text.slice(0, from.exec(text)?.index ?? text.length)}${make()}` };
  });

/** The tables of the documentation are up to date with the code. */
export const generated: Check = (root) => {
  const stale = readPages(root).filter(({ text, fresh }) => text !== fresh);
  const problems = stale.map(({ page }) => `${page} differs from the code: run \`pnpm docs:update\`.`);
  return { problems, fact: `${Object.keys(pages).length} pages` };
};

/** Writes the tables into the pages below `root`. */
export function writePages(root: string): void {
  for (const { file, fresh } of readPages(root)) writeFileSync(file, fresh);
}

if (import.meta.main) {
  if (process.argv.includes("--update")) writePages(workspaceRoot);
  await runCheck(generated);
}
