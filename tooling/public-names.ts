import { existsSync } from "node:fs";
import path from "node:path";
import { readManifest } from "./manifest.ts";
import { listPackages } from "./source-files.ts";
import { type Source, type SyntaxNode, isNode, lineAt, nameOf, nodesOf, parseFile } from "./syntax.ts";

/** A name that a package entry exports, with the place of its declaration. */
export interface PublicName {
  readonly entry: string;
  readonly name: string;
  /** Path of the declaring file from the root, or undefined when the declaration was not found. */
  readonly file: string | undefined;
  readonly line: number;
  /** The text of its doc comment, without the stars. */
  readonly comment: string | undefined;
}

const declaredNames = (declaration: SyntaxNode): readonly (string | undefined)[] =>
  declaration.type === "VariableDeclaration"
    ? nodesOf(declaration["declarations"]).map((each) => nameOf(each["id"]))
    : [nameOf(declaration["id"])];

/** The doc comment right above a position; a line comment may stand between the two, as the compiler has it. */
const commentAbove = (source: Source, position: number): string | undefined => {
  const comment = source.comments.findLast((each) => each.kind === "Block" && each.end <= position);
  if (comment === undefined || !comment.text.startsWith("*")) return undefined;
  if (
    source.text
      .slice(comment.end, position)
      .replaceAll(/^\s*\/\/.*$/gm, "")
      .trim() !== ""
  )
    return undefined;
  return comment.text.replace(/^[ \t]*\* ?/gm, "").trim();
};

/** The entries of a package: subpath → source file from the root. */
export function packageEntries(root: string, folder: string): readonly (readonly [string, string])[] {
  const { exports = {} } = readManifest(path.join(root, folder));
  return Object.entries(exports).flatMap(([subpath, target]) =>
    typeof target === "string" && target.endsWith(".ts") ? [[subpath, path.posix.join(folder, target)] as const] : [],
  );
}

const packageNames = (root: string): ReadonlyMap<string, string> =>
  new Map(listPackages(root).map((folder) => [readManifest(path.join(root, folder)).name, folder] as const));

/** Resolves an import of our own: a relative path, or an entry of one of our packages. */
const resolveOwn = (root: string, from: string, specifier: string): string | undefined => {
  if (specifier.startsWith(".")) return path.posix.join(path.posix.dirname(from), specifier);
  const [scope = "", name = "", ...rest] = specifier.split("/");
  const folder = packageNames(root).get(`${scope}/${name}`);
  if (folder === undefined) return undefined;
  const subpath = rest.length === 0 ? "." : `./${rest.join("/")}`;
  return packageEntries(root, folder).find(([each]) => each === subpath)?.[1];
};

type Place = Pick<PublicName, "file" | "line" | "comment">;

const nowhere: Place = { file: undefined, line: 0, comment: undefined };

/** Follows a name through re-exports and imports to its declaration. */
const findDeclaration = (root: string, file: string, name: string): Place => {
  if (!existsSync(path.join(root, file))) return nowhere;
  const source = parseFile(path.join(root, file));
  const follow = (specifier: unknown, imported: string): Place => {
    const target = resolveOwn(root, file, nameOf(specifier) ?? "");
    return target === undefined ? nowhere : findDeclaration(root, target, imported);
  };
  for (const statement of nodesOf(source.program["body"])) {
    const declaration = isNode(statement["declaration"]) ? statement["declaration"] : statement;
    if (declaredNames(declaration).includes(name)) {
      return { file, line: lineAt(source.text, statement.start), comment: commentAbove(source, statement.start) };
    }
    const specifiers = nodesOf(statement["specifiers"]);
    for (const specifier of specifiers) {
      const exported = nameOf(specifier["exported"]) === name;
      if (statement.type === "ExportNamedDeclaration" && exported && statement["source"] !== null) {
        return follow(statement["source"], nameOf(specifier["local"]) ?? name);
      }
      if (statement.type === "ImportDeclaration" && nameOf(specifier["local"]) === name) {
        return follow(statement["source"], nameOf(specifier["imported"]) ?? name);
      }
    }
  }
  return nowhere;
};

/** Every name that the entries of the packages below `root` export. */
export function listPublicNames(root: string): readonly PublicName[] {
  const entries = listPackages(root).flatMap((folder) =>
    packageEntries(root, folder).map(
      ([subpath, file]) => [path.posix.join(path.posix.basename(folder), subpath), file] as const,
    ),
  );
  return entries.flatMap(([entry, file]) => {
    if (!existsSync(path.join(root, file))) return [];
    return nodesOf(parseFile(path.join(root, file)).program["body"]).flatMap((statement) => {
      if (statement.type !== "ExportNamedDeclaration") return [];
      const specifiers = nodesOf(statement["specifiers"]);
      const declared = isNode(statement["declaration"]) ? declaredNames(statement["declaration"]) : [];
      const exported = [...specifiers.map((each) => nameOf(each["exported"])), ...declared].filter(
        (name) => name !== undefined,
      );
      return exported.map((name) => ({ entry, name, ...findDeclaration(root, file, name) }));
    });
  });
}
