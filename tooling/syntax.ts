import { readFileSync } from "node:fs";
import { parseSync } from "vite";

/** A node of the ESTree syntax tree. */
export interface SyntaxNode {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly [key: string]: unknown;
}

/** A parsed TypeScript text. */
interface Source {
  readonly program: SyntaxNode;
  readonly comments: readonly {
    readonly kind: "Line" | "Block";
    readonly text: string;
    readonly start: number;
    readonly end: number;
  }[];
}

/** True for a value that is a node of the tree. */
export const isNode = (value: unknown): value is SyntaxNode =>
  typeof value === "object" && value !== null && "type" in value && typeof value.type === "string";

/** The nodes in a list. */
export const nodesOf = (value: unknown): readonly SyntaxNode[] => (Array.isArray(value) ? value.filter(isNode) : []);

/** Visits a node and everything below it, in the order of the text. */
export function walk(node: SyntaxNode, visit: (node: SyntaxNode) => void): void {
  visit(node);
  for (const value of Object.values(node)) {
    for (const child of isNode(value) ? [value] : nodesOf(value)) walk(child, visit);
  }
}

/** Parses a TypeScript text. */
export function parseText(name: string, text: string): Source {
  const { program, comments } = parseSync(name, text, { lang: "ts", sourceType: "module" });
  if (!isNode(program)) throw new Error(`${name} has no syntax tree.`);
  return { program, comments: comments.map(({ type, value, ...place }) => ({ kind: type, text: value, ...place })) };
}

/** Parses a TypeScript file. */
export const parseFile = (file: string): Source => parseText(file, readFileSync(file, "utf8"));

/** Line of a position in a text, starting at 1. */
export const lineAt = (text: string, position: number): number => text.slice(0, position).split("\n").length;

/** The name of an identifier, or the value of a string. */
export const nameOf = (value: unknown): string | undefined => {
  if (!isNode(value)) return undefined;
  return [value["name"], value["value"]].find((each) => typeof each === "string");
};
