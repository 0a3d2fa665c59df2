import path from "node:path";
import { type Gate, fromProblems } from "../gate-contract.ts";
import { listFiles } from "../source-files.ts";
import { type Source, type SyntaxNode, isNode, lineAt, nameOf, parseFile, walk } from "../syntax.ts";

const isConst = (node: SyntaxNode): boolean => {
  const annotation = node["typeAnnotation"];
  return isNode(annotation) && annotation.type === "TSTypeReference" && nameOf(annotation["typeName"]) === "const";
};

const linesOf = (source: Source, node: SyntaxNode): readonly [number, number] => [
  lineAt(source.text, node.start),
  lineAt(source.text, node.end),
];

const inspectFile = (
  source: Source,
  file: string,
): { readonly casts: number; readonly problems: readonly string[] } => {
  const reasons = new Set(
    source.comments
      .filter((comment) => comment.kind === "Line")
      .flatMap((comment) => {
        const line = lineAt(source.text, comment.start);
        // A reason too long for the line stands right above it.
        if (/^\s*-- \S/.test(comment.text)) return [line, line + 1];
        const [, next, said] = /^\s*oxlint-disable(-next)?-line .* -- (.+)/.exec(comment.text) ?? [];
        if (said !== undefined) return [next === undefined ? line : line + 1];
        return /^\s*(oxlint|eslint)-|^.{0,8}$/.test(comment.text) ? [] : [line];
      }),
  );
  const problems: string[] = [];
  let casts = 0;
  walk(source.program, (node) => {
    const [from, to] = linesOf(source, node);
    if (node.type === "TSTypeAssertion")
      problems.push(`${file}:${from} writes a cast as <Type>value; write \`value as Type\`.`);
    if (node.type !== "TSAsExpression" || isConst(node)) return;
    casts += 1;
    const annotation = isNode(node["typeAnnotation"]) ? lineAt(source.text, node["typeAnnotation"].start) : from;
    if (![from, annotation, to].some((line) => reasons.has(line))) {
      problems.push(`${file}:${annotation} casts without a reason: say on the line why the compiler cannot know it.`);
    }
  });
  for (const { text, start } of source.comments) {
    const place = `${file}:${lineAt(source.text, start)}`;
    if (/^\s*(oxlint|eslint)-disable/.test(text) && !/ -- \S/.test(text)) {
      problems.push(`${place} silences lint without a reason: end the comment with " -- reason".`);
    }
    if (/^\s*@ts-(ignore|nocheck)/.test(text))
      problems.push(`${place} silences the compiler; use @ts-expect-error with a reason.`);
    if (/^\s*@ts-expect-error\s*$/.test(text)) problems.push(`${place} expects an error without saying which.`);
    if (/\b(TODO|FIXME|XXX)\b(?!\(#\d+\))/.test(text)) problems.push(`${place} leaves a TODO without an issue.`);
  }
  return { casts, problems };
};

/** Whatever silences the compiler or the linter says why. */
export const casts: Gate = {
  name: "casts",
  holds: "every cast, lint-disable and expected compile error says why, on its line",
  run(root) {
    const files = listFiles(root, /^(packages|examples|tests|benchmarks|tooling|docs)\/.*[.]ts$/);
    const found = files.map((file) => inspectFile(parseFile(path.join(root, file)), file));
    const total = found.reduce((sum, each) => sum + each.casts, 0);
    return Promise.resolve(
      fromProblems(
        found.flatMap((each) => each.problems),
        `${total} casts, each with its reason`,
      ),
    );
  },
};
