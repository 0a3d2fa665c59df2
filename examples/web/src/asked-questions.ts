import { AuditEntry } from "tidemark/agents";
import { z } from "zod";
import type { AnswerView, AskedView } from "./api.ts";
import type { WebApplication } from "./application.ts";
import { choiceOf, questionOf } from "./questions.ts";
import { askingPlace, storedTexts } from "./stored-texts.ts";

/** Number of conversations whose questions are remembered. */
const MAX_THREADS = 100;

/** The questions of conversations, as they were asked and answered. */
export interface AskedQuestions {
  /** Reads the questions of a thread, oldest first. */
  of(threadId: string): Promise<Asked>;
}

/** Questions of a conversation. */
export interface Asked {
  /** Questions with an id that are not open any more. */
  readonly asked: readonly AskedView[];
  /** Places of the texts that asked for something which only typed text can answer. */
  readonly asking: readonly number[];
}

const NONE: Asked = { asked: [], asking: [] };

type Saver = Exclude<NonNullable<WebApplication["graph"]["checkpointer"]>, boolean>;
type Tuple = NonNullable<Awaited<ReturnType<Saver["getTuple"]>>>;

/** Questions up to a checkpoint that has a successor, so that they change no more. */
interface Settled extends Asked {
  readonly checkpointId: string;
}

/**
 * Reads questions from the checkpoints of a thread: LangGraph stores a question and its answer as writes of the checkpoint at which the
 * graph stopped. Only checkpoints since the last read are read again.
 */
export function askedQuestions(application: WebApplication): AskedQuestions {
  const { checkpointer: saver } = application.graph;
  const hasMessages = application.visible?.includes("messages") !== false;
  const known = new Map<string, Settled>();

  async function read(threadId: string): Promise<Asked> {
    if (typeof saver !== "object") return NONE;
    const settled = known.get(threadId);
    const groups: Settled[] = [];
    let child: Tuple | null = null;
    let wanted: string | undefined;
    for await (const tuple of saver.list({ configurable: { thread_id: threadId, checkpoint_ns: "" } })) {
      const { id } = tuple.checkpoint;
      // A thread has branches after time travel. Only the way to the newest checkpoint counts.
      if (child !== null && id !== wanted) continue;
      if (id === settled?.checkpointId) {
        groups.push(settled);
        break;
      }
      const asking = hasMessages ? askingPlace(tuple.checkpoint.channel_values) : null;
      groups.push({
        checkpointId: id,
        asked: askedAt(application, tuple, child),
        asking: asking === null ? [] : [asking],
      });
      child = tuple;
      wanted = idOf(tuple.parentConfig);
      if (wanted === undefined) break;
    }
    const [newest = NONE, ...older] = groups;
    const unchanging = joined(older.toReversed());
    const [parent] = older;
    known.delete(threadId);
    if (parent !== undefined) known.set(threadId, { checkpointId: parent.checkpointId, ...unchanging });
    for (const oldest of known.keys()) {
      if (known.size <= MAX_THREADS) break;
      known.delete(oldest);
    }
    return joined([unchanging, newest]);
  }

  return { of: read };
}

const joined = (groups: readonly Asked[]): Asked => ({
  asked: groups.flatMap(({ asked }) => asked),
  asking: [...new Set(groups.flatMap(({ asking }) => asking))],
});

/** Questions that a checkpoint asked. Those without an answer are open while the checkpoint is the newest, and were dropped otherwise. */
function askedAt(application: WebApplication, tuple: Tuple, child: Tuple | null): readonly AskedView[] {
  const writes = tuple.pendingWrites ?? [];
  const interrupts = writes.flatMap(([, channel, value]) =>
    channel === "__interrupt__" ? [value].flat().flatMap(interruptOf) : [],
  );
  if (interrupts.length === 0) return [];
  const place = storedTexts(tuple.checkpoint.channel_values).length;
  return interrupts.flatMap(({ id, value }): AskedView[] => {
    const given = writes.findLast(([task, channel]) => task === id && channel === "__resume__")?.[2];
    const hasAnswer = Array.isArray(given) && given.length > 0;
    if (!hasAnswer && child === null) return [];
    const { text, notes, conflicts = [], choices } = questionOf(application, { value });
    const answer = hasAnswer ? answerOf(application, given.at(-1), { choices, value, child }) : null;
    return [
      {
        interruptId: id,
        place,
        text,
        notes,
        conflicts,
        choices: choices.map(({ label, role }) => ({ label, role })),
        answer,
      },
    ];
  });
}

interface Given {
  readonly choices: ReturnType<typeof questionOf>["choices"];
  readonly value: unknown;
  readonly child: Tuple | null;
}

function answerOf(application: WebApplication, given: unknown, { choices, value, child }: Given): AnswerView {
  const choice = choiceOf(application, given, { choices, value });
  const typed = typeof given === "string" ? given : (Asking.safeParse(given).data?.question ?? null);
  const decider = child === null ? null : deciderOf(value, child);
  return {
    text: choice?.label ?? typed ?? JSON.stringify(given),
    role: choice?.role ?? "typed",
    isDestructive: choice?.isDestructive ?? false,
    typed: typed ?? (choice === undefined ? JSON.stringify(given) : null),
    by: decider !== null && decider === application.userId ? "you" : decider,
    at: child?.checkpoint.ts ?? null,
  };
}

/** A question that was typed instead of a decision. */
const Asking = z.looseObject({ decision: z.literal("ask"), question: z.string() });

/** The person who decided a request of the question, from the audit log. */
function deciderOf(value: unknown, { checkpoint }: Tuple): string | null {
  const requests = Requests.safeParse(value).data?.requests.map(({ id }) => id) ?? [];
  const log: unknown = checkpoint.channel_values["runtime_audit_log"];
  for (const each of (Array.isArray(log) ? log : []).toReversed()) {
    const { data: entry } = AuditEntry.safeParse(each);
    if (entry === undefined || !("action" in entry) || entry.action !== "approval") continue;
    if (requests.includes(entry.requestId)) return nameOf(entry.decidedBy);
  }
  return null;
}

/** The requests that an approval asks for. */
const Requests = z.looseObject({ requests: z.array(z.looseObject({ id: z.string() })) });

/** A question as LangGraph stores it. */
const Interrupt = z.looseObject({ id: z.string(), value: z.unknown() });

function interruptOf(stored: unknown): readonly { readonly id: string; readonly value?: unknown }[] {
  const { data } = Interrupt.safeParse(stored);
  return data === undefined ? [] : [data];
}

function idOf(config: Tuple["parentConfig"]): string | undefined {
  const id: unknown = config?.configurable?.["checkpoint_id"];
  return typeof id === "string" ? id : undefined;
}

/** Name of the person who decided; null if nobody knows it. */
const nameOf = (decidedBy: string | null | undefined): string | null =>
  decidedBy === undefined || decidedBy === null || decidedBy === "user:unknown"
    ? null
    : decidedBy.replace(/^user:/, "");
