import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { workspaceRoot } from "./command.ts";
import { listFiles } from "./source-files.ts";

const ignoredFolders = readFileSync(path.join(workspaceRoot, ".gitignore"), "utf8")
  .split("\n")
  .filter((line) => line.endsWith("/"))
  .map((line) => line.replace("*", "agents").slice(0, -1));

test.each(ignoredFolders)("the gates read nothing in %s, which git ignores", (ignored) => {
  const root = mkdtempSync(path.join(tmpdir(), "tidemark-sources-"));
  onTestFinished(() => rmSync(root, { recursive: true }));
  const places = ignored.includes("/") ? [""] : ["", "packages/agents", "packages/create-tidemark/templates/next"];
  for (const folder of ["src", ...places.map((place) => path.posix.join(place, ignored))]) {
    mkdirSync(path.join(root, folder), { recursive: true });
    writeFileSync(path.join(root, folder, "made.ts"), "");
  }
  expect(listFiles(root, /[.]ts$/)).toEqual(["src/made.ts"]);
});
