import { existsSync } from "node:fs";
import path from "node:path";
import { runPnpm } from "../command.ts";
import { type Gate, fromProblems } from "../gate-contract.ts";
import { readManifest } from "../manifest.ts";
import { listPackages } from "../source-files.ts";

/** Every file that a manifest promises to publish, as paths inside the package. */
const promisedFiles = (value: unknown): readonly string[] => {
  if (typeof value === "string") return value.startsWith("./dist/") ? [value] : [];
  if (typeof value !== "object" || value === null) return [];
  return Object.values(value).flatMap(promisedFiles);
};

/** `pnpm build` works and makes every file that the published manifests point at. */
export const build: Gate = {
  name: "build",
  holds: "`pnpm build` makes every file that a published manifest points at",
  async run(root) {
    const { code, output } = await runPnpm(["run", "build"], { cwd: root });
    if (code !== 0) return { ok: false, fact: `exit code ${code}`, output };
    const files = listPackages(root).flatMap((folder) => {
      const promised = new Set(promisedFiles(readManifest(path.join(root, folder)).publishConfig));
      return [...promised].map((file) => path.posix.join(folder, file));
    });
    const missing = files.filter((file) => !existsSync(path.join(root, file)));
    return fromProblems(
      missing.map((file) => `${file} is named in publishConfig, but the build does not make it.`),
      `${files.length} published files`,
    );
  },
};
