import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";

/** A Restate server in another process, initially empty. */
export interface TestRestate {
  readonly ingress: string;
  readonly admin: string;
  /** Kills the server, and starts it again on its data. */
  readonly restart: () => Promise<void>;
  /** Kills the server and removes its data. */
  readonly stop: () => Promise<void>;
}

/** Starts a Restate server on free ports of this machine. */
export async function startRestate(): Promise<TestRestate> {
  const home = mkdtempSync(path.join(tmpdir(), "tidemark-restate-"));
  const [ingress, admin, node] = [await freePort(), await freePort(), await freePort()];
  // The server asks for its newest release: here it gets no answer.
  writeFileSync(path.join(home, "hosts"), "127.0.0.1 localhost\n127.0.0.1 api.github.com uploads.github.com\n");
  let server: ChildProcess = run();
  function run(): ChildProcess {
    const nested = createRequire(createRequire(import.meta.url).resolve("@restatedev/restate-server/package.json"));
    const program = nested.resolve(`@restatedev/restate-server-${process.platform}-${process.arch}/bin/restate-server`);
    const options = [
      "--base-dir",
      path.join(home, "data"),
      "--node-name=test",
      "--no-logo",
      "--listen-mode=tcp",
      "--bind-ip=127.0.0.1",
      "--advertised-host=127.0.0.1",
      `--bind-port=${node}`,
    ];
    const env = {
      PATH: process.env["PATH"],
      RESTATE_DISABLE_TELEMETRY: "true",
      DO_NOT_TRACK: "1",
      RESTATE_DEFAULT_NUM_PARTITIONS: "2",
      RESTATE_ROCKSDB_TOTAL_MEMORY_SIZE: "128MB",
      RESTATE_LOG_FILTER: "error",
      RESTATE_INGRESS__BIND_PORT: String(ingress),
      RESTATE_ADMIN__BIND_PORT: String(admin),
    };
    const hosts = path.join(home, "hosts");
    const isolated = spawnSync("unshare", ["--mount", "true"]).status === 0;
    const started = isolated
      ? spawn(
          "unshare",
          ["--mount", "sh", "-c", `mount --bind '${hosts}' /etc/hosts; exec "$@"`, "sh", program, ...options],
          { env, stdio: "ignore" },
        )
      : spawn(program, options, { env, stdio: "ignore" });
    process.once("exit", () => started.kill("SIGKILL"));
    return started;
  }
  const end = async (): Promise<void> => {
    const ended = new Promise((resolve) => server.once("exit", resolve));
    if (server.exitCode !== null || server.signalCode !== null) return;
    server.kill("SIGKILL");
    await ended;
  };
  const ready = async (): Promise<void> => {
    for (;;) {
      if (server.exitCode !== null) throw new Error("Restate did not start.");
      if (
        (await isHealthy(`http://127.0.0.1:${admin}/health`)) &&
        (await isHealthy(`http://127.0.0.1:${ingress}/restate/health`))
      )
        return;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  };
  await ready();
  return {
    ingress: `http://127.0.0.1:${ingress}`,
    admin: `http://127.0.0.1:${admin}`,
    async restart() {
      await end();
      server = run();
      await ready();
    },
    async stop() {
      await end();
      rmSync(home, { recursive: true, force: true });
    },
  };
}

async function isHealthy(url: string): Promise<boolean> {
  try {
    const response = await fetch(url);
    await response.body?.cancel();
    return response.ok;
  } catch {
    return false;
  }
}

/** A port that nobody uses. */
export const freePort = (): Promise<number> =>
  new Promise((resolve, reject) => {
    const server = createServer();
    server.once("error", reject);
    server.listen(0, "127.0.0.1", () => {
      const address = server.address();
      server.close(() => resolve(typeof address === "object" && address !== null ? address.port : 0));
    });
  });
