import { Markdown } from "./markdown.tsx";

/** First line of a question: its heading. */
export const titleOf = (text: string): string => text.trim().split("\n", 1)[0] ?? "";

/** The lines of a question below its heading. */
export function QuestionText({ text }: { readonly text: string }) {
  const rest = text.trim().slice(titleOf(text).length).trim();
  return rest === "" ? null : <Markdown text={rest} />;
}
