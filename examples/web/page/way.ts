import { AuditEntry } from "tidemark/schemas";

/** A step of the flow that the turn went through. */
export interface WayStep {
  readonly name: string;
  readonly isLast: boolean;
}

/**
 * Reads off the audit log which way the newest turn went: the transitions at its end that lead from one to the next. None
 * for an application without a flow.
 */
export function wayOf(values: Readonly<Record<string, unknown>>): readonly WayStep[] {
  const log: unknown = values["runtime_audit_log"];
  const names: string[] = [];
  for (const each of (Array.isArray(log) ? log : []).toReversed()) {
    const { data } = AuditEntry.safeParse(each);
    if (data === undefined || !("action" in data) || data.action !== "transition") continue;
    if (names.length === 0) names.unshift(data.to);
    if (names[0] !== data.to) break;
    names.unshift(data.from);
  }
  return names.map((name, index) => ({ name, isLast: index === names.length - 1 }));
}
