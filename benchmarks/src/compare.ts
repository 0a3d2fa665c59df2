/**
 * Installs each framework of `docs/comparison.md` in an empty folder, and runs its program from `docs/internals/compared-programs.md`: two messages at the same time on one thread.
 *
 * Run it with `node benchmarks/src/compare.ts`, after `pnpm exec turbo run tarballs`, and with names of frameworks to run those only. Needs npm's registry. Prints what is
 * kept, packages and their size, and CPU time of a new process; `--record` writes the table to the page.
 */
import { execFile } from "node:child_process";
import { globSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { parseArgs, promisify } from "node:util";

const root = path.join(import.meta.dirname, "..", "..");
const page = path.join(root, "docs", "comparison.md");
const run = promisify(execFile);

/** Runs of a program, of which the median counts. */
const RUNS = 3;

/** Prints the CPU time of the process at its end, in milliseconds. */
const METER = `process.on("exit", () => { const { user, system } = process.cpuUsage(); process.stderr.write("\\nCPU " + (user + system) / 1000 + "\\n"); });`;

/** Package specifiers by framework; the first one is the framework. */
// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the file beside this program has this shape
const frameworks = JSON.parse(readFileSync(path.join(root, "benchmarks/peers/frameworks.json"), "utf8")) as Readonly<
  Record<string, readonly string[]>
>;

const text = readFileSync(page, "utf8");
const listed = readFileSync(path.join(root, "docs", "internals", "compared-programs.md"), "utf8");
const programs = new Map(
  [...listed.matchAll(/^```ts ignore \[([\w-]+)[.]ts\]\n([\s\S]*?)^```$/gm)].map(([, name = "", code = ""]) => [
    name,
    code,
  ]),
);

/** One row of the table. */
interface Row {
  readonly name: string;
  readonly version: string;
  readonly kept: string;
  readonly packages: string;
  readonly size: string;
  readonly cpu: string;
}

/** Packages as npm installs them. Ours are those of this repository. */
const specifiersOf = (name: string): readonly string[] =>
  (frameworks[name] ?? []).flatMap((specifier) =>
    specifier === "tidemark"
      ? globSync("*.tgz", { cwd: path.join(root, ".tarballs") })
          .filter((file) => !/web|create/.test(file))
          .map((file) => path.join(root, ".tarballs", file))
      : [specifier],
  );

/** What is installed in a folder: its packages, and megabytes of their files. */
function installed(folder: string): { readonly packages: number; readonly megabytes: number } {
  const modules = path.join(folder, "node_modules");
  const files = readdirSync(modules, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const bytes = files.reduce((sum, { parentPath, name }) => sum + statSync(path.join(parentPath, name)).size, 0);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what npm writes
  const lock = JSON.parse(readFileSync(path.join(modules, ".package-lock.json"), "utf8")) as { packages: object };
  return { packages: Object.keys(lock.packages).length, megabytes: bytes / 1_000_000 };
}

const ORDERS = ["No nuts, please", "One cake"];

/** What a thread has of two orders and their answers. */
function keptIn(lines: readonly string[]): string {
  const orders = ORDERS.filter((order) => lines.some((line) => line.includes(order)));
  const answers = lines.filter((line) => line.includes("Noted.")).length;
  if (orders.length < 2) return `${orders.length} of 2`;
  const first = lines.findIndex((line) => line.includes(orders[0] ?? ""));
  const mixed = Math.abs(first - lines.findIndex((line) => line.includes(orders[1] ?? ""))) < 2;
  return answers < 2 ? `2 of 2, ${answers} answered` : `2 of 2${mixed ? ", mixed" : ""}`;
}

/** Installs a framework and runs its program. */
async function measure(name: string, folder: string): Promise<Row> {
  mkdirSync(folder);
  const version = name === "tidemark" ? "this repository" : (/@([\d.]+)$/.exec(frameworks[name]?.[0] ?? "")?.[1] ?? "");
  const nothing = { name, version, packages: "–", size: "–", cpu: "–" };
  writeFileSync(path.join(folder, "package.json"), '{ "private": true, "type": "module" }');
  try {
    await run("npm", ["install", "--no-audit", "--no-fund", ...specifiersOf(name)], { cwd: folder, maxBuffer: 1e8 });
  } catch {
    return { ...nothing, kept: "cannot be installed here" };
  }
  const { packages, megabytes } = installed(folder);
  const found = { name, version, packages: String(packages), size: `${megabytes.toFixed(0)} MB` };
  const program = programs.get(name);
  if (program === undefined) return { ...found, kept: "no program", cpu: "–" };
  writeFileSync(path.join(folder, "two.ts"), program);
  const meter = `data:text/javascript,${encodeURIComponent(METER)}`;
  const times: number[] = [];
  let kept = "";
  for (let round = 0; round < RUNS; round += 1) {
    rmSync(path.join(folder, "orders.db"), { force: true });
    const { stdout, stderr } = await run(process.execPath, ["--import", meter, "two.ts"], { cwd: folder });
    kept = keptIn(stdout.trim().split("\n"));
    times.push(Number(/CPU ([\d.]+)/.exec(stderr)?.[1]));
  }
  const median = times.toSorted((one, other) => one - other)[Math.floor(RUNS / 2)] ?? Number.NaN;
  return { ...found, kept, cpu: `${median.toFixed(0)} ms` };
}

const { values, positionals } = parseArgs({ allowPositionals: true, options: { record: { type: "boolean" } } });
const names = positionals.length === 0 ? Object.keys(frameworks) : positionals;
const folder = mkdtempSync(path.join(tmpdir(), "tidemark-compare-"));
try {
  const rows: Row[] = [];
  for (const name of names) {
    const row = await measure(name, path.join(folder, name));
    rows.push(row);
    process.stderr.write(`${JSON.stringify(row)}\n`);
  }
  const head = ["Framework", "Version", "Kept of two messages", "Packages", "Size", "CPU of the process"];
  const cells = rows.map(({ name, version, kept, packages, size, cpu }) => [name, version, kept, packages, size, cpu]);
  const table = [head, head.map(() => "---"), ...cells].map((row) => `| ${row.join(" | ")} |`).join("\n");
  process.stdout.write(`${table}\n\nNode ${process.versions.node}, ${new Date().toISOString().slice(0, 10)}\n`);
  if (values.record === true)
    writeFileSync(
      page,
      text.replace(
        /(<!-- measured -->\n\n)[\s\S]*?(\n\n<!-- \/measured -->)/,
        (_, open: string, close: string) => `${open}${table}${close}`,
      ),
    );
} finally {
  rmSync(folder, { recursive: true, force: true });
}
