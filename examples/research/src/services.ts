import type { BaseChatModel } from "@langchain/core/language_models/chat_models";
import type { Clock } from "tidemark";
import type { Library } from "./library/library.ts";

/** Services and limits that the agents depend on. */
export interface ResearchServices {
  readonly library: Library;
  /** Model that researches and writes answers, or its name. With null, answers quote the documents. */
  readonly model: BaseChatModel | string | null;
  /** Maximum number of clarifications between two answers. */
  readonly maxClarifications: number;
  /** Maximum number of messages that a model receives. */
  readonly maxHistory: number;
  readonly clock: Clock;
}
