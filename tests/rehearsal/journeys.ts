import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import type { Journeys } from "./journey.ts";
import { mustRun, type Place, requireText } from "./run.ts";
import { serveUntil, textAt } from "./served.ts";

/** Runs an application that was created with npm with the lowest and the newest LangGraph, and with the oldest and the newest Node. */
export async function versionsJourney({ folder, env, note }: Journeys): Promise<void> {
  const app = { cwd: path.join(folder, "minimal-npm", "my-app"), env };
  const tries = [
    ["LangGraph 1.4.8", "@langchain/langgraph@1.4.8 @langchain/core@1.1.48 langchain@1.4.0 zod@4.2.0"],
    ["LangGraph 1, newest", "@langchain/langgraph@1 @langchain/core@1 langchain@1 zod@4"],
  ] as const;
  for (const [name, packages] of tries) {
    const journey = `minimal, ${name}`;
    note({ journey, step: "install", seconds: (await mustRun(`npm install ${packages}`, app)).seconds });
    for (const version of ["22.18.0", "24"]) {
      const { seconds } = await mustRun(`npx -y -p node@${version} node --test`, app);
      note({ journey, step: `test on Node ${version}`, seconds });
    }
  }
}

/** Lines of the shell fences of a page, as they are typed. */
const shellLines = (page: string): readonly string[] =>
  [...page.matchAll(/^```sh\n([\s\S]*?)^```/gm)].flatMap(([, code = ""]) => code.trim().split("\n"));

/** Entries that need a package which the quick start does not install. */
const NEED_MORE: ReadonlySet<string> = new Set(["ag-ui", "hono", "laws", "mcp", "package.json"]);

/** Names of the entries of the installed package. */
async function entriesOf(place: Place): Promise<readonly string[]> {
  const manifest = await mustRun(`node -p 'Object.keys(require("tidemark/package.json").exports).join()'`, place);
  return manifest.output
    .trim()
    .split(",")
    .map((entry) => entry.slice(2))
    .filter((entry) => !NEED_MORE.has(entry));
}

/** A program that imports the entries which need no other package, and says which ones need one. */
const importsOf = (entries: readonly string[]): string => `
for (const entry of ${JSON.stringify(entries.map((entry) => path.posix.join("tidemark", entry)))}) {
  try {
    await import(entry);
  } catch (error) {
    // An entry may need a package that it names; everything else is a fault of ours.
    const missing = /Cannot find package '([^']+)'/.exec(String(error))?.[1] ?? "";
    if (missing === "" || missing.startsWith("tidemark") || missing.startsWith("@tidemark")) throw error;
    console.log(entry, "needs", missing);
  }
}`;

/** Types the quick start letter by letter, with its program in one file, and compiles it with the oldest and the newest TypeScript. */
export async function quickStartJourney(root: string, { folder, env, note }: Journeys): Promise<void> {
  const journey = "quick start";
  const page = readFileSync(path.join(root, "docs/quick-start.md"), "utf8");
  const program = [...page.matchAll(/^```ts.*\n([\s\S]*?)^```/gm)].map(([, code = ""]) => code).join("\n");
  const cwd = path.join(folder, "quick-start");
  mkdirSync(cwd);
  const [make = "", init = "", install = ""] = shellLines(page).filter((line) =>
    /^(?:mkdir|npm init|npm install)/.test(line),
  );
  await mustRun(make, { cwd, env });
  const desk = { cwd: path.join(cwd, "desk"), env };
  await mustRun(init, desk);
  note({ journey, step: "install", seconds: (await mustRun(install, desk)).seconds });
  writeFileSync(path.join(desk.cwd, "desk.ts"), program);
  const ran = await mustRun("node desk.ts", desk);
  requireText("Oslo is noted, and invoice a is refunded.", ran.output);
  note({ journey, step: "node desk.ts", seconds: ran.seconds });
  await mustRun("node --input-type=module", { ...desk, input: importsOf(await entriesOf(desk)) });
  await mustRun("npm install --no-save @types/node@22", desk);
  const options = "--noEmit --strict --skipLibCheck --target es2022 --types node";
  for (const version of ["5.4.5", "latest"])
    for (const resolution of ["nodenext", "bundler"]) {
      const kind = resolution === "bundler" ? "--module esnext --moduleResolution bundler" : "--module nodenext";
      const { seconds } = await mustRun(`npx -y -p typescript@${version} tsc ${options} ${kind} desk.ts`, desk);
      note({ journey, step: `tsc ${version}, ${resolution}`, seconds });
    }
}

/** Shows the threads of an application from an empty folder, with the package `tidemark` alone. */
export async function inspectJourney({ folder, env, note }: Journeys): Promise<void> {
  const journey = "npx tidemark inspect";
  const cwd = path.join(folder, "inspect");
  mkdirSync(cwd);
  const database = path.join(folder, "minimal-npm", "my-app", ".tidemark", "threads.db");
  const { seconds } = await serveUntil(
    `npx --yes tidemark inspect "${database}"`,
    { cwd, env },
    {
      patterns: [/is shown at (http:\/\/\S+)/],
      visit: async ({ found: [address = ""] }) => {
        const { origin, hash } = new URL(address);
        requireText("<script", await textAt(`${origin}/`));
        const headers = { "x-inspect-token": hash.replace("#token=", "") };
        const response = await fetch(`${origin}/api/threads`, { headers });
        requireText('"threadId":"home"', await response.text());
      },
    },
  );
  note({ journey, step: "page", seconds });
  const listed = await mustRun(`npx --yes tidemark threads "${database}"`, { cwd, env });
  requireText("home", listed.output);
  note({ journey, step: "threads", seconds: listed.seconds });
}

/** Installs what each guide says, line by line, without writing it. */
export async function guidesJourney(pages: readonly string[], { folder, env, note }: Journeys): Promise<void> {
  const cwd = path.join(folder, "guides");
  mkdirSync(cwd);
  await mustRun("npm init -y", { cwd, env });
  const lines = new Set(
    pages.flatMap((file) =>
      [...readFileSync(file, "utf8").matchAll(/^npm install (?!-)(?!\.)[\w@/ .^-]+$/gm)].map(([line]) => line),
    ),
  );
  for (const line of lines) {
    if (line.includes(".tarballs")) continue;
    const { seconds } = await mustRun(`${line} --dry-run`, { cwd, env });
    note({ journey: "guides", step: line, seconds });
  }
}
