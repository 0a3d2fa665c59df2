import type { BaseMessage } from "@langchain/core/messages";
import { isPlainRecord } from "@tidemark/reducers/internal";

/** Address that a message names as a source. */
export interface MessageSource {
  readonly url: string;
  readonly title?: string;
}

/**
 * Reasoning text of a message or chunk: LangChain's blocks `reasoning`, Anthropic's `thinking`, and the key
 * `reasoning_content` that OpenAI-compatible servers use. Empty if there is none.
 *
 * @internal
 */
export function reasoningOf(message: BaseMessage): string {
  const blocks = blocksOf(message).map((block) => {
    if (block["type"] === "reasoning") return textOf(block["reasoning"]);
    return block["type"] === "thinking" ? textOf(block["thinking"]) : "";
  });
  return blocks.join("") || textOf(message.additional_kwargs["reasoning_content"]);
}

/**
 * Web addresses that the citations of a message name, each once.
 *
 * @internal
 */
export function sourcesOf(message: BaseMessage): readonly MessageSource[] {
  const found = new Map<string, MessageSource>();
  for (const block of blocksOf(message)) {
    const annotations: readonly unknown[] = Array.isArray(block["annotations"]) ? block["annotations"] : [];
    for (const note of annotations) {
      if (!isPlainRecord(note)) continue;
      const url = textOf(note["url"]);
      // Other schemes, such as `javascript:`, would be links that a page must not show.
      if (!/^https?:\/\//i.test(url) || found.has(url)) continue;
      const title = textOf(note["title"]);
      found.set(url, { url, ...(title !== "" && { title }) });
    }
  }
  return [...found.values()];
}

const blocksOf = ({ content }: BaseMessage): readonly Readonly<Record<string, unknown>>[] =>
  typeof content === "string" ? [] : content.filter((block) => isPlainRecord(block));

const textOf = (value: unknown): string => (typeof value === "string" ? value : "");
