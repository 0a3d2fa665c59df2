import type { BaseMessage } from "@langchain/core/messages";
import { isPlainRecord } from "@tidemark/reducers/internal";
import type { MessageSource } from "./message-block.ts";

type Block = Readonly<Record<string, unknown>>;

/**
 * Reasoning text of a message or chunk: LangChain's blocks `reasoning`, Anthropic's `thinking`, and the key
 * `reasoning_content` that OpenAI-compatible servers use. Empty if there is none.
 *
 * @internal
 */
export const reasoningOf = (message: BaseMessage): string =>
  blocksOf(message).map(reasoningIn).join("") || textOf(message.additional_kwargs["reasoning_content"]);

/** Reasoning text of one content block. */
export function reasoningIn(block: Block): string {
  if (block["type"] === "reasoning") return textOf(block["reasoning"]);
  return block["type"] === "thinking" ? textOf(block["thinking"]) : "";
}

/**
 * Web addresses that the citations of a content block name. Adds them to `known`, and leaves out those that are in it.
 *
 * @internal
 */
export function sourcesIn(block: Block, known: Set<string>): readonly MessageSource[] {
  const annotations: readonly unknown[] = Array.isArray(block["annotations"]) ? block["annotations"] : [];
  return annotations.flatMap((note) => {
    if (!isPlainRecord(note)) return [];
    const url = textOf(note["url"]);
    // Other schemes, such as `javascript:`, would be links that a page must not show.
    if (!/^https?:\/\//i.test(url) || known.has(url)) return [];
    known.add(url);
    const title = textOf(note["title"]);
    return [{ url, ...(title !== "" && { title }) }];
  });
}

/** Content blocks of a message. Empty if its content is text. */
export const blocksOf = ({ content }: BaseMessage): readonly Block[] =>
  typeof content === "string" ? [] : content.filter((block) => isPlainRecord(block));

const textOf = (value: unknown): string => (typeof value === "string" ? value : "");
