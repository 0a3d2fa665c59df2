import { cpSync, existsSync, globSync, readFileSync } from "node:fs";
import path from "node:path";
import type { Registry } from "./registry.ts";
import { mustRun, run } from "./run.ts";

/** A package as it was published. */
export interface Published {
  readonly name: string;
  readonly version: string;
  /** Bytes of its tarball. */
  readonly size: number;
  readonly files: readonly string[];
}

const manifestsOf = (root: string): readonly string[] => globSync("packages/*/package.json", { cwd: root });

/**
 * Releases the committed state of a repository as `RELEASING.md` says, from a clone: sets the versions, and publishes to a registry. The
 * built files are copied, because a build of the same sources gives the same ones.
 */
export async function release(
  root: string,
  { clone, registry }: { readonly clone: string; readonly registry: Registry },
): Promise<readonly Published[]> {
  await mustRun(`git clone --quiet --local "${root}" "${clone}"`, { cwd: root });
  // `changeset version` compares with main, which a clone of another branch lacks.
  await run("git branch --quiet main", { cwd: clone });
  await mustRun("npx -y pnpm@12.21.0 install --frozen-lockfile --prefer-offline", { cwd: clone });
  for (const manifest of manifestsOf(root)) {
    const built = path.join(path.dirname(manifest), "dist");
    if (existsSync(path.join(root, built)))
      cpSync(path.join(root, built), path.join(clone, built), { recursive: true });
  }
  await mustRun("npx -y pnpm@12.21.0 exec changeset version", { cwd: clone });
  await mustRun('git -c user.name=release -c user.email=release@localhost commit --quiet --all -m "Version packages"', {
    cwd: clone,
  });
  await mustRun("npx -y pnpm@12.21.0 exec changeset publish --no-git-tag", { cwd: clone, env: registry.env });
  return Promise.all(publishedNames(clone).map((name) => publishedPackage(name, clone, registry)));
}

const publishedNames = (clone: string): readonly string[] =>
  manifestsOf(clone)
    .map((manifest) => readManifest(path.join(clone, manifest)))
    .filter((manifest) => manifest["private"] !== true)
    .map(({ name }) => String(name));

function readManifest(file: string): Readonly<Record<string, unknown>> {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a manifest is a record
  return JSON.parse(readFileSync(file, "utf8")) as Readonly<Record<string, unknown>>;
}

async function publishedPackage(name: string, cwd: string, { env }: Registry): Promise<Published> {
  const packed = await mustRun(`npm pack ${name}@latest --dry-run --json --silent`, { cwd, env });
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what npm prints
  const [found] = JSON.parse(packed.output) as { version: string; size: number; files: { path: string }[] }[];
  if (found === undefined) throw new Error(`${name} was not published.`);
  return { name, version: found.version, size: found.size, files: found.files.map((file) => file.path) };
}
