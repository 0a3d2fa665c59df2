import { mayWrite, nearestName } from "@tidemark/core-state/internal";
import { type Proposal, type StateDeclaration } from "@tidemark/core-state";
import { isPlainRecord } from "@tidemark/reducers/internal";
import { type FieldWrite, isReduced } from "@tidemark/state-manager/internal";
import type { NodeResult } from "@tidemark/state-manager/internal/langgraph";
import { agentErrors } from "../kernel/errors.ts";
import type { Agent } from "./agent.graph.ts";
import { nameMessages } from "../roster/agent-messages.graph.ts";
import { type HandoffParts, handoffParts, noteHandoff } from "../handoffs/handoff-command.graph.ts";
import { resultOf, updateResult } from "./joined-result.graph.ts";

type Update = Readonly<Record<string, unknown>>;

/** Parts of an agent that its results are checked against. */
export interface AnsweringAgent extends Pick<Agent, "name" | "writes" | "proposes" | "roles"> {
  /** State of the agent. A parent graph may have other fields. */
  readonly state: Pick<StateDeclaration, "fields">;
}

/** True for a field of the agent's state. */
export const knowsField = ({ state }: Pick<AnsweringAgent, "state">, field: string): boolean =>
  Object.hasOwn(state.fields, field);

/** Proposals and contexts of a run, in addition to its result. */
export interface AgentExtras {
  readonly proposals: readonly Proposal[];
  readonly contexts: Update;
}

/**
 * Completes a result: message names, proposals, contexts and, with `count`, the framework's counters. An undeclared field throws
 * `agents/undeclaredWrite`, an undeclared proposal `agents/undeclaredProposal`.
 */
export function completeAnswer(
  agent: AnsweringAgent,
  { answer, extras }: { readonly answer: unknown; readonly extras: AgentExtras },
  count: (own: Update) => object,
): NodeResult {
  const result = Array.isArray(answer) && answer.length === 0 ? updateResult({}) : resultOf(agent.name, answer);
  const { writes, goto, parent } = result;
  const isHandoff = parent !== null && handoffParts(parent.writes) !== null;
  const isOutward = isHandoff || (parent !== null && writes.length === 0 && goto.length === 0);
  // Counters are written in the graph that contains the agent's node, unless a handoff leaves that graph.
  const complete = (own: Update) => {
    const withExtras = addExtras(agent, own, extras);
    return isOutward && !isHandoff ? withExtras : count(withExtras);
  };
  return {
    writes: completed(agent, writes, { leaves: false, complete: isOutward ? keep : complete }),
    goto,
    parent: parent && {
      writes: completed(agent, parent.writes, { leaves: true, complete: isOutward ? complete : keep }),
      goto: parent.goto,
    },
  };
}

const keep = (own: Update): object => own;

function completed(
  agent: AnsweringAgent,
  writes: readonly FieldWrite[],
  { leaves, complete }: { readonly leaves: boolean; readonly complete: (own: Update) => object },
): readonly FieldWrite[] {
  const parts = handoffParts(writes);
  const named = ownWrites(agent, writes, parts, leaves).map((write) => withAgentName(agent, write));
  const own = Object.fromEntries(named);
  // The parent graph validates its own fields.
  const marks = leaves ? parts?.marks : knownMarks(agent, parts?.marks);
  // A handoff by an agent of a called graph was counted there.
  const update = { ...complete(own), ...marks };
  if (leaves && parts !== null) noteHandoff({ own, marks: without(update, Object.keys(own)) });
  const earlier = named.filter(([field], index) => named.findLastIndex(([other]) => other === field) !== index);
  for (const [field] of earlier) if (!isReducedIn(agent, field)) throw agentErrors.wrongReturn({ agent: agent.name });
  return [...earlier, ...Object.entries(update)];
}

/** The agent's own writes, without the fields of its handoff. Throws for a field that it did not declare. */
function ownWrites(
  agent: AnsweringAgent,
  writes: readonly FieldWrite[],
  parts: HandoffParts | null,
  leaves: boolean,
): readonly FieldWrite[] {
  if (parts === null) return declared(agent, writes, leaves);
  const { own, marks } = parts;
  const isMark = ([field, value]: FieldWrite) => Object.hasOwn(marks, field) && marks[field] === value;
  declared(agent, Object.entries(own), leaves);
  return declared(
    agent,
    writes.filter((write) => !isMark(write)),
    leaves,
  );
}

/** True for a field whose reducer applies several writes. The parent graph knows the others. */
function isReducedIn({ state }: AnsweringAgent, field: string): boolean {
  const known = Object.hasOwn(state.fields, field) ? state.fields[field] : undefined;
  return known === undefined || isReduced(known);
}

/** Handoff fields that the state declares. */
const knownMarks = (agent: AnsweringAgent, marks: Update = {}): Update =>
  Object.fromEntries(Object.entries(marks).filter(([name]) => knowsField(agent, name)));

const without = (update: Update, names: readonly string[]): Update =>
  Object.fromEntries(Object.entries(update).filter(([name]) => !names.includes(name)));

/** Throws for a field that the agent did not declare. `leaves` is true for writes to the parent graph. */
export function declared(agent: AnsweringAgent, writes: readonly FieldWrite[], leaves = false): readonly FieldWrite[] {
  for (const [field, value] of writes) {
    if (value === undefined) continue;
    if (field === "control_proposals") assertProposes(agent, value);
    if (agent.writes.includes(field) || (field === "control_proposals" && agent.proposes.length > 0)) continue;
    // The parent graph validates fields that are not in this state.
    if (leaves && !knowsField(agent, field)) continue;
    throw undeclaredWrite(agent, field);
  }
  return writes;
}

function undeclaredWrite({ name, roles, writes, state }: AnsweringAgent, field: string): Error {
  const details = { agent: name, field, writes, owners: [], nearest: null };
  const found = Object.hasOwn(state.fields, field) ? state.fields[field] : undefined;
  if (found === undefined) {
    const nearest = nearestName(field, Object.keys(state.fields));
    return agentErrors.undeclaredWrite({ ...details, problem: "unknown", nearest });
  }
  if ([name, ...roles].some((writer) => mayWrite(found, writer)))
    return agentErrors.undeclaredWrite({ ...details, problem: "undeclared" });
  const owners = typeof found.owner === "string" ? [found.owner] : found.owner;
  return agentErrors.undeclaredWrite({ ...details, problem: "foreign", owners });
}

/** Checks that proposals created without `propose` change only fields listed in `proposes`. */
function assertProposes({ name, proposes }: AnsweringAgent, entries: unknown): void {
  for (const entry of Array.isArray(entries) ? entries : []) {
    const changes: unknown = isPlainRecord(entry) ? entry["changes"] : undefined;
    const field = Object.keys(isPlainRecord(changes) ? changes : {}).find((changed) => !proposes.includes(changed));
    if (field !== undefined) throw agentErrors.undeclaredProposal({ agent: name, field, proposes });
  }
}

const withAgentName = (agent: AnsweringAgent, [field, value]: FieldWrite): FieldWrite =>
  field === "messages" && value !== undefined ? [field, nameMessages(value, agent.name)] : [field, value];

function addExtras(agent: AnsweringAgent, own: Update, { proposals, contexts }: AgentExtras): Update {
  const writesContexts = contexts["capability_context_data"] !== undefined;
  if (writesContexts && own["capability_context_data"] !== undefined) {
    throw agentErrors.contextsReturnedTwice({ agent: agent.name });
  }
  const returned: readonly unknown[] = Array.isArray(own["control_proposals"]) ? own["control_proposals"] : [];
  const further = proposals.filter((proposal) => !returned.includes(proposal));
  return {
    ...own,
    ...contexts,
    ...(further.length > 0 && { control_proposals: [...returned, ...further] }),
  };
}
