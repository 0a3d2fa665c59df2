const APPROVING = [
  "y",
  "yes",
  "yep",
  "yeah",
  "yup",
  "ok",
  "okay",
  "sure",
  "approve",
  "approved",
  "i approve",
  "accept",
  "accepted",
  "agree",
  "agreed",
  "i agree",
  "confirm",
  "confirmed",
  "proceed",
  "go ahead",
  "go for it",
  "do it",
  "of course",
  "certainly",
  "absolutely",
  "definitely",
  "looks good",
  "sounds good",
  "lgtm",
  "👍",
  "✅",
  "✔",
];

const REJECTING = [
  "n",
  "no",
  "nope",
  "nah",
  "no way",
  "cancel",
  "cancelled",
  "canceled",
  "reject",
  "rejected",
  "i reject",
  "deny",
  "denied",
  "decline",
  "declined",
  "refuse",
  "refused",
  "stop",
  "abort",
  "don't",
  "do not",
  "don't do it",
  "do not do it",
  "never",
  "never mind",
  "not now",
  "👎",
  "❌",
  "✖",
];

const decisions: ReadonlyMap<string, "approve" | "reject"> = new Map([
  ...APPROVING.map((words) => [words, "approve"] as const),
  ...REJECTING.map((words) => [words, "reject"] as const),
]);

/** Maximum length of a text that can mean yes or no. */
const LONGEST = 64;

/** Polite words that do not change an answer. */
const COURTESY = /(?:^please )|(?: (?:please|thanks|thank you|thx))$/gu;

/**
 * Classifies a text as approval, rejection or unclear. An unclear text is not a decision.
 *
 * Only a known word or phrase on its own counts: "yes" does, "yes but only step 1" and "yes?" do not. Case, spaces,
 * final punctuation, full-width letters, and "please" or "thanks" next to the word are ignored.
 *
 * @example
 * ```ts
 * import { readApprovalWords } from "@tidemark/agents/internal";
 *
 * console.log(readApprovalWords("Go ahead!"), readApprovalWords("nope"), readApprovalWords("yes?")); // approve reject unclear
 * ```
 */
export function readApprovalWords(text: string): "approve" | "reject" | "unclear" {
  if (text.length > LONGEST) return "unclear";
  const plain = text
    .normalize("NFKC")
    .toLowerCase()
    // Invisible marks and emoji variants have no meaning here.
    .replaceAll(/[\p{Cf}\p{Emoji_Modifier}\uFE0F]/gu, "")
    .replaceAll(/[’‘`´]/gu, "'")
    .replaceAll(/[,;]/gu, " ")
    .replaceAll(/\s+/gu, " ")
    .trim()
    .replace(/^["'“„«]+|[\s.!…。"'”»]+$/gu, "")
    .replaceAll(COURTESY, "");
  return decisions.get(plain) ?? "unclear";
}
