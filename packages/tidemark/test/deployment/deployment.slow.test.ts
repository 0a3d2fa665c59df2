import { type ChildProcess, spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { startPostgres, type TestPostgres } from "@tidemark/test-fixtures/postgres";
import { afterAll, beforeAll, expect, test } from "vitest";

const root = path.join(import.meta.dirname, "../..");
const readPage = (name: string): string => readFileSync(path.join(root, `../../docs/guides/${name}.md`), "utf8");

/** Code of the fences with this language, or with this beginning of their first line. */
const fences = (page: string, language: string): readonly string[] =>
  [...page.matchAll(new RegExp(`^( *)\`\`\`${language}[^\\n]*\\n([\\s\\S]*?)^\\1\`\`\`$`, "gm"))].map(
    ([, indent = "", code = ""]) => code.replaceAll(new RegExp(`^${indent}`, "gm"), ""),
  );

const operations = readPage("operate-workers");
const guide = readPage("more-than-one-process");

/** Code of the first fence of the page about operation. */
function fence(language: string): string {
  const [found] = fences(operations, language);
  if (found === undefined) throw new Error(`The page has no fence with ${language}.`);
  return found;
}

/** Texts of a list in JSON that follows a word, as in `CMD ["worker"]`. */
function listAfter(text: string, word: string): readonly string[] {
  const found: unknown = JSON.parse(new RegExp(`^\\s*${word}:? (\\[.*\\])$`, "m").exec(text)?.[1] ?? "null");
  if (!Array.isArray(found)) throw new Error(`There is no list after ${word}.`);
  return found.map(String);
}

let postgres: TestPostgres;
let folder = "";
const started: ChildProcess[] = [];

beforeAll(async () => {
  postgres = await startPostgres();
  // What COPY and npm ci of the Dockerfile make.
  folder = mkdtempSync(path.join(tmpdir(), "tidemark-deployment-"));
  writeFileSync(path.join(folder, "orders.ts"), fences(guide, "ts file=orders.ts")[0] ?? "");
  writeFileSync(path.join(folder, "package.json"), '{ "type": "module" }');
  mkdirSync(path.join(folder, "node_modules/.bin"), { recursive: true });
  symlinkSync(root, path.join(folder, "node_modules/tidemark"));
  symlinkSync(path.join(root, "node_modules/@langchain"), path.join(folder, "node_modules/@langchain"));
  symlinkSync(path.join(root, "src/bin/tidemark.ts"), path.join(folder, "node_modules/.bin/tidemark"));
});
afterAll(async () => {
  for (const child of started) if (child.exitCode === null && child.signalCode === null) child.kill("SIGKILL");
  await postgres.stop();
  rmSync(folder, { recursive: true });
});

/** Starts a program in the folder of the app, with the variable of `compose.yaml`. */
function start(program: string, args: readonly string[]) {
  // The programs of the container come before those of the machine.
  const searched = [path.join(folder, "node_modules/.bin"), path.dirname(process.execPath), process.env["PATH"]];
  const child = spawn(program, args, {
    cwd: folder,
    env: { ...process.env, PATH: searched.join(path.delimiter), DATABASE_URL: postgres.connectionString },
  });
  started.push(child);
  let out = "";
  child.stdout.on("data", (chunk: Buffer) => (out += chunk.toString()));
  child.stderr.on("data", (chunk: Buffer) => (out += chunk.toString()));
  const ended = new Promise<number | null>((resolve) => child.once("close", resolve));
  const printed = async (pattern: RegExp): Promise<string> => {
    for (;;) {
      const found = pattern.exec(out)?.[1];
      if (found !== undefined) return found;
      if (child.exitCode !== null) throw new Error(`It ended with ${child.exitCode}: ${out}`);
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  };
  return { child, ended, printed, text: () => out.trim() };
}

async function run(program: string, args: readonly string[]) {
  const { ended, text } = start(program, args);
  const code = await ended;
  return { code, out: text() };
}

/** Words of a command line with texts in quotes. */
const words = (line: string): readonly string[] =>
  [...line.matchAll(/"([^"]*)"|(\S+)/g)].map(([, quoted, plain]) => quoted ?? plain ?? "");

test("the texts of the page deploy three workers, which go on when one is killed and end when they are asked to", async () => {
  const dockerfile = fence("dockerfile");
  const compose = fence("yaml");
  const [entry = ""] = listAfter(dockerfile, "ENTRYPOINT");
  // Three processes of one machine cannot have one port: each takes a free one.
  const command = listAfter(dockerfile, "CMD").map((each) => (each === "9464" ? "0" : each));
  const replicas = Number(/replicas: (\d+)/.exec(compose)?.[1]);
  const workers = Array.from({ length: replicas }, () => start(path.join(folder, entry), command));
  const ports = await Promise.all(workers.map(({ printed }) => printed(/metrics on http:\/\/127\.0\.0\.1:(\d+)/)));
  const check = /^ +test: (.*)$/m.exec(compose)?.[1] ?? "";
  for (const port of ports) {
    expect(await run("sh", ["-c", check.replace("9464", port)])).toEqual({ code: 0, out: "" });
  }

  const [send = "", status = "", thread = ""] = fence("sh").trim().split("\n");
  const [name = "", ...sent] = words(send);
  expect(await run(name, sent)).toEqual({ code: 0, out: "accepted request 7\ndone\nNoted: No nuts, please." });
  expect((await run(name, words(status).slice(1))).out).toContain(`running 0, workers ${replicas}\nended 1,`);
  expect((await run(name, words(thread).slice(1))).out).toBe("nothing open");

  const [killed, ...others] = workers;
  killed?.child.kill("SIGKILL");
  await killed?.ended;
  const again = sent.map((each) => (each === "request 7" ? "request 8" : each));
  expect(await run(name, again)).toEqual({ code: 0, out: "accepted request 8\ndone\nNoted: No nuts, please." });
  for (const { child } of others) child.kill("SIGTERM");
  expect(await Promise.all(others.map(({ ended }) => ended))).toEqual(others.map(() => 0));
});

test("a worker runs on DBOS when the command line names it", async () => {
  const engine = ["--engine", "dbos", "--schema", "on_dbos"];
  const worker = start("tidemark", ["worker", "orders.ts", ...engine]);
  await worker.printed(/(with the engine dbos)/);
  const sent = await run("tidemark", ["send", "ann", "No nuts", "--app", "orders.ts", "--wait", ...engine]);
  // The driver warns of something in DBOS.
  expect(sent).toEqual({ code: 0, out: expect.stringMatching(/done\nNoted: No nuts\.$/) as unknown });
  worker.child.kill("SIGTERM");
  expect(await worker.ended).toBe(0);
});

test("the commands of the guide run a worker on a file, and then on Postgres", async () => {
  const groups = fences(guide, "sh").map((each) => each.trim().split("\n"));
  expect(groups).toHaveLength(2);
  for (const [first = "", ...rest] of groups) {
    const argumentsOf = (line: string) =>
      words(line)
        .map((each) => (each === "$DATABASE_URL" ? postgres.connectionString : each))
        .map((each) => (each === "9464" ? "0" : each));
    const [name = "", ...given] = argumentsOf(first);
    const worker = start(name, given);
    // The worker creates the file.
    await worker.printed(/(Runs the turns)/);
    for (const line of rest) {
      const { code, out } = await run(name, argumentsOf(line).slice(1));
      expect([code, out]).toEqual([0, expect.stringMatching(/Noted: No nuts, please\.|workers 1/)]);
    }
    worker.child.kill("SIGTERM");
    expect(await worker.ended).toBe(0);
  }
});
