import { type Call, userOf } from "./people.ts";

/** A state of a thread that was stored. */
export interface Stored {
  readonly step: number;
  readonly threadId: string;
  /** Id of its checkpoint. */
  readonly id: string;
  readonly log: readonly string[];
  /** Message of the newest turn. */
  readonly text: string;
}

/** The texts of a list. */
export const listOf = (value: unknown): readonly string[] =>
  Array.isArray(value) ? value.filter((each): each is string => typeof each === "string") : [];

/** The message of an entry, which may contain an answer. */
export const messageOf = (entry: string): string => entry.split("=")[0] ?? entry;

const answerOf = (entry: string): string | undefined => entry.split("=")[1];

/** What is known of a world. */
interface LineageOptions {
  readonly calls: readonly Call[];
  /** States that were stored, oldest first. */
  readonly stored: readonly Stored[];
  readonly fail: (text: string) => void;
  /** True if an effect with this label has happened. */
  readonly happened: (label: string) => boolean;
  readonly facts: (user: string) => readonly string[];
  readonly proposes: boolean;
}

/** A state of its source that a copy may have begun with. */
interface Past {
  readonly log: readonly string[];
  /** Message of a turn that has not ended, which a fork has to end too. Empty for none. */
  readonly open: string;
}

/** Beginning of a thread that nobody copied. */
const EMPTY: Past = { log: [], open: "" };

/** Knows which thread is a copy of which, and checks that it has all of its source's past and nothing of its future. */
export class Lineage {
  readonly #world: LineageOptions;
  /** Steps at which copies were stored. */
  readonly #copied = new Map<string, number>();
  /** Ids of the newest checkpoints of copies, as they were stored. */
  readonly #newest = new Map<string, string>();

  constructor(world: LineageOptions) {
    this.#world = world;
  }

  copied(threadId: string, step: number, newest: string): void {
    this.#copied.set(threadId, step);
    this.#newest.set(threadId, newest);
    const call = this.#callOf(threadId);
    if (call?.action.kind !== "fork" || call.action.earlier) return;
    const source = call.action.threadId;
    const stored = this.#world.stored.filter((each) => each.threadId === source);
    const before = stored.findLast((each) => each.step < call.begun)?.id ?? this.#newest.get(source);
    const during = stored.filter((each) => each.step >= call.begun).map(({ id }) => id);
    if (before !== newest && !during.includes(newest))
      this.#world.fail(`${threadId} is not a copy of the newest checkpoint of ${source}`);
  }

  /** The call that has stored a copy. */
  #callOf(threadId: string): Call | undefined {
    const at = this.#copied.get(threadId) ?? -1;
    return this.#world.calls.find(
      ({ action, begun, ended }) =>
        "to" in action && action.to === threadId && begun <= at && (ended === null || ended >= at),
    );
  }

  /** Thread that a thread is a copy of. Null for an original. */
  sourceOf(threadId: string): string | null {
    const action = this.#callOf(threadId)?.action;
    return action !== undefined && "to" in action ? action.threadId : null;
  }

  /** States that a thread may have begun with. */
  #pastsOf(threadId: string, isAny = false): readonly Past[] {
    const call = this.#callOf(threadId);
    if (call === undefined || !("to" in call.action)) return [EMPTY];
    const { action, begun } = call;
    const at = this.#copied.get(threadId) ?? 0;
    const before = this.#world.stored.filter((each) => each.threadId === action.threadId && each.step <= at);
    const newest = before.findLast(({ step }) => step < begun);
    const goesBack = isAny || (action.kind === "fork" && action.earlier) || this.#travels(threadId, Infinity);
    const during = before.filter(({ step }) => goesBack || step >= (newest?.step ?? 0));
    const own = during.map(({ log, text }) => ({
      log,
      open: goesBack || log.some((each) => messageOf(each) === text) ? "" : text,
    }));
    return newest === undefined || goesBack ? [...this.#pastsOf(action.threadId, goesBack), ...own] : own;
  }

  #travels(threadId: string, until: number): boolean {
    return this.#world.calls.some(
      ({ action, begun }) =>
        action.kind === "send" && action.threadId === threadId && action.travels === true && begun <= until,
    );
  }

  /** True if a message to a thread, or to one that it is a copy of, was to end an unfinished turn. */
  #endsTurns(threadId: string): boolean {
    const threads = [threadId, ...this.#ancestors(threadId)];
    return this.#world.calls.some(
      ({ action }) => action.kind === "send" && threads.includes(action.threadId) && action.unfinished === "end",
    );
  }

  #isDeleted(threadId: string): boolean {
    return this.#world.calls.some(({ action }) => action.kind === "delete" && action.threadId === threadId);
  }

  /** True for a message that was sent to a thread, or an answer that was given there, before a step. */
  #wasGiven(threadId: string, text: string, until: number): boolean {
    return this.#world.calls.some(({ action, begun }) => {
      if (!("threadId" in action) || action.threadId !== threadId || begun > until) return false;
      if (action.kind === "answer") return action.value === text;
      return "text" in action && action.text === text;
    });
  }

  /** True if a message or an answer was given to a thread, or to its source before it was copied. */
  #wasInherited(threadId: string, text: string): boolean {
    const until = this.#copied.get(threadId) ?? -1;
    for (let source = this.sourceOf(threadId); source !== null; source = this.sourceOf(source))
      if (this.#wasGiven(source, text, until)) return true;
    return false;
  }

  /** What is wrong if a thread began with a past. Null if nothing is. */
  #problemOf(threadId: string, log: readonly string[], { log: past, open }: Past): string | null {
    if (past.some((entry, place) => log[place] !== entry)) return `has lost a part of "${past.join(", ")}"`;
    const own = log.slice(past.length);
    const [first = ""] = own;
    // Nobody has begun the turn of a document where it is imported.
    const mayEnd = open === "" || open.includes("?") || this.#isImport(threadId) || this.#endsTurns(threadId);
    if (!mayEnd && messageOf(first) !== open) return `has dropped the unfinished turn "${open}"`;
    for (const [place, entry] of own.entries()) {
      const isGiven = (text: string): boolean =>
        this.#wasGiven(threadId, text, Infinity) || (place === 0 && this.#wasInherited(threadId, text));
      const [message, answer] = [messageOf(entry), answerOf(entry)];
      if (message !== "probe" && !isGiven(message)) return `contains "${entry}", which nobody sent to it`;
      if (answer !== undefined && answer !== "probed" && !isGiven(answer))
        return `has an answer of another thread: "${entry}"`;
    }
    return null;
  }

  /** Checks a thread after all hosts are well. */
  checkThread(threadId: string, state: Readonly<Record<string, unknown>>): void {
    const { fail } = this.#world;
    if (this.#isDeleted(threadId)) return;
    const log = listOf(state["sim_log"]);
    const problems = this.#pastsOf(threadId).map((past) => ({ past, problem: this.#problemOf(threadId, log, past) }));
    const sound = problems.find(({ problem }) => problem === null);
    if (sound === undefined) fail(`${threadId} ${problems.at(-1)?.problem ?? "has no past"}: ${log.join(", ")}`);
    else for (const entry of log.slice(sound.past.log.length)) this.#checkEntry(threadId, entry, state);
  }

  /** Checks what a turn of a thread has done. */
  #checkEntry(threadId: string, entry: string, state: Readonly<Record<string, unknown>>): void {
    const { fail, happened, proposes, calls } = this.#world;
    const message = messageOf(entry);
    // An edit does nothing else.
    const isSent = calls.some(({ action }) => action.kind === "send" && action.text === message);
    if (!isSent) return;
    const [source, before] = [this.sourceOf(threadId), this.#wasInherited(threadId, message)];
    // A turn that began in the source has done there what it did before it was copied.
    const inEither = (has: (thread: string) => boolean): boolean =>
      has(threadId) || (before && source !== null && this.#ancestors(threadId).some(has));
    if (!inEither((thread) => happened(`${thread}/${message} prepared`)))
      fail(`"${entry}" is in ${threadId}, but its effect did not happen`);
    if (entry.includes("=") && !inEither((thread) => happened(`${thread}/${entry} paid`)))
      fail(`"${entry}" is in ${threadId}, but its payment did not happen`);
    const [user, said] = [userOf(threadId), this.factsOf(threadId)];
    const isForgotten = calls.some(({ action }) => action.kind === "forget" && action.user === user);
    if (message.includes("+") && !isForgotten && !inEither((thread) => said.includes(`${thread}/${entry}`)))
      fail(`"${entry}" is in ${threadId}, but what ${user} said is not stored`);
    const mustBeAccepted = proposes && message.includes("~") && !message.includes("*");
    if (mustBeAccepted && !listOf(state["sim_notes"]).includes(message))
      fail(`the proposal "${message}" is neither accepted nor refused in ${threadId}`);
  }

  /** What was said in a thread. The first person who answers in an import is its user: a document does not say whose it is. */
  factsOf(threadId: string): readonly string[] {
    const { facts } = this.#world;
    return [...facts(userOf(threadId)), ...(this.#isImport(threadId) ? facts("bob") : [])];
  }

  /** True for an import, and for its copies. */
  #isImport(threadId: string): boolean {
    return [threadId, ...this.#ancestors(threadId)].some((each) => this.#callOf(each)?.action.kind === "copy");
  }

  #ancestors(threadId: string): readonly string[] {
    const source = this.sourceOf(threadId);
    return source === null ? [] : [source, ...this.#ancestors(source)];
  }
}
