import { Command, type LangGraphRunnableConfig, Send } from "@langchain/langgraph";
import { freezeDeep, mayWrite, parseUpdate } from "@tidemark/core-state/internal";
import { type Proposal, type StateDeclaration } from "@tidemark/core-state";
import { frozenCopy } from "@tidemark/reducers";
import { isPlainRecord, sameJson } from "@tidemark/reducers/internal";
import { stateManagerErrors } from "../kernel/errors.ts";
import { raisedVersions, type WithVersions } from "../kernel/field-versions.ts";
import { stampProposals, withProposals } from "./stamped-proposals.ts";
import { threadValue } from "../kernel/thread-values.graph.ts";

/** One run of a node whose writes are checked. */
export interface NodeRun {
  readonly state: StateDeclaration;
  readonly agent: string;
  readonly roles: readonly string[];
  /** Additional owners whose fields the node may set in the input of another node. */
  readonly sendsAs: readonly string[];
  /** Input of the node. */
  readonly values: WithVersions;
  readonly config: LangGraphRunnableConfig;
}

type Pairs = [name: string, value: unknown][];
type Goal = string | Send;

/**
 * Checks all writes of one run of a node and raises the versions of the written fields.
 *
 * @internal
 */
export class NodeWrites {
  readonly #run: NodeRun;
  readonly #seen: WithVersions;
  /** Proposals that the runtime created for this node in this run. */
  readonly #made = new Set<Proposal>();
  /** Proposals to write even if the node does not return them. */
  readonly #kept = new Set<Proposal>();
  #versions: Readonly<Record<string, number>>;
  #counted: Record<string, number> = {};

  constructor(run: NodeRun) {
    this.#run = run;
    const { values, config } = run;
    const versions = threadValue("runtime_field_versions", config, values.runtime_field_versions);
    const turn = threadValue("runtime_turn_id", config, values.runtime_turn_id);
    this.#versions = isPlainRecord(versions) ? onlyNumbers(versions) : {};
    this.#seen = {
      runtime_turn_id: typeof turn === "string" ? turn : null,
      runtime_field_versions: values.runtime_field_versions ?? this.#versions,
    };
  }

  /** Turn and versions that the node could see when it started. */
  get seen(): WithVersions {
    return this.#seen;
  }

  /** True for a declared field that the node may write. */
  isOwn(field: string): boolean {
    return this.#field(field) !== null && !this.#isForeign(field);
  }

  /** Registers a proposal of this node. With `keep` it is written even if the node does not return it. */
  made(proposal: Proposal, { keep }: { readonly keep: boolean }): Proposal {
    this.#made.add(proposal);
    if (keep) this.#kept.add(proposal);
    return proposal;
  }

  /** Returns the checked update, or throws `core-state/invalidUpdate`. */
  update(update: unknown): Readonly<Record<string, unknown>> {
    const checked = this.#checked(isPlainRecord(update) ? this.#withKept(update) : update);
    return { ...checked, ...this.#raised(Object.keys(checked)) };
  }

  /** Returns the command with a checked update and checked inputs of its target nodes. */
  command(given: Command): Command {
    const { update, resume, goto, graph } = given;
    const goals = goalsOf(goto).map((goal) => this.#goal(goal));
    const parts = { goto: goals, ...(resume !== undefined && { resume }) };
    // LangGraph treats every other value of `graph` as this graph.
    if (graph === Command.PARENT) return new Command({ ...parts, graph, update: this.#forParent(update) });
    const pairs = this.#pairs(update ?? {});
    return new Command(pairs.length === 0 ? parts : { ...parts, update: pairs });
  }

  /** Checks a value that the node writes without returning it. */
  sent(channel: string, value: unknown): unknown {
    if (channel === "__pregel_tasks" || channel === "__pregel_push") return this.#goal(value);
    const declared = this.#field(channel);
    if (declared === null) return value;
    const checked = this.#checked({ [channel]: value });
    this.#count([channel]);
    const written = checked[channel];
    return declared.holds === "json" ? frozenCopy(written) : written;
  }

  #pairs(update: unknown): Pairs {
    const pairs = partsOf(update).flatMap((part): Pairs => Object.entries(this.#checked(part)));
    const returned = pairs.flatMap(([name, value]): readonly unknown[] =>
      name === PROPOSALS && Array.isArray(value) ? value : [],
    );
    const kept = withProposals(returned, this.#kept).slice(returned.length);
    this.#kept.clear();
    if (kept.length > 0) pairs.push(...Object.entries(this.#checked({ [PROPOSALS]: kept })));
    return [...pairs, ...Object.entries(this.#raised(pairs.map(([name]) => name)))];
  }

  #withKept(update: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
    const returned: unknown = update[PROPOSALS] ?? [];
    if (this.#kept.size === 0 || !Array.isArray(returned)) return update;
    const all = withProposals(returned, this.#kept);
    this.#kept.clear();
    return { ...update, [PROPOSALS]: all };
  }

  #checked(update: unknown): Readonly<Record<string, unknown>> {
    const { state, agent, roles } = this.#run;
    if (!isPlainRecord(update)) return parseUpdate(state, update, { agent, roles });
    const signed = this.#signed(update);
    // Returned values are frozen anyway. Freezing before the check lets the check skip frozen values.
    for (const [name, value] of Object.entries(signed)) if (this.#field(name)?.holds === "json") freezeDeep(value);
    return parseUpdate(state, signed, { agent, roles });
  }

  #signed(update: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
    const entries = update[PROPOSALS];
    if (!Array.isArray(entries)) return update;
    const { agent, roles } = this.#run;
    const author = { agent, commits: [agent, ...roles].includes("root"), made: this.#made, seen: this.#seen };
    return { ...update, [PROPOSALS]: stampProposals(entries, author) };
  }

  /**
   * Checks the update for the parent graph, which checks the values itself. Only the owners of fields that both states declare
   * are checked here.
   */
  #forParent(update: unknown): Record<string, unknown> | Pairs {
    const entries = partsOf(update ?? {}).flatMap((part): Pairs => {
      if (!isPlainRecord(part)) throw this.#notAnUpdate(part);
      return Object.entries(this.#signed(part));
    });
    const { state, agent, roles } = this.#run;
    const foreign = entries.filter(([name, value]) => value !== undefined && this.#isForeign(name));
    if (foreign.length > 0) parseUpdate(state, Object.fromEntries(foreign), { agent, roles });
    const kept = [...this.#kept];
    this.#kept.clear();
    if (kept.length > 0) entries.push([PROPOSALS, kept]);
    const names = new Set(entries.map(([name]) => name));
    return names.size === entries.length ? Object.fromEntries(entries) : entries;
  }

  /** Throws the error for a value that is not an update. */
  #notAnUpdate(update: unknown): unknown {
    return parseUpdate(this.#run.state, update, { agent: this.#run.agent });
  }

  #goal(goal: unknown): Goal {
    if (!isSendLike(goal)) {
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- LangGraph reports invalid targets itself
      return goal as Goal;
    }
    const { node, args, timeout } = goal;
    const sent = isPlainRecord(args) ? { ...args } : args;
    if (typeof sent === "object" && sent !== null) {
      for (const name of Object.keys(this.#run.state.fields)) if (name in sent) this.#assertSent(node, name, sent);
    }
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- LangGraph before 1.5 has no timeout and ignores it
    return new Send(node, sent, timeout === undefined ? undefined : { timeout: timeout as number });
  }

  /** Requires the thread's value for a field of another agent. A node trusts its input, so a different value equals a write. */
  #assertSent(node: string, field: string, args: object): void {
    if (!this.#isForeign(field, this.#run.sendsAs)) return;
    const value: unknown = Reflect.get(args, field);
    const given: unknown = Reflect.get(this.#run.values, field);
    if (value === undefined || Object.is(value, given)) return;
    const thread = threadValue(field, this.#run.config, given);
    if (sameJson(value, thread) || sameJson(value, given)) return;
    const { owner } = this.#field(field) ?? { owner: "any" };
    const owners = typeof owner === "string" ? [owner] : owner;
    throw stateManagerErrors.foreignSend({ agent: this.#run.agent, node, field, owners });
  }

  #isForeign(name: string, roles = this.#run.roles): boolean {
    const declared = this.#field(name);
    return declared !== null && ![this.#run.agent, ...roles].some((each) => mayWrite(declared, each));
  }

  #field(name: string) {
    const { fields } = this.#run.state;
    return Object.hasOwn(fields, name) ? (fields[name] ?? null) : null;
  }

  /** Returns the versions to write with these fields and with earlier sent values. */
  #raised(written: readonly string[]): { readonly runtime_field_versions?: Readonly<Record<string, number>> } {
    this.#count(written);
    const counted = this.#counted;
    this.#counted = {};
    return Object.keys(counted).length === 0 ? {} : { runtime_field_versions: counted };
  }

  /** Raises the versions of written fields, so that proposals based on earlier values are stale. */
  #count(written: readonly string[]): void {
    const { state } = this.#run;
    if (this.#field("runtime_field_versions") === null) return;
    const raised = raisedVersions(state, written, { runtime_field_versions: this.#versions });
    Object.assign(this.#counted, raised);
    this.#versions = { ...this.#versions, ...raised };
  }
}

const PROPOSALS = "control_proposals";

/** Splits an update into records of fields. An update of pairs may write one field twice. */
function partsOf(update: unknown): readonly unknown[] {
  const list: readonly unknown[] | null = Array.isArray(update) ? update : null;
  return list?.every(isPair) === true ? list.map(([name, value]) => ({ [name]: value })) : [update];
}

const isPair = (value: unknown): value is readonly [string, unknown] =>
  Array.isArray(value) && value.length === 2 && typeof value[0] === "string";

function goalsOf(goto: unknown): readonly unknown[] {
  if (goto === undefined || goto === null) return [];
  return Array.isArray(goto) ? goto : [goto];
}

interface SendLike {
  readonly node: string;
  readonly args: unknown;
  readonly timeout?: unknown;
}

/** True for a `Send`, including one from another copy of LangGraph. */
const isSendLike = (value: unknown): value is SendLike =>
  typeof value === "object" && value !== null && typeof Reflect.get(value, "node") === "string" && "args" in value;

const onlyNumbers = (record: Readonly<Record<string, unknown>>): Readonly<Record<string, number>> =>
  Object.fromEntries(Object.entries(record).filter((entry): entry is [string, number] => typeof entry[1] === "number"));
