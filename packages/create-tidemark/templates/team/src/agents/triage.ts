import { defineAgent } from "tidemark";
import { DeskState } from "../state.ts";

/** Receives every message, and hands over what is not its own. */
export const triage = defineAgent(DeskState, {
  name: "triage",
  description: "Receives every message.",
  instructions: "Transfer questions about invoices and refunds to billing. Answer everything else in one sentence.",
  handoffs: ["billing"],
});
