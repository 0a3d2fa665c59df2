import { existsSync, readFileSync } from "node:fs";
import path from "node:path";

/** The page that lists every behavior with its id. */
export const behaviorsPage = "docs/internals/behaviors.md";

/** One row of the page: an id, and the promise it stands for. */
export interface Behavior {
  readonly id: string;
  readonly sentence: string;
  /** Line of the page, starting at 1. */
  readonly line: number;
}

/** The rows of the page, and what is wrong with it. */
export interface BehaviorsPage {
  readonly behaviors: readonly Behavior[];
  readonly problems: readonly string[];
}

const id = /^[A-Z]{2,3}-\d{2,3}$/;
const heading = /^Id$/;
const rule = /^:?-+:?$/;

/** The cells of a table row; a pipe inside code is written with a backslash. */
const cellsOf = (line: string): readonly string[] =>
  line
    .trim()
    .replace(/^\|/, "")
    .replace(/(?<!\\)\|$/, "")
    .split(/(?<!\\)\|/)
    .map((cell) => cell.trim());

const problemsOf = (behaviors: readonly Behavior[]): readonly string[] => {
  const seen = new Map<string, number>();
  return behaviors.flatMap(({ id: own, sentence, line }) => {
    const first = seen.get(own);
    seen.set(own, first ?? line);
    return [
      ...(id.test(own) ? [] : [`${behaviorsPage}:${line} lists "${own}", which is not an id like AB-01.`]),
      ...(first === undefined ? [] : [`${behaviorsPage}:${line} lists ${own} again, after line ${first}.`]),
      ...(/\w.*[.]$/.test(sentence) ? [] : [`${behaviorsPage}:${line} has no sentence for ${own}.`]),
    ];
  });
};

/** Reads the tables of a page of behaviors. */
export function parseBehaviors(text: string): BehaviorsPage {
  const behaviors = text.split("\n").flatMap((content, index): readonly Behavior[] => {
    if (!content.trimStart().startsWith("|")) return [];
    const [own = "", sentence = ""] = cellsOf(content);
    return heading.test(own) || rule.test(own) ? [] : [{ id: own, sentence, line: index + 1 }];
  });
  const problems = behaviors.length === 0 ? [`${behaviorsPage} lists no behaviors.`] : problemsOf(behaviors);
  return { behaviors, problems };
}

/** Reads the page of behaviors below `root`; without the page there is none, which is a problem. */
export function readBehaviors(root: string): BehaviorsPage {
  const file = path.join(root, behaviorsPage);
  return parseBehaviors(existsSync(file) ? readFileSync(file, "utf8") : "");
}
