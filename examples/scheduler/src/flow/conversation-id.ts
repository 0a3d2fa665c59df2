import { flowErrors } from "./errors.ts";

/**
 * Makes a conversation's id from random text such as a UUID: `conv_` and its first eight hexadecimal digits.
 *
 * The same text gives the same id. Text with fewer such digits throws `flow/invalidRandom`.
 */
export function conversationId(random: string): string {
  const digits = random.toLowerCase().replace(/[^0-9a-f]/g, "");
  if (digits.length < 8) throw flowErrors.invalidRandom({ random });
  return `conv_${digits.slice(0, 8)}`;
}
