import { Markdown } from "./markdown.tsx";
import { Whole } from "./whole.tsx";

/** A question, and what is said before and after it. */
interface QuestionParts {
  readonly before: string;
  readonly question: string;
  readonly after: string;
}

/** A sentence that ends with a question mark. What is in quotation marks is a part of its sentence. */
const QUESTION = /(?:"[^"\n]*"|[^"\n.?!]|[.?!](?!\s|$))+\?(?=\s|$)/u;

/** Finds the question in a text: the first sentence that ends with a question mark, otherwise the first line. */
export function questionParts(text: string): QuestionParts {
  const [found = text.trim().split("\n", 1)[0] ?? ""] = QUESTION.exec(text) ?? [];
  const start = text.indexOf(found);
  const [before, after] = [text.slice(0, start), text.slice(start + found.length)];
  return { before: before.trim(), question: found.trim(), after: after.trim() };
}

interface QuestionTextProps {
  readonly text: string;
  /** Attributes of the heading; without them, the question is a paragraph. */
  readonly heading?: { readonly id: string; readonly ref?: { current: HTMLHeadingElement | null } };
}

/** The text of a question, of which only the question itself stands out. */
export function QuestionText({ text, heading }: QuestionTextProps) {
  const { before, question, after } = questionParts(text);
  return (
    <>
      {before !== "" && <Markdown text={before} />}
      {heading === undefined ? (
        <p class="asked-title">
          <Whole text={question} />
        </p>
      ) : (
        <h2 class="asked-title" tabIndex={-1} {...heading}>
          <Whole text={question} />
        </h2>
      )}
      {after !== "" && <Markdown text={after} />}
    </>
  );
}
