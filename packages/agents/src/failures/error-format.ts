import type { ErrorClassification } from "@tidemark/core-state";

/**
 * Formats a failure for the prompt of a model that replans.
 *
 * One line per part, with readable keys: `technicalDetails` becomes "Technical Details".
 *
 * @example
 * ```ts
 * import { formatClassification } from "@tidemark/agents/internal";
 *
 * const text = formatClassification({ severity: "replanning", userMessage: "No forecast.", metadata: { missing: ["a", "b"] } });
 * console.log(text.split("\n").at(-1)); // - **Missing:** a, b
 * ```
 */
export function formatClassification(failure: Partial<ErrorClassification>): string {
  const message = failure.userMessage === undefined || failure.userMessage === "" ? NO_MESSAGE : failure.userMessage;
  const facts = Object.entries(failure.metadata ?? {}).map(([key, value]) => `- **${inWords(key)}:** ${asText(value)}`);
  return ["**Previous Execution Error:**", `- **User Message:** ${message}`, ...facts].join("\n");
}

const NO_MESSAGE = "No error message available";

const inWords = (key: string): string =>
  key
    .replaceAll(/(\p{Ll}|\d)(\p{Lu})/gu, "$1 $2")
    .split(/[_\s]+/u)
    .filter((word) => word !== "")
    .map((word) => word.slice(0, 1).toUpperCase() + word.slice(1).toLowerCase())
    .join(" ");

function asText(value: unknown): string {
  if (Array.isArray(value))
    return value.map((item: unknown) => (isRecord(item) ? JSON.stringify(item) : String(item))).join(", ");
  return isRecord(value) ? JSON.stringify(value, null, 2) : String(value);
}

const isRecord = (value: unknown): boolean => typeof value === "object" && value !== null;
