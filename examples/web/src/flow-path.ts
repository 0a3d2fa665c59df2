import { AuditEntry } from "tidemark/schemas";

/**
 * Path of the newest turn through its flow: the last connected transitions of the audit log. Empty for an application
 * without a flow.
 */
export function flowPath(values: Readonly<Record<string, unknown>>): readonly string[] {
  const log: unknown = values["runtime_audit_log"];
  const names: string[] = [];
  for (const entry of (Array.isArray(log) ? log : []).toReversed()) {
    const { data } = AuditEntry.safeParse(entry);
    if (data === undefined || !("action" in data) || data.action !== "transition") continue;
    if (names.length === 0) names.unshift(data.to);
    if (names[0] !== data.to) break;
    names.unshift(data.from);
  }
  return names;
}
