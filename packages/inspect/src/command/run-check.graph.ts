import { isPlainRecord } from "@tidemark/reducers/internal";
import { checkGraph } from "../check/check-graph.graph.ts";
import { type Exception, RULES } from "../check/finding.ts";
import { fails, jsonOf, reportText, sarifOf } from "../check/report-text.ts";
import { inspectErrors } from "../errors.ts";
import { inModule, loadGraph, loadModule } from "../running/load-graph.graph.ts";
import type { CommandProcess } from "./command-process.ts";
import type { Command } from "./read-arguments.ts";
import type { VerbInput } from "./verbs.ts";

/** The command that reads a graph and reports what it can never do right. */
export const CHECK: Command = {
  name: "check",
  source: {
    place: "<app.ts>",
    isModule: true,
    kinds: [["app.ts", "Module that exports a compiled graph. It is loaded; the graph is not run."]],
  },
  summary:
    "Report what a graph can never do right, without running it. Exits with 1 after an error or a warning. An exported list tidemarkCheck of { ignore, at, reason } silences findings.",
  arguments: [
    {
      name: "export",
      kind: "text",
      description: "Export of the module that is the graph. Defaults to the default export, or the only graph.",
    },
    { name: "sarif", kind: "switch", description: "Print SARIF 2.1.0, for code hosts." },
  ],
};

/** Checks the graph of a module. Returns 1 if an error or a warning was found. */
export async function runCheck(
  file: string,
  { json, input }: { readonly json: boolean; readonly input: VerbInput },
  process: CommandProcess,
): Promise<number> {
  const { export: name } = input;
  const graph = await loadGraph(file, typeof name === "string" ? name : undefined);
  const exceptions = exceptionsIn(file, (await loadModule(file))["tidemarkCheck"]);
  // Parts of the graph may be of a foreign class, whose getters throw.
  const report = await inModule(file, "its graph throws while it is read", () => checkGraph(graph, exceptions));
  if (input["sarif"] === true) process.print(JSON.stringify(sarifOf(file, report), null, 2));
  else process.print(json ? JSON.stringify(jsonOf(file, report), null, 2) : reportText(file, report));
  return fails(report) ? 1 : 0;
}

/** Exceptions that a module exports as `tidemarkCheck`. */
function exceptionsIn(file: string, exported: unknown): readonly Exception[] {
  const given: readonly unknown[] = Array.isArray(exported) ? exported : exported === undefined ? [] : [exported];
  return given.map((each) => {
    const { ignore, at, reason } = isPlainRecord(each) ? each : {};
    if (typeof ignore === "string" && Object.hasOwn(RULES, ignore) && typeof at === "string" && isText(reason)) {
      return { code: ignore, at, reason };
    }
    throw inspectErrors.invalidApp({
      file,
      problem: "`tidemarkCheck` has an exception that cannot be read",
      remedy: `Write { ignore, at, reason }. \`ignore\` is one of: ${Object.keys(RULES).join(", ")}.`,
    });
  });
}

const isText = (reason: unknown): reason is string => typeof reason === "string" && reason.trim() !== "";
