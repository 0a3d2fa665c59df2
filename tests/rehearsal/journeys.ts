import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { type Ended, mustRun, type Place, run } from "./run.ts";

/** One step of a journey and the seconds that it took. */
export interface Step {
  readonly journey: string;
  readonly step: string;
  readonly seconds: number;
}

/** Where journeys take place: an empty folder each, and the settings of the registry. */
export interface Journeys {
  readonly folder: string;
  readonly env: Readonly<Record<string, string>>;
}

/** A package manager: how it creates an application, and how it is called in it. */
interface Manager {
  readonly name: string;
  readonly create: (given: string) => string;
  readonly command: string;
}

const CALLED: readonly Manager[] = [
  { name: "npm", create: (given) => `npm create --yes tidemark@latest ${given}`, command: "npm" },
  {
    name: "pnpm",
    create: (given) => `npx -y pnpm@12.21.0 create tidemark@latest ${given.replace(" --", "")}`,
    command: "npx -y pnpm@12.21.0",
  },
  {
    name: "yarn",
    create: (given) => `npx -y yarn@1.22.22 create tidemark ${given.replace(" --", "")}`,
    command: "npx -y yarn@1.22.22",
  },
  {
    name: "bun",
    create: (given) => `npx -y bun@1.4.5 create tidemark@latest ${given.replace(" --", "")}`,
    command: "npx -y bun@1.4.5",
  },
];

/** Names of the package managers that are tried. */
export const MANAGERS: readonly string[] = CALLED.map(({ name }) => name);

/** What a person types after the start of each template, and what has to be printed. */
const TYPED: Readonly<Record<string, { readonly input: string; readonly printed: string }>> = {
  minimal: { input: "add eggs\n", printed: "List: milk, eggs" },
  team: { input: "refund a\nyes\n", printed: "Refunded 180 for invoice a." },
};

/** Fails where a line is missing from what was printed. */
function requireLine(line: string, { output }: Ended): void {
  if (!output.includes(line)) throw new Error(`"${line}" was not printed:\n${output}`);
}

/** Creates an application with each package manager that this machine has, starts it, and runs its tests. */
export async function createJourneys({ folder, env }: Journeys, managers: readonly string[]): Promise<readonly Step[]> {
  const steps: Step[] = [];
  for (const [template, { input, printed }] of Object.entries(TYPED)) {
    for (const { name, create, command } of CALLED) {
      if (!managers.includes(name)) continue;
      // The first template with every manager, the others with npm.
      if (template !== "minimal" && name !== "npm") continue;
      const journey = `create ${template}, ${name}`;
      const cwd = path.join(folder, `${template}-${name}`);
      mkdirSync(cwd);
      const place = { cwd, env };
      const note = (step: string, { seconds }: Ended) => steps.push({ journey, step, seconds });
      if ((await run(`${command} --version`, place)).code !== 0) {
        steps.push({ journey: `${journey}: not installable here`, step: "skipped", seconds: 0 });
        continue;
      }
      const given = `my-app -- --yes --template ${template}`;
      note("create without install", await mustRun(create(`${given.replace("my-app", "bare")} --no-install`), place));
      note("create and install", await mustRun(create(given), place));
      const app = { cwd: path.join(cwd, "my-app"), env };
      const started = await mustRun(`${command} start`, { ...app, input });
      requireLine(printed, started);
      note("first start", started);
      note("test", await mustRun(`${command} test`, app));
      note("typecheck", await mustRun(`${command} run typecheck`, app));
    }
  }
  return steps;
}

/** Runs an application that was created with npm with the lowest versions that it supports. */
export async function lowestJourney({ folder, env }: Journeys): Promise<readonly Step[]> {
  const app = { cwd: path.join(folder, "minimal-npm", "my-app"), env };
  const journey = "minimal, LangGraph 1.4.8";
  const lowest = "@langchain/langgraph@1.4.8 @langchain/core@1.1.48 langchain@1.4.0 zod@4.2.0";
  const installed = await mustRun(`npm install ${lowest}`, app);
  const tested = await mustRun("npm test", app);
  const older = await mustRun("npx -y -p node@22.18.0 node --test", app);
  return [
    { journey, step: "install", seconds: installed.seconds },
    { journey, step: "test", seconds: tested.seconds },
    { journey, step: "test on Node 22.18", seconds: older.seconds },
  ];
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

/** A program that imports all entries. */
const importsOf = (entries: readonly string[]): string =>
  entries.map((entry) => `await import("${path.posix.join("tidemark", entry)}");`).join("\n");

/** Types the quick start letter by letter, with its program in one file. */
export async function quickStartJourney(root: string, { folder, env }: Journeys): Promise<readonly Step[]> {
  const page = readFileSync(path.join(root, "docs/quick-start.md"), "utf8");
  const program = [...page.matchAll(/^```ts.*\n([\s\S]*?)^```/gm)].map(([, code = ""]) => code).join("\n");
  const cwd = path.join(folder, "quick-start");
  mkdirSync(cwd);
  const [make = "", init = "", install = ""] = shellLines(page).filter((line) =>
    /^(?:mkdir|npm init|npm install)/.test(line),
  );
  await mustRun(make, { cwd, env });
  const trip = { cwd: path.join(cwd, "trip"), env };
  await mustRun(init, trip);
  const installed = await mustRun(install, trip);
  writeFileSync(path.join(trip.cwd, "trip.ts"), program);
  const ran = await mustRun("node trip.ts", trip);
  requireLine("Oslo [ 'three days in Oslo' ]", ran);
  await mustRun("node --input-type=module", { ...trip, input: importsOf(await entriesOf(trip)) });
  return [
    { journey: "quick start", step: "install", seconds: installed.seconds },
    { journey: "quick start", step: "node trip.ts", seconds: ran.seconds },
  ];
}

/** Installs what each guide says, line by line, without writing it. */
export async function guidesJourney(pages: readonly string[], { folder, env }: Journeys): Promise<readonly Step[]> {
  const cwd = path.join(folder, "guides");
  mkdirSync(cwd);
  await mustRun("npm init -y", { cwd, env });
  const lines = new Set(
    pages.flatMap((file) =>
      [...readFileSync(file, "utf8").matchAll(/^npm install (?!-)(?!\.)[\w@/ .^-]+$/gm)].map(([line]) => line),
    ),
  );
  const steps: Step[] = [];
  for (const line of lines) {
    if (line.includes(".tarballs")) continue;
    const { seconds } = await mustRun(`${line} --dry-run`, { cwd, env });
    steps.push({ journey: "guides", step: line, seconds });
  }
  return steps;
}
