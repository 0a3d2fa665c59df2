import { millisecondsNow, millisecondsOf } from "../clock.ts";
import { messageText, messageType } from "../history/messages.ts";
import { pendingOf } from "../history/pending.ts";
import type { HistorySource, StepAddress, StoredThread } from "../source/history-source.ts";
import { statusOf, type ThreadStatus } from "./thread-status.ts";
import type { HiddenNames } from "../values/hidden-names.ts";
import { HiddenTexts } from "../values/hidden-texts.ts";
import { isPlainList, type Plain, plainValue } from "../values/plain-value.ts";
import { REDACTED, type Redaction } from "../values/redaction.ts";

/** Facts about a thread in a list, besides its id. */
export interface ThreadFacts {
  readonly status: ThreadStatus;
  /** Nodes that run next. Empty for a thread whose turn has ended. */
  readonly next: readonly string[];
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

/** Number of threads whose end is read again by one list: an answer, or a lease, may be stored without a new checkpoint. */
const READ_AGAIN = 40;

/** Number of threads that are read at the same time. */
const AT_ONCE = 4;

/** Redaction of the texts of listed threads, and the fields it needs. */
export interface ListedValues {
  readonly redact: Redaction;
  /** Names whose values are not mentioned, and the fields that contain them. */
  readonly mentioned: HiddenNames;
  readonly mentionedFields: readonly string[];
}

interface Known {
  readonly newest: string;
  /** End of the lease of a thread that is running, in milliseconds since 1970. Null for any other thread. */
  readonly leasedUntil: number | null;
  readonly facts: ThreadFacts;
}

/** Facts about threads, read once for each newest checkpoint. */
export class KnownThreads {
  readonly #source: HistorySource;
  readonly #shown: ListedValues;
  /** In the order of reading, so that the first ones are read again first. */
  readonly #known = new Map<string, Known>();

  constructor(source: HistorySource, shown: ListedValues) {
    this.#source = source;
    this.#shown = shown;
  }

  /** Facts that were read. Null if they have to be read. */
  get({ threadId, newest }: StoredThread): ThreadFacts | null {
    const known = this.#known.get(threadId);
    if (known?.newest !== newest) return null;
    // A process that was killed leaves its lease behind, and writes nothing when it ends.
    return known.leasedUntil !== null && known.leasedUntil <= millisecondsNow() ? null : known.facts;
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

  /** Reads some threads again whose questions may have been answered since, or whose turns may have been continued. */
  async refresh(threads: readonly StoredThread[]): Promise<void> {
    const waiting = new Map(
      threads
        .filter((thread) => thread.hasWrites || (this.get(thread)?.next ?? []).length > 0)
        .map((thread) => [thread.threadId, thread]),
    );
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
    const next = await this.#source.next(at);
    const lease = next.length === 0 ? null : await this.#source.lease?.(threadId);
    const status = statusOf({ ...pending, next, lease });
    const texts = before?.newest === newest ? before.facts : await this.#texts(at);
    this.#known.delete(threadId);
    const leasedUntil = status === "running" ? millisecondsOf(lease?.until ?? "") : null;
    this.#known.set(threadId, { newest, leasedUntil, facts: { status, next, user: texts.user, text: texts.text } });
  }

  async #texts(at: StepAddress): Promise<Pick<ThreadFacts, "user" | "text">> {
    const { messages, ...others } = await this.#newestValues(at);
    const texts = new HiddenTexts(this.#shown.mentioned);
    for (const [field, value] of Object.entries(others)) texts.collect(field, plainValue(value));
    const shown = (field: string, value: Plain): string | null => {
      const text = texts.conceal(this.#shown.redact(field, value), REDACTED);
      return typeof text === "string" ? text : null;
    };
    const user = USER_FIELDS.find((name) => typeof others[name] === "string" && others[name] !== "");
    const last = lastText(messages);
    return {
      user: user === undefined ? null : shown(user, plainValue(others[user])),
      text: last === null ? null : shown("messages", last),
    };
  }

  /** Values that the facts are read from, of the conversation only its end where the database can read that. */
  async #newestValues(at: StepAddress): Promise<Readonly<Record<string, unknown>>> {
    const { mentionedFields } = this.#shown;
    const fields = ["messages", ...USER_FIELDS, ...mentionedFields];
    // Of a hidden field all of the value is looked for, and not only what a window contains.
    if (mentionedFields.length > 0) return this.#source.values(at, fields);
    const windows = await this.#source.windows?.(at, fields, { size: MAX_MESSAGES, before: null });
    if (windows === null || windows === undefined) return this.#source.values(at, fields);
    return Object.fromEntries([...windows].map(([name, { value }]) => [name, value]));
  }
}

/** Newest message of the user, its beginning. */
function lastText(messages: unknown): string | null {
  if (!Array.isArray(messages)) return null;
  const list = plainValue(messages.slice(-MAX_MESSAGES));
  const last = isPlainList(list) ? list.findLast((message) => messageType(message) === "human") : undefined;
  return last === undefined ? null : messageText(last).slice(0, MAX_TEXT);
}
