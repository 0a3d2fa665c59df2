/** Runs a first conversation if there is none, and serves the page and the inspector until Ctrl+C. */
import { spawn, spawnSync } from "node:child_process";
import { existsSync, mkdirSync } from "node:fs";
import { createServer } from "node:net";
import path from "node:path";
import { serve } from "@hono/node-server";
import { inspector } from "tidemark/inspect";
import { sqliteSaver } from "tidemark/sqlite";

const DATABASE = ".tidemark/example.db";
const FIRST_WORDS: readonly string[] = ["Hello"];

const { env, execPath, stdout } = process;

/** Returns a port if nothing else listens on it, and 0 for any free one otherwise. */
async function freePort(wanted: number): Promise<number> {
  const probe = createServer();
  return new Promise((resolve) => {
    probe.once("error", () => resolve(0));
    probe.listen(wanted, "127.0.0.1", () => probe.close(() => resolve(wanted)));
  });
}

if (existsSync(".env")) process.loadEnvFile();

if (!existsSync(DATABASE)) {
  mkdirSync(path.dirname(DATABASE), { recursive: true });
  stdout.write(`> ${FIRST_WORDS.at(-1)}\n`);
  spawnSync(execPath, ["src/main.ts", "--db", DATABASE, ...FIRST_WORDS], { stdio: ["ignore", "inherit", "inherit"] });
}

// Some applications keep their conversations apart from their own tables.
const conversations = [`${DATABASE}.conversations`, DATABASE].find((file) => existsSync(file)) ?? DATABASE;
const { fetch } = inspector({ saver: sqliteSaver({ file: conversations }) });
const port = await freePort(Number(env["INSPECTOR_PORT"] ?? 4200));
serve({ fetch, hostname: "127.0.0.1", port }, (address) => {
  stdout.write(`The inspector shows each step: http://127.0.0.1:${address.port}/\n`);
});

const pagePort = String(await freePort(Number(env["PORT"] ?? 4100)));
stdout.write("Press Ctrl+C to end. The page: ");
const page = spawn(execPath, ["src/web.ts", "--db", DATABASE], { stdio: "inherit", env: { ...env, PORT: pagePort } });
page.once("exit", (code) => process.exit(code ?? 1));
for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => page.kill(signal));
