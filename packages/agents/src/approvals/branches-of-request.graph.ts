import type { CheckpointTuple, LangGraphRunnableConfig } from "@langchain/langgraph";
import type { ApprovalRequest } from "@tidemark/core-state";
import { checkpointBefore, checkpointOfTask } from "@tidemark/state-manager/internal/langgraph";
import { approvalRequests } from "./state.ts";

/** Runs from old checkpoints that lie between a request and the present task. */
export interface RequestBranches {
  /** Ids of the checkpoints with which LangGraph began them, newest first. */
  readonly forks: readonly string[];
  /** True if the request was approved, by everybody or some, before one of them: an approval is for the run that it was given in. */
  readonly isApproved: boolean;
}

/**
 * Finds the runs from old checkpoints since each request was made, by id. Empty without a saver.
 *
 * Reads the checkpoints from the present task back to the first one without any of the requests, which are few.
 */
export async function branchesOf(
  requests: readonly ApprovalRequest[],
  configurable: NonNullable<LangGraphRunnableConfig["configurable"]>,
): Promise<ReadonlyMap<string, RequestBranches>> {
  const branches = new Map<string, RequestBranches>();
  // A damaged checkpoint can name itself, or a later one, as its parent.
  const seen = new Set<string>();
  // Requests that have an approval all the way from here to the present task.
  let approved = new Set(requests.map(({ id }) => id));
  let tuple = await checkpointOfTask(configurable);
  while (tuple !== null && !seen.has(tuple.checkpoint.id)) {
    const { id } = tuple.checkpoint;
    seen.add(id);
    const stored = approvalRequests(tuple.checkpoint.channel_values);
    const known = requests.filter((request) => Object.hasOwn(stored, request.id));
    if (known.length === 0) break;
    approved = new Set([...approved].filter((each) => isApproved(stored[each])));
    for (const request of isFork(tuple) ? known : []) {
      const { forks = [], isApproved = false } = branches.get(request.id) ?? {};
      branches.set(request.id, {
        forks: [...forks, id],
        isApproved: isApproved || approved.has(request.id),
      });
    }
    // oxlint-disable-next-line eslint/no-await-in-loop -- each checkpoint names the one before
    tuple = await checkpointBefore(configurable, tuple);
  }
  return branches;
}

const isApproved = (request: ApprovalRequest | undefined): boolean =>
  request?.status === "approved" || (request?.signatures ?? []).length > 0;

const isFork = ({ metadata }: CheckpointTuple): boolean => metadata?.source === "fork";
