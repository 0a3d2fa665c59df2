import type { TaskRecord } from "tidemark";

/** Intent of the current turn, as the request reader recorded it in the ledger. */
export const intentOf = ({ task_ledger: ledger }: { readonly task_ledger: readonly TaskRecord[] }): string =>
  ledger.findLast(({ agentOrigin }) => agentOrigin === "root")?.intent ?? "unclear";
