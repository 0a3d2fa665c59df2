import type { ApprovalRequest } from "@tidemark/core-state";
import type { JsonObject } from "@tidemark/core-state/internal";
import { isPlainRecord } from "@tidemark/reducers/internal";
import { shownApproval, visibleRequest } from "@tidemark/state-manager/internal";
import { COMMIT_APPROVAL } from "./state.ts";

/**
 * Returns the request as the approver sees it: without the values of hidden fields, and with visible characters.
 *
 * Leaves out changes that a commit makes to such a field, and payload values stored under its name. The hash remains
 * that of the complete request, so that an answer identifies exactly what would run.
 *
 * @internal
 */
export function shownRequest(request: ApprovalRequest, hidden: readonly string[]): ApprovalRequest {
  const { note: _note, ...shown } = request;
  if (request.approvalType === COMMIT_APPROVAL) return shownApproval(shown, hidden);
  return visibleRequest({ ...shown, payload: without(request.payload, new Set(hidden)) });
}

function without(record: JsonObject, names: ReadonlySet<string>): JsonObject {
  const visible = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(visible);
    return isPlainRecord(value) ? without(value, names) : value;
  };
  const entries = Object.entries(record).filter(([key]) => !names.has(key));
  return Object.fromEntries(entries.map(([key, value]) => [key, visible(value)]));
}
