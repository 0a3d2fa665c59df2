import { readFileSync } from "node:fs";
import path from "node:path";
import { listFiles } from "./source-files.ts";
import { lineAt, parseText } from "./syntax.ts";

/** One fenced block of code. */
export interface Fence {
  readonly file: string;
  /** Line of the file on which the code starts, starting at 1. */
  readonly line: number;
  readonly language: string;
  /** Words after the language: `continues`, `does-not-compile`, `ignore`. */
  readonly marks: readonly string[];
  readonly code: string;
  /** The reason in a comment `<!-- not run: reason -->` above the block. */
  readonly reason: string | undefined;
}

const opening = /^(\s*)(`{3,})([\w-]*)[ \t]*(.*)$/;

/** Returns the fences of a Markdown text. A fence inside a longer fence is text. */
export function readFences(file: string, text: string, firstLine = 1): readonly Fence[] {
  const lines = text.split("\n");
  const fences: Fence[] = [];
  for (let index = 0; index < lines.length; index += 1) {
    const [, indent = "", ticks = "", language = "", marks = ""] = opening.exec(lines[index] ?? "") ?? [];
    if (ticks === "") continue;
    const close = lines.findIndex((line, at) => at > index && line.trim() === ticks);
    const end = close === -1 ? lines.length : close;
    const above = lines.slice(0, index).findLast((line) => line.trim() !== "") ?? "";
    const code = lines
      .slice(index + 1, end)
      .map((line) => (line.startsWith(indent) ? line.slice(indent.length) : line));
    fences.push({
      file,
      line: firstLine + index + 1,
      language,
      marks: marks.split(/\s+/).filter((mark) => mark !== ""),
      code: code.join("\n"),
      reason: /^<!-- not run: (.+) -->$/.exec(above.trim())?.[1],
    });
    index = end;
  }
  return fences;
}

/** Returns the fences in the doc comments of a TypeScript text. */
const readCommentFences = (file: string, text: string): readonly Fence[] =>
  parseText(file, text)
    .comments.filter((comment) => comment.kind === "Block" && comment.text.startsWith("*"))
    .flatMap((comment) => readFences(file, comment.text.replace(/^[ \t]*\* ?/gm, ""), lineAt(text, comment.start)));

/** Documents for readers of the repository and of the site. */
export const documents =
  /^(README|ARCHITECTURE|CONTRIBUTING|AGENTS|SECURITY)[.]md$|^((packages|examples)\/[^/]+|benchmarks)\/README[.]md$|^docs\/.*[.]md$/;

/** Returns the fences of all documents and of the packages' doc comments. */
export const listFences = (root: string): readonly Fence[] =>
  listFiles(root, /[.](md|ts)$/).flatMap((file) => {
    const isDocument = documents.test(file);
    if (!isDocument && !/^packages\/[^/]+\/src\/.*[.]ts$/.test(file)) return [];
    const text = readFileSync(path.join(root, file), "utf8");
    return isDocument ? readFences(file, text) : readCommentFences(file, text);
  });
