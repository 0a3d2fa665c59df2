import { existsSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { type BuildContext, context, type Plugin } from "esbuild";
import type { Order } from "./main.ts";
import { runSeeds } from "./processes.ts";

/** A fault that is planted in the sources of the packages: some lines of a file, and what replaces them. */
export interface PlantedFault {
  /** Path below `packages`. */
  readonly file: string;
  readonly line: string;
  readonly instead: string;
}

/** The repository of this file. */
const HERE = path.resolve(import.meta.dirname, "../..");

const VERSIONS = "checkpoint/src/snapshots/channel-version.ts";

/** Exports that the simulation needs and older versions do not have, by file below `packages`. */
const EXPORTS: Readonly<Record<string, readonly (readonly [name: string, text: string])[]>> = {
  "checkpoint/src/internal.ts": [
    ["leasedLocks,", 'export { leasedLocks } from "./locks/leased-locks.ts";'],
    ["readThread }", 'export { readThread } from "./threads/read-thread.ts";'],
    ["readThreadDocument", 'export { readThreadDocument } from "./threads/thread-document.ts";'],
    ["writtenThread", 'export { writtenThread } from "./threads/written-thread.ts";'],
  ],
  "checkpoint/src/internal.sqlite.ts": [
    ["export { TidemarkSaver", 'export { TidemarkSaver } from "./store/saver.ts";'],
    ["sqliteLeases", 'export { sqliteLeases } from "./sqlite/locks/sqlite-locks.ts";'],
  ],
  "checkpoint/src/sqlite/locks/sqlite-locks.ts": [
    [
      "const sqliteLeases",
      "export const sqliteLeases = (connection: SqliteConnection) => new SqliteLeases(connection);",
    ],
  ],
};

/** Loads the sources of the packages from a checkout, with the fault that is planted at that time. */
const sourcesOf = (root: string, planted: { readonly fault: PlantedFault | undefined }): Plugin => ({
  name: "sources",
  setup(bundle) {
    bundle.onResolve({ filter: /^@?tidemark\// }, ({ path: name }) => {
      const [own = "", ...rest] = name.replace("@tidemark/", "").split("/");
      const manifest: unknown = JSON.parse(readFileSync(path.join(root, "packages", own, "package.json"), "utf8"));
      const entries: unknown = Reflect.get(Object(manifest), "exports");
      const entry: unknown = Reflect.get(Object(entries), ["."].concat(rest).join("/"));
      return { path: path.join(root, "packages", own, String(entry)) };
    });
    // Each simulated host is a process, so it has its own state of ids.
    bundle.onLoad({ filter: /langgraph-checkpoint[/\\]dist[/\\]id[.]js$/ }, ({ path: file }) => {
      const contents = readFileSync(file, "utf8").replaceAll(/^let last.*$/gm, "");
      return { contents: contents.replaceAll(/last[MN]secs/g, "processOfIds().$&") };
    });
    // Nobody traces the nodes, so they need no tree of runs each.
    bundle.onLoad(
      { filter: /langchain[/\\]core[/\\]dist[/\\]singletons[/\\]async_local_storage[/\\]index[.]js$/ },
      ({ path: file }) => {
        const contents = readFileSync(file, "utf8");
        const made = /new RunTree\(\{[^}]*\}\)/;
        return { contents: contents.replace(made, "Object.create(untraced ??= $&)") + "\nlet untraced;" };
      },
    );
    bundle.onLoad({ filter: /[/\\]packages[/\\].*[.]ts$/ }, ({ path: file }) => {
      const own = path.relative(path.join(root, "packages"), file).replaceAll("\\", "/");
      const { fault } = planted;
      let contents = readFileSync(file, "utf8");
      for (const [name, text] of EXPORTS[own] ?? []) if (!contents.includes(name)) contents += `\n${text}\n`;
      // Random numbers that are fetched together would be those of several hosts.
      if (own === VERSIONS) contents = contents.replace("Uint32Array(256)", "Uint32Array(1)");
      if (own === fault?.file) {
        if (contents.split(fault.line).length !== 2) throw new Error(`${own} does not contain once: ${fault.line}`);
        contents = contents.replace(fault.line, () => fault.instead);
      }
      return { contents, loader: "ts" };
    });
  },
});

/** Options of {@link bundleSimulation}. */
export interface BundleOptions {
  /** Checkout whose packages are simulated. Defaults to `SIMULATION_ROOT`, then to this repository. */
  readonly root?: string;
  readonly fault?: PlantedFault;
}

/** A build that keeps what it has read, for the next planted fault. */
interface Kept {
  readonly planted: { fault: PlantedFault | undefined };
  readonly build: Promise<BuildContext<{ readonly write: false }>>;
  /** Ends when no bundle is being made. */
  last: Promise<unknown>;
}

/** Builds by checkout. */
const kept = new Map<string, Kept>();

function keptOf(checkout: string): Kept {
  const known = kept.get(checkout);
  if (known !== undefined) return known;
  const planted: Kept["planted"] = { fault: undefined };
  const build = context({
    stdin: {
      // The sources of time come first: what is loaded after them keeps references to them.
      contents: `import "./surroundings.ts";
        import { run } from "./main.ts";
        process.on("message", run);`,
      resolveDir: import.meta.dirname,
    },
    write: false,
    bundle: true,
    platform: "node",
    format: "esm",
    plugins: [sourcesOf(checkout, planted)],
    banner: { js: 'import { createRequire } from "node:module"; const require = createRequire(import.meta.url);' },
    logLevel: "warning",
  });
  const opened = { planted, build, last: Promise.resolve() };
  kept.set(checkout, opened);
  return opened;
}

/** Bundles the simulation with the packages into one file of the folder, which loads in a fraction of the time. */
export async function bundleSimulation(folder: string, { root, fault }: BundleOptions = {}): Promise<string> {
  const outfile = path.join(folder, "simulation.mjs");
  const checkout = path.resolve(root ?? process.env["SIMULATION_ROOT"] ?? HERE);
  if (fault !== undefined && !existsSync(path.join(checkout, "packages", fault.file)))
    throw new Error(`The file of a planted fault does not exist: ${fault.file}`);
  const own = keptOf(checkout);
  const before = own.last;
  const make = async (): Promise<void> => {
    await before;
    own.planted.fault = fault;
    const { outputFiles } = await (await own.build).rebuild();
    writeFileSync(outfile, outputFiles[0]?.contents ?? "");
  };
  const made = make();
  own.last = made.catch(() => undefined);
  await made;
  return outfile;
}

/** Ends the builds that are kept, which hold a process. */
export async function endBundles(): Promise<void> {
  for (const { build } of kept.values()) await (await build).dispose();
  kept.clear();
}

/** Looks for a planted fault. Null if it is not found. */
export async function findFault(
  folder: string,
  { world, storage, ...fault }: PlantedFault & Pick<Order, "world" | "storage">,
  runs: number,
): Promise<{ readonly schedules: number; readonly violation: string } | null> {
  const script = await bundleSimulation(folder, { fault });
  const order = { world, seed: 1, runs, whole: true, ...(storage !== undefined && { storage }) };
  const { failures, runs: schedules } = await runSeeds(script, order);
  const [failure] = failures;
  return failure === undefined ? null : { schedules, violation: failure.violations[0] ?? "" };
}
