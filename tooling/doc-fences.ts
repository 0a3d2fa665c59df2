import { readFileSync } from "node:fs";
import path from "node:path";
import { listFiles } from "./source-files.ts";
import { lineAt, parseText } from "./syntax.ts";

/** One fenced block of code, with its place. */
export interface Fence {
  readonly file: string;
  /** Line of the file on which the code starts, from 1. */
  readonly line: number;
  readonly language: string;
  /** What the author says about the block after the language: `continues`, `does-not-compile`, `ignore`. */
  readonly marks: readonly string[];
  readonly code: string;
  /** The reason given for not running the block, in a comment right above it. */
  readonly reason: string | undefined;
}

const opening = /^(\s*)(`{3,})([\w-]*)[ \t]*(.*)$/;

/** The fences of a Markdown text. A fence inside a longer fence is text, not code. */
export function readFences(file: string, text: string, firstLine = 1): readonly Fence[] {
  const lines = text.split("\n");
  const fences: Fence[] = [];
  for (let index = 0; index < lines.length; index += 1) {
    const [, indent = "", ticks = "", language = "", marks = ""] = opening.exec(lines[index] ?? "") ?? [];
    if (ticks === "") continue;
    const close = lines.findIndex((line, at) => at > index && line.trim() === ticks);
    const end = close === -1 ? lines.length : close;
    const above = lines.slice(0, index).findLast((line) => line.trim() !== "") ?? "";
    fences.push({
      file,
      line: firstLine + index + 1,
      language,
      marks: marks.split(/\s+/).filter((mark) => mark !== ""),
      code: lines
        .slice(index + 1, end)
        .map((line) => (line.startsWith(indent) ? line.slice(indent.length) : line))
        .join("\n"),
      reason: /^<!-- not run: (.+) -->$/.exec(above.trim())?.[1],
    });
    index = end;
  }
  return fences;
}

/** The fences in the doc comments of a TypeScript text. */
function readCommentFences(file: string, text: string): readonly Fence[] {
  return parseText(file, text)
    .comments.filter((comment) => comment.kind === "Block" && comment.text.startsWith("*"))
    .flatMap((comment) => readFences(file, comment.text.replace(/^[ \t]*\* ?/gm, ""), lineAt(text, comment.start)));
}

const documents =
  /^(README|ARCHITECTURE|CONTRIBUTING|AGENTS)[.]md$|^(packages|examples)\/[^/]+\/README[.]md$|^docs\/.*[.]md$|^benchmarks\/README[.]md$/;
const sources = /^packages\/[^/]+\/src\/.*[.]ts$/;

/** Every fence of the READMEs, the documentation and the packages' doc comments. */
export function listFences(root: string): readonly Fence[] {
  const read = (file: string): string => readFileSync(path.join(root, file), "utf8");
  return [
    ...listFiles(root, documents).flatMap((file) => readFences(file, read(file))),
    ...listFiles(root, sources).flatMap((file) => readCommentFences(file, read(file))),
  ];
}
