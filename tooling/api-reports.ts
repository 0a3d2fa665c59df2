import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import {
  CompilerState,
  Extractor,
  ExtractorConfig,
  ExtractorLogLevel,
  type ExtractorMessage,
} from "@microsoft/api-extractor";
import { type Check, runCheck } from "./check.ts";
import { temporaryFolder } from "./fixture.ts";
import { readReport } from "./gates/surface.ts";
import { readJson, readManifest } from "./manifest.ts";
import { listPackages } from "./source-files.ts";

/** A published entry: its built declarations, and the committed report of it. */
type Entry = Readonly<Record<"name" | "specifier" | "folder" | "declarations" | "report", string>>;

const listEntries = (root: string): readonly Entry[] =>
  listPackages(root).flatMap((folder) => {
    const manifest = readManifest(path.join(root, folder));
    return Object.entries(manifest.exports ?? {}).flatMap(([subpath, target]) => {
      if (typeof target !== "string" || !target.endsWith(".ts")) return [];
      const suffix = subpath === "." ? "" : subpath.replace("./", "-").replaceAll("/", "-");
      const name = `${path.posix.basename(folder)}${suffix}`;
      const declarations = path.join(root, folder, target.replace("./src/", "dist/").replace(/[.]ts$/, ".d.mts"));
      const specifier = path.posix.join(manifest.name, subpath);
      return [{ name, specifier, folder, declarations, report: `${folder}/etc/${name}.api.md` }];
    });
  });

const isInternal = ({ specifier }: Entry): boolean => /\/internal(\/|$)/.test(specifier);

/** The settings of `tooling/api-extractor.json` for one entry. */
const configure = (root: string, entry: Entry, target: string): ExtractorConfig => {
  const entries = listEntries(root);
  const settings = ExtractorConfig.loadFile(path.join(import.meta.dirname, "api-extractor.json"));
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the file has them
  const { compilerOptions } = (settings.compiler?.overrideTsconfig ?? {}) as { readonly compilerOptions?: object };
  // The published form of our packages, because the workspace would resolve them to their sources.
  const paths = Object.fromEntries(entries.map(({ specifier, declarations }) => [specifier, [declarations]]));
  const files = entries.map(({ declarations }) => declarations);
  return ExtractorConfig.prepare({
    configObject: {
      ...settings,
      projectFolder: path.join(root, entry.folder),
      mainEntryPointFilePath: entry.declarations,
      compiler: { overrideTsconfig: { compilerOptions: { ...compilerOptions, paths }, files } },
      apiReport: {
        enabled: true,
        ...settings.apiReport,
        reportFileName: `${entry.name}.api.md`,
        reportFolder: target,
        reportTempFolder: path.join(target, "temp"),
      },
    },
    configObjectFullPath: undefined,
    packageJsonFullPath: path.join(root, entry.folder, "package.json"),
  });
};

/** A problem of an entry, and the type that a signature uses but the entry does not export. */
type Problem = readonly [text: string, forgotten: string | undefined];

/** Writes the report of an entry, and returns its problems. */
const extract = (config: ExtractorConfig, compilerState: CompilerState): readonly Problem[] => {
  const problems: Problem[] = [];
  const messageCallback = (message: ExtractorMessage): void => {
    message.handled = true;
    const { logLevel, messageId, text } = message;
    if (logLevel !== ExtractorLogLevel.Error && logLevel !== ExtractorLogLevel.Warning) return;
    if (/^console-api-report-(created|copied)$/.test(messageId)) return;
    const forgotten = messageId === "ae-forgotten-export" ? /symbol "([^"]+?)(?:_\d+)?"/.exec(text)?.[1] : undefined;
    problems.push([`${config.reportConfigs[0]?.fileName ?? ""}: ${text} (${messageId})`, forgotten]);
  };
  Extractor.invoke(config, { compilerState, localBuild: true, messageCallback });
  return problems;
};

/**
 * Compares the committed reports of the entries with their built declarations; with `update`, writes the reports.
 *
 * The entries `./internal` are exempt from semver and have no report. A compiler may still name their types in declarations.
 */
export const checkApiReports = (root: string, options: { readonly update: boolean }): ReturnType<Check> => {
  const entries = listEntries(root);
  const fact = `${entries.length} entries`;
  const missing = entries.filter(({ declarations }) => !existsSync(declarations));
  const [first] = entries;
  if (first === undefined || missing.length > 0)
    return { problems: missing.map(({ declarations }) => `${declarations} is not built: run \`pnpm build\`.`), fact };
  using temporary = temporaryFolder("api-reports-");
  mkdirSync(path.join(temporary.path, "temp"));
  // One program for all entries, because reading the declarations of LangChain is most of the work.
  const compilerState = CompilerState.create(configure(root, first, temporary.path));
  const found = entries.flatMap((entry) => {
    const problems = extract(configure(root, entry, temporary.path), compilerState);
    return isInternal(entry) ? [] : problems;
  });
  const fresh = new Map(
    entries.map((entry) => [entry, readFileSync(path.join(temporary.path, `${entry.name}.api.md`), "utf8")] as const),
  );
  // A signature can use the exports of any entry, and the types with a reason in tooling/inside-types.json.
  const inside = Object.keys(readJson<object>(path.join(import.meta.dirname, "inside-types.json")));
  const nameable = new Set([...inside, ...[...fresh.values()].flatMap((report) => [...readReport(report).keys()])]);
  const problems = found.filter(([, type]) => type === undefined || !nameable.has(type)).map(([text]) => text);
  for (const [entry, report] of [...fresh].filter(([each]) => !isInternal(each))) {
    const committed = path.join(root, entry.report);
    if (options.update) {
      mkdirSync(path.dirname(committed), { recursive: true });
      writeFileSync(committed, report);
    } else if (!existsSync(committed) || readFileSync(committed, "utf8") !== report) {
      problems.push(`${entry.report} differs from the build: run \`pnpm api:update\` and review the difference.`);
    }
  }
  return { problems, fact };
};

if (import.meta.main) await runCheck((root) => checkApiReports(root, { update: process.argv.includes("--update") }));
