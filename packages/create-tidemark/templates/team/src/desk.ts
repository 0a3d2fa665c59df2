import type { BaseChatModel } from "@langchain/core/language_models/chat_models";
import type { ThreadStorage } from "tidemark";
import { billing } from "./agents/billing.ts";
import { triage } from "./agents/triage.ts";
import type { Invoices } from "./invoices.ts";
import { desk } from "./state.ts";

export interface DeskOptions {
  /** A model, or its name, such as `openai:gpt-5-mini`. */
  readonly model: BaseChatModel | string;
  readonly invoices: Invoices;
  readonly storage: ThreadStorage;
}

/** The application: triage starts every turn, and may hand over to billing. */
export const deskApp = ({ model, invoices, storage }: DeskOptions) =>
  desk.app({
    agents: [triage, billing(invoices)],
    model,
    limits: { maxExecutionTimeSeconds: 60 },
    storage,
  });
