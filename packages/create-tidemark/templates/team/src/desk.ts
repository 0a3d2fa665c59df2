import type { BaseChatModel } from "@langchain/core/language_models/chat_models";
import type { BaseCheckpointSaver } from "@langchain/langgraph";
import { createAgentGraph } from "tidemark";
import { billing } from "./agents/billing.ts";
import { triage } from "./agents/triage.ts";
import type { Invoices } from "./invoices.ts";
import { DeskState } from "./state.ts";

export interface DeskOptions {
  /** A model, or its name, such as `openai:gpt-5-mini`. */
  readonly model: BaseChatModel | string;
  readonly invoices: Invoices;
  readonly checkpointer: BaseCheckpointSaver;
}

/** The graph: triage starts every turn, and may hand over to billing. */
export const deskGraph = ({ model, invoices, checkpointer }: DeskOptions) =>
  createAgentGraph({
    state: DeskState,
    agents: [triage, billing(invoices)],
    entry: "triage",
    model,
    limits: { maxExecutionTimeSeconds: 60 },
    checkpointer,
  });
