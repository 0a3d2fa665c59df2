import { type LangGraphRunnableConfig, Overwrite } from "@langchain/langgraph";
import { type ApprovalRequest, type AuditEntry, fieldGroups, type StateDeclaration } from "@tidemark/core-state";
import { isPlainRecord } from "@tidemark/reducers/internal";
import { type Clock, systemClock } from "@tidemark/state-manager";
import {
  type Approvers,
  checkApprovers,
  requesterIn,
  type Values,
  withSignaturesNeeded,
} from "@tidemark/state-manager/internal";
import { asAnswerer } from "@tidemark/state-manager/internal/langgraph";
import { defineNode, type GraphNodeOf } from "@tidemark/state-manager/langgraph";
import { approvalEntry, turnIdOf } from "./audit.ts";
import { cancelApprovals, expireApprovals } from "./decision.ts";
import { approversFrom } from "./policy.ts";
import {
  approvalHashNow,
  approvalRequests,
  approvedUpdate,
  clearedApproval,
  COMMIT_APPROVAL,
  type PayloadNow,
  pendingApprovals,
  withApprovalsOf,
} from "./state.ts";
import { type ApprovalNotice, approvalText } from "./text.ts";
import { declaredOnly } from "../kernel/agent-values.ts";
import { requireFields } from "../kernel/require-fields.ts";
import { reboundTo } from "./thread.ts";
import { shownRequest } from "./visibility.ts";
import { hiddenFields } from "../kernel/hidden-fields.ts";
import {
  askApproval,
  type ApprovalAnswerOutcome,
  type EditablePayloads,
  type ReadOwnAnswer,
  taskOf,
  threadOf,
} from "./ask.graph.ts";
import { editableWork, type WorkEdit } from "./work.graph.ts";

/** Options of an approval node. */
export interface ApprovalNodeOptions {
  /** Node name, used as the author of its writes and messages. Defaults to `approval`. */
  readonly agent?: string;
  /** Approval type that the node asks about. Defaults to all types. */
  readonly approvalType?: string;
  /** Clock for decisions and expiry. Defaults to the system clock. */
  readonly clock?: Pick<Clock, "now">;
  /**
   * Returns the person who answers. Defaults to `user_id` of the config, which is that of the session that answered, also when another user
   * finishes the turn. An author named in the answer is ignored.
   */
  readonly by?: (config: LangGraphRunnableConfig) => string;
  /**
   * Who may decide, by approval type or capability, as in an approval rule without `when`. An answer of another person changes nothing: the
   * question stays open, with the problem `notAllowed`. Give the same value to `approvedEffect`. Defaults to everybody.
   */
  readonly approve?: Readonly<Record<string, Approvers>>;
  /** Commit policies by field, which say who may decide a proposal. Defaults to everybody. */
  readonly policies?: object;
  /** Returns the payload a request would have now. Defaults to comparing a plan with the plan in the state. */
  readonly payloadNow?: PayloadNow<Values>;
  /** Schemas of edited payloads by approval type. Types without a schema cannot be edited. */
  readonly editable?: EditablePayloads;
  /** Reads answers in a custom format. Return null to read an answer in the default format. */
  readonly read?: ReadOwnAnswer;
  /**
   * Answers a question from the person who is asked. Defaults to the payload of the request. Called once per question.
   * The answer becomes the `note` of the next question and is never added to the conversation.
   */
  readonly explain?: (
    request: ApprovalRequest,
    question: string,
    tools: { readonly values: Values; readonly config: LangGraphRunnableConfig },
  ) => string | Promise<string>;
  /**
   * Fields with `ui: false` whose values the question may contain. Defaults to none: changes that a commit makes to
   * such a field, and payload values stored under its name, are left out of the question.
   */
  readonly reveal?: readonly string[];
  /**
   * Result of a rejection, an expired request or a changed request. Defaults to `message`.
   *
   * `message` adds a neutral message and sets both answer fields to null. `flag` sets `approval_approved` to false
   * without a message; a later node then writes the answer and clears the fields.
   */
  readonly rejection?: "message" | "flag";
  /** Writes the texts that people read. Defaults to `approvalText`, in English. */
  readonly text?: (notice: ApprovalNotice) => string;
}

/** Fields that a later node reads to learn the decision. */
const ANSWER_FIELDS = Object.keys(fieldGroups.approval);

/**
 * Creates the node that waits for people to decide pending requests. It asks about all of them and accepts one answer
 * at a time.
 *
 * The node only interrupts, so running it again repeats no effect. An answer decides the request it names. Route next
 * to the approved work, then back to this node while other requests are pending, as `routeAfterApproval` does.
 *
 * - Approved: the request is stored as approved. A state with `fieldGroups.approval` also gets `approval_approved` and
 *   `approved_payload`.
 * - Rejected: a neutral message is added, and both of these fields become null.
 * - An unclear answer, an invalid edit or a question is not a decision. The next question contains the reply as `note`
 *   and `problem`. The reply is not added to the conversation, because the approver is often not the user.
 * - Expired, or changed since it was requested: the request ends, a neutral message is added, and nothing runs.
 * - A request copied from another thread is asked again. An approval counts only in its own thread.
 *
 * Every decision adds an entry to `runtime_audit_log`: who decided, when, what was requested and what was edited.
 *
 * Requests are stored in the thread: an answer may arrive after a restart, or in another process with the same
 * checkpointer. A state without `execution_pending_approvals`, or without `fieldGroups.approval` for
 * `rejection: "flag"`, throws `agents/missingFields`.
 *
 * @internal
 */
export const approvalNode = <State extends StateDeclaration>(
  state: State,
  options: ApprovalNodeOptions = {},
): GraphNodeOf<State> => {
  if (options.rejection === "flag") requireFields(options.agent ?? "approvalNode", state, ANSWER_FIELDS);
  return approvalNodeFor(state, options);
};

/**
 * Creates an approval node that also applies edits. `edit` validates an edited payload and returns the update that
 * applies it to the pending work.
 *
 * @internal
 */
export function approvalNodeFor<State extends StateDeclaration>(
  state: State,
  options: ApprovalNodeOptions,
  edit?: WorkEdit,
): GraphNodeOf<State> {
  const { agent = "approval", clock = systemClock, by, rejection = "message", text: say = approvalText } = options;
  requireApprovalFields(agent, state);
  if (checkApprovers(`\`approve\` of "${agent}"`, options.approve)) requireFields(agent, state, ["runtime_user_id"]);
  const approvers = approversFrom(options.approve, options.policies);
  const hasMessages = Object.hasOwn(state.fields, "messages");
  const hasAuditLog = Object.hasOwn(state.fields, "runtime_audit_log");
  const hidden = hiddenFields(state).filter((name) => options.reveal?.includes(name) !== true);

  const node = defineNode<string, object, StateDeclaration, string>(state, {
    agent,
    // An approved edit also changes the plan.
    roles: edit === undefined ? ["runtime"] : ["runtime", "planner"],
    clock,
    run: async (all, { config }) => {
      const now = clock.now();
      const values = options.approvalType === undefined ? all : withApprovalsOf(all, options.approvalType);
      const turnId = turnIdOf(values);
      const requests = approvalRequests(values);
      const renewed = reboundTo(threadOf(config), requests, {
        now,
        note: (request) => say({ kind: "otherThread", request }),
      });
      // An answer to another thread's question has no effect here.
      if (Object.keys(renewed).length > 0) return updateOf({ requests: renewed, flags: "clear" }, config);
      const expired = expireApprovals(requests, now);
      const changed = cancelApprovals(pickChanged(requests, values), now);
      const ended = { ...changed, ...expired };
      const notices: ApprovalNotice[] = Object.values(ended).map((request) => ({
        kind: request.status === "expired" ? "expired" : "changed",
        request,
      }));
      const audit = Object.values(ended).map((request) => approvalEntry(request, { turnId }));
      const open = pendingApprovals(values)
        .filter(({ id }) => !Object.hasOwn(ended, id))
        .map((request) => withSignaturesNeeded(request, approvers));
      if (open.length === 0)
        return notices.length === 0 ? {} : updateOf({ requests: ended, notices, audit, flags: "clear" }, config);
      const { message: note = null, ...problem } = open.find((request) => request.note !== undefined)?.note ?? {};
      const editable = editableWork(options.editable ?? {}, values, edit);
      const asked = await askApproval(open, {
        text: say,
        ...(by !== undefined && { by: () => by(asAnswerer(config)) }),
        approvers,
        requester: requesterIn(values),
        clock,
        turnId,
        hashNow: (request) => approvalHashNow(request, values, options.payloadNow),
        editable,
        ...(options.read && { read: options.read }),
        question: say({ kind: "question", pending: open.map((request) => shownRequest(request, hidden)) }),
        note,
        problem: isProblem(problem) ? problem : null,
        hidden,
      });
      const settled = await settle(asked, { open, values, config });
      return updateOf(
        {
          ...settled,
          requests: { ...ended, ...withoutNotes(open), ...settled.requests },
          notices: [...notices, ...(settled.notices ?? [])],
          audit: [...audit, ...(settled.audit ?? [])],
        },
        config,
      );
    },
  });
  const nodeWithEdits: typeof node = async (values, config) => {
    const update = await node(values, config);
    return isPlainRecord(update) ? { ...update, ...replacedBy(update, values) } : update;
  };
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the state was checked for the approval fields above
  return (edit === undefined ? node : nodeWithEdits) as GraphNodeOf<State>;

  /** Values of fields with a reducer that an edit overwrites. A checked update cannot overwrite them. */
  function replacedBy(update: object, values: Values): Values {
    const approved = Object.values(approvalRequests(update)).filter(
      ({ status, askedPayload, signatures = [] }) =>
        askedPayload !== undefined && (status === "approved" || (status === "pending" && signatures.length > 0)),
    );
    const work = approved.map((request) => edit?.(request, values));
    const replaced = work.flatMap((result) => (result?.ok === true ? Object.entries(result.replaced ?? {}) : []));
    return Object.fromEntries(replaced.map(([name, value]) => [name, new Overwrite(value)]));
  }

  /** Requests whose content has changed. They can no longer be approved, so nobody is asked. */
  function pickChanged(requests: Requests, values: Values): Requests {
    const entries = Object.entries(requests).filter(
      ([, request]) => approvalHashNow(request, values, options.payloadNow) !== request.hash,
    );
    return Object.fromEntries(entries);
  }

  /** Changes that an edited request makes. An approval of other work by people who a rule names does not become one of this work. */
  function editsOf(request: ApprovalRequest, values: Values): Pick<Settled, "others" | "work"> {
    const applied = edit?.(request, values);
    if (applied?.ok !== true) return {};
    const others = Object.entries(applied.requests ?? {}).filter(([, other]) => approvers(other) === null);
    return { work: applied.update ?? {}, others: Object.fromEntries(others) };
  }

  async function settle(
    asked: ApprovalAnswerOutcome,
    { open, values, config }: { readonly open: readonly ApprovalRequest[] } & Circumstances,
  ): Promise<Settled> {
    const [oldest] = open;
    switch (asked.outcome) {
      case "approved": {
        const { request, audit } = asked;
        return {
          requests: byId(request),
          audit: [audit],
          // A commit reads its decisions from the requests. The two answer fields are for other pending work.
          flags: request.approvalType === COMMIT_APPROVAL ? "keep" : request,
          ...(asked.edited && editsOf(request, values)),
        };
      }
      case "signed": {
        const { request } = asked;
        // The work waits with the payload that the others approve.
        return { requests: byId(request), flags: "keep", ...(asked.edited && editsOf(request, values)) };
      }
      case "rejected":
        return {
          requests: byId(asked.request),
          notices: [{ kind: "rejected", request: asked.request, reason: asked.reason }],
          audit: [asked.audit],
          flags: "clear",
        };
      case "asked": {
        const { request, question } = asked;
        const explained = await options.explain?.(request, question, { values, config });
        const message = explained ?? say({ kind: "explained", request: shownRequest(request, hidden) });
        return { requests: withNoteFor(request, { code: "explained", message, issues: [] }), flags: "keep" };
      }
      case "unclear": {
        const message = say({ kind: "unclear", text: asked.text, pending: open });
        return { requests: withNoteFor(oldest, { code: "unclear", message, issues: asked.issues }), flags: "keep" };
      }
      case "refused":
      default: {
        const { request, because, issues, audit } = asked;
        if (request !== null && request.status !== "pending") {
          const kind = request.status === "expired" ? "expired" : "changed";
          return {
            requests: byId(request),
            notices: [{ kind, request }],
            audit: audit === null ? [] : [audit],
            flags: "clear",
          };
        }
        const code = because === "notEditable" || because === "invalidPayload" ? because : "unknown";
        const message = say({ kind: "refused", message: asked.message });
        return { requests: withNoteFor(request ?? oldest, { code, message, issues }), flags: "keep" };
      }
    }
  }

  function updateOf(
    { requests: own, others = {}, notices = [], audit = [], flags, work }: Settled,
    config: LangGraphRunnableConfig,
  ): Values {
    const requests = { ...others, ...own };
    // A later node reads the flag and writes the answer.
    const flagged = flags === "clear" && rejection === "flag" && notices.length > 0;
    const content = flagged ? "" : notices.map(say).join("\n");
    const answer = {
      ...(flags === "clear" && clearedApproval()),
      ...(flagged && { approval_approved: false }),
      ...(typeof flags === "object" && approvedUpdate(flags)),
    };
    return {
      ...work,
      ...(Object.keys(requests).length > 0 && { execution_pending_approvals: requests }),
      ...declaredOnly(state, answer),
      ...(hasAuditLog && audit.length > 0 && { runtime_audit_log: audit }),
      ...(hasMessages &&
        content !== "" && {
          messages: [{ role: "assistant", content, id: `approval:${taskOf(config)}`, name: agent }],
        }),
    };
  }
}

type Requests = Readonly<Record<string, ApprovalRequest>>;
type Note = NonNullable<ApprovalRequest["note"]>;

interface Circumstances {
  readonly values: Values;
  readonly config: LangGraphRunnableConfig;
}

/** Result of one answer. */
interface Settled {
  readonly requests: Requests;
  /** Texts for the user. */
  readonly notices?: readonly ApprovalNotice[];
  readonly audit?: readonly AuditEntry[];
  /** Update of the two answer fields. A request sets them to approved with its payload. */
  readonly flags: "clear" | "keep" | ApprovalRequest;
  /** Changes that an edit makes to the pending work and to its other approvals. */
  readonly work?: Values;
  readonly others?: Requests;
}

const byId = (request: ApprovalRequest): Requests => ({ [request.id]: request });

const withNoteFor = (request: ApprovalRequest | undefined, note: Note): Requests =>
  request === undefined ? {} : byId({ ...request, note });

/** Returns the requests that have a note, without it. A note is shown with one question only. */
function withoutNotes(open: readonly ApprovalRequest[]): Requests {
  const withNote = open.filter((request) => request.note !== undefined);
  return Object.fromEntries(withNote.map(({ note: _note, ...request }) => [request.id, request]));
}

const isProblem = (problem: Partial<Omit<Note, "message">>): problem is Omit<Note, "message"> =>
  problem.code !== undefined;

/**
 * Throws `agents/missingFields` for a state without the fields that approvals need.
 *
 * @internal
 */
export const requireApprovalFields = (by: string, state: StateDeclaration): void =>
  requireFields(by, state, ["execution_pending_approvals"]);
