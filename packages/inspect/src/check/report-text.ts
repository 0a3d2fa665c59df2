import path from "node:path";
import { pathToFileURL } from "node:url";
import { type Finding, type GraphReport, RULES } from "./finding.ts";

/** The report for people. */
export function reportText(name: string, { findings, silenced, unknown }: GraphReport): string {
  const lines = findings.flatMap((each) => [
    `${each.severity} ${each.code}  ${each.at}`,
    `  ${each.problem}`,
    `  ${each.remedy}`,
    "",
  ]);
  return [
    ...lines,
    ...silenced.map(({ code, at, reason }) => `silenced ${code}  ${at}: ${reason}`),
    ...unknown.map((text) => `not known: ${text}`),
    `${name}: ${counted(findings)}.`,
  ].join("\n");
}

/** The report for programs, with the file and the number of findings of each kind. */
export const jsonOf = (file: string, report: GraphReport): object => ({
  file,
  counts: { ...Object.fromEntries(countsOf(report.findings)), silenced: report.silenced.length },
  ...report,
});

const countsOf = (findings: readonly Finding[]): readonly (readonly [severity: string, count: number])[] =>
  (["error", "warning", "note"] as const).map((severity) => [
    severity,
    findings.filter((each) => each.severity === severity).length,
  ]);

const counted = (findings: readonly Finding[]): string =>
  countsOf(findings)
    .map(([severity, count]) => `${count} ${severity}${count === 1 ? "" : "s"}`)
    .join(", ");

/** True for a report that fails: one with an error or a warning. */
export const fails = ({ findings }: GraphReport): boolean => findings.some(({ severity }) => severity !== "note");

/** The report as SARIF 2.1.0, which code hosts show beside the code. The file is a path below the folder of the command, or a URL. */
export const sarifOf = (file: string, { findings, silenced, unknown }: GraphReport): object => ({
  $schema: "https://json.schemastore.org/sarif-2.1.0.json",
  version: "2.1.0",
  runs: [
    {
      tool: {
        driver: {
          name: "tidemark check",
          informationUri: PAGE,
          rules: Object.entries(RULES).map(([id, { title, severity }]) => ({
            id,
            shortDescription: { text: title },
            helpUri: `${PAGE}#${id}`,
            defaultConfiguration: { level: severity },
          })),
        },
      },
      invocations: [
        {
          executionSuccessful: true,
          toolExecutionNotifications: unknown.map((text) => ({ level: "note", message: { text } })),
        },
      ],
      results: [...findings.map((each) => ({ ...each, reason: null })), ...silenced].map((each) => ({
        ruleId: each.code,
        ruleIndex: Object.keys(RULES).indexOf(each.code),
        level: each.severity,
        message: { text: `${each.at}: ${each.problem} ${each.remedy}` },
        locations: [
          {
            physicalLocation: { artifactLocation: { uri: uriOf(file) }, region: { startLine: 1 } },
            logicalLocations: [{ fullyQualifiedName: each.at }],
          },
        ],
        partialFingerprints: { codeAndPlace: `${each.code}:${each.at}` },
        ...(each.reason !== null && { suppressions: [{ kind: "inSource", justification: each.reason }] }),
      })),
    },
  ],
});

/** The page that describes the rules, each under its code. */
const PAGE = "https://github.com/tidemark-js/tidemark/blob/main/docs/guides/check-a-graph.md";

function uriOf(file: string): string {
  const below = path.relative(path.resolve("."), path.resolve(file));
  if (below.startsWith("..") || path.isAbsolute(below)) return pathToFileURL(file).href;
  return below.split(path.sep).map(encodeURIComponent).join("/");
}
