import { Command, type LangGraphRunnableConfig } from "@langchain/langgraph";
import type { ApprovalRequest, JsonObject, StateDeclaration } from "@tidemark/core-state";
import type { GraphValueOf } from "@tidemark/core-state/langgraph";
import type { Values } from "@tidemark/state-manager";
import { defineNode, type GraphNodeOf, type WritableUpdateOf } from "@tidemark/state-manager/langgraph";
import { approvalHashNow, approvedRequests, clearedApproval, type PayloadNow } from "../approval-state.ts";
import { approvalText } from "../approval-text.ts";
import { taskOf } from "./approval-ask.ts";
import { requireApprovalFields } from "./approval-node.ts";

/** What was approved, as its effect gets it. */
export interface ApprovedEffect<State extends StateDeclaration> {
  readonly request: ApprovalRequest;
  /** Exactly what was approved. */
  readonly payload: JsonObject;
  /** The same when the effect runs again after a crash: hand it to whatever can tell that it was done already. */
  readonly key: string;
  readonly values: GraphValueOf<State>;
  readonly config: LangGraphRunnableConfig;
}

/** Whose node it is, for which approvals, and what it does. */
export interface OnceApprovedOptions<State extends StateDeclaration, Agent extends string> {
  /** The agent in whose name the node writes. */
  readonly agent: Agent;
  /** The kind of approval that it acts on; every kind when not said. */
  readonly approvalType?: string;
  /** What a request would be for now; the same as that of the `approvalNode`. */
  readonly payloadNow?: PayloadNow<Values>;
  readonly effect: (
    approved: ApprovedEffect<State>,
  ) => WritableUpdateOf<State, Agent> | void | Promise<WritableUpdateOf<State, Agent> | void>;
}

/**
 * Makes a node that does what was approved, once: it takes each approved request out of the state in the same step.
 *
 * Nothing runs for a request that is pending or decided otherwise, nor when what would run is not what was approved. Reached
 * again, the node finds nothing to do. Both fields of the answer are null afterwards.
 *
 * An effect whose process dies before the step is stored runs again with the same `key`; interrupts belong into nodes before.
 */
export function onceApproved<State extends StateDeclaration, const Agent extends string>(
  state: State,
  options: OnceApprovedOptions<State, Agent>,
): GraphNodeOf<State> {
  const { agent, approvalType, payloadNow, effect } = options;
  requireApprovalFields(agent, state);
  const talks = Object.hasOwn(state.fields, "messages");
  const node = defineNode<StateDeclaration, string, "runtime">(state, {
    agent,
    roles: ["runtime"],
    run: async (values, { config }) => {
      const approved = approvedRequests(values, approvalType);
      if (approved.length === 0) return {};
      const updates: object[] = [];
      for (const request of approved) {
        // One effect after the other: the second may read what the first has done outside.
        // oxlint-disable-next-line eslint/no-await-in-loop -- see above
        updates.push(await actOn(request, values, config));
      }
      const taken = Object.fromEntries(approved.map(({ id }) => [id, null]));
      const last = { execution_pending_approvals: taken, ...clearedApproval() };
      const [only, ...more] = updates;
      if (more.length === 0) return { ...only, ...last };
      return [...updates, last].map((update) => new Command({ update: { ...update } }));
    },
  });
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what is written is checked against this very state
  return node as GraphNodeOf<State>;

  async function actOn(request: ApprovalRequest, values: Values, config: LangGraphRunnableConfig): Promise<object> {
    if (approvalHashNow(request, values, payloadNow) !== request.hash) {
      const content = approvalText({ kind: "changed", request });
      return talks
        ? { messages: [{ role: "assistant", content, id: `${taskOf(config)}:${request.id}`, name: agent }] }
        : {};
    }
    const key = `${request.id}:${request.hash.slice(0, 16)}`;
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the values of this very state
    const own = values as GraphValueOf<State>;
    return (await effect({ request, payload: request.payload, key, values: own, config })) ?? {};
  }
}
