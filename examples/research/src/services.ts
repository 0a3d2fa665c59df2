import type { BaseChatModel } from "@langchain/core/language_models/chat_models";
import type { Clock } from "tidemark";
import type { Library } from "./library/library.ts";

/** What the agents work with. */
export interface ResearchServices {
  readonly library: Library;
  /** The model that researches and writes; null answers in the documents' own words. */
  readonly model: BaseChatModel | null;
  /** The hosts that pages may be fetched from; none without a flag. */
  readonly allowedHosts: readonly string[];
  /** How many questions may be asked back between two answers; 0 for none. */
  readonly maxClarifications: number;
  /** How many messages of the conversation a model sees. */
  readonly maxHistory: number;
  readonly clock: Clock;
}
