import { isPlainRecord } from "@tidemark/reducers/internal";
import { finalMessageOf } from "../conversation/final-message.ts";
import { isBuiltInNode } from "../kernel/built-in-nodes.ts";
import { usageTotals } from "../limits/usage.ts";
import type { ObservedToolCall, ProposalOutcome } from "./evaluation-case.ts";

/** A proposal of a case, with the decision on it. */
export interface ObservedProposal {
  readonly agent: string;
  /** Proposed values by field, or the list of edits inside a value. */
  readonly changes: Readonly<Record<string, unknown>>;
  readonly reason: string;
  readonly outcome: ProposalOutcome;
}

/** Calls, tokens and cost of a case. */
export interface CaseUsage {
  readonly modelCalls: number;
  readonly toolCalls: number;
  readonly tokens: number;
  /** Cost by the prices of the graph. */
  readonly cost: number;
}

type Values = Readonly<Record<string, unknown>>;

/** Record of a case, read from LangGraph's stream of tasks and from the state at the end of each turn. */
export class CaseRecord {
  readonly #tasks = new Map<string, string>();
  readonly #calls = new Map<string, ObservedToolCall>();
  readonly #proposals = new Map<string, Omit<ObservedProposal, "outcome">>();
  readonly #turns = new Map<number, Values>();
  #last: Values | null = null;

  /** Notes a chunk of the stream. A task that pauses and goes on has one id. */
  note(chunk: unknown): void {
    const task: unknown = Array.isArray(chunk) ? chunk[1] : null;
    if (!isPlainRecord(task)) return;
    const { id, name, result } = task;
    if (typeof id !== "string" || typeof name !== "string") return;
    if (!isBuiltInNode(name)) this.#tasks.set(id, name);
    if (!isPlainRecord(result)) return;
    for (const each of recordsIn(result["execution_tool_executions"])) {
      const { toolCallId, toolName, args, agentId, errorCode } = each;
      this.#calls.set(String(toolCallId), {
        name: String(toolName),
        args: isPlainRecord(args) ? args : {},
        agent: typeof agentId === "string" ? agentId : name,
        errorCode: typeof errorCode === "string" ? errorCode : "error" in each ? "error" : null,
      });
    }
    for (const { proposalId, proposedBy, changes, reason } of recordsIn(result["control_proposals"])) {
      if (!isPlainRecord(changes)) continue;
      const values = Object.entries(changes).map(([field, change]): [string, unknown] => [
        field,
        isPlainRecord(change) ? ("value" in change ? change["value"] : change["patches"]) : change,
      ]);
      this.#proposals.set(String(proposalId), {
        agent: String(proposedBy),
        changes: Object.fromEntries<unknown>(values),
        reason: String(reason),
      });
    }
  }

  /** Notes the state at the end of a turn, or at a question in it. */
  end(turn: number, state: object): void {
    const values: Values = { ...state };
    this.#turns.set(turn, values);
    this.#last = values;
  }

  /** State at the end; null before the first turn has ended. */
  get state(): Values | null {
    return this.#last;
  }

  /** Agents that ran, in order. */
  get route(): readonly string[] {
    return [...this.#tasks.values()];
  }

  get toolCalls(): readonly ObservedToolCall[] {
    return [...this.#calls.values()];
  }

  get proposals(): readonly ObservedProposal[] {
    const log = recordsIn(this.#last?.["runtime_audit_log"]);
    return [...this.#proposals].map(([id, proposal]) => {
      const entry = log.find(({ action, proposalId }) => action === "commit" && proposalId === id);
      return { ...proposal, outcome: outcomeOf(entry) };
    });
  }

  /** The final answer, or the last message of an agent in a state without one; null for none. */
  get answer(): string | null {
    const answer = this.#last?.["execution_final_answer"];
    if (typeof answer === "string") return answer;
    if (this.#last === null || "execution_final_answer" in this.#last) return null;
    const { messages } = this.#last;
    const final = finalMessageOf(Array.isArray(messages) ? messages : []);
    return final.outcome === "final" ? final.text : null;
  }

  /** Usage of all turns; null if the state has no field for it. */
  get usage(): CaseUsage | null {
    const turns = [...this.#turns.values()].filter((values) => "runtime_usage" in values);
    if (turns.length === 0) return null;
    const totals = turns.map((values) => usageTotals(values["runtime_usage"]));
    const sum = (name: "calls" | "toolCalls" | "tokens" | "cost") =>
      totals.reduce((total, each) => total + each[name], 0);
    return { modelCalls: sum("calls"), toolCalls: sum("toolCalls"), tokens: sum("tokens"), cost: sum("cost") };
  }

  /** Message of the last failure that the state records; null for none. */
  get failure(): string | null {
    const last = this.#last?.["control_last_error"];
    const message = isPlainRecord(last) ? last["originalError"] : undefined;
    return typeof message === "string" ? message : null;
  }
}

const recordsIn = (list: unknown): readonly Values[] =>
  Array.isArray(list) ? list.filter((each) => isPlainRecord(each)) : [];

const count = (part: unknown): number => (isPlainRecord(part) ? Object.keys(part).length : 0);

function outcomeOf(entry: Values | undefined): ProposalOutcome {
  if (entry === undefined) return "open";
  if (count(entry["refused"]) === 0) return "accepted";
  return count(entry["accepted"]) === 0 ? "refused" : "partly";
}
