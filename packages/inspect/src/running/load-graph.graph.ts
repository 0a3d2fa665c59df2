import { existsSync } from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";
import type { SessionGraph } from "@tidemark/state-manager/langgraph";
import { inspectErrors } from "../errors.ts";
import { withoutSecrets } from "../values/redaction.ts";
import { isGraph } from "./inspected-graph.graph.ts";

/** Files that Node runs. A database has another ending. */
const MODULE = /\.(?:ts|mts|cts|js|mjs|cjs)$/;

/** True for the path of a module. */
export const isModuleFile = (file: string): boolean => MODULE.test(file);

/**
 * Runs a module and returns the graph that it exports: the one of the given name, the default export, or the only one. An export can be an
 * application, or a function that makes the graph or the application. Throws `inspect/invalidApp`.
 */
export async function loadGraph(file: string, name: string | undefined): Promise<SessionGraph> {
  const module = await loadModule(file);
  const invalid = invalidApp(file);
  const graphs = Object.entries(module).flatMap(([each, value]) => (graphIn(value) === null ? [] : [each]));
  const chosen = name ?? (Object.hasOwn(module, "default") ? "default" : graphs.length === 1 ? graphs[0] : undefined);
  if (chosen === undefined) {
    throw graphs.length === 0
      ? invalid(
          "it exports no compiled graph",
          "Export the result of compile(), or the application, or name a function with --export.",
        )
      : invalid(`it exports several graphs: ${graphs.join(", ")}`, "Choose one with --export.");
  }
  const found: unknown = Object.hasOwn(module, chosen) ? module[chosen] : undefined;
  if (found === undefined)
    throw invalid(`it does not export "${chosen}"`, `It exports ${Object.keys(module).join(", ") || "nothing"}.`);
  const own = graphIn(found);
  const made: unknown =
    own === null && typeof found === "function"
      ? await inModule(file, `"${chosen}" throws`, (): unknown => Reflect.apply(found, undefined, [{}]))
      : own;
  const graph = graphIn(made);
  if (graph === null)
    throw invalid(`"${chosen}" is not a compiled graph`, "Export the result of compile(), or the application.");
  return graph;
}

/** The compiled graph that a value is, or that an application has. */
function graphIn(value: unknown): SessionGraph | null {
  if (isGraph(value)) return value;
  const inner: unknown = typeof value === "object" && value !== null ? Reflect.get(value, "graph") : null;
  return isGraph(inner) ? inner : null;
}

/** Runs a module and returns its exports. Throws `inspect/invalidApp`. */
export async function loadModule(file: string): Promise<Readonly<Record<string, unknown>>> {
  const absolute = path.resolve(file);
  const invalid = invalidApp(file);
  if (!existsSync(absolute))
    throw invalid("the file does not exist", "Pass the path of a module that exports a graph.");
  return load(absolute).catch((error: unknown) => {
    const first = firstLineOf(error);
    const missing = missingPackage(error, first);
    if (missing !== null)
      throw invalid(`the package "${missing}" is not installed`, `Install it: npm install ${missing}`, error);
    throw invalid(first.replace(/[.]$/, ""), `Run it to see where it fails: node ${file}`, error);
  });
}

/** Runs code of a module. Throws `inspect/invalidApp` for whatever it throws. */
export async function inModule<Result>(
  file: string,
  what: string,
  run: () => Result | Promise<Result>,
): Promise<Result> {
  try {
    return await run();
  } catch (error) {
    const problem = `${what}: ${firstLineOf(error).replace(/[.]$/, "")}`;
    throw invalidApp(file)(problem, "The error is of your module, or of a package that it calls.", error);
  }
}

/** First line of what was thrown, without the secrets in it. It may be of any code. */
function firstLineOf(error: unknown): string {
  const [first = ""] = (error instanceof Error ? error.message : String(error)).split("\n");
  return withoutSecrets(first);
}

const invalidApp =
  (file: string) =>
  (problem: string, remedy: string, cause?: unknown): Error =>
    inspectErrors.invalidApp({ file, problem, remedy }, { cause });

/** Package that an import has not found. Null for a file of the app itself, and for any other error. */
function missingPackage(error: unknown, message: string): string | null {
  const code: unknown = error instanceof Error ? Reflect.get(error, "code") : null;
  if (code !== "ERR_MODULE_NOT_FOUND" && code !== "MODULE_NOT_FOUND") return null;
  const [, name = ""] = /^Cannot find (?:package|module) '([^'./\\][^']*)'/.exec(message) ?? [];
  const [scope = "", inner] = name.split("/");
  if (name === "" || name.includes("\\") || name.includes(":")) return null;
  return scope.startsWith("@") && inner !== undefined ? `${scope}/${inner}` : scope;
}

async function load(absolute: string): Promise<Readonly<Record<string, unknown>>> {
  const module: unknown = await import(pathToFileURL(absolute).href);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a namespace of a module is a record of its exports
  const names = module as Readonly<Record<string, unknown>>;
  const inner: unknown = names["default"];
  // A CommonJS module is the default export of itself.
  if (typeof inner !== "object" || inner === null || graphIn(inner) !== null) return names;
  const { default: _default, ...others } = names;
  return { ...others, ...inner };
}
