import { mkdirSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import type { Published } from "./release.ts";
import { type Place, mustRun, run } from "./run.ts";

/** Files that no package may contain. */
const FOREIGN = /(?:^|\/)(?:node_modules|[.]turbo|[.]tidemark|coverage)\/|[.]tsbuildinfo$|(?:^|\/)[.]env$/;

/** Tests. Only templates bring some. */
const TESTS = /^(?!(?:dist\/)?templates\/).*(?:(?:^|\/)tests?\/|[.]test[.])/;

/** What is wrong with the files of a published package. */
function fileProblems({ version, files }: Published): readonly string[] {
  const needed = ["LICENSE", "README.md", "package.json", "CHANGELOG.md"].filter((file) => !files.includes(file));
  const foreign = files.filter((file) => FOREIGN.test(file) || TESTS.test(file));
  const maps = files.filter((file) => file.endsWith(".map"));
  const lost = maps.filter((file) => !files.includes(file.slice(0, -".map".length)));
  return [
    ...needed.map((file) => `is published without ${file}.`),
    ...foreign.map((file) => `is published with ${file}.`),
    ...lost.map((file) => `is published with ${file}, but without what it describes.`),
    ...(version === "0.0.0" ? ["is published without a version."] : []),
  ];
}

const read = (...parts: readonly string[]): string => readFileSync(path.join(...parts), "utf8");

/** A map works if it has the text of each of its sources: a debugger needs no other file. */
function mapProblem(folder: string, file: string): readonly string[] {
  const map: unknown = JSON.parse(read(folder, file));
  if (typeof map !== "object" || map === null) return [`has ${file}, which cannot be read as a map.`];
  const { sources, sourcesContent } = { sources: [], sourcesContent: [], ...map };
  const whole = Array.isArray(sources) && Array.isArray(sourcesContent) && sources.length === sourcesContent.length;
  return whole && sourcesContent.every((text) => typeof text === "string") ? [] : [`has ${file}, which lacks sources.`];
}

/** Links of a README that lead nowhere on the page of a registry. */
const relativeLinks = (text: string): readonly string[] =>
  [...text.matchAll(/\]\((?!https?:|#)([^)\s]+)\)/g)].map(([, to = ""]) => `has a README with a relative link: ${to}.`);

/** A value of a manifest as a record; empty for anything else. */
const recordOf = (value: unknown): ReadonlyMap<string, unknown> =>
  new Map(typeof value === "object" && value !== null ? Object.entries(value) : []);

/** What a registry needs to show where a package was built: its repository, its folder in it, and that it is public. */
function provenanceProblems(manifest: string): readonly string[] {
  const all = recordOf(JSON.parse(manifest));
  const repository = recordOf(all.get("repository"));
  const [url, directory] = [repository.get("url"), repository.get("directory")];
  const access = recordOf(all.get("publishConfig")).get("access");
  return [
    ...(typeof url === "string" && url.startsWith("git+https://") ? [] : ["names no repository for its provenance."]),
    ...(typeof directory === "string" ? [] : ["names no folder in its repository."]),
    ...(access === "public" ? [] : ["is not published for everybody."]),
  ];
}

/** Downloads a published package, unpacks it, and returns what is wrong with it. */
export async function problemsOf(
  published: Published,
  { root, cwd, env }: Place & { readonly root: string },
): Promise<readonly string[]> {
  const folder = path.join(cwd, published.name.replaceAll(/[@/]/g, "_"));
  mkdirSync(folder);
  await mustRun(`npm pack ${published.name}@latest --silent`, { cwd: folder, ...(env && { env }) });
  const [tarball = ""] = readdirSync(folder);
  await mustRun(`tar -xzf ${tarball}`, { cwd: folder });
  const unpacked = path.join(folder, "package");
  const manifest = read(unpacked, "package.json");
  const maps = published.files.filter((file) => file.endsWith(".map"));
  const tools = [
    "publint run --strict",
    // It resolves entries, which a command does not have.
    ...(manifest.includes('"exports":') ? ["attw --format ascii --no-emoji"] : []),
  ];
  const refusals = await Promise.all(
    tools.map(async (tool) => {
      const { code, output } = await run(`${path.join(root, "node_modules", ".bin", tool)} "${tarball}"`, {
        cwd: folder,
      });
      return code === 0 ? [] : [`does not pass ${tool.split(" ")[0]}:\n${output}`];
    }),
  );
  return [
    ...fileProblems(published),
    ...maps.flatMap((file) => mapProblem(unpacked, file)),
    ...relativeLinks(read(unpacked, "README.md")),
    ...provenanceProblems(manifest),
    ...refusals.flat(),
  ].map((problem) => `${published.name} ${problem}`);
}
