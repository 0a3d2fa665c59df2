import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { codeOf, Failure, readableFailure } from "./failure.ts";

/** Applications that can be created. */
export const TEMPLATES = [
  { name: "minimal", description: "One assistant with a tool, which keeps a list." },
  { name: "team", description: "A support desk: two agents, a handoff, and refunds that a person approves." },
  { name: "react", description: "A React page for an assistant, on the stream of the AI SDK." },
  { name: "next", description: "A Next.js application for an assistant, with the routes in a route handler." },
  { name: "travel", description: "A travel planner with its page: agents propose, one writer decides." },
  { name: "scheduler", description: "A family calendar with its page: nothing is written without a yes." },
  { name: "research", description: "An assistant that answers from your documents and cites each claim." },
] as const;

/** Name of a template. */
export type TemplateName = (typeof TEMPLATES)[number]["name"];

export const isTemplate = (name: string): name is TemplateName => TEMPLATES.some((each) => each.name === name);

/** Folders of the templates: those that are written, and those that the build makes from the examples. */
const roots = ["templates", "dist/templates"].map((folder) => path.join(import.meta.dirname, "..", folder));

const folderOf = (template: TemplateName): string => {
  const found = roots.map((root) => path.join(root, template)).find((folder) => existsSync(folder));
  if (found === undefined)
    throw new Failure(`This copy of create-tidemark has no template "${template}". Build it first.`);
  return found;
};

/** Files that have another name in the package: npm would not pack the first, and a manifest of an application is not one of the package. */
const RENAMED: ReadonlyMap<string, string> = new Map([
  ["_gitignore", ".gitignore"],
  ["_package.json", "package.json"],
]);

/** Files of a checkout that are not part of a template. The page of some templates is built, in `web/dist`. */
const isLocal = (file: string): boolean =>
  file === "dist" || ["node_modules", ".next", ".tidemark", ".turbo", "next-env.d.ts"].includes(path.basename(file));

/** Files that a folder may contain before an application is created in it. */
const IGNORED: ReadonlySet<string> = new Set([".git", ".DS_Store", ".idea", ".vscode"]);

/** An application to create. */
export interface NewProject {
  readonly folder: string;
  readonly name: string;
  readonly template: TemplateName;
  /** Version of Tidemark that it installs. */
  readonly version: string;
}

/**
 * Copies a template into a folder that is new or empty. Throws a {@link Failure}, and leaves nothing behind then.
 */
export function copyTemplate({ folder, name, template, version }: NewProject): void {
  const found = existsSync(folder) ? contentOf(folder) : null;
  if (found !== null && found.some((file) => !IGNORED.has(file)))
    throw new Failure(`${folder} is not empty. Choose another folder.`);
  const made = found === null ? firstMissing(folder) : null;
  const source = folderOf(template);
  try {
    mkdirSync(folder, { recursive: true });
    cpSync(source, folder, { recursive: true, filter: (file) => !isLocal(path.relative(source, file)) });
    for (const [packed, real] of RENAMED)
      if (existsSync(path.join(folder, packed))) renameSync(path.join(folder, packed), path.join(folder, real));
    writeManifest(folder, { name, version });
  } catch (error) {
    removeCopied(folder, { made, kept: found ?? [] });
    throw readableFailure(error, folder);
  }
}

function contentOf(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch (error) {
    if (codeOf(error) === "ENOTDIR") throw new Failure(`${folder} is a file. Choose another folder.`, { cause: error });
    throw readableFailure(error, folder);
  }
}

/** The outermost folder that has to be created for a folder. */
function firstMissing(folder: string): string {
  const parent = path.dirname(folder);
  return parent === folder || existsSync(parent) ? folder : firstMissing(parent);
}

function removeCopied(
  folder: string,
  { made, kept }: { readonly made: string | null; readonly kept: readonly string[] },
): void {
  if (made !== null) {
    rmSync(made, { recursive: true, force: true });
    return;
  }
  for (const file of readdirSync(folder))
    if (!kept.includes(file)) rmSync(path.join(folder, file), { recursive: true, force: true });
}

function writeManifest(folder: string, { name, version }: { readonly name: string; readonly version: string }): void {
  const file = path.join(folder, "package.json");
  const text = readFileSync(file, "utf8")
    .replace(/"name": "[^"]*"/, `"name": ${JSON.stringify(name)}`)
    .replaceAll(/("(?:tidemark|@tidemark\/[\w-]+)": )"[^"]*"/g, `$1"^${version}"`);
  writeFileSync(file, text);
}
