import { readFileSync } from "node:fs";
import { parseSync } from "vite";

/** A node of the syntax tree, as ESTree has it. */
export interface SyntaxNode {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly [key: string]: unknown;
}

/** A comment with its place. */
interface SourceComment {
  readonly kind: "Line" | "Block";
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

/** A parsed TypeScript text. */
export interface Source {
  readonly text: string;
  readonly program: SyntaxNode;
  readonly comments: readonly SourceComment[];
  readonly errors: readonly string[];
}

/** True for a value that is a node of the tree. */
export const isNode = (value: unknown): value is SyntaxNode =>
  typeof value === "object" && value !== null && "type" in value && typeof value.type === "string";

/** The nodes of a list that a node holds. */
export const nodesOf = (value: unknown): readonly SyntaxNode[] => (Array.isArray(value) ? value.filter(isNode) : []);

/** The nodes directly below a node. */
const childNodes = (node: SyntaxNode): readonly SyntaxNode[] =>
  Object.values(node).flatMap((value) => (isNode(value) ? [value] : nodesOf(value)));

/** Visits a node and everything below it, in the order of the text. */
export function walk(node: SyntaxNode, visit: (node: SyntaxNode) => void): void {
  visit(node);
  for (const child of childNodes(node)) walk(child, visit);
}

/** Parses a TypeScript text. */
export function parseText(name: string, text: string): Source {
  const { program, comments, errors } = parseSync(name, text, { lang: "ts", sourceType: "module" });
  if (!isNode(program)) throw new Error(`${name} has no syntax tree.`);
  return {
    text,
    program,
    comments: comments.map(({ type, value, start, end }) => ({ kind: type, text: value, start, end })),
    errors: errors.map((error) => error.message),
  };
}

/** Parses a TypeScript file. */
export const parseFile = (file: string): Source => parseText(file, readFileSync(file, "utf8"));

/** The number of the line, from 1, that holds a position of the text. */
export const lineAt = (text: string, position: number): number => text.slice(0, position).split("\n").length;

/** The name that a node holds under a key: an identifier's name or a string's value. */
export const nameOf = (value: unknown): string | undefined => {
  if (!isNode(value)) return undefined;
  if (typeof value["name"] === "string") return value["name"];
  return typeof value["value"] === "string" ? value["value"] : undefined;
};
