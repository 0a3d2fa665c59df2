import { existsSync, mkdirSync } from "node:fs";
import path from "node:path";
import type { Journeys, Note } from "./journey.ts";
import { mustRun, type Place, requireText, run } from "./run.ts";
import { serveUntil, textAt } from "./served.ts";

/** A package manager: how it creates an application, and how it is called in it. */
interface Manager {
  readonly name: string;
  readonly create: (given: string) => string;
  readonly command: string;
}

const withoutSeparator = (given: string): string => given.replace(" --", "");

const MANAGERS: readonly Manager[] = [
  { name: "npm", create: (given) => `npm create --yes tidemark@latest ${given}`, command: "npm" },
  {
    name: "pnpm",
    create: (given) => `npx -y pnpm@12.21.0 create tidemark@latest ${withoutSeparator(given)}`,
    command: "npx -y pnpm@12.21.0",
  },
  {
    name: "yarn",
    create: (given) => `npx -y yarn@1.22.22 create tidemark ${withoutSeparator(given)}`,
    command: "npx -y yarn@1.22.22",
  },
  {
    name: "bun",
    create: (given) => `npx -y bun@1.4.5 create tidemark@latest ${withoutSeparator(given)}`,
    command: "npx -y bun@1.4.5",
  },
];

/** Templates that read what is typed: what a person types after the start, and what has to be printed. */
const TYPED: Readonly<Record<string, { readonly input: string; readonly printed: string }>> = {
  minimal: { input: "add eggs\n", printed: "List: milk, eggs" },
  team: { input: "refund a\nyes\n", printed: "Refunded 180 for invoice a." },
};

/** Templates that serve a page, and a package manager that they are tried with. */
const SERVED: Readonly<Record<string, string>> = { react: "npm", travel: "pnpm", scheduler: "npm", research: "yarn" };

/** Starts an application that reads the terminal. */
async function typed(template: string, command: string, app: Place): Promise<number> {
  const { input = "", printed = "" } = TYPED[template] ?? {};
  const started = await mustRun(`${command} start`, { ...app, input });
  requireText(printed, started.output);
  requireText("The inspector shows each step: http://127.0.0.1:", started.output);
  return started.seconds;
}

/** Starts an application that serves pages, and looks at them as a browser does. */
async function served(command: string, app: Place): Promise<number> {
  const patterns = [/each step: (http:\/\/[^\s?]+)/, /The page: (http:\/\/\S+)/];
  const place = { ...app, env: { ...app.env, PORT: "0", INSPECTOR_PORT: "0" } };
  const { seconds } = await serveUntil(`${command} start`, place, {
    patterns,
    visit: async ({ found: [inspector = "", page = ""] }) => {
      requireText('"status":"idle"', await textAt(`${inspector}api/threads`));
      requireText("<script", await textAt(inspector));
      requireText("<script", await textAt(page));
    },
  });
  return seconds;
}

/** Creates an application with a package manager, starts it, and runs its tests. */
async function create(template: string, { name, create: line, command }: Manager, journeys: Journeys): Promise<void> {
  const { folder, env, note } = journeys;
  const journey = `${template}, ${name}`;
  const cwd = path.join(folder, `${template}-${name}`);
  mkdirSync(cwd);
  const place = { cwd, env };
  if ((await run(`${command} --version`, place)).code !== 0) {
    note({ journey, step: "not installable here", seconds: 0 });
    return;
  }
  const step: Note = (named, seconds) => note({ journey, step: named, seconds });
  const options = `-- --yes --template ${template}`;
  step("create", (await mustRun(line(`bare ${options} --no-install`), place)).seconds);
  step("create and install", (await mustRun(line(`my-app ${options}`), place)).seconds);
  const app = { cwd: path.join(cwd, "my-app"), env };
  step("first start", await (template in TYPED ? typed(template, command, app) : served(command, app)));
  step("test", (await mustRun(`${command} test`, app)).seconds);
  step("typecheck", (await mustRun(`${command} run typecheck`, app)).seconds);
  if (!existsSync(path.join(app.cwd, "AGENTS.md"))) throw new Error(`${template} has no AGENTS.md.`);
}

/** Creates one template with one package manager, such as `research,npm`. Throws for a name that it does not know. */
export function createdApplication(names: string): (journeys: Journeys) => Promise<void> {
  const [template = "", name = ""] = names.split(",").map((each) => each.trim());
  const manager = MANAGERS.find((each) => each.name === name);
  const templates = [...Object.keys(TYPED), ...Object.keys(SERVED)];
  if (manager === undefined || !templates.includes(template)) {
    const known = `a template (${templates.join(", ")}) and a package manager (${MANAGERS.map((each) => each.name).join(", ")})`;
    throw new Error(`--only takes ${known}: --only minimal,npm. Found "${names}".`);
  }
  return (journeys) => create(template, manager, journeys);
}

/** Creates each template, by name: `minimal` and `team` with every package manager, the others with one. */
export const createdApplications = (journeys: Journeys): ReadonlyMap<string, () => Promise<void>> =>
  new Map(
    [...Object.keys(TYPED), ...Object.keys(SERVED)].flatMap((template) =>
      MANAGERS.filter(({ name }) => (SERVED[template] ?? name) === name).map((manager) => [
        `${template}, ${manager.name}`,
        () => create(template, manager, journeys),
      ]),
    ),
  );
