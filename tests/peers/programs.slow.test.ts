import { spawn } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ModelServer, REFUNDED } from "./model-server.ts";
import { countLines, pages, programs } from "./programs.ts";

const mastra = path.join(import.meta.dirname, "..", "..", "benchmarks", "peers", "mastra");
const hasMastra = existsSync(path.join(mastra, "node_modules", "@mastra", "core"));
const files = [...programs.keys()].filter((file) => file !== "invoices.ts");

/** A refund that can be interrupted: it kills its process. */
const interruptedRefund = `
import { refund as pay } from "./invoices-of-the-page.ts";
export { findInvoice } from "./invoices-of-the-page.ts";
export const refund = (id: string, amount: number) => {
  if (process.env["KILLED"] === "yes") process.kill(process.pid, "SIGKILL");
  return pay(id, amount);
};
`;

/** The page that states the lines. */
const comparison = readFileSync(path.join(import.meta.dirname, "..", "..", "docs", "comparison.md"), "utf8");

// Each folder is below the packages that its programs import.
const folders: Record<string, string> = {};
const folderOf = (file: string): string => folders[file === "mastra.ts" ? mastra : import.meta.dirname] ?? "";

beforeAll(() => {
  for (const parent of [import.meta.dirname, ...(hasMastra ? [mastra] : [])]) {
    const folder = mkdtempSync(path.join(parent, "programs-"));
    folders[parent] = folder;
    writeFileSync(path.join(folder, "package.json"), '{ "type": "module" }');
    for (const [name, code] of programs) {
      if ((name === "mastra.ts") === (parent === mastra) || name === "invoices.ts") {
        writeFileSync(path.join(folder, name === "invoices.ts" ? "invoices-of-the-page.ts" : name), code);
      }
    }
    writeFileSync(path.join(folder, "invoices.ts"), interruptedRefund);
  }
});
afterAll(() => {
  for (const folder of Object.values(folders)) rmSync(folder, { recursive: true });
});

interface Ended {
  readonly signal: string | null;
  /** What it printed, with its errors at the end. */
  readonly printed: string;
}

/** Runs a command to its end. */
async function run(command: string, args: readonly string[], cwd: string, env: NodeJS.ProcessEnv = {}): Promise<Ended> {
  const child = spawn(command, args, { cwd, env: { ...process.env, ...env }, stdio: ["ignore", "pipe", "pipe"] });
  const printed: string[] = [];
  const problems: string[] = [];
  child.stdout.on("data", (chunk: Buffer) => printed.push(chunk.toString()));
  child.stderr.on("data", (chunk: Buffer) => problems.push(chunk.toString()));
  const signal = await new Promise<string | null>((resolve) => {
    child.on("close", (_, by) => resolve(by));
  });
  return { signal, printed: [...printed, ...problems].join("") };
}

test("the pages have six programs, and each program is the same on every page", () => {
  expect(files.toSorted()).toEqual([
    "langgraph.ts",
    "mastra.ts",
    "openai-agents.ts",
    "supervisor.ts",
    "swarm.ts",
    "tidemark.ts",
  ]);
  for (const page of pages) {
    for (const [name, code] of page.programs)
      expect([page.name, name, code]).toEqual([page.name, name, programs.get(name)]);
  }
});

test("the comparison states the lines that are counted, and ours are at most 1.3 times theirs", () => {
  const ours = countLines(programs.get("tidemark.ts") ?? "");
  for (const file of files) {
    const lines = countLines(programs.get(file) ?? "");
    expect(ours).toBeLessThanOrEqual(lines * 1.3);
    expect(comparison).toMatch(new RegExp(`^\\| [^|]*\`${file}\`[^|]*\\| ${lines} +\\|`, "m"));
  }
});

test("the programs compile", async () => {
  const folder = folderOf("tidemark.ts");
  const base = path.relative(folder, path.join(import.meta.dirname, "tsconfig.json"));
  writeFileSync(path.join(folder, "tsconfig.json"), JSON.stringify({ extends: base, include: ["*.ts"], exclude: [] }));
  const { printed } = await run("tsc", ["--noEmit", "--pretty", "false"], folder);
  expect(printed).toBe("");
});

/** What a desk prints about its question. The arguments of a call can be text in JSON. */
const APPROVE = /Approve\? .*\bamount\\?":180/;

describe.each(files.filter((file) => file !== "mastra.ts" || hasMastra))("the desk of %s", (file) => {
  let server: ModelServer | null = null;
  let cwd = "";
  beforeAll(async () => {
    server = await ModelServer.start();
    cwd = path.join(folderOf(file), `work-${file}`);
    mkdirSync(cwd);
  });
  afterAll(async () => {
    await server?.stop();
  });

  const send = async (text: string, killed = "no"): Promise<Ended> =>
    run(process.execPath, [path.join(folderOf(file), file), "ann", text], cwd, {
      KILLED: killed,
      OPENAI_API_KEY: "sk-of-the-test",
      OPENAI_BASE_URL: server?.url ?? "",
      OPENAI_AGENTS_DISABLE_TRACING: "1",
      MASTRA_OFFLINE: "1",
      MASTRA_TELEMETRY_DISABLED: "1",
    });
  const refunds = (): string => {
    const log = path.join(cwd, "refunds.log");
    return existsSync(log) ? readFileSync(log, "utf8") : "";
  };

  test("asks before it refunds over 100, in one process, and refunds once, in another, although that is killed", async () => {
    const asked = await send("Refund invoice a");
    expect(asked.printed).toMatch(APPROVE);
    expect((await send("/approve", "yes")).signal).toBe("SIGKILL");
    expect(refunds()).toBe("");
    const continued = await send("/continue");
    expect(continued.printed).not.toMatch(APPROVE);
    expect(continued.printed).toContain(REFUNDED);
    expect(refunds()).toBe("a 180\n");
    expect(server?.asked.every(({ stream }) => stream)).toBe(true);
  });

  test("knows the conversation in the next process", async () => {
    const { printed } = await send("Thanks");
    expect(printed).toContain("You are welcome.");
    expect(JSON.stringify(server?.asked.at(-1)?.messages)).toContain("Refund invoice a");
  });
});
