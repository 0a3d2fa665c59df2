import { Command } from "@langchain/langgraph";
import type { Proposal } from "@tidemark/core-state";
import { isPlainRecord } from "@tidemark/reducers";
import { agentErrors } from "../errors.ts";
import type { Agent } from "./agent.ts";
import { nameMessages } from "./agent-messages.ts";
import { handOffParts } from "./hand-off-command.ts";

type Update = Readonly<Record<string, unknown>>;

/** What has to be known of an agent to look at its answers. */
export type AnsweringAgent = Pick<Agent, "name" | "writes" | "proposes">;

/** What an agent made beside what it returned. */
export interface AgentExtras {
  readonly proposals: readonly Proposal[];
  readonly contexts: Update;
}

/**
 * Adds to every part of an answer what belongs to it: names of messages, proposals, contexts and, by `count`, what the
 * framework counts; a field that the agent did not declare throws `agents/undeclaredWrite`.
 */
export function completeAnswer(
  agent: AnsweringAgent,
  { answer, extras }: { readonly answer: unknown; readonly extras: AgentExtras },
  count: (own: Update) => object,
): object {
  const completed = (own: Update) => count(added(agent, own, extras));
  if (isList(answer)) {
    const commands = answer.length === 0 ? [new Command({ update: {} })] : answer;
    return commands.map((each, index) => {
      if (!isCommand(each)) throw agentErrors.wrongReturn({ agent: agent.name });
      // Counted and added once, however many commands there are.
      return index === 0 ? command(agent, each, completed) : command(agent, each);
    });
  }
  if (isCommand(answer)) return command(agent, answer, completed);
  if (!isPlainRecord(answer)) throw agentErrors.wrongReturn({ agent: agent.name });
  return completed(declared(agent, answer));
}

const isList = (value: unknown): value is readonly unknown[] => Array.isArray(value);

/** The host's own test is for objects that only look like a command, too. */
const isCommand = (value: unknown): value is Command => value instanceof Command;

function command(agent: AnsweringAgent, given: Command, completed: (own: Update) => object = (own) => own): Command {
  const parts = handOffParts(given);
  // Whoever wrote to a graph around this one knows its fields; they are not known here.
  if (parts === null && given.graph !== undefined) return given;
  const own = declared(agent, parts === null ? ownUpdate(agent, given.update) : parts.own);
  const { goto = [], graph, resume } = given;
  return new Command({
    update: { ...completed(named(agent, own)), ...parts?.marks },
    goto,
    ...(graph !== undefined && { graph }),
    ...(resume !== undefined && { resume }),
  });
}

function ownUpdate(agent: AnsweringAgent, update: unknown): Update {
  if (update === undefined || update === null) return {};
  const own = isList(update) ? singles(agent, update) : update;
  if (!isPlainRecord(own)) throw agentErrors.wrongReturn({ agent: agent.name });
  return own;
}

/** As pairs of field and value an update could write one field twice; then only the last would be kept. */
function singles(agent: AnsweringAgent, pairs: readonly unknown[]): Update {
  const own = new Map<string, unknown>();
  for (const pair of pairs) {
    const [field, value] = isList(pair) ? pair : [];
    if (typeof field !== "string" || own.has(field)) throw agentErrors.wrongReturn({ agent: agent.name });
    own.set(field, value);
  }
  return Object.fromEntries(own);
}

function declared(agent: AnsweringAgent, update: Update): Update {
  for (const [field, value] of Object.entries(update)) {
    if (value === undefined || agent.writes.includes(field)) continue;
    if (field === "control_proposals" && agent.proposes.length > 0) continue;
    throw agentErrors.undeclaredWrite({ agent: agent.name, field, writes: agent.writes });
  }
  return update;
}

const named = (agent: AnsweringAgent, own: Update): Update =>
  own["messages"] === undefined ? own : { ...own, messages: nameMessages(own["messages"], agent.name) };

function added(agent: AnsweringAgent, own: Update, { proposals, contexts }: AgentExtras): Update {
  const writesContexts = contexts["capability_context_data"] !== undefined;
  if (writesContexts && own["capability_context_data"] !== undefined) {
    throw agentErrors.contextsReturnedTwice({ agent: agent.name });
  }
  const returned: readonly unknown[] = Array.isArray(own["control_proposals"]) ? own["control_proposals"] : [];
  const further = proposals.filter((each) => !returned.includes(each));
  return {
    ...named(agent, own),
    ...contexts,
    ...(further.length > 0 && { control_proposals: [...returned, ...further] }),
  };
}
