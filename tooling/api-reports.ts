import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { Extractor, ExtractorConfig, ExtractorLogLevel } from "@microsoft/api-extractor";
import { workspaceRoot } from "./command.ts";
import { readJson, readManifest } from "./manifest.ts";
import { listPublicNames, packageEntries } from "./public-names.ts";
import { listPackages } from "./source-files.ts";

/** One published entry: what it declares, and the committed report of it. */
interface Entry {
  readonly name: string;
  /** What users import it as. */
  readonly specifier: string;
  readonly folder: string;
  readonly declarations: string;
  readonly report: string;
}

const listEntries = (root: string): readonly Entry[] =>
  listPackages(root).flatMap((folder) =>
    packageEntries(root, folder).map(([subpath, file]) => {
      const suffix = subpath === "." ? "" : subpath.replace("./", "-").replaceAll("/", "-");
      const name = `${path.posix.basename(folder)}${suffix}`;
      const specifier = path.posix.join(readManifest(path.join(root, folder)).name, subpath);
      const declarations = file.replace("/src/", "/dist/").replace(/[.]ts$/, ".d.mts");
      return { name, specifier, folder, declarations, report: `${folder}/etc/${name}.api.md` };
    }),
  );

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
};

/** Our own packages, as they are published: without this the workspace would resolve them to their sources. */
const publishedPaths = (root: string): Readonly<Record<string, string[]>> =>
  Object.fromEntries(
    listEntries(root).map(({ specifier, declarations }) => [specifier, [path.join(root, declarations)]] as const),
  );

const silent = { logLevel: ExtractorLogLevel.None };

/** The names a signature may use: what any entry of our packages exports, and those of tooling/inside-types.json. */
const nameable = (root: string): ReadonlySet<string> => {
  const inside = readJson<Readonly<Record<string, string>>>(path.join(workspaceRoot, "tooling", "inside-types.json"));
  return new Set([...Object.keys(inside), ...listPublicNames(root).map(({ name }) => name)]);
};

/** Writes the report of one entry into a folder and says what is wrong with the entry. */
const extract = (root: string, entry: Entry, folder: string): readonly string[] => {
  const config = ExtractorConfig.prepare({
    configObject: {
      projectFolder: path.join(root, entry.folder),
      mainEntryPointFilePath: path.join(root, entry.declarations),
      newlineKind: "lf",
      compiler: {
        overrideTsconfig: {
          compilerOptions: { ...compilerOptions, paths: publishedPaths(root) },
          files: [path.join(root, entry.declarations)],
        },
      },
      apiReport: {
        enabled: true,
        includeForgottenExports: false,
        reportFileName: `${entry.name}.api.md`,
        reportFolder: folder,
        reportTempFolder: path.join(folder, "temp"),
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
          // Everything exported is public; no tag says it again.
          "ae-missing-release-tag": silent,
          // The gate doc-comments holds that for every exported name.
          "ae-undocumented": silent,
          "ae-unresolved-link": silent,
        },
        tsdocMessageReporting: { default: silent },
      },
    },
    configObjectFullPath: undefined,
    packageJsonFullPath: path.join(root, entry.folder, "package.json"),
  });
  mkdirSync(path.join(folder, "temp"), { recursive: true });
  const names = nameable(root);
  const problems: string[] = [];
  Extractor.invoke(config, {
    localBuild: true,
    showVerboseMessages: false,
    messageCallback(message) {
      const loud = message.logLevel === ExtractorLogLevel.Error || message.logLevel === ExtractorLogLevel.Warning;
      message.handled = true;
      const changed =
        message.messageId === "console-api-report-created" || message.messageId === "console-api-report-copied";
      const forgotten =
        message.messageId === "ae-forgotten-export" ? /symbol "([^"]+?)(?:_\d+)?"/.exec(message.text)?.[1] : undefined;
      if (forgotten !== undefined && names.has(forgotten)) return;
      if (loud && !changed) problems.push(`${entry.name}: ${message.text} (${message.messageId})`);
    },
  });
  return problems;
};

/** What came of comparing the committed reports with the built declarations. */
export interface ApiReport {
  readonly entries: number;
  readonly problems: readonly string[];
}

/** Compares the committed API reports below `root` with the build; with `update`, writes them. */
export function checkApiReports(root: string, options: { readonly update: boolean }): ApiReport {
  const temporary = mkdtempSync(path.join(tmpdir(), "api-reports-"));
  try {
    const entries = listEntries(root);
    const problems = entries.flatMap((entry) => {
      if (!existsSync(path.join(root, entry.declarations)))
        return [`${entry.declarations} is not built: run \`pnpm build\`.`];
      const found = extract(root, entry, temporary);
      const fresh = readFileSync(path.join(temporary, `${entry.name}.api.md`), "utf8");
      const committed = path.join(root, entry.report);
      if (options.update) {
        mkdirSync(path.dirname(committed), { recursive: true });
        writeFileSync(committed, fresh);
      } else if (!existsSync(committed) || readFileSync(committed, "utf8") !== fresh) {
        return [
          ...found,
          `${entry.report} is not what the build declares: run \`pnpm api:update\` and read the difference.`,
        ];
      }
      return found;
    });
    return { entries: entries.length, problems };
  } finally {
    rmSync(temporary, { recursive: true, force: true });
  }
}

if (import.meta.main) {
  const rootAt = process.argv.indexOf("--root");
  const root = rootAt === -1 ? workspaceRoot : path.resolve(process.argv[rootAt + 1] ?? ".");
  const { entries, problems } = checkApiReports(root, { update: process.argv.includes("--update") });
  for (const problem of problems) process.stdout.write(`${problem}\n`);
  process.stdout.write(`${entries} entries, ${problems.length} problems\n`);
  process.exitCode = problems.length === 0 ? 0 : 1;
}
