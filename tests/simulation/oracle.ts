import { Decisions } from "./approvals/decisions.ts";
import { Lineage, listOf, messageOf, type Stored } from "./lineage.ts";
import { type Action, type Call, userOf, wordsOf } from "./people.ts";
import type { Life } from "./scheduler.ts";
import type { StorageWitness, StoredCheckpoint, StoredWrite } from "./storage/witness.ts";

/** A call that is answered. */
type Answered = Call & { readonly ended: number };

/** A result that says that an entry is stored. */
interface Acknowledged {
  readonly call: Answered;
  readonly threadId: string;
  readonly entry: string;
}

/** True for sending a message, which is named together with its thread. */
const isOf = (action: Action, message: string): boolean =>
  action.kind === "send" && `${action.threadId}/${action.text}` === message;

const threadOf = (action: Action): string => ("threadId" in action ? action.threadId : "");

/** What the oracle asks the world. */
export interface OracleOptions {
  /** Number of the step. */
  readonly step: () => number;
  /** What a user is known to have said. */
  readonly facts: (user: string) => readonly string[];
  readonly report: (text: string) => void;
  /** False for savers without leases. */
  readonly leases: boolean;
  /** True if the graph commits proposals. */
  readonly proposes: boolean;
  /** True if messages can be for the turn that runs. */
  readonly steers: boolean;
  /** True if messages and answers are turns of a queue. */
  readonly queued: boolean;
}

/** Results of a turn of a queue, besides those of a failed effect and of a cancelled turn. */
const ENDS = new Set(["done", "interrupted", "alreadyResolved", "unknownInterrupt", "abandoned", "nothingToContinue"]);

/** The same of a message. It is not sent if an earlier turn that failed asks a question as it is finished. */
const SENT = new Set(["done", "interrupted", "unfinished"]);

/** Knows what was accepted, and checks that what is stored follows from it. */
export class Oracle implements StorageWitness {
  readonly violations: string[] = [];
  readonly calls: Call[] = [];
  readonly #options: OracleOptions;
  readonly #leases = new Map<string, { readonly life: Life; readonly token: number }>();
  readonly #stored: Stored[] = [];
  readonly #newest = new Map<string, Stored>();
  readonly #acknowledged: Acknowledged[] = [];
  /** Entries that a finished node has stored, and the steps at which it did. */
  readonly #written: { readonly threadId: string; readonly entry: string; readonly begun: number }[] = [];
  /** Keys by label, and labels by key. */
  readonly #keys = new Map<string, Set<string>>();
  readonly #labels = new Map<string, string>();
  /** Steps at which the nodes of a turn began, by thread and message. */
  readonly #begun = new Map<string, number[]>();
  /** Ids of questions that a person has received, by thread. */
  readonly #questions = new Map<string, string[]>();
  /** Messages whose turns have asked. */
  readonly #asked: { readonly threadId: string; readonly text: string; readonly begun: number }[] = [];
  readonly #lineage: Lineage;
  readonly decisions: Decisions;
  /** What it has seen, in order. */
  readonly seen: unknown[] = [];
  /** Answers whose turns say that the question had another one. */
  readonly #refused: { readonly threadId: string; readonly value: string }[] = [];
  /** Number of acknowledged turns that are not stored, for savers that may lose them. */
  lost = 0;

  constructor(options: OracleOptions) {
    this.#options = options;
    this.decisions = new Decisions((text) => this.fail(text));
    this.#lineage = new Lineage({
      calls: this.calls,
      stored: this.#stored,
      fail: (text) => this.fail(text),
      happened: (label) => this.#keys.has(label),
      facts: options.facts,
      proposes: options.proposes,
    });
  }

  fail(text: string): void {
    this.violations.push(text);
  }

  /** Effects that have happened. */
  get effects(): readonly string[] {
    return [...this.#labels].map(String).toSorted();
  }

  began(call: Call): void {
    this.calls.push(call);
    this.seen.push(call.action);
  }

  leased(life: Life, threadId: string, token: number): void {
    const before = this.#leases.get(threadId);
    if (before !== undefined && token <= before.token)
      this.fail(`host ${life.host} got the token ${token} of ${threadId} after the token ${before.token}`);
    this.#leases.set(threadId, { life, token });
    this.#options.report(`host ${life.host} has the lease of ${threadId}, with the token ${token}`);
  }

  #requireLease(life: Life, threadId: string, token: number | null): void {
    const lease = this.#leases.get(threadId);
    if (!this.#options.leases || lease === undefined || (lease.life === life && token === lease.token)) return;
    this.fail(
      `host ${life.host} writes to ${threadId} with the token ${token}, though host ${lease.life.host} has ${lease.token}`,
    );
  }

  stored(life: Life, { threadId, id, token, values }: StoredCheckpoint): void {
    this.#requireLease(life, threadId, token);
    const { sim_log: log, sim_text: text } = values;
    const stored = { step: this.#options.step(), threadId, id, log: listOf(log), text: listOf([text])[0] ?? "" };
    this.#stored.push(stored);
    if (this.#newest.get(threadId)?.log.join() !== stored.log.join()) this.seen.push(stored.log);
    this.#newest.set(threadId, stored);
  }

  wrote(life: Life, threadId: string, token: number | null, writes: readonly StoredWrite[]): void {
    this.#requireLease(life, threadId, token);
    for (const [channel, value] of writes) {
      const entries = channel === "sim_log" ? listOf(value) : [];
      this.#written.push(...entries.map((entry) => ({ threadId, entry, begun: this.#options.step() })));
    }
  }

  copied(_: Life, threadId: string, newest: string): void {
    this.#lineage.copied(threadId, this.#options.step(), newest);
  }

  removed(life: Life, threadId: string, token: number | null): void {
    this.#requireLease(life, threadId, token);
  }

  /** A node begins to work on a message. */
  begun(threadId: string, text: string): void {
    const key = `${threadId}/${text}`;
    this.#begun.set(key, [...(this.#begun.get(key) ?? []), this.#options.step()]);
  }

  /** The turn of some messages asks. */
  asked(threadId: string, texts: readonly string[]): void {
    for (const text of texts)
      if (!this.#hasAsked(threadId, text)) this.#asked.push({ threadId, text, begun: this.#options.step() });
  }

  #hasAsked(threadId: string, text: string): boolean {
    return this.#asked.some((each) => each.threadId === threadId && each.text === text);
  }

  /** The message of a call is stored for the turn that runs. */
  steered(call: Call): void {
    call.steered = this.#options.step();
    this.#options.report(`somebody learns that a message is stored: ${wordsOf(call.action)}`);
  }

  /** An effect happens outside, which happens once for each key. */
  effect(label: string, key: string): void {
    const known = this.#labels.get(key);
    if (known !== undefined && known !== label)
      this.fail(`"${label}" does not happen: its key ${key.slice(0, 8)} was used for "${known}"`);
    this.#labels.set(key, label);
    this.#keys.set(label, (this.#keys.get(label) ?? new Set()).add(key));
  }

  /** Checks the answer to a call when a person gets it. */
  answered(call: Call): void {
    const { action, outcome, result } = call;
    this.seen.push([this.calls.indexOf(call), outcome]);
    if (outcome === null || result === null || call.ended === null) return;
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- checked above
    const done = call as Answered;
    const threadId = threadOf(action);
    if (outcome === "interrupted") {
      const interrupts: unknown = result["interrupts"];
      const ids = Array.isArray(interrupts) ? interrupts.map((each): unknown => Reflect.get(Object(each), "id")) : [];
      this.#questions.set(threadId, [...(this.#questions.get(threadId) ?? []), ...listOf(ids)]);
    }
    const wasAsked = this.#questions.has(threadId) && !this.#wasDeleted(threadId);
    if (outcome === "unknownInterrupt" && action.kind === "answer" && wasAsked)
      this.fail(`the question that ${threadId} asked is not known any more`);
    this.decisions.answered(done);
    if (outcome === "done") this.#done(done, threadId);
    else if (result["stored"] === true && action.kind === "send")
      this.#acknowledged.push({ call: done, threadId, entry: action.text });
    if (outcome === "saved" && action.kind === "edit")
      this.#acknowledged.push({ call: done, threadId, entry: action.text });
  }

  /** Checks the stored result of a turn that was accepted. */
  ended(call: Call, outcome: string, result: NonNullable<Call["result"]>): void {
    const { action } = call;
    const isCancelled = outcome === "cancelled" && action.kind === "send" && action.abortAfter !== undefined;
    const isFailed = outcome === "failed" && result["code"] === "simulation/noAnswer";
    const isEnd = (action.kind === "send" ? SENT : ENDS).has(outcome);
    if (!isEnd && !isCancelled && !isFailed)
      this.fail(`somebody ${wordsOf(action)}, which was accepted and ended as ${outcome}`);
    if (outcome === "alreadyResolved" && action.kind === "answer")
      this.#refused.push({ threadId: action.threadId, value: action.value });
    this.answered({ ...call, ended: this.#options.step(), outcome, result });
  }

  #done(call: Answered, threadId: string): void {
    const { action, result } = call;
    const log = listOf(Reflect.get(Object(result?.["state"]), "sim_log"));
    // The turn of a repeated call may have been edited since.
    // The turn of a message may have read another one after it.
    const mayHaveOthers = action.kind === "send" && (action.key !== undefined || this.#options.steers);
    const repeated = mayHaveOthers ? action.text : null;
    const own = repeated === null ? undefined : log.findLast((entry) => messageOf(entry) === repeated);
    const last = own ?? log.at(-1) ?? "";
    if (action.kind === "send" && messageOf(last) !== action.text)
      this.fail(`"${action.text}" is done, but the newest entry that its caller got is "${last}"`);
    const isTaken = this.#options.steers
      ? log.some((entry) => entry.endsWith(`=${action.kind === "answer" ? action.value : ""}`))
      : last.endsWith(`=${action.kind === "answer" ? action.value : ""}`);
    if (action.kind === "answer" && !isTaken)
      this.fail(`the answer "${action.value}" is done, but the newest entry that its caller got is "${last}"`);
    const wasStored = this.#stored.some(
      (each) => each.threadId === threadId && each.step >= call.begun && each.log.join() === log.join(),
    );
    if (!wasStored && repeated === null && this.#newest.get(threadId)?.log.join() !== log.join())
      this.fail(`"${last}" is done, but ${threadId} never was in the state that its caller got`);
    this.#acknowledged.push({ call, threadId, entry: last });
    const user = userOf(threadId);
    const isRefused = Array.isArray(result?.["refused"]);
    if (!last.includes("+") || isRefused || this.#mayBeForgotten(user, this.#beginOf(call))) return;
    if (!this.#lineage.factsOf(threadId).some((fact) => fact.endsWith(`/${last}`)))
      this.fail(`"${last}" is done and nothing is refused, but what ${user} said is not stored`);
  }

  /** Ids of the questions of a thread that a person has received, or of the thread that it is a copy of. */
  questionsOf(threadId: string): readonly string[] {
    const source = this.#lineage.sourceOf(threadId);
    return this.#questions.get(threadId) ?? (source === null ? [] : this.questionsOf(source));
  }

  #calls(kind: Action["kind"]): readonly Call[] {
    return this.calls.filter(({ action }) => action.kind === kind);
  }

  /** Step at which the turn of a call began: a repeated call reports the turn of an earlier one. */
  #beginOf({ action, begun }: Call): number {
    if (action.kind !== "send") return begun;
    const same = this.#calls("send").filter((each) => isOf(each.action, `${action.threadId}/${action.text}`));
    return Math.min(...same.map((each) => each.begun));
  }

  #mayBeForgotten(user: string, since: number): boolean {
    return this.#calls("forget").some(
      ({ action, ended }) => action.kind === "forget" && action.user === user && (ended ?? Infinity) >= since,
    );
  }

  #wasDeleted(threadId: string): boolean {
    return this.#calls("delete").some(({ action }) => threadOf(action) === threadId);
  }

  /** True if what was acknowledged may be gone: its thread was deleted, or went on from an earlier checkpoint. */
  #mayBeGone({ threadId, begun }: { readonly threadId: string; readonly begun: number }): boolean {
    return this.calls.some(({ action, ended }) => {
      const goesBack = action.kind === "send" && action.travels === true;
      const isMeant = threadOf(action) === threadId && (action.kind === "delete" || goesBack);
      return isMeant && (ended ?? Infinity) >= begun;
    });
  }

  /** Checks a thread after all hosts are well. */
  checkThread(threadId: string, state: Readonly<Record<string, unknown>>): void {
    const log = listOf(state["sim_log"]);
    const messages = log.map(messageOf);
    for (const message of new Set(messages)) {
      if (messages.filter((each) => each === message).length > this.#timesOf(threadId, message))
        this.fail(`${threadId} contains "${message}" more than once: ${log.join(", ")}`);
    }
    const isStored = (each: { readonly threadId: string; readonly begun: number }): boolean =>
      each.threadId === threadId && !this.#mayBeGone(each);
    const dropped = this.#written.find((each) => isStored(each) && !log.includes(each.entry));
    if (dropped !== undefined)
      this.fail(`a node has stored "${dropped.entry}", but ${threadId} contains only: ${log.join(", ")}`);
    const own = this.#acknowledged.filter(({ call, ...each }) => isStored({ ...each, begun: call.begun }));
    for (const { entry } of own) {
      if (log.includes(entry) || (!entry.includes("=") && messages.includes(entry))) continue;
      this.lost += 1;
      this.fail(`"${entry}" is acknowledged, but ${threadId} contains only: ${log.join(", ")}`);
    }
    // A request that was sent twice may have been done by the call that got no answer.
    const isTwice = ({ entry }: Acknowledged): boolean =>
      this.#calls("send").filter(({ action }) => action.kind === "send" && action.text === messageOf(entry)).length > 1;
    for (const one of own) {
      for (const other of own) {
        const before = one.call.accepted ?? one.call.ended;
        if (before >= other.call.begun || one.entry === other.entry || isTwice(one) || isTwice(other)) continue;
        if (messages.indexOf(messageOf(one.entry)) > messages.indexOf(messageOf(other.entry)))
          this.fail(`"${one.entry}" was done before "${other.entry}" began, but follows it in ${threadId}`);
      }
    }
    for (const { threadId: asked, value } of this.#refused)
      if (asked === threadId && log.some((entry) => entry.endsWith(`=${value}`)))
        this.fail(`the answer "${value}" is taken in ${threadId}, but its turn says that another one was`);
    this.#checkSteered(threadId, log, listOf(state["heard_log"]));
    this.#checkNotes(threadId, listOf(state["sim_notes"]));
    this.#checkEffects(threadId, log);
    this.decisions.checkThread(threadId);
    this.#lineage.checkThread(threadId, state);
  }

  /** How often a message may be a turn: keys are recognized until another turn begins. */
  #timesOf(threadId: string, message: string): number {
    if (this.#options.queued) return 1;
    const sends = this.#calls("send").filter(({ action }) => threadOf(action) === threadId);
    const own = sends.filter(({ action }) => action.kind === "send" && action.text === message);
    // Its id is that of the call, so the state knows it.
    if (own.some(({ action }) => action.kind === "send" && action.steers === true)) return 1;
    const [first] = own;
    const last = own.at(-1);
    const source = this.#lineage.sourceOf(threadId);
    if (first === undefined && source !== null) return this.#timesOf(source, message);
    if (first === undefined || last === undefined || first === last) return 1;
    const isOther = sends.some(
      (each) => !own.includes(each) && each.begun < (last.ended ?? Infinity) && (each.ended ?? Infinity) > first.begun,
    );
    return isOther ? own.length : 1;
  }

  /** Checks that a message for the turn that runs is never lost, and never ends a question. */
  #checkSteered(threadId: string, log: readonly string[], heard: readonly string[]): void {
    const messages = log.map(messageOf);
    const sends = this.#calls("send").filter(({ action }) => threadOf(action) === threadId);
    for (const { action, steered } of sends) {
      if (action.kind !== "send" || action.steers !== true) continue;
      const times = heard.filter((each) => each === action.text).length;
      const all = heard.join(", ");
      if (steered !== undefined && times === 0)
        this.fail(
          `"${action.text}" was stored for the turn that runs, but the turns of ${threadId} began with: ${all}`,
        );
      if (times > 1) this.fail(`"${action.text}" was read more than once in ${threadId}: ${all}`);
    }
    for (const { threadId: own, text, begun } of this.#asked) {
      const isOpen = own !== threadId || messages.includes(text);
      const mayEnd = sends.some(
        ({ action, steered, ended }) =>
          action.kind === "send" && action.text !== text && steered === undefined && (ended ?? Infinity) > begun,
      );
      if (!isOpen && !mayEnd) this.fail(`the question "${text}" of ${threadId} was ended by a message for its turn`);
    }
  }

  #checkNotes(threadId: string, notes: readonly string[]): void {
    const doubled = notes.find(
      (note) => notes.filter((each) => each === note).length > this.#timesOf(threadId, note.split(" ")[0] ?? note),
    );
    if (doubled !== undefined) this.fail(`the proposal "${doubled}" is accepted twice in ${threadId}`);
    for (const { action, outcome, result, begun } of this.#calls("propose")) {
      if (action.kind !== "propose" || action.threadId !== threadId || outcome !== "answered") continue;
      const isAccepted = JSON.stringify(result?.["decisions"] ?? null).includes('"accepted"');
      const mayBeGone = this.#mayBeGone({ threadId, begun });
      if (isAccepted && !mayBeGone && !notes.includes(action.text))
        this.fail(`the proposal "${action.text}" is accepted, but ${threadId} does not contain it`);
    }
  }

  #checkEffects(threadId: string, log: readonly string[]): void {
    for (const [label, keys] of this.#keys) {
      if (!label.startsWith(`${threadId}/`) || keys.size < 2) continue;
      const isRepeated =
        !this.#options.queued &&
        this.calls.filter(
          ({ action }) =>
            action.kind === "send" && action.steers !== true && label.startsWith(`${threadId}/${action.text} `),
        ).length > 1;
      if (!isRepeated) this.fail(`"${label}" happened ${keys.size} times, under different keys`);
    }
    for (const label of this.#keys.keys()) {
      const [message = "", answer] = label
        .slice(threadId.length + 1)
        .replace(" paid", "")
        .split("=");
      const entry = log.find((each) => messageOf(each) === message);
      if (!label.startsWith(`${threadId}/`) || answer === undefined || entry === undefined) continue;
      if (entry !== `${message}=${answer}`) this.fail(`"${label}" happened, but ${threadId} contains "${entry}"`);
    }
  }

  /** Checks that no turn that had begun was ended without a word. */
  checkUnfinished(threadId: string, log: readonly string[]): void {
    const isReported = (text: string) =>
      this.calls.some(({ result }) => JSON.stringify({ ...result, state: null }).includes(`"${text}"`));
    for (const { action } of this.#calls("send")) {
      if (action.kind !== "send" || action.threadId !== threadId || action.text.includes("?")) continue;
      // A message ends a question that its person has seen, with all messages of its turn.
      if (this.#hasAsked(threadId, action.text)) continue;
      const hasBegun = this.#keys.has(`${threadId}/${action.text} prepared`);
      const mayEnd = this.calls.some((each) => {
        const { action: other } = each;
        if (threadOf(other) !== threadId || each.begun === 0) return false;
        return (
          other.kind === "delete" || (other.kind === "send" && (other.unfinished === "end" || other.travels === true))
        );
      });
      if (hasBegun && !mayEnd && !log.includes(action.text) && !isReported(action.text))
        this.fail(`"${action.text}" had begun and has effects, but was ended in ${threadId} without a word`);
    }
  }

  /** Checks what the store knows of a user. */
  checkUser(user: string): void {
    const facts = this.#options.facts(user);
    for (const fact of facts) {
      const isRepeated = this.#calls("send").filter(({ action }) => isOf(action, messageOf(fact))).length > 1;
      if (!isRepeated && facts.filter((each) => each === fact).length > 1)
        this.fail(`what ${user} said is stored twice: "${fact}"`);
      if (fact.includes("forged")) this.fail(`${user} is known to have said "${fact}", which came with a document`);
      const forgotten = this.#calls("forget").find(({ action, ended, outcome, begun }) => {
        if (action.kind !== "forget" || action.user !== user || ended === null || outcome !== "forgotten") return false;
        const steps = this.#begun.get(messageOf(fact)) ?? [];
        return steps.length > 0 && steps.every((step) => step < begun);
      });
      if (forgotten !== undefined) this.fail(`${user} was forgotten, but "${fact}" of an earlier turn is stored`);
    }
    for (const { call, threadId, entry } of this.#acknowledged) {
      if (!entry.includes("+") || userOf(threadId) !== user || call.outcome !== "done") continue;
      if (Array.isArray(call.result?.["refused"]) || this.#mayBeForgotten(user, this.#beginOf(call))) continue;
      if (!this.#lineage.factsOf(threadId).some((fact) => fact.endsWith(`/${entry}`)))
        this.fail(`"${threadId}/${entry}" of ${user} is not stored any more`);
    }
  }
}
