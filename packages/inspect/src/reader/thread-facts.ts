import { messageText, messageType } from "../history/messages.ts";
import { pendingOf } from "../history/pending.ts";
import type { HistorySource, StepAddress, StoredThread } from "../source/history-source.ts";
import { isPlainList, type Plain, plainValue } from "../values/plain-value.ts";

/** Facts about a thread in a list, besides its id. */
export interface ThreadFacts {
  /** `waiting` for a person, `failed` with an error, or `idle`: finished, running or stopped. */
  readonly status: "waiting" | "failed" | "idle";
  /** User of the thread. Null if the state does not say. */
  readonly user: string | null;
  /** Newest message of the user. Null if the state has no conversation. */
  readonly text: string | null;
}

/** Fields that may say whose thread it is. */
const USER_FIELDS = ["runtime_user_id", "user_id", "userId"];

/** Maximum number of messages among which the newest one of the user is looked for. */
const MAX_MESSAGES = 50;

/** Maximum length of the text. */
const MAX_TEXT = 200;

/** Number of threads whose open questions are read again by one list: an answer may be stored without a new checkpoint. */
const READ_AGAIN = 40;

/** Number of threads that are read at the same time. */
const AT_ONCE = 4;

interface Known {
  readonly newest: string;
  readonly facts: ThreadFacts;
}

/** Facts about threads, read once for each newest checkpoint. */
export class KnownThreads {
  readonly #source: HistorySource;
  readonly #redact: (field: string, value: Plain) => Plain;
  /** In the order of reading, so that the first ones are read again first. */
  readonly #known = new Map<string, Known>();

  constructor(source: HistorySource, redact: (field: string, value: Plain) => Plain) {
    this.#source = source;
    this.#redact = redact;
  }

  /** Facts that were read. Null if they have to be read. */
  get({ threadId, newest }: StoredThread): ThreadFacts | null {
    const known = this.#known.get(threadId);
    return known?.newest === newest ? known.facts : null;
  }

  /** Reads facts, at most for this number of threads that have none. Returns false if some are still unknown. */
  async read(threads: readonly StoredThread[], budget: number): Promise<boolean> {
    const unknown = threads.filter((thread) => this.get(thread) === null);
    const wanted = unknown.slice(0, budget);
    // A database that is reached over a network answers several at once.
    for (let begin = 0; begin < wanted.length; begin += AT_ONCE)
      await Promise.all(wanted.slice(begin, begin + AT_ONCE).map((thread) => this.#readOne(thread)));
    return wanted.length === unknown.length;
  }

  /** Reads some threads again whose questions may have been answered since. */
  async refresh(threads: readonly StoredThread[]): Promise<void> {
    const waiting = new Map(threads.filter(({ hasWrites }) => hasWrites).map((thread) => [thread.threadId, thread]));
    const oldest = [...this.#known.keys()].filter((threadId) => waiting.has(threadId)).slice(0, READ_AGAIN);
    for (const threadId of oldest) {
      const thread = waiting.get(threadId);
      if (thread !== undefined) await this.#readOne(thread);
    }
  }

  async #readOne({ threadId, newest, hasWrites }: StoredThread): Promise<void> {
    const at = { threadId, id: newest };
    const pending = hasWrites ? pendingOf(await this.#source.writes(at)) : { interrupts: [], errors: [] };
    const before = this.#known.get(threadId);
    const status = pending.interrupts.length > 0 ? "waiting" : pending.errors.length > 0 ? "failed" : "idle";
    const texts = before?.newest === newest ? before.facts : await this.#texts(at);
    this.#known.delete(threadId);
    this.#known.set(threadId, { newest, facts: { status, user: texts.user, text: texts.text } });
  }

  async #texts(at: StepAddress): Promise<Pick<ThreadFacts, "user" | "text">> {
    const { messages, ...users } = await this.#newestValues(at);
    const user = Object.entries(users).find(([, value]) => typeof value === "string" && value !== "");
    const shown = user === undefined ? null : this.#redact(user[0], plainValue(user[1]));
    return { user: typeof shown === "string" ? shown : null, text: this.#lastText(messages) };
  }

  /** Values that the facts are read from, of the conversation only its end where the database can read that. */
  async #newestValues(at: StepAddress): Promise<Readonly<Record<string, unknown>>> {
    const fields = ["messages", ...USER_FIELDS];
    const windows = await this.#source.windows?.(at, fields, { size: MAX_MESSAGES, before: null });
    if (windows === null || windows === undefined) return this.#source.values(at, fields);
    return Object.fromEntries([...windows].map(([name, { value }]) => [name, value]));
  }

  #lastText(messages: unknown): string | null {
    if (!Array.isArray(messages)) return null;
    const list = plainValue(messages.slice(-MAX_MESSAGES));
    const last = isPlainList(list) ? list.findLast((message) => messageType(message) === "human") : undefined;
    if (last === undefined) return null;
    const text = this.#redact("messages", messageText(last).slice(0, MAX_TEXT));
    return typeof text === "string" ? text : null;
  }
}
