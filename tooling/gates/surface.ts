import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { type Check, runCheck } from "../check.ts";
import { listFiles } from "../source-files.ts";

/** Maximum number of names in all entries, and maximum number of values in the root entry of tidemark. */
const limits = { names: 250, values: 60 };

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
  const ours = reports
    .filter(([file]) => file === "packages/tidemark/etc/tidemark.api.md")
    .flatMap(([, report]) => [...report.keys()]);
  const types = typeOnly(root);
  const values = new Set(ours.filter((name) => kinds.get(name) !== false && !types.has(name)));
  const problems = [
    ...(kinds.size === 0 ? ["The API reports list no name: run `pnpm api:update`."] : []),
    ...(kinds.size > limits.names ? [`The entries export ${kinds.size} names; the limit is ${limits.names}.`] : []),
    ...(values.size > limits.values ? [`tidemark exports ${values.size} values; the limit is ${limits.values}.`] : []),
  ];
  return {
    problems,
    fact: `${kinds.size} of ${limits.names} names, ${values.size} of ${limits.values} values in tidemark`,
  };
};

if (import.meta.main) await runCheck(surface);
