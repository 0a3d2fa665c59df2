import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { type Check, runCheck } from "../check.ts";
import { listFiles } from "../source-files.ts";

/** Maximum number of names in all entries without those of workers, of names for workers, and of values in the root entry of tidemark. */
const limits = { names: 245, workers: 15, values: 30 };

/** Reports of the entries for workers: a separate part, which most applications do not import. */
const ofWorkers = /^packages[/]workers[/]|[/]tidemark-workers/;

const declaration =
  /^(?<exported>export )?(?:declare )?(?:abstract )?(?<kind>function|const|let|class|enum|namespace|interface|type) (?<name>[\w$]+)/;
const reexport = /^export \{ (?<local>[\w$]+)(?: as (?<name>[\w$]+))? \}/;

/** Names in an API report: `true` for a value, `false` for a type, `undefined` for a name that is declared elsewhere. */
export function readReport(report: string): ReadonlyMap<string, boolean | undefined> {
  const declared = new Map<string, boolean>();
  const exported = new Map<string, string>();
  for (const line of report.split("\n")) {
    const { exported: isExported, kind = "", name = "" } = declaration.exec(line)?.groups ?? {};
    if (name !== "") declared.set(name, declared.get(name) === true || !["interface", "type"].includes(kind));
    if (isExported !== undefined) exported.set(name, name);
    const { local = "", name: alias = local } = reexport.exec(line)?.groups ?? {};
    if (local !== "") exported.set(alias, local);
  }
  return new Map([...exported].map(([name, local]) => [name, declared.get(local)] as const));
}

/** Names that the root entry of tidemark exports only as types. A report does not distinguish them from values. */
const typeOnly = (root: string): ReadonlySet<string> => {
  const entry = path.join(root, "packages/tidemark/src/index.ts");
  const text = existsSync(entry) ? readFileSync(entry, "utf8") : "";
  const blocks = [...text.matchAll(/export type \{(?<names>[^}]*)\}/g)];
  return new Set(blocks.flatMap(({ groups }) => (groups?.["names"] ?? "").split(",").map((name) => name.trim())));
};

/** The public API stays within its limits. A name that several entries export counts once. */
export const surface: Check = (root) => {
  const files = listFiles(root, /^packages\/[^/]+\/etc\/[^/]+[.]api[.]md$/);
  const reports = files.map((file) => [file, readReport(readFileSync(path.join(root, file), "utf8"))] as const);
  const kinds = new Map<string, boolean | undefined>();
  for (const [name, kind] of reports.flatMap(([, report]) => [...report]))
    kinds.set(name, kinds.get(name) === true || (kind ?? kinds.get(name)));
  const namesOf = (included: (file: string) => boolean) =>
    new Set(reports.filter(([file]) => included(file)).flatMap(([, report]) => [...report.keys()]));
  const general = namesOf((file) => !ofWorkers.test(file));
  const workers = [...namesOf((file) => ofWorkers.test(file))].filter((name) => !general.has(name));
  const ours = reports
    .filter(([file]) => file === "packages/tidemark/etc/tidemark.api.md")
    .flatMap(([, report]) => [...report.keys()]);
  const types = typeOnly(root);
  const values = new Set(ours.filter((name) => kinds.get(name) !== false && !types.has(name)));
  const problems = [
    ...(kinds.size === 0 ? ["The API reports list no name: run `pnpm api:update`."] : []),
    ...(general.size > limits.names ? [`The entries export ${general.size} names; the limit is ${limits.names}.`] : []),
    ...(workers.length > limits.workers
      ? [`The entries for workers export ${workers.length} names; the limit is ${limits.workers}.`]
      : []),
    ...(values.size > limits.values ? [`tidemark exports ${values.size} values; the limit is ${limits.values}.`] : []),
  ];
  return {
    problems,
    fact: `${general.size} of ${limits.names} names, ${workers.length} of ${limits.workers} for workers, ${values.size} of ${limits.values} values in tidemark`,
  };
};

if (import.meta.main) await runCheck(surface);
