import type { LangGraphRunnableConfig } from "@langchain/langgraph";
import type { ApprovalRequest, AuditEntry, StateDeclaration } from "@tidemark/core-state";
import type { JsonObject } from "@tidemark/core-state/internal";
import type { GraphValueOf } from "@tidemark/core-state/langgraph";
import { type Clock, systemClock } from "@tidemark/state-manager";
import { type Approvers, checkApprovers, isSigned, requesterIn, type Values } from "@tidemark/state-manager/internal";
import type { AnyUpdate, KnownFieldsOnly, WritableUpdateOf } from "@tidemark/state-manager/internal/langgraph";
import { defineNode, type GraphNodeOf } from "@tidemark/state-manager/langgraph";
import { approvalEntry, effectEntry, turnIdOf } from "./audit.ts";
import { approversFrom } from "./policy.ts";
import { approvalHashNow, approvedRequests, clearedApproval, type PayloadNow } from "./state.ts";
import { approvalText } from "./text.ts";
import { branchesOf } from "./branches-of-request.graph.ts";
import { recordedUpdate } from "../kernel/recording.graph.ts";
import { isFromOtherThread, renewedIn } from "./thread.ts";
import { taskOf, threadOf } from "./ask.graph.ts";
import { declaredOnly } from "../kernel/agent-values.ts";
import { eventIdOf } from "../kernel/event-stamper.ts";
import { requireApprovalFields } from "./approval-node.graph.ts";

/** Who has approved a request that nobody had to decide. A person has another form of name. */
export const RULE = "rule";

/** Argument of an effect function. */
export interface ApprovedEffect<State extends StateDeclaration> {
  /** Approved request. */
  readonly request: ApprovalRequest;
  /** Exactly the approved payload. */
  readonly payload: JsonObject;
  /**
   * Idempotency key of the effect: the same when it runs again after a crash, and different in every copy of the thread
   * and in every run from an old checkpoint. Pass it to a service that can detect repeated calls.
   */
  readonly key: string;
  /** State before the effect. */
  readonly values: GraphValueOf<State>;
  /** LangGraph's config of this step. */
  readonly config: LangGraphRunnableConfig;
}

/** Options of an effect node. */
export interface ApprovedEffectOptions<State extends StateDeclaration, Agent extends string, Answer> {
  /** Agent name under which the node writes. */
  readonly agent: Agent;
  /** Approval type that the node acts on. Defaults to all types. */
  readonly approvalType?: string;
  /** Who may approve. Use the same value as in the `approvalNode`: each approval is checked again before the work is done. */
  readonly approve?: Readonly<Record<string, Approvers>>;
  /** Returns the payload a request would have now. Use the same function as in the `approvalNode`. */
  readonly payloadNow?: PayloadNow<Values>;
  /** Clock for the audit log. Defaults to the system clock. */
  readonly clock?: Pick<Clock, "now">;
  /** True for a request that nobody has to decide. Called for those that `RULE` has approved. Defaults to none. */
  readonly isFree?: (request: ApprovalRequest, values: object) => boolean;
  /** Does the approved work and returns an update of fields that `agent` owns, or nothing. */
  readonly effect: EffectFunction<State, Answer>;
}

/** Function that does the approved work. Literals in its result need no `as const`. */
export type EffectFunction<State extends StateDeclaration, Answer> = KnownFieldsOnly<
  State,
  Answer,
  (approved: ApprovedEffect<State>) => Answer | Promise<Answer>
>;

/**
 * Creates a node that does approved work once: it acts on the oldest approved request and removes it from the state in the same step. Reach
 * the node again for the next one, so that each is stored before the next begins.
 *
 * Nothing runs for a request that is not approved, or whose content has changed since the approval. A second run of the
 * node finds nothing to do. Afterwards both answer fields are null.
 *
 * A copy of the thread, made by a fork or an import, and a run from an old checkpoint do not act on approvals that were
 * given before: there the request becomes pending again, with a new key. Each effect adds an entry to `runtime_audit_log`, from which `blame`
 * finds the person who approved the change.
 *
 * An effect whose process dies before the step is stored runs again with the same `key`. Interrupt in an earlier node.
 */
export function approvedEffect<
  const Agent extends string,
  Answer extends AnyUpdate<WritableUpdateOf<State, Agent>> | void,
  State extends StateDeclaration,
>(state: State, options: ApprovedEffectOptions<State, Agent, Answer>): GraphNodeOf<State> {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the same function, without the type of its answer
  const untyped = options as unknown as ApprovedEffectOptions<State, Agent, object | void>;
  const { agent, approvalType, payloadNow, effect, isFree = () => false, clock = systemClock } = untyped;
  requireApprovalFields(agent, state);
  checkApprovers(`\`approve\` of "${agent}"`, untyped.approve);
  const approvers = approversFrom(untyped.approve);
  const hasMessages = Object.hasOwn(state.fields, "messages");
  const hasAuditLog = Object.hasOwn(state.fields, "runtime_audit_log");
  const node = defineNode<string, object, StateDeclaration, string>(state, {
    agent,
    roles: ["runtime"],
    run: async (values, { config }) => {
      const found = approvedRequests(values, approvalType);
      if (found.length === 0) return {};
      const now = clock.now();
      const thread = threadOf(config);
      const branches = await branchesOf(found, config.configurable ?? {});
      const isOwn = (request: ApprovalRequest): boolean =>
        !isFromOtherThread(request, thread) && branches.get(request.id)?.isApproved !== true;
      const mayRun = (request: ApprovalRequest): boolean =>
        request.decidedBy === RULE
          ? isFree(request, values)
          : isOwn(request) && isSigned(request, approvers(request), requesterIn(values));
      const asked = found.filter((request) => !mayRun(request));
      const renewed = renewedIn(thread, asked, {
        now,
        note: (request) => approvalText({ kind: isOwn(request) ? "unsigned" : "otherThread", request }),
      });
      const [request] = found.filter(mayRun);
      const branch = request === undefined ? [] : (branches.get(request.id)?.forks ?? []);
      const done = request === undefined ? null : await actOn(request, values, { config, now, branch });
      return {
        ...done?.update,
        execution_pending_approvals: { ...(request !== undefined && { [request.id]: null }), ...renewed },
        ...(hasAuditLog && done !== null && { runtime_audit_log: [done.audit] }),
        ...declaredOnly(state, clearedApproval()),
      };
    },
  });
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the node checks its writes against this state
  return node as GraphNodeOf<State>;

  async function actOn(
    request: ApprovalRequest,
    values: Values,
    {
      config,
      now,
      branch,
    }: { readonly config: LangGraphRunnableConfig; readonly now: string; readonly branch: readonly string[] },
  ): Promise<Acted> {
    const turnId = turnIdOf(values);
    if (approvalHashNow(request, values, payloadNow) !== request.hash) {
      const content = approvalText({ kind: "changed", request });
      const message = { role: "assistant", content, id: `${taskOf(config)}:${request.id}`, name: agent };
      const audit = approvalEntry({ ...request, status: "cancelled", decidedAt: now }, { turnId });
      return { update: hasMessages ? { messages: [message] } : {}, audit };
    }
    const { id, hash, requestedAt } = request;
    const key = eventIdOf("effect", threadOf(config) ?? "", id, hash, requestedAt, ...branch);
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the values of this state
    const own = values as GraphValueOf<State>;
    const recorded = recordedUpdate({ tool: agent, args: request.payload, callId: undefined });
    const done =
      recorded === null
        ? await effect({ request, payload: request.payload, key, values: own, config })
        : recorded.value;
    const update: object = typeof done === "object" && done !== null ? done : {};
    const fields = Object.keys(update);
    return { update, audit: effectEntry(request, { by: agent, fields, turnId, timestamp: now }) };
  }
}

/** Update of one effect, and its audit entry. */
interface Acted {
  readonly update: object;
  readonly audit: AuditEntry;
}
