import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import {
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
} from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterAll, beforeAll, expect, test } from "vitest";

const root = path.join(import.meta.dirname, "..", "..", "..");
const templates = path.join(import.meta.dirname, "..", "templates");
const NAMES = ["travel", "scheduler", "research"];

let folder = "";

beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), "tidemark-applications-"));
  // The page is built in a separate process, because builders change its settings.
  const made = spawnSync(process.execPath, [path.join(root, "tooling", "example-templates.ts"), folder], {
    encoding: "utf8",
  });
  if (made.status !== 0) throw new Error(made.stderr);
  for (const name of NAMES)
    renameSync(path.join(folder, name, "_package.json"), path.join(folder, name, "package.json"));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const inTemplate = (name: string, file: string): string => readFileSync(path.join(folder, name, file), "utf8");

/** Links the packages that a template needs from where this repository has them. */
function linkPackages(app: string, sources: readonly string[]): void {
  for (const source of sources) {
    const modules = path.join(source, "node_modules");
    const names = readdirSync(modules).filter((name) => !name.startsWith("."));
    const packages = names.flatMap((name) =>
      name.startsWith("@") ? readdirSync(path.join(modules, name)).map((each) => `${name}/${each}`) : [name],
    );
    for (const name of packages) {
      const link = path.join(app, "node_modules", name);
      if (/^@tidemark\/(?:web|terminal)$/.test(name) || existsSync(link)) continue;
      mkdirSync(path.dirname(link), { recursive: true });
      symlinkSync(path.join(modules, name), link);
    }
  }
}

/** Environment of a user who has set no model. */
function environment(added: Readonly<Record<string, string>>): NodeJS.ProcessEnv {
  const { TIDEMARK_MODEL: _, NODE_OPTIONS: __, ...inherited } = process.env;
  return { ...inherited, ...added };
}

/** Waits until a program has printed a pattern, and returns its first group. */
function printed(child: ChildProcess, pattern: RegExp): Promise<string> {
  return new Promise((resolve, reject) => {
    let output = "";
    const read = (text: Buffer) => {
      output += text.toString();
      const found = pattern.exec(output)?.[1];
      if (found !== undefined) resolve(found);
    };
    child.stdout?.on("data", read);
    child.stderr?.on("data", read);
    child.once("close", () => reject(new Error(`It ended without ${pattern}:\n${output}`)));
  });
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const closed = new Promise((resolve) => child.once("close", resolve));
  child.kill("SIGTERM");
  await closed;
}

/** What a first turn has written that is neither its conversation nor the sample data: events, and what is known about the default traveler. */
function leftBehind(databases: string): readonly unknown[] {
  const rows = (name: string, sql: string): readonly unknown[] => {
    const file = path.join(databases, name);
    if (!existsSync(file)) return [];
    const database = new DatabaseSync(file, { readOnly: true });
    try {
      return database.prepare(sql).all();
    } finally {
      database.close();
    }
  };
  return [
    ...rows("scheduler.db", "select text from changes where made_by is not 'import'"),
    ...rows("travel.db", "select path from tidemark_items where path like '%traveler%'"),
  ];
}

test.each(NAMES)("the template %s mentions nothing that only this repository has", (name) => {
  const files = globSync("**/*.{ts,tsx,json,md}", { cwd: path.join(folder, name) });
  const foreign = files.filter((file) =>
    /--filter|pnpm@|"@tidemark\/web|"workspace:|"catalog:|\]\(\.\.\//.test(
      inTemplate(name, file).replaceAll(/name !== "--filter"/g, ""),
    ),
  );
  expect(foreign).toEqual([]);
});

test.each(NAMES)("each command in the documents of the template %s is one of its scripts", (name) => {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a manifest that we have written
  const { scripts } = JSON.parse(inTemplate(name, "package.json")) as { readonly scripts: Record<string, string> };
  const documents = `${inTemplate(name, "README.md")}${inTemplate(name, "AGENTS.md")}`;
  const named = new Set([...documents.matchAll(/npm run (\w+)/g)].map(([, script = ""]) => script));
  expect([...named].filter((script) => scripts[script] === undefined)).toEqual([]);
  expect(Object.keys(scripts)).toEqual(expect.arrayContaining(["start", "chat", "test", "typecheck", "web"]));
  // A Node that is too old is named first.
  expect(Object.values(scripts).filter((line) => !line.startsWith("node node-version.cjs && "))).toEqual([]);
  expect(existsSync(path.join(folder, name, "node-version.cjs"))).toBe(true);
});

test.each(NAMES)("each file that the documents of the template %s name is there", (name) => {
  const documents = `${inTemplate(name, "README.md")}${inTemplate(name, "AGENTS.md")}`;
  const named = [...documents.matchAll(/`((?:src|test|web|page)\/[\w./-]*|[\w-]+[.](?:ts|md)|[.]env[.]example)`/g)];
  const missing = named.map(([, file = ""]) => file).filter((file) => !existsSync(path.join(folder, name, file)));
  expect(missing).toEqual([]);
});

test.each(NAMES)(
  "npm start of the template %s shows a finished turn in the inspector, serves its page, and changes none of the data of the reader",
  async (name) => {
    const app = path.join(folder, name);
    linkPackages(
      app,
      [name, "web", "terminal"].map((each) => path.join(root, "examples", each)),
    );
    const child = spawn(process.execPath, ["start.ts"], {
      cwd: app,
      env: environment({ PORT: "0", INSPECTOR_PORT: "0" }),
      stdio: ["ignore", "pipe", "pipe"],
    });
    try {
      const output = printed(child, /each step: (http:\/\/\S+)/);
      const page = printed(child, /The page: (http:\/\/\S+)/);
      const threads: unknown = await (await fetch(`${await output}api/threads`)).json();
      expect(threads).toMatchObject({ threads: [{ status: "idle" }], total: 1 });
      expect(await (await fetch(await page)).text()).toContain('<script type="module"');
      expect(leftBehind(path.join(app, ".tidemark"))).toEqual([]);
    } finally {
      await stop(child);
    }
  },
);

test("the template react builds its page, and shows a finished turn in the inspector", async () => {
  const app = path.join(folder, "react");
  mkdirSync(app);
  const source = path.join(templates, "react");
  const skipped = new Set(["node_modules", "dist", ".tidemark"]);
  for (const file of readdirSync(source))
    if (!skipped.has(file)) symlinkSync(path.join(source, file), path.join(app, file));
  linkPackages(app, [source]);
  const child = spawn(process.execPath, [path.join(source, "src", "main.ts")], {
    cwd: app,
    env: environment({ PORT: "0" }),
    stdio: ["ignore", "pipe", "pipe"],
  });
  try {
    const inspector = await printed(child, /each step: (http:\/\/\S+)[?]/);
    const threads: unknown = await (await fetch(`${inspector}api/threads`)).json();
    expect(threads).toMatchObject({ threads: [{ threadId: "home", status: "idle" }] });
    const { origin } = new URL(inspector);
    expect(await (await fetch(`${origin}/api/chat/home/messages`)).text()).toContain('"items":["milk"]');
  } finally {
    await stop(child);
  }
});
