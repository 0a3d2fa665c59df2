import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import path from "node:path";
import { build } from "esbuild";
import { describe, expect, onTestFinished, test } from "vitest";

const require = createRequire(import.meta.url);

/** Path of the program that a package for this platform contains. Null if it is not installed. */
function programOf(owner: string, names: readonly string[]): string | null {
  for (const name of names) {
    try {
      return createRequire(require.resolve(`${owner}/package.json`)).resolve(name);
    } catch {
      // The package is for another platform, or it was not installed.
    }
  }
  return null;
}

const system = `${process.platform}-${process.arch === "arm64" ? "aarch64" : "x64"}`;
const denoSystem = `${process.platform}-${process.arch}`;

const programs = {
  bun: programOf("bun", [`@oven/bun-${system}/bin/bun`]),
  deno: programOf("deno", [`@deno/${denoSystem}-glibc/deno`, `@deno/${denoSystem}/deno`]),
  workerd: programOf("miniflare", ["workerd"]),
};

/** Bundles the application with what starts it. */
async function bundle(contents: string): Promise<string> {
  const folder = mkdtempSync(path.join(tmpdir(), "tidemark-runtime-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const outfile = path.join(folder, "server.mjs");
  await build({
    stdin: { contents: `import { answer } from "./application.ts";\n${contents}`, resolveDir: import.meta.dirname },
    outfile,
    bundle: true,
    format: "esm",
    platform: "node",
    external: ["node:*", "async_hooks", "crypto", "fs", "path"],
    banner: { js: 'import { Buffer } from "node:buffer"; globalThis.Buffer ??= Buffer;' },
    logLevel: "error",
  });
  return outfile;
}

/** Starts a server in another process, which prints its port. */
async function startProcess(program: string, arguments_: readonly string[]): Promise<string> {
  const child = spawn(program, arguments_, {
    stdio: ["ignore", "pipe", "inherit"],
    env: { PATH: process.env["PATH"] },
  });
  onTestFinished(() => void child.kill());
  let printed = "";
  for await (const chunk of child.stdout) {
    printed += String(chunk);
    const [, port] = /port (\d+)\n/.exec(printed) ?? [];
    if (port !== undefined) return `http://127.0.0.1:${port}`;
  }
  throw new Error(`The server ended: ${printed}`);
}

/** A conversation with a question, over three of the wires. */
async function converse(request: (path: string, body?: object) => Promise<Response>) {
  const asked = await request("/threads/1/runs", { message: "Where to?" });
  expect(asked.headers.get("content-type")).toBe("text/event-stream");
  const events = await asked.text();
  const [, interruptId = ""] = /"interruptId":"(\w+)"/.exec(events) ?? [];
  expect(await (await request("/threads/1/answers", { interruptId, answer: "Oslo" })).text()).toContain("Noted: Oslo.");
  expect(await (await request("/chat/1/messages")).text()).toContain("Noted: Oslo.");
  expect(await (await request("/langgraph/threads/1/state")).text()).toContain('"content":"Noted: Oslo."');
  expect((await request("/threads/1/answers", { interruptId, answer: "Rome" })).status).toBe(409);
}

const over =
  (url: string) =>
  (place: string, body?: object): Promise<Response> =>
    fetch(`${url}${place}`, {
      headers: { "content-type": "application/json" },
      ...(body && { method: "POST", body: JSON.stringify(body) }),
    });

describe("the routes of an application run", () => {
  test.skipIf(programs.bun === null)("on Bun (skipped where its program is not installed)", async () => {
    const file = await bundle(
      `const server = Bun.serve({ port: 0, fetch: answer }); console.log("port " + server.port);`,
    );
    await converse(over(await startProcess(programs.bun ?? "", ["run", file])));
  });

  test.skipIf(programs.deno === null)("on Deno (skipped where its program is not installed)", async () => {
    const file = await bundle(`Deno.serve({ port: 0, onListen: ({ port }) => console.log("port " + port) }, answer);`);
    await converse(
      over(
        await startProcess(programs.deno ?? "", [
          "run",
          "--allow-net",
          "--allow-env",
          "--allow-sys",
          "--allow-read",
          "--no-prompt",
          file,
        ]),
      ),
    );
  });

  test.skipIf(programs.workerd === null)("on the runtime of workers (skipped where it is not installed)", async () => {
    const { Miniflare } = await import("miniflare");
    const script = readFileSync(await bundle("export default { fetch: answer };"), "utf8");
    const worker = new Miniflare({
      modules: true,
      script,
      compatibilityDate: "2026-07-01",
      compatibilityFlags: ["nodejs_compat"],
    });
    onTestFinished(() => worker.dispose());
    await converse(over((await worker.ready).origin));
  });
});
