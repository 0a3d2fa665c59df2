import type { MessageFile } from "./message-files.ts";
import type { RunMessage } from "./run-events.ts";

/** Address that a message names as a source. */
export interface MessageSource {
  readonly url: string;
  readonly title?: string;
}

/** Part of a message, for user interfaces. Neighbors of the same kind are one part. */
export type MessageBlock =
  | { readonly type: "text"; readonly text: string }
  | { readonly type: "reasoning"; readonly text: string }
  | ({ readonly type: "source" } & MessageSource)
  | ({ readonly type: "file" } & MessageFile)
  | { readonly type: "call"; readonly toolCallId: string; readonly name: string; readonly arguments: string };

/** Stored message with its parts in their order. */
export interface BlockMessage extends RunMessage {
  readonly blocks: readonly MessageBlock[];
}
