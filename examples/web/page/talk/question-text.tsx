import type { RefObject } from "react";
import { Markdown } from "./markdown.tsx";
import { Whole } from "./text.tsx";

/** A question, and what is said before and after it. */
interface QuestionParts {
  readonly before: string;
  readonly question: string;
  readonly after: string;
}

/** A sentence that ends with a question mark. What is in quotation marks is a part of its sentence, and so is the number of a choice. */
const QUESTION = /(?:"[^"\n]*"|(?<=[:,] )\d+\. |[^"\n.?!]|[.?!](?!\s|$))+\?(?=\s|$)/u;

/** Finds the question in a text: the first sentence that ends with a question mark, otherwise the first line. */
export function questionParts(text: string): QuestionParts {
  const [found = text.trim().split("\n", 1)[0] ?? ""] = QUESTION.exec(text) ?? [];
  const start = text.indexOf(found);
  const [before, after] = [text.slice(0, start), text.slice(start + found.length)];
  return { before: before.trim(), question: found.trim(), after: after.trim() };
}

/** Splits a question that numbers its choices, such as `Which one: 1. Yoga, 2. Tennis?`. */
export function numberedChoices(question: string): { readonly question: string; readonly choices: readonly string[] } {
  const [head = "", ...parts] = question.split(/[:,] (\d+)\. /u);
  const choices = parts.filter((_, index) => index % 2 === 1);
  const isNumbered = choices.length > 1 && choices.every((_, index) => parts[index * 2] === String(index + 1));
  if (!isNumbered || !question.endsWith("?")) return { question, choices: [] };
  return { question: `${head}?`, choices: choices.map((choice) => choice.replace(/\?$/u, "")) };
}

interface QuestionTextProps {
  readonly text: string;
  /** True if buttons beside it show the choices that the question numbers. Defaults to false. */
  readonly hasButtons?: boolean;
  /** Answer that was typed, which can be the number of a choice. */
  readonly answer?: string | undefined;
  /** Attributes of the heading; without them, the question is a paragraph. */
  readonly heading?: { readonly id: string; readonly ref?: RefObject<HTMLHeadingElement | null> };
}

/** The text of a question, of which only the question itself stands out. */
export function QuestionText({ text, hasButtons = false, answer, heading }: QuestionTextProps) {
  const { before, question: asked, after } = questionParts(text);
  const { question, choices } = numberedChoices(asked);
  return (
    <>
      {before !== "" && <Markdown text={before} />}
      {heading === undefined ? (
        <p className="asked-title">
          <Whole text={question} />
        </p>
      ) : (
        <h2 className="asked-title" tabIndex={-1} {...heading}>
          <Whole text={question} />
        </h2>
      )}
      {choices.length > 0 && !hasButtons && (
        <ol className="numbered">
          {choices.map((choice, index) => (
            <li key={choice} className={answer?.trim() === String(index + 1) ? "chosen" : undefined}>
              <Whole text={choice} />
            </li>
          ))}
        </ol>
      )}
      {after !== "" && <Markdown text={after} />}
    </>
  );
}
