import { useCallback, useEffect, useMemo, useRef, useState } from "preact/hooks";
import type { AskedView, MessageView, QuestionView, ThreadView } from "../../src/api.ts";
import { readThread, Refused, runTurn, type TurnRequest, watchThread } from "./connection.ts";
import { drafts, hasArrived, outbox, timesSaid, unsentTexts } from "./kept-text.ts";
import { afterEvent, type WorkedStep } from "./turn-events.ts";

/** Action of a person: sends a message, presses a button, or continues an unfinished turn. */
export type Action =
  | { readonly kind: "say"; readonly text: string }
  | { readonly kind: "answer"; readonly interruptId: string; readonly answer: unknown }
  | { readonly kind: "continueTurn" };

/** Following the turn that the server runs needs nobody. */
type Run = Action | { readonly kind: "followTurn" };

/** A conversation as the page shows it. */
export interface ShownThread {
  /** `away` while the server cannot be reached, `missing` for a conversation that cannot exist. */
  readonly connection: "away" | "loading" | "missing" | "online";
  readonly messages: readonly MessageView[];
  readonly asked: readonly AskedView[];
  /** Ids of the messages that asked for something which only typed text can answer. */
  readonly asking: readonly string[];
  /** Answers that the question of the last message offers as buttons. */
  readonly answers: ThreadView["answers"];
  readonly questions: readonly QuestionView[];
  /** Message that is on its way, and the number of messages before it. */
  readonly sending: { readonly text: string; readonly place: number } | null;
  readonly steps: readonly WorkedStep[];
  /** Latest status message of an agent that is working. */
  readonly status: string | null;
  readonly unfinished: boolean;
  /** True while an interrupted turn is continued. */
  readonly continuing: boolean;
  readonly running: boolean;
  /** Problem of the last action. */
  readonly problem: string | null;
  readonly revision: string | null;
  /** Text in the message field. */
  readonly draft: string;
  /** Texts that were typed and not sent, and that another text has replaced in the message field. */
  readonly unsent: readonly string[];
  /**
   * What becomes of a text that was sent while a turn runs: `waiting` until the turn ends, and `kept` in the field when the turn ended
   * with a question, which nobody had read when the text was sent. Null without one.
   */
  readonly early: "kept" | "waiting" | null;
}

/** A conversation, and what a person can do with it. */
export interface Conversation {
  readonly thread: ShownThread;
  readonly act: (action: Action) => void;
  /** Sends the text in the message field when the running turn has ended. */
  readonly sendLater: () => void;
  readonly type: (text: string) => void;
  /** Puts the beginning of a message into the message field. What the person has written there stays, as an unsent text. */
  readonly begin: (text: string) => void;
  /** Takes an unsent text away: sends it, puts it back into the message field, or forgets it. */
  readonly takeUnsent: (text: string, then: "edit" | "forget" | "send") => void;
  /** Tries again to reach the server. */
  readonly retry: () => void;
}

/** True if the last message asks for something that only typed text can answer, and waits for it. */
export const asksInWords = ({ messages, asking, questions, running, sending }: ShownThread): boolean =>
  !running && sending === null && questions.length === 0 && asking.includes(messages.at(-1)?.id ?? "");

/** Loads a conversation, runs actions in it, follows the turns of other clients, and keeps what was typed. */
export function useThread(threadId: string): Conversation {
  const [thread, setThread] = useState<ShownThread>(() => ({
    ...EMPTY,
    draft: drafts.read(threadId),
    unsent: unsentTexts.read(threadId),
  }));
  const latest = useRef(thread);
  const change = useCallback((parts: Partial<ShownThread>): void => {
    latest.current = { ...latest.current, ...parts };
    setThread(latest.current);
  }, []);
  const talk = useMemo(() => conversationOf(threadId, latest, change), [threadId, change]);
  useEffect(() => talk.open(), [talk]);
  const { open: _, ...actions } = talk;
  return { thread, ...actions };
}

const EMPTY: ShownThread = {
  connection: "loading",
  messages: [],
  asked: [],
  asking: [],
  answers: [],
  questions: [],
  sending: null,
  steps: [],
  status: null,
  unfinished: false,
  continuing: false,
  running: false,
  problem: null,
  revision: null,
  draft: "",
  unsent: [],
  early: null,
};

const NOT_SENT = "Your last message was not sent. It is in the message field.";
const NOT_SENT_KEPT = "Your last message was not sent. It is kept above the message field.";

function conversationOf(
  threadId: string,
  latest: { readonly current: ShownThread },
  change: (parts: Partial<ShownThread>) => void,
) {
  const left = new AbortController();
  /** Revisions that were continued without a click. A turn that ends its server would otherwise do so again and again. */
  const continued = new Set<string | null>();

  function type(text: string): void {
    drafts.write(threadId, text);
    change({ draft: text, early: null });
  }

  function keepUnsent(unsent: readonly string[]): void {
    unsentTexts.write(threadId, unsent);
    change({ unsent });
  }

  /** Text of {@link begin} that nobody has changed; the next one replaces it. */
  let begun: string | null = null;

  function begin(text: string): void {
    const { draft, unsent, problem } = latest.current;
    const own = draft.trim();
    if (own !== "" && draft !== begun) keepUnsent([...unsent.filter((each) => each !== own), own]);
    begun = text;
    type(text);
    if (problem === NOT_SENT) change({ problem: null });
  }

  function takeUnsent(text: string, then: "edit" | "forget" | "send"): void {
    const { draft, unsent, running } = latest.current;
    if (then === "send" && running) return;
    keepUnsent(unsent.filter((each) => each !== text));
    if (then === "edit") {
      if (draft.trim() !== "" && draft !== begun) keepUnsent([...latest.current.unsent, draft.trim()]);
      type(text);
    }
    if (then === "send") void run({ kind: "say", text });
  }

  function sendLater(): void {
    if (latest.current.running && latest.current.draft.trim() !== "") change({ early: "waiting" });
  }

  /** Sends the text that waited for the end of the turn, unless something has to be read first. */
  function sendEarly(): void {
    const { early, running, connection, questions, unfinished, problem, draft } = latest.current;
    if (early !== "waiting" || running) return;
    const isAsked = questions.length > 0 || asksInWords(latest.current);
    if (connection !== "online" || isAsked || unfinished || problem !== null) {
      change({ early: connection === "online" && isAsked ? "kept" : null });
      return;
    }
    type("");
    void run({ kind: "say", text: draft.trim() });
  }

  /** Takes back a text that did not arrive; forgets one that did. */
  function settleSent(view: ThreadView): void {
    const sent = outbox.read(threadId);
    const { draft, unsent } = latest.current;
    if (sent === null) return;
    const { text } = sent;
    if (hasArrived(sent, view)) {
      outbox.clear(threadId);
      if (draft.trim() === text) type("");
      if (unsent.includes(text)) keepUnsent(unsent.filter((each) => each !== text));
    } else if (!view.running && !view.unfinished) {
      outbox.clear(threadId);
      if (draft === "" && !unsent.includes(text)) type(text);
      const isKept = latest.current.draft.trim() !== text;
      if (isKept && !unsent.includes(text)) keepUnsent([...unsent, text]);
      change({ problem: latest.current.problem ?? (isKept ? NOT_SENT_KEPT : NOT_SENT) });
    }
  }

  /** Reads the conversation, and follows or continues its turn. */
  async function load({ mayContinue = true } = {}): Promise<void> {
    try {
      const view = await readThread(threadId);
      if (left.signal.aborted || latest.current.running) return;
      const { messages, asked, asking, answers, questions, unfinished, revision } = view;
      const wasAway = latest.current.connection === "away";
      const problem = wasAway ? null : latest.current.problem;
      const stored = { messages, asked, asking, answers, questions, unfinished, revision };
      change({ connection: "online", ...stored, sending: null, problem });
      settleSent(view);
      if (view.running) void run({ kind: "followTurn" });
      else if (unfinished && !continued.has(revision)) {
        continued.add(revision);
        if (mayContinue) void run({ kind: "continueTurn" });
      }
    } catch (error) {
      if (left.signal.aborted) return;
      if (error instanceof Refused && error.status === 404) change({ connection: "missing" });
      else if (error instanceof Refused)
        change({ connection: "online", problem: "The conversation could not be loaded." });
      else lose();
    }
  }

  function lose(): void {
    const sent = outbox.read(threadId);
    const { draft, running, unsent } = latest.current;
    // A text that is in sight as a message stays there, until the server says whether it has arrived.
    const isNowhere = sent !== null && draft === "" && !unsent.includes(sent.text);
    if (isNowhere && !running && !hasArrived(sent, latest.current)) type(sent.text);
    change({ connection: "away" });
  }

  async function run(action: Run): Promise<void> {
    if (latest.current.running || left.signal.aborted) return;
    const { asked, questions } = latest.current;
    if (action.kind === "say")
      outbox.write(threadId, { text: action.text, before: timesSaid(action.text, latest.current) });
    change(startOf(action, latest.current));
    let problem: string | null = null;
    let isLost = false;
    try {
      await runTurn(threadId, requestOf(action), {
        signal: left.signal,
        onEvent(event) {
          if (event.type === "RUN_ERROR" && !isQuiet(action, event.code)) problem = event.message;
          const { sending } = latest.current;
          const live = afterEvent(latest.current, event);
          change({ ...live, sending: isShown(sending, live.messages) ? null : sending });
        },
      });
    } catch (error) {
      // Without an answer of the server, the next read tells what became of the turn.
      if (error instanceof Refused) problem = error.message;
      else isLost = true;
    }
    if (left.signal.aborted) return;
    // What could not be sent is asked again.
    const askedAgain = isLost ? { asked, questions, sending: null } : {};
    change({ running: false, continuing: false, status: null, problem, ...askedAgain });
    await load({ mayContinue: problem === null });
    if (!left.signal.aborted) sendEarly();
  }

  function open(): () => void {
    void load();
    const stop = watchThread(threadId, {
      changed({ revision, running }) {
        const { connection, running: isRunning, revision: shown } = latest.current;
        if (!isRunning && (connection === "away" || running || revision !== shown)) void load();
      },
      lost() {
        if (latest.current.connection !== "missing") lose();
      },
    });
    return () => {
      stop();
      left.abort();
    };
  }

  const act = (action: Action): void => void run(action);
  return { open, type, begin, takeUnsent, sendLater, act, retry: () => void load() };
}

/** Changes at the start of a run. What was asked stays in sight, with the answer that is on its way. */
function startOf(action: Run, shown: ShownThread): Partial<ShownThread> {
  const begun = { running: true, problem: null, status: null, unfinished: false, questions: [] };
  const after = shown.messages.at(-1)?.id ?? null;
  switch (action.kind) {
    case "say": {
      if (shown.questions.length === 0)
        return { ...begun, steps: [], sending: { text: action.text, place: shown.messages.length } };
      const answer = {
        text: action.text,
        role: "typed",
        isDestructive: false,
        typed: action.text,
        by: null,
        at: null,
      } as const;
      const asked = shown.questions.map((question) => ({ conflicts: [], ...question, after, answer }));
      return { ...begun, steps: [], asked: [...shown.asked, ...asked.slice(0, 1)] };
    }
    case "answer": {
      const asked = shown.questions.flatMap((question): AskedView[] => {
        const choice = question.choices.find((each) => each.answer === action.answer);
        if (question.interruptId !== action.interruptId) return [];
        const { label: text = "…", role = "typed", isDestructive = false } = choice ?? {};
        const answer: AskedView["answer"] = { text, role, isDestructive, typed: null, by: null, at: null };
        return [{ conflicts: [], ...question, after, answer }];
      });
      // An answer continues the turn that asked, so its steps stay.
      return { ...begun, asked: [...shown.asked, ...asked] };
    }
    case "continueTurn":
      return { ...begun, steps: [], continuing: true };
    case "followTurn":
    default:
      return { ...begun, steps: [] };
  }
}

function requestOf(action: Run): TurnRequest {
  switch (action.kind) {
    case "say":
      return { messages: [{ id: crypto.randomUUID(), role: "user", content: action.text }] };
    case "answer":
      return { resume: [{ interruptId: action.interruptId, status: "resolved", payload: action.answer }] };
    case "continueTurn":
      return { forwardedProps: { continueTurn: true } };
    case "followTurn":
    default:
      return { forwardedProps: { followTurn: true } };
  }
}

/** True for the end of a turn that another client has finished while this page was about to continue or to follow it. */
const isQuiet = ({ kind }: Run, code: string | undefined): boolean =>
  code === "nothingToContinue" && (kind === "continueTurn" || kind === "followTurn");

/** True if the message that is on its way is among those that the server sent. */
const isShown = (sending: ShownThread["sending"], messages: readonly MessageView[]): boolean =>
  sending !== null &&
  messages.slice(sending.place).some(({ speaker, text }) => speaker === "user" && text.trim() === sending.text.trim());
