import { isCourtesy } from "./question.ts";

const HINT = 'Ask a question about the documents. Type "documents" to list them.';

/** Returns the reply to a message that asks nothing: thanks, a greeting, `documents` or `help`. Null for a question. */
export function replyTo(text: string, titles: readonly string[]): string | null {
  if (isCourtesy(text)) return /^th/i.test(text.trim()) ? `You are welcome. ${HINT}` : HINT;
  const [, command] = /^\/?(documents|help)\W*$/i.exec(text.trim()) ?? [];
  if (command === undefined) return null;
  if (command.toLowerCase() === "documents") return titles.map((title) => `- ${title}`).join("\n");
  return `${HINT} Answers quote them and cite each place. Questions must be in English. An answer has a confidence; without a sure answer, you see the nearest passage.`;
}
