import type { PendingApproval, Session } from "@tidemark/state-manager/langgraph";
import type { Call } from "../people.ts";
import type { Approving } from "./approval-graph.graph.ts";
import type { DecideAction, Decisions } from "./decisions.ts";

/** Requests that people have seen, by thread, oldest first. */
export type Seen = Map<string, readonly PendingApproval[]>;

/** Answers a request as the user of the session: the open one, or the first one that anybody has seen in the thread. */
export async function decide(
  session: Session<typeof Approving>,
  { call, action, seen, decisions }: { call: Call; action: DecideAction; seen: Seen; decisions: Decisions },
): Promise<Readonly<Record<string, unknown>>> {
  const { threadId, decision, inWords, stale } = action;
  const before = seen.get(threadId) ?? [];
  const [open] = stale && before.length > 0 ? before : await session.approvals();
  if (open === undefined) return { outcome: "nothing asked" };
  seen.set(threadId, [...before, open]);
  decisions.sent(call, action, open);
  const isApproval = decision === "approve";
  if (inWords) return { ...(await session.resume(open.interruptId, isApproval ? "yes" : "no")) };
  return { ...(isApproval ? await session.approve(open) : await session.reject(open)) };
}
