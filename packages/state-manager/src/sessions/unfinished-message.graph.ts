import type { BaseMessage } from "@langchain/core/messages";

/** Message of an agent that has not ended. */
export interface UnfinishedMessage {
  /** Node of the agent. */
  readonly node: string;
  readonly message: BaseMessage;
}
