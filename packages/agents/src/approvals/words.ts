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
  "👎",
  "❌",
  "✖",
];

const decisions: ReadonlyMap<string, "approve" | "reject"> = new Map([
  ...APPROVING.map((words) => [words, "approve"] as const),
  ...REJECTING.map((words) => [words, "reject"] as const),
]);

/** Longer texts say more than yes or no. */
const LONGEST = 64;

/** Courtesies that change nothing about an answer. */
const COURTESY = /(?:^please )|(?: (?:please|thanks|thank you|thx))$/gu;

/**
 * Says whether a text approves, rejects, or does neither clearly; what is unclear decides nothing.
 *
 * Only an answer that is nothing but a known word or phrase counts: "yes" does, "yes but only step 1" and "yes?" do not.
 * Case, spaces, final punctuation, full-width letters, and "please" or "thanks" beside the word make no difference.
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
    // Invisible marks and the variants of an emoji say nothing.
    .replaceAll(/[\p{Cf}\p{Emoji_Modifier}\uFE0F]/gu, "")
    .replaceAll(/[’‘`´]/gu, "'")
    .replaceAll(/[,;]/gu, " ")
    .replaceAll(/\s+/gu, " ")
    .trim()
    .replace(/^["'“„«]+|[\s.!…。"'”»]+$/gu, "")
    .replaceAll(COURTESY, "");
  return decisions.get(plain) ?? "unclear";
}
