import { type LangGraphRunnableConfig, Send } from "@langchain/langgraph";
import { freezeDeep, mayWrite, parseUpdate } from "@tidemark/core-state/internal";
import { type Proposal, type StateDeclaration } from "@tidemark/core-state";
import { frozenCopy } from "@tidemark/reducers";
import { isPlainRecord, sameJson } from "@tidemark/reducers/internal";
import { stateManagerErrors } from "../kernel/errors.ts";
import { type FieldWrite, raisedVersions, type WithVersions } from "../kernel/field-versions.ts";
import { nodeResult, type NodeResult, type Target } from "../kernel/node-result.graph.ts";
import { stampProposals } from "./stamped-proposals.ts";
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

  /** Returns the checked result of the node with raised versions, or throws `core-state/invalidUpdate`. */
  result(answer: unknown): NodeResult {
    const result = nodeResult(answer);
    if (result === null) throw this.#notAnUpdate(answer);
    return this.check(result);
  }

  /** Checks the writes of a result and the inputs of its target nodes. */
  check({ writes, goto, parent }: NodeResult): NodeResult {
    const isOutward = parent !== null && writes.length === 0 && goto.length === 0;
    const outward = parent === null ? null : this.#forParent(isOutward ? this.#withKept(parent.writes) : parent.writes);
    const checked = isOutward ? [] : this.#checked(this.#withKept(writes));
    return {
      writes: isOutward ? [] : [...checked, ...this.#raised(checked.map(([name]) => name))],
      goto: goto.map((target) => this.#target(target)),
      parent:
        parent === null || outward === null
          ? null
          : { writes: outward, goto: parent.goto.map((target) => this.#target(target)) },
    };
  }

  /** Checks a value that the node writes without returning it. */
  sent(channel: string, value: unknown): unknown {
    if (channel === "__pregel_tasks" || channel === "__pregel_push") return this.#target(value);
    const declared = this.#field(channel);
    if (declared === null) return value;
    const written = this.#checked([[channel, value]])[0]?.[1];
    this.#count([channel]);
    return declared.holds === "json" ? frozenCopy(written) : written;
  }

  /** Adds the proposals that the node created but did not return. */
  #withKept(writes: readonly FieldWrite[]): readonly FieldWrite[] {
    const returned = writes.flatMap(([name, value]): readonly unknown[] =>
      name === PROPOSALS && Array.isArray(value) ? value : [],
    );
    const kept = [...this.#kept].filter((each) => !returned.includes(each));
    this.#kept.clear();
    return kept.length === 0 ? writes : [...writes, [PROPOSALS, kept]];
  }

  #checked(writes: readonly FieldWrite[]): readonly FieldWrite[] {
    const { state, agent, roles } = this.#run;
    const signed = writes.map((write) => this.#signed(write));
    // Returned values are frozen anyway. Freezing before the check lets the check skip frozen values.
    for (const [name, value] of signed) if (this.#field(name)?.holds === "json") freezeDeep(value);
    return records(signed).flatMap((update) => Object.entries(parseUpdate(state, update, { agent, roles })));
  }

  #signed([name, entries]: FieldWrite): FieldWrite {
    if (name !== PROPOSALS || !Array.isArray(entries)) return [name, entries];
    const { agent, roles } = this.#run;
    const author = { agent, commits: [agent, ...roles].includes("root"), made: this.#made, seen: this.#seen };
    return [name, stampProposals(entries, author)];
  }

  /**
   * Checks the writes for the parent graph, which checks the values itself. Only the owners of fields that both states declare
   * are checked here.
   */
  #forParent(writes: readonly FieldWrite[]): readonly FieldWrite[] {
    const { state, agent, roles } = this.#run;
    const foreign = writes.filter(([name, value]) => value !== undefined && this.#isForeign(name));
    if (foreign.length > 0) parseUpdate(state, Object.fromEntries(foreign), { agent, roles });
    return writes.map((write) => this.#signed(write));
  }

  /** Throws the error for a value that is not an update. */
  #notAnUpdate(update: unknown): unknown {
    return parseUpdate(this.#run.state, update, { agent: this.#run.agent });
  }

  #target(target: unknown): Target {
    if (!isSendLike(target)) {
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- LangGraph reports invalid targets itself
      return target as Target;
    }
    const { node, args, timeout } = target;
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
  #raised(written: readonly string[]): readonly FieldWrite[] {
    this.#count(written);
    const counted = this.#counted;
    this.#counted = {};
    return Object.keys(counted).length === 0 ? [] : [["runtime_field_versions", counted]];
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

/** Updates with these writes in order: one, or several if a field is written more than once. */
function records(writes: readonly FieldWrite[]): readonly object[] {
  let update: Record<string, unknown> = {};
  const updates = [update];
  for (const [name, value] of writes) {
    if (Object.hasOwn(update, name)) updates.push((update = {}));
    Object.defineProperty(update, name, { value, enumerable: true, configurable: true, writable: true });
  }
  return updates;
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
