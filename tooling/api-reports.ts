import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { CompilerState, Extractor, ExtractorConfig, ExtractorLogLevel } from "@microsoft/api-extractor";
import { type Check, runCheck } from "./check.ts";
import { workspaceRoot } from "./command.ts";
import { temporaryFolder } from "./fixture.ts";
import { readReport } from "./gates/surface.ts";
import { readJson, readManifest } from "./manifest.ts";
import { listPackages } from "./source-files.ts";

/** A published entry: its built declarations, and the committed report of them. */
interface Entry {
  readonly name: string;
  readonly specifier: string;
  readonly folder: string;
  readonly declarations: string;
  readonly report: string;
}

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

const silent = { logLevel: ExtractorLogLevel.None };

const configure = (root: string, entry: Entry, target: string): ExtractorConfig => {
  const entries = listEntries(root);
  const compilerOptions = {
    target: "ES2023",
    // AbortSignal and TextEncoder, which every runtime has, are described there.
    lib: ["ES2023", "DOM"],
    module: "NodeNext",
    moduleResolution: "NodeNext",
    allowImportingTsExtensions: true,
    noEmit: true,
    strict: true,
    skipLibCheck: true,
    types: [],
    // Our own packages as they are published: the workspace would resolve them to their sources.
    paths: Object.fromEntries(entries.map(({ specifier, declarations }) => [specifier, [declarations]])),
  };
  return ExtractorConfig.prepare({
    configObject: {
      projectFolder: path.join(root, entry.folder),
      mainEntryPointFilePath: entry.declarations,
      newlineKind: "lf",
      compiler: { overrideTsconfig: { compilerOptions, files: entries.map((each) => each.declarations) } },
      apiReport: {
        enabled: true,
        includeForgottenExports: false,
        reportFileName: `${entry.name}.api.md`,
        reportFolder: target,
        reportTempFolder: path.join(target, "temp"),
      },
      docModel: { enabled: false },
      dtsRollup: { enabled: false },
      tsdocMetadata: { enabled: false },
      messages: {
        compilerMessageReporting: { default: { logLevel: ExtractorLogLevel.Error } },
        extractorMessageReporting: {
          default: { logLevel: ExtractorLogLevel.Error },
          // A type that a signature needs must be importable by its reader.
          "ae-forgotten-export": { logLevel: ExtractorLogLevel.Error, addToApiReportFile: false },
          // A dependency of LangGraph ships sources.
          "ae-wrong-input-file-type": silent,
          // Everything exported is public, without a tag.
          "ae-missing-release-tag": silent,
          // TypeDoc requires doc comments and resolves links.
          "ae-undocumented": silent,
          "ae-unresolved-link": silent,
        },
        tsdocMessageReporting: { default: silent },
      },
    },
    configObjectFullPath: undefined,
    packageJsonFullPath: path.join(root, entry.folder, "package.json"),
  });
};

/** A problem of an entry; `forgotten` is the type that a signature uses and the entry does not export. */
interface Message {
  readonly text: string;
  readonly forgotten: string | undefined;
}

const extract = (config: ExtractorConfig, entry: Entry, compilerState: CompilerState): readonly Message[] => {
  const messages: Message[] = [];
  Extractor.invoke(config, {
    compilerState,
    localBuild: true,
    messageCallback(message) {
      message.handled = true;
      const isLoud = message.logLevel === ExtractorLogLevel.Error || message.logLevel === ExtractorLogLevel.Warning;
      if (!isLoud || /^console-api-report-(created|copied)$/.test(message.messageId)) return;
      const forgotten = /symbol "([^"]+?)(?:_\d+)?"/.exec(message.text)?.[1];
      messages.push({
        text: `${entry.name}: ${message.text} (${message.messageId})`,
        forgotten: message.messageId === "ae-forgotten-export" ? forgotten : undefined,
      });
    },
  });
  return messages;
};

/**
 * Compares the committed reports of the entries with their built declarations; with `update`, writes the reports.
 *
 * The entry `./internal` of a package is exempt from semver and has no report.
 */
export const checkApiReports = (root: string, options: { readonly update: boolean }): ReturnType<Check> => {
  const entries = listEntries(root).filter(({ specifier }) => !specifier.endsWith("/internal"));
  const fact = `${entries.length} entries`;
  const missing = entries.filter(({ declarations }) => !existsSync(declarations));
  const [first] = entries;
  if (first === undefined || missing.length > 0)
    return { problems: missing.map(({ declarations }) => `${declarations} is not built: run \`pnpm build\`.`), fact };
  using temporary = temporaryFolder("api-reports-");
  mkdirSync(path.join(temporary.path, "temp"));
  // One program for all entries: reading the declarations of LangChain is most of the work.
  const compilerState = CompilerState.create(configure(root, first, temporary.path));
  const messages = entries.flatMap((entry) => extract(configure(root, entry, temporary.path), entry, compilerState));
  const fresh = new Map(
    entries.map((entry) => [entry, readFileSync(path.join(temporary.path, `${entry.name}.api.md`), "utf8")] as const),
  );
  // A signature may use what any entry exports, and the types with a reason in tooling/inside-types.json.
  const nameable = new Set([
    ...Object.keys(readJson<Readonly<Record<string, string>>>(path.join(workspaceRoot, "tooling", "inside-types.json"))),
    ...[...fresh.values()].flatMap((report) => [...readReport(report).keys()]),
  ]);
  const problems = messages
    .filter(({ forgotten }) => forgotten === undefined || !nameable.has(forgotten))
    .map(({ text }) => text);
  for (const [entry, report] of fresh) {
    const committed = path.join(root, entry.report);
    if (options.update) {
      mkdirSync(path.dirname(committed), { recursive: true });
      writeFileSync(committed, report);
    } else if (!existsSync(committed) || readFileSync(committed, "utf8") !== report) {
      problems.push(`${entry.report} differs from the build: run \`pnpm api:update\` and read the difference.`);
    }
  }
  return { problems, fact };
};

if (import.meta.main) await runCheck((root) => checkApiReports(root, { update: process.argv.includes("--update") }));
