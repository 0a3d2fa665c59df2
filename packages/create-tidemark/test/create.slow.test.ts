import { spawnSync } from "node:child_process";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";

const program = path.join(import.meta.dirname, "..", "src", "main.ts");
/** The file that npm starts. */
const command = path.join(import.meta.dirname, "..", "bin", "create-tidemark.cjs");
const templates = path.join(import.meta.dirname, "..", "templates");
let folder = "";

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), "create-tidemark-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** What npm says of itself to the commands that it starts. */
const NPM = "npm/11.6.0 node/v24.21.0 linux x64 workspaces/false";

/** Environment of a command that `npm create` starts, whatever started the tests. */
function environment(agent = NPM): NodeJS.ProcessEnv {
  const inherited = Object.entries(process.env).filter(([name]) => !/^(?:npm_|pnpm_|NODE_OPTIONS$)/i.test(name));
  return { ...Object.fromEntries(inherited), CI: "true", NO_COLOR: "1", npm_config_user_agent: agent };
}

/** Runs the command without a terminal, as CI does. */
function createWith(env: NodeJS.ProcessEnv, ...given: readonly string[]) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [program, ...given], {
    cwd: folder,
    encoding: "utf8",
    env,
  });
  return { status, stdout, stderr };
}

const create = (...given: readonly string[]) => createWith(environment(), ...given);

test("the files of the template are created, and the next commands are printed", () => {
  const { status, stdout, stderr } = create("my-app", "--no-install");
  expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
  expect(stdout).toContain("cd my-app\n  npm install\n  npm start");
  expect(readdirSync(path.join(folder, "my-app")).toSorted()).toEqual(
    [
      ".env.example",
      ".gitignore",
      "AGENTS.md",
      "README.md",
      "node-version.cjs",
      "package.json",
      "src",
      "test",
      "tsconfig.json",
    ].toSorted(),
  );
});

test.each([
  ["npm", NPM],
  ["pnpm", "pnpm/12.21.0 npm/? node/v24.21.0 linux x64"],
  ["yarn", "yarn/1.22.22 npm/? node/v24.21.0 linux x64"],
  ["bun", "bun/1.4.5 npm/? node/v24.3.0 linux x64"],
  ["npm", ""],
  ["npm", "other/1.0.0 node/v24.21.0"],
])("the printed commands are those of %s when the command was started by %j", (manager, agent) => {
  const { stdout } = createWith(environment(agent), "my-app", "--no-install");
  expect(stdout).toContain(`cd my-app\n  ${manager} install\n  ${manager} start`);
});

test("the package has the name of its folder, and the version of Tidemark that created it", () => {
  create("path/to/desk", "--no-install", "--template", "team");
  const manifest: unknown = JSON.parse(readFileSync(path.join(folder, "path/to/desk/package.json"), "utf8"));
  expect(manifest).toMatchObject({ name: "desk", dependencies: { tidemark: "^0.0.0" } });
});

test("without a terminal the defaults are taken", () => {
  expect(create("--no-install").status).toBe(0);
  expect(existsSync(path.join(folder, "tidemark-app", "src", "assistant.ts"))).toBe(true);
});

test("an empty folder that git knows is taken", () => {
  mkdirSync(path.join(folder, "app", ".git"), { recursive: true });
  expect(create("app", "--no-install").status).toBe(0);
});

test.each([
  ["a folder that is not empty", ["full"], "is not empty"],
  ["a name that npm does not accept", ["My App"], "use lowercase letters"],
  ["a name with a scope", ["@me/app:1"], "use letters, digits"],
  ["a file in the place of the folder", ["file"], "is a file"],
  [
    "an unknown template",
    ["app", "--template", "chat"],
    'There is no template "chat". Choose minimal, team, react, next, travel, scheduler, research.',
  ],
  ["an unknown package manager", ["app", "--pm", "pip"], 'There is no package manager "pip".'],
  ["an unknown option", ["app", "--force"], "Unknown option '--force'"],
  ["two folders", ["app", "other"], "Name one folder"],
])("%s is refused in one sentence, and nothing is created", (_, given, sentence) => {
  mkdirSync(path.join(folder, "full"));
  writeFileSync(path.join(folder, "full", "mine.txt"), "mine");
  writeFileSync(path.join(folder, "file"), "mine");
  const { status, stdout, stderr } = create(...given, "--no-install");
  expect({ status, stdout }).toEqual({ status: 1, stdout: "" });
  expect(stderr).toContain(sentence);
  expect(stderr.trim().split("\n")).toHaveLength(1);
  expect(readdirSync(folder).toSorted()).toEqual(["file", "full"]);
  expect(readdirSync(path.join(folder, "full"))).toEqual(["mine.txt"]);
});

test("files that cannot be written are removed again", () => {
  // The limit makes the first file of more than a kilobyte fail, as a full disk does.
  const limited = `ulimit -f 1; exec "${process.execPath}" "${program}" deep/app --no-install`;
  const { status, stderr } = spawnSync("bash", ["-c", limited], { cwd: folder, encoding: "utf8", env: environment() });
  expect(status).toBe(1);
  expect(stderr.trim().split("\n")).toHaveLength(1);
  expect(readdirSync(folder)).toEqual([]);
});

/** Runs a line as root of a separate set of mounts, where a disk of 8 KB can be mounted; null where that is not permitted. */
const withMounts = (line: string) => {
  const mounted = `mount -t tmpfs -o size=8k tmpfs "${folder}" && cd "${folder}" && { ${line}; }`;
  return spawnSync("unshare", ["-Urm", "bash", "-c", mounted], { encoding: "utf8", env: environment() });
};

test("a full disk is named, and what was written on it is removed", (context) => {
  if (withMounts("true").status !== 0) context.skip("This user may mount no disk.");
  const { status, stderr, stdout } = withMounts(
    `"${process.execPath}" "${program}" deep/app --no-install; code=$?; ls -A; exit $code`,
  );
  expect({ status, stderr, stdout }).toEqual({ status: 1, stderr: "The disk is full.\n", stdout: "" });
});

test("files stay when they cannot be installed, the exit code says so, and npm's last lines say why", () => {
  const env = { ...environment(), npm_config_registry: "http://127.0.0.1:9/", npm_config_fetch_retries: "0" };
  const cache = path.join(folder, "cache");
  const { status, stderr } = spawnSync(process.execPath, [program, "app", "--pm", "npm"], {
    cwd: folder,
    encoding: "utf8",
    env: { ...env, npm_config_cache: cache },
  });
  expect(status).toBe(1);
  const [sentence, ...lines] = stderr.trim().split("\n");
  expect(sentence).toContain("Type `cd app && npm install` to try again.");
  expect(lines.join("\n")).toMatch(/^ {2}npm error .*ECONNREFUSED/mu);
  expect(lines.length).toBeLessThanOrEqual(12);
  expect(lines.filter((line) => line.includes("complete log"))).toEqual([]);
  expect(existsSync(path.join(folder, "app", "src", "main.ts"))).toBe(true);
  expect(existsSync(path.join(folder, "app", "node_modules"))).toBe(false);
});

/** Makes a process say that it is an old Node. */
const AS_OLD_NODE = `data:text/javascript,${encodeURIComponent(
  `Object.defineProperty(process, "version", { value: "v20.1.0" });`,
)}`;

const tooOld = (version: string): string =>
  `Tidemark applications need Node 22.18 or newer; this is Node ${version}.\n`;

test("a version of Node that is too old is named", () => {
  const { status, stderr } = spawnSync(process.execPath, ["--import", AS_OLD_NODE, command, "app"], {
    cwd: folder,
    encoding: "utf8",
    env: environment(),
  });
  expect({ status, stderr }).toEqual({ status: 1, stderr: tooOld("20.1.0") });
});

const WRITTEN = ["minimal", "next", "react", "team"];

test.each(WRITTEN)("an application of %s names a Node that is too old before it starts or is tested", (template) => {
  create("my-app", "--template", template, "--no-install");
  const app = path.join(folder, "my-app");
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a manifest that we have written
  const { scripts } = JSON.parse(readFileSync(path.join(app, "package.json"), "utf8")) as {
    readonly scripts: Readonly<Record<"start" | "test", string>>;
  };
  const env = { ...environment(), NODE_OPTIONS: `--import=${AS_OLD_NODE}` };
  for (const script of [scripts.start, scripts.test]) {
    const { status, stdout, stderr } = spawnSync(script, { cwd: app, encoding: "utf8", env, shell: true });
    expect({ status, stdout, stderr }).toEqual({ status: 1, stdout: "", stderr: tooOld("20.1.0") });
  }
});

/** A folder of the PATH whose Node is too old, and its version; null on a machine without one. */
function oldNode(): { readonly place: string; readonly version: string } | null {
  for (const place of (process.env["PATH"] ?? "").split(path.delimiter)) {
    const { stdout } = spawnSync(path.join(place, "node"), ["--version"], { encoding: "utf8" });
    const [, version = "", major = ""] = /^v((\d+)\.\S+)/.exec(stdout ?? "") ?? [];
    if (version !== "" && Number(major) < 22) return { place, version };
  }
  return null;
}

test("npm start and the command itself name the old Node of this machine in one sentence", (context) => {
  const old = oldNode();
  if (old === null) {
    context.skip("Every Node of this machine is new enough.");
    return;
  }
  const env = { ...environment(), PATH: [old.place, process.env["PATH"]].join(path.delimiter) };
  const created = spawnSync("node", [command, "app"], { cwd: folder, encoding: "utf8", env });
  expect([created.status, created.stderr]).toEqual([1, tooOld(old.version)]);
  for (const template of WRITTEN) {
    create(template, "--template", template, "--no-install");
    for (const script of ["start", "test"]) {
      const given = ["run", "--silent", script];
      const { status, stdout, stderr } = spawnSync("npm", given, {
        cwd: path.join(folder, template),
        encoding: "utf8",
        env,
      });
      expect({ status, stdout, stderr }).toEqual({ status: 1, stdout: "", stderr: tooOld(old.version) });
    }
  }
});

test.each([
  ["minimal", "add eggs\n", "List: milk, eggs"],
  ["team", "refund a\nyes\n", "Refunded 180 for invoice a."],
])(
  "the template %s answers without a key, prints where the inspector is, and its tests pass",
  (template, typed, answer) => {
    create("app", "--no-install", "--template", template);
    const app = path.join(folder, "app");
    symlinkSync(path.join(templates, template, "node_modules"), path.join(app, "node_modules"));
    const started = spawnSync(process.execPath, ["src/main.ts"], {
      cwd: app,
      encoding: "utf8",
      env: environment(),
      input: typed,
    });
    expect(started.stdout).toContain(answer);
    expect(started.stdout).toMatch(/The inspector shows each step: http:\/\/127[.]0[.]0[.]1:\d+\/[?]thread=home/);
    expect(started.status).toBe(0);
    const tested = spawnSync(process.execPath, ["--test"], { cwd: app, encoding: "utf8", env: environment() });
    expect(tested).toMatchObject({ status: 0 });
  },
);
