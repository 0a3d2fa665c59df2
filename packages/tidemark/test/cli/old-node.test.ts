import { spawnSync } from "node:child_process";
import path from "node:path";
import { expect, test } from "vitest";

const bin = path.join(import.meta.dirname, "../../src/bin/tidemark.ts");

/** Runs the command in a process that says it is another version of Node, and that cannot load anything but the command itself. */
function runAs(version: string) {
  const code = `
    import { registerHooks } from "node:module";
    Object.defineProperty(process, "versions", { value: { ...process.versions, node: "${version}" } });
    registerHooks({
      resolve(specifier, context, next) {
        if (context.parentURL?.endsWith("/bin/tidemark.ts") && specifier !== "node:process") throw new Error("loaded " + specifier);
        return next(specifier, context);
      },
    });`;
  const { status, stderr } = spawnSync(
    process.execPath,
    ["--import", `data:text/javascript,${encodeURIComponent(code)}`, bin, "threads", "none.db"],
    { encoding: "utf8", env: { PATH: process.env["PATH"] } },
  );
  return { status, stderr };
}

test.each(["18.20.8", "20.19.0", "22.12.0"])(
  "Node %s is refused in one sentence, before anything is loaded",
  (version) => {
    expect(runAs(version)).toEqual({
      status: 1,
      stderr: `tidemark needs Node 22.13 or newer; this is Node ${version}.\n`,
    });
  },
);

test("the oldest supported Node loads the commands", () => {
  const { status, stderr } = runAs("22.13.0");
  expect(status).toBe(1);
  expect(stderr).toContain("loaded ./command-line.ts");
});
