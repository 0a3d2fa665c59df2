import { parseSync } from "vite";

/** A node of the ESTree syntax tree. */
export interface SyntaxNode {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly [key: string]: unknown;
}

interface SourceComment {
  readonly kind: "Line" | "Block";
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

/** True for a node of the syntax tree. */
const isNode = (value: unknown): value is SyntaxNode =>
  typeof value === "object" && value !== null && "type" in value && typeof value.type === "string";

/** Visits a node and everything below it, in the order of the text. */
export function walk(node: SyntaxNode, visit: (node: SyntaxNode) => void): void {
  visit(node);
  for (const value of Object.values(node)) {
    const children: readonly unknown[] = Array.isArray(value) ? value : [value];
    for (const child of children.filter(isNode)) walk(child, visit);
  }
}

/** Parses a TypeScript text. */
export function parseText(
  name: string,
  text: string,
): { readonly program: SyntaxNode; readonly comments: readonly SourceComment[] } {
  const { program, comments } = parseSync(name, text, { lang: "ts", sourceType: "module" });
  if (!isNode(program)) throw new Error(`${name} has no syntax tree.`);
  return { program, comments: comments.map(({ type, value, ...place }) => ({ kind: type, text: value, ...place })) };
}

/** Line of a position in a text, starting at 1. */
export const lineAt = (text: string, position: number): number => text.slice(0, position).split("\n").length;
