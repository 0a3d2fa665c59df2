import { type Place, placeText } from "./evidence.ts";
import { isCourtesy } from "./question.ts";

const HINT = 'Ask a question about the documents. Type "documents" to list them.';

/** Returns the reply to a message that asks nothing: thanks, a greeting, `documents` or `help`. Null for a question. */
export function replyTo(text: string, documents: readonly Place[]): string | null {
  if (isCourtesy(text)) return /^th/i.test(text.trim()) ? `You are welcome. ${HINT}` : HINT;
  const [, command] = /^\/?(documents|help|who are you|what can (?:you do|i ask))\W*$/i.exec(text.trim()) ?? [];
  if (command === undefined) return null;
  if (command.toLowerCase() === "documents") return listOf(documents);
  return `${HINT} Answers quote them and cite each place. Questions must be in English. An answer has a confidence; without a sure answer, you see the nearest passage.`;
}

const folderOf = ({ document }: Place): string => document.split("/").slice(0, -1).join("/");

/** Lists documents by folder, those without a folder first. Each line names a source. */
function listOf(documents: readonly Place[]): string {
  const sorted = documents.toSorted((a, b) => (folderOf(a) < folderOf(b) ? -1 : Number(folderOf(a) > folderOf(b))));
  const lines = sorted.map((place, at) => {
    const isNext = at > 0 && sorted.slice(at - 1, at).some((before) => folderOf(before) === folderOf(place));
    return `${isNext || folderOf(place) === "" ? "" : `\n### ${folderOf(place)}\n\n`}[${at + 1}] ${placeText(place)}`;
  });
  return `${documents.length === 1 ? "This is the only document" : `These are the ${documents.length} documents`}:\n\n${lines.join("\n").trim()}`;
}
