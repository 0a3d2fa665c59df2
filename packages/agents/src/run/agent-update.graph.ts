import { Command, isCommand } from "@langchain/langgraph";
import { mayWrite, nearestName } from "@tidemark/core-state/internal";
import { type Proposal, type StateDeclaration } from "@tidemark/core-state";
import { isPlainRecord } from "@tidemark/reducers/internal";
import { agentErrors } from "../kernel/errors.ts";
import type { Agent } from "./agent.graph.ts";
import { nameMessages } from "../roster/agent-messages.graph.ts";
import { handoffParts, noteHandoff } from "../handoffs/handoff-command.graph.ts";

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
 * Completes every part of a result: message names, proposals, contexts and, with `count`, the framework's counters. An
 * undeclared field throws `agents/undeclaredWrite`, an undeclared proposal `agents/undeclaredProposal`.
 */
export function completeAnswer(
  agent: AnsweringAgent,
  { answer, extras }: { readonly answer: unknown; readonly extras: AgentExtras },
  count: (own: Update) => object,
): object {
  const withExtras = (own: Update) => addExtras(agent, own, extras);
  const completed = { withExtras, counted: (own: Update) => count(withExtras(own)) };
  if (isList(answer)) {
    const commands = answer.length === 0 ? [new Command({ update: {} })] : answer;
    return commands.map((part, index) => {
      if (!isCommand(part)) throw agentErrors.wrongReturn({ agent: agent.name });
      // Counters and extras are added once, however many commands there are.
      return index === 0 ? command(agent, part, completed) : command(agent, part);
    });
  }
  if (isCommand(answer)) return command(agent, answer, completed);
  if (!isPlainRecord(answer)) throw agentErrors.wrongReturn({ agent: agent.name });
  return completed.counted(withAgentName(agent, declared(agent, answer, undefined)));
}

const isList = (value: unknown): value is readonly unknown[] => Array.isArray(value);

/** Functions that complete a result, without and with the framework's counters. */
interface Completion {
  readonly withExtras: (own: Update) => object;
  readonly counted: (own: Update) => object;
}

const NOTHING: Completion = { withExtras: (own) => own, counted: (own) => own };

function command(agent: AnsweringAgent, given: Command, completed: Completion = NOTHING): Command {
  const parts = handoffParts(given);
  const { goto = [], graph, resume } = given;
  const own = withAgentName(agent, declared(agent, parts === null ? ownUpdate(agent, given.update) : parts.own, graph));
  const leaves = graph === Command.PARENT;
  // Counters are written in the graph that contains the agent's node, unless a handoff leaves that graph.
  const complete = leaves && parts === null ? completed.withExtras : completed.counted;
  // The parent graph validates its own fields.
  const marks = leaves ? parts?.marks : knownMarks(agent, parts?.marks);
  const update = { ...complete(own), ...marks };
  if (leaves && parts !== null) noteHandoff({ own, marks: without(update, Object.keys(own)) });
  return new Command({
    update,
    goto,
    ...(leaves && { graph }),
    ...(resume !== undefined && { resume }),
  });
}

/** Handoff fields that the state declares. */
const knownMarks = (agent: AnsweringAgent, marks: Update = {}): Update =>
  Object.fromEntries(Object.entries(marks).filter(([name]) => knowsField(agent, name)));

const without = (update: Update, names: readonly string[]): Update =>
  Object.fromEntries(Object.entries(update).filter(([name]) => !names.includes(name)));

/**
 * Reads the command with which a graph called by the agent writes to the agent's graph. A handoff is kept, any other
 * command is the agent's own result. Its fields must be declared by the agent.
 */
export function leftCommand(
  agent: AnsweringAgent,
  left: Command,
): { readonly command: Command; readonly isHandoff: boolean } {
  const { update = {}, goto = [] } = left;
  const here = new Command({ update, goto });
  const parts = handoffParts(here);
  if (parts === null) return { command: here, isHandoff: false };
  const own = declared(agent, parts.own, undefined);
  return { command: new Command({ update: { ...own, ...knownMarks(agent, parts.marks) }, goto }), isHandoff: true };
}

function ownUpdate(agent: AnsweringAgent, update: unknown): Update {
  if (update === undefined || update === null) return {};
  const own = isList(update) ? singles(agent, update) : update;
  if (!isPlainRecord(own)) throw agentErrors.wrongReturn({ agent: agent.name });
  return own;
}

/**
 * Converts pairs of field and value to an update. Throws if a field occurs twice, because only its last value would be
 * kept.
 */
function singles(agent: AnsweringAgent, pairs: readonly unknown[]): Update {
  const own = new Map<string, unknown>();
  for (const pair of pairs) {
    const [field, value] = isList(pair) ? pair : [];
    if (typeof field !== "string" || own.has(field)) throw agentErrors.wrongReturn({ agent: agent.name });
    own.set(field, value);
  }
  return Object.fromEntries(own);
}

/** Throws for a field that the agent did not declare. */
export function declared(agent: AnsweringAgent, update: Update, graph: string | undefined): Update {
  for (const [field, value] of Object.entries(update)) {
    if (value === undefined) continue;
    if (field === "control_proposals") assertProposes(agent, value);
    if (agent.writes.includes(field) || (field === "control_proposals" && agent.proposes.length > 0)) continue;
    // The parent graph validates fields that are not in this state.
    if (graph === Command.PARENT && !knowsField(agent, field)) continue;
    throw undeclaredWrite(agent, field);
  }
  return update;
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
  for (const entry of isList(entries) ? entries : []) {
    const changes = isPlainRecord(entry) ? entry["changes"] : undefined;
    const field = Object.keys(isPlainRecord(changes) ? changes : {}).find((changed) => !proposes.includes(changed));
    if (field !== undefined) throw agentErrors.undeclaredProposal({ agent: name, field, proposes });
  }
}

const withAgentName = (agent: AnsweringAgent, own: Update): Update =>
  own["messages"] === undefined ? own : { ...own, messages: nameMessages(own["messages"], agent.name) };

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
