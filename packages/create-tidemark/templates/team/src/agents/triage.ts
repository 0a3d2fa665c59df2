import { desk } from "../state.ts";

/** Receives every message, and hands over what is not its own. */
export const triage = desk.agent({
  name: "triage",
  instructions: "Transfer questions about invoices and refunds to billing. Answer everything else in one sentence.",
  handoffs: ["billing"],
});
