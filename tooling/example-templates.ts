/**
 * Makes templates of `create-tidemark` from the examples, in `packages/create-tidemark/dist/templates`. The build of the package runs it.
 *
 * A template is the committed example without its evaluation and without tests that need a browser, with the built page of `examples/web` in the
 * folder `web`, with the sources of the private packages that it imports, and with the files of `packages/create-tidemark/application`.
 */
import { execFileSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { workspaceRoot } from "./command.ts";
import { type Manifest, readManifest } from "./manifest.ts";

/**
 * Examples that become templates, and what `npm start` types first: options and a message whose turn ends without a question. It must leave
 * nothing in the data that the reader uses from then on: no event in the calendar, nothing in the profile of the traveler.
 */
export const EXAMPLES: Readonly<Record<string, readonly string[]>> = {
  travel: [
    "--as",
    "sample",
    "--thread",
    "sample",
    "Lisbon from Copenhagen, 7 to 10 May, mid budget, I'm vegetarian and hate early flights",
  ],
  scheduler: ["When is everybody free tomorrow?"],
  research: ["How are puffins counted?"],
};

const added = path.join(workspaceRoot, "packages/create-tidemark/application");
const web = path.join(workspaceRoot, "examples/web");

/** Private packages of `examples` whose sources a template gets, in a folder of the same name, if it imports them. */
const COPIED: readonly string[] = ["terminal"];

/** Where the documents of this repository are read. */
const home = "https://github.com/tidemark-js/tidemark/blob/main/";

/** Files that only this repository needs. */
const LEFT_OUT =
  /(?:^|\/)(?:evaluate|evaluation)(?:\/|[.-])|(?:^|\/)(?:add-a-field|readme)(?:[.]slow)?[.]test[.]ts$|^(?:LICENSE|README[.]md|package[.]json)$/;

/** Tools that are used without an import. */
const TOOLS = /^(?:typescript|vite|vitest|@types\/.*)$/;

/** Packages that come with the page or the application, or are loaded by name. */
const KEPT = /^(?:tidemark|zod|langchain|@langchain\/.*)$/;

const read = (file: string): string => readFileSync(file, "utf8");

/** Files of a folder that git has or would add. */
const filesOf = (folder: string): readonly string[] =>
  execFileSync("git", ["ls-files", "--cached", "--others", "--exclude-standard"], { cwd: folder, encoding: "utf8" })
    .split("\n")
    .filter((file) => file !== "" && existsSync(path.join(folder, file)));

/** Versions of the catalog by package. */
function catalogVersions(): ReadonlyMap<string, string> {
  const text = /^catalog:\n((?: .*\n|\n)+)/m.exec(read(path.join(workspaceRoot, "pnpm-workspace.yaml")))?.[1] ?? "";
  const lines = text.matchAll(/^ {2}"?([^":#\n]+)"?: *"?([^"\s]+)"?/gm);
  return new Map([...lines].map(([, name = "", version = ""]) => [name, version]));
}

/** Commands of this repository as an application has them, and imports of the page. */
export const textOfTemplate = (text: string): string =>
  text
    .replaceAll(
      /npx -y pnpm@[\d.]+ (?:--filter [\w-]+ )?(\w+)(?: --(?= ))?((?: --?[a-z]| "| OPTIONS)?)/g,
      (_, name: string, rest: string) => {
        const command = `npm run ${name === "start" ? "chat" : name}`;
        return rest === "" ? command : `${command} --${rest}`;
      },
    )
    .replaceAll('"@tidemark/web/view"', '"#web/view"')
    .replaceAll(new RegExp(`"@tidemark/(${["web", ...COPIED].join("|")})"`, "g"), '"#$1"');

/** Links of a document of an example, as links to this repository. */
const withAbsoluteLinks = (text: string, folder: string): string =>
  text.replaceAll(
    /(\]\()(?![a-z]+:|#)([^)\s]+)\)/g,
    (_, open: string, to: string) => `${open}${home}${path.posix.join(folder, to)})`,
  );

/** Heading and opening of the example's README, then how the application is started. */
function readmeOf(name: string): string {
  const folder = `examples/${name}`;
  const [opening = ""] = read(path.join(workspaceRoot, folder, "README.md")).split("\n## ");
  const guide = read(path.join(added, "README.md")).replace("examples/NAME", folder);
  return `${withAbsoluteLinks(textOfTemplate(opening), folder).trimEnd()}\n\n${guide}`;
}

/** The file that `npm start` runs, for one application. */
function startOf(name: string): string {
  const made = read(path.join(added, "start.ts"))
    .replace(/^const DATABASE = .*$/m, `const DATABASE = ".tidemark/${name}.db";`)
    .replace(
      /^const FIRST_WORDS: .*$/m,
      () => `const FIRST_WORDS: readonly string[] = ${JSON.stringify(EXAMPLES[name])};`,
    );
  if (!made.includes(`.tidemark/${name}.db`) || made.includes('"Hello"'))
    throw new Error("start.ts has no such lines.");
  return made;
}

/** A record of the entries, by name. */
const sorted = (entries: readonly (readonly [string, string | undefined])[]) =>
  Object.fromEntries([...new Map(entries)].toSorted(([one], [other]) => (one < other ? -1 : 1)));

/** Names of the private packages whose sources the files of a template import. */
const copiedBy = (sources: readonly string[]): readonly string[] =>
  COPIED.filter((name) => sources.some((text) => new RegExp(`"(?:@tidemark/|#)${name}"`).test(text)));

const isPrivate = (dependency: string): boolean =>
  ["web", ...COPIED].some((name) => dependency === `@tidemark/${name}`);

/** The manifest of a template: the packages that its files import, with the versions of the example, and those of the page. */
function manifestOf(name: string, sources: readonly string[]): object {
  const {
    dependencies = {},
    devDependencies = {},
    scripts = {},
    ...example
  }: Manifest & { description?: string } = readManifest(path.join(workspaceRoot, "examples", name));
  const versions = catalogVersions();
  const { dependencies: pageNeeds = {} } = readManifest(web);
  const copied = copiedBy(sources);
  const needs = copied.flatMap((each) =>
    Object.entries(readManifest(path.join(workspaceRoot, "examples", each)).dependencies ?? {}),
  );
  const isUsed = (dependency: string): boolean =>
    TOOLS.test(dependency) || KEPT.test(dependency) || sources.some((text) => text.includes(`"${dependency}`));
  const used = (all: Readonly<Record<string, string>>) =>
    Object.entries(all).filter(([dependency]) => isUsed(dependency));
  const page = Object.keys(pageNeeds).map(
    (dependency) => [dependency, versions.get(dependency) ?? dependencies[dependency]] as const,
  );
  const kept = Object.entries(scripts).filter(
    ([script, command]) => script !== "start" && !LEFT_OUT.test(command.split(" ").at(-1) ?? ""),
  );
  return {
    name,
    version: "0.0.0",
    private: true,
    description: example.description,
    type: "module",
    scripts: sorted(
      [
        ...kept.filter(([script]) => script !== "test"),
        ["start", "node start.ts"] as const,
        ["chat", `node --env-file-if-exists=.env ${scripts["start"]?.replace(/^node /, "") ?? ""}`] as const,
        ["test", "vitest run"] as const,
        // npm only warns of "engines".
      ].map(([script, command]) => [script, `node node-version.cjs && ${command}`]),
    ),
    imports: {
      "#web": { types: "./web/dist/index.d.mts", default: "./web/dist/index.mjs" },
      "#web/view": { types: "./web/dist/view.d.mts", default: "./web/dist/view.mjs" },
      ...Object.fromEntries(copied.map((each) => [`#${each}`, `./${each}/index.ts`])),
    },
    dependencies: sorted([...page, ...needs, ...used(dependencies).filter(([dependency]) => !isPrivate(dependency))]),
    devDependencies: sorted([
      // The test runner needs it next to it, and not every package manager installs what a package only asks for.
      ["vite", versions.get("vite")],
      ...used(devDependencies).filter(([dependency]) => !isPrivate(dependency)),
    ]),
    engines: { node: ">=22.18" },
  };
}

/** Files that a file imports. */
const importsOf = (file: string, text = ""): readonly string[] =>
  [...text.matchAll(/from "([.][^"]+)"/g)].map(([, to = ""]) => path.posix.join(path.posix.dirname(file), to));

/** Files of an example that its template has: those that an application needs, and what they import. */
function carriedFiles(files: readonly string[], texts: ReadonlyMap<string, string>): ReadonlySet<string> {
  const needsBrowser = new Set(files.filter((file) => texts.get(file)?.includes('"playwright-core"')));
  const isCarried = (file: string) =>
    !LEFT_OUT.test(file) && ![file, ...importsOf(file, texts.get(file))].some((each) => needsBrowser.has(each));
  const carried = new Set(files.filter(isCarried));
  // A set that grows while it is walked is walked to its end.
  for (const file of carried)
    for (const needed of importsOf(file, texts.get(file))) if (texts.has(needed)) carried.add(needed);
  return carried;
}

/** Runs a builder of `examples/web`. */
const build = (tool: string, given: readonly string[]) =>
  execFileSync(process.execPath, [path.join(web, "node_modules", tool), ...given], {
    cwd: web,
    stdio: ["ignore", "ignore", "inherit"],
  });

/** Builds the server and the page of `examples/web` into a folder. */
function buildPage(folder: string): void {
  build("tsdown/dist/run.mjs", ["--out-dir", folder, "--no-sourcemap"]);
  build("vite/bin/vite.js", ["build", "--outDir", path.join(folder, "page")]);
}

/** Makes the template of an example in a folder. */
function makeTemplate(name: string, { page, made }: { readonly page: string; readonly made: string }): void {
  const folder = path.join(workspaceRoot, "examples", name);
  const files = filesOf(folder);
  const texts = new Map(
    files.filter((file) => /[.](?:tsx?|json)$/.test(file)).map((file) => [file, read(path.join(folder, file))]),
  );
  const carried = carriedFiles(files, texts);
  const write = (file: string, text: string | Buffer) => {
    mkdirSync(path.dirname(path.join(made, file)), { recursive: true });
    writeFileSync(path.join(made, file), text);
  };
  for (const file of carried) {
    const bytes = readFileSync(path.join(folder, file));
    const isText = /[.](?:tsx?|json|css|md|txt|html)$|^[.]/.test(file);
    if (file !== ".gitignore") write(file, isText ? textOfTemplate(bytes.toString("utf8")) : bytes);
  }
  // npm would leave out a file of the name .gitignore. The built page is part of the application.
  write("_gitignore", `${read(path.join(folder, ".gitignore"))}!/web/dist/\n`);
  for (const file of [".env.example", "AGENTS.md", "node-version.cjs", "vitest.config.ts"])
    write(file, read(path.join(added, file)));
  write("README.md", readmeOf(name));
  write("start.ts", startOf(name));
  cpSync(page, path.join(made, "web", "dist"), { recursive: true });
  const sources = [...[...carried].map((file) => texts.get(file) ?? ""), read(path.join(added, "start.ts"))];
  for (const each of copiedBy(sources)) {
    const source = path.join(workspaceRoot, "examples", each, "src");
    for (const file of filesOf(source)) write(path.join(each, file), textOfTemplate(read(path.join(source, file))));
  }
  // Checks of packages would take a manifest for one of this package.
  write("_package.json", `${JSON.stringify(manifestOf(name, sources), null, 2)}\n`);
}

/** Makes all templates in a folder, which is emptied before. */
export function makeTemplates(target: string): void {
  const building = mkdtempSync(path.join(tmpdir(), "tidemark-page-"));
  try {
    const page = path.join(building, "dist");
    buildPage(page);
    rmSync(target, { recursive: true, force: true });
    for (const name of Object.keys(EXAMPLES)) makeTemplate(name, { page, made: path.join(target, name) });
  } finally {
    rmSync(building, { recursive: true, force: true });
  }
}

if (import.meta.main)
  makeTemplates(path.resolve(process.argv[2] ?? path.join(workspaceRoot, "packages/create-tidemark/dist/templates")));
