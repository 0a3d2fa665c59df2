import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import path from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { mustRun } from "./run.ts";

/** A registry on this machine. */
export interface Registry extends AsyncDisposable {
  readonly url: string;
  /** Settings with which package managers use it. */
  readonly env: Readonly<Record<string, string>>;
}

const ATTEMPTS = 600;

/**
 * Starts a registry that has our packages once they are published, and gets all others from the registry of this machine.
 *
 * It listens on 127.0.0.1, keeps its files in `folder`, and asks no other registry for our names.
 */
export async function startRegistry(folder: string): Promise<Registry> {
  const upstream = (await mustRun("npm config get registry --silent", { cwd: folder })).output
    .trim()
    .split("\n")
    .at(-1);
  const port = await freePort();
  const url = `http://127.0.0.1:${port}/`;
  const config = path.join(folder, "registry.yaml");
  const ours = { access: "$all", publish: "$all" };
  writeFileSync(
    config,
    JSON.stringify({
      storage: path.join(folder, "storage"),
      uplinks: { upstream: { url: upstream, maxage: "60m" } },
      packages: {
        tidemark: ours,
        "create-tidemark": ours,
        "@tidemark/*": ours,
        "**": { access: "$all", proxy: "upstream" },
      },
      max_body_size: "100mb",
      log: { type: "stdout", format: "json", level: "fatal" },
      web: { enable: false },
    }),
  );
  const program = path.join(import.meta.dirname, "node_modules", "verdaccio", "bin", "verdaccio");
  const listen = `127.0.0.1:${port}`;
  const server = spawn(process.execPath, [program, "--config", config, "--listen", listen], { stdio: "ignore" });
  await answers(url, server);
  const temporary = path.join(folder, "tmp");
  mkdirSync(temporary);
  const userConfig = path.join(folder, "npmrc");
  // Publishing asks for a token, and the registry takes any.
  writeFileSync(userConfig, `registry=${url}\n//127.0.0.1:${port}/:_authToken=rehearsal\naudit=false\nfund=false\n`);
  const env = {
    npm_config_registry: url,
    npm_config_userconfig: userConfig,
    NPM_CONFIG_USERCONFIG: userConfig,
    YARN_NPM_REGISTRY_SERVER: url,
    YARN_REGISTRY: url,
    YARN_UNSAFE_HTTP_WHITELIST: "127.0.0.1",
    BUN_CONFIG_REGISTRY: url,
    // A cache of the machine may have packages of the same versions from an earlier rehearsal. Bun keeps commands among the temporary
    // files for a day, and pnpm what a registry at the same port has answered.
    TMPDIR: temporary,
    BUN_TMPDIR: temporary,
    XDG_CACHE_HOME: path.join(folder, "cache", "xdg"),
    npm_config_cache: path.join(folder, "cache", "npm"),
    YARN_CACHE_FOLDER: path.join(folder, "cache", "yarn"),
    YARN_GLOBAL_FOLDER: path.join(folder, "cache", "yarn-global"),
    BUN_INSTALL_CACHE_DIR: path.join(folder, "cache", "bun"),
  };
  return { url, env, [Symbol.asyncDispose]: () => end(server) };
}

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, "127.0.0.1");
  await once(probe, "listening");
  const address = probe.address();
  probe.close();
  await once(probe, "close");
  if (address === null || typeof address === "string") throw new Error("There is no free port.");
  return address.port;
}

async function answers(url: string, server: ChildProcess): Promise<void> {
  for (let attempt = 0; attempt < ATTEMPTS && server.exitCode === null; attempt += 1) {
    const answer = await fetch(`${url}-/ping`).catch(() => null);
    if (answer?.ok === true) return;
    await wait(100);
  }
  throw new Error("The registry does not start.");
}

async function end(server: ChildProcess): Promise<void> {
  if (server.exitCode !== null) return;
  server.kill();
  await once(server, "exit");
}
