import type * as Files from "node:fs/promises";
import type * as Paths from "node:path";
import { nodeBuiltin } from "@tidemark/state-manager/internal";

/** Removes the spans of threads from files of `traceToFile`, older files included. Returns their number; with `dryRun`, nothing is removed. */
export async function eraseSpans(
  paths: readonly string[],
  threads: ReadonlySet<string>,
  dryRun: boolean,
): Promise<number> {
  if (paths.length === 0 || threads.size === 0) return 0;
  // Only now: applications without files of traces also run where there is no file system.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the module of this name in Node.js
  const { readdir, readFile, rename, writeFile } = nodeBuiltin("node:fs/promises") as typeof Files;
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the module of this name in Node.js
  const path = nodeBuiltin("node:path") as typeof Paths;
  const files = await Promise.all(
    paths.map(async (each) => {
      const { dir, name, ext } = path.parse(each);
      const inFolder = await readdir(dir === "" ? "." : dir);
      const isNumbered = (file: string): boolean =>
        file.startsWith(`${name}.`) &&
        file.endsWith(ext) &&
        /^\d+$/.test(file.slice(name.length + 1, file.length - ext.length));
      return inFolder
        .filter((file) => file === `${name}${ext}` || isNumbered(file))
        .map((file) => path.join(dir, file));
    }),
  );
  const lines = new Map<string, readonly string[]>();
  for (const file of files.flat()) lines.set(file, (await readFile(file, "utf8")).split("\n"));
  const traces = new Set([...lines.values()].flat().flatMap((line) => (isOf(line, threads) ? traceIds(line) : [])));
  let count = 0;
  for (const [file, all] of lines) {
    const left = all.filter((line) => !traceIds(line).some((id) => traces.has(id)));
    count += all.length - left.length;
    if (dryRun || left.length === all.length) continue;
    // Whole or not at all: a process that is killed leaves the old file.
    await writeFile(`${file}.part`, left.join("\n"));
    await rename(`${file}.part`, file);
  }
  return count;
}

/** True if a span names one of the threads. */
const isOf = (line: string, threads: ReadonlySet<string>): boolean =>
  [...line.matchAll(/"gen_ai\.conversation\.id","value":\{"stringValue":("(?:[^"\\]|\\.)*")\}/g)].some(([, text]) =>
    threads.has(String(JSON.parse(text ?? '""'))),
  );

const traceIds = (line: string): readonly string[] =>
  [...line.matchAll(/"traceId":"([0-9a-f]+)"/g)].map(([, id]) => id ?? "").slice(0, 1);
