import { Chat, useChat } from "@ai-sdk/react";
import type { UIMessage } from "ai";
import { useEffect, useMemo, useRef, useState } from "react";
import type { AskedView, QuestionView, ThreadView } from "../../src/api.ts";
import { type Text, textsIn } from "../../src/texts.ts";
import { drafts, hasArrived, outbox, timesSaid, unsentTexts } from "./kept-text.ts";
import { chatTransport, pathOf, read, Refused, watchThread } from "./server.ts";

/** Action of a person: sends a message, presses a button, or continues an unfinished turn. */
export type Action =
  | { readonly kind: "say"; readonly text: string }
  | { readonly kind: "answer"; readonly interruptId: string; readonly answer: unknown }
  | { readonly kind: "continueTurn" };

/** Following the turn that the server runs needs nobody. */
type Run = Action | { readonly kind: "followTurn" };

/** What the page knows about a conversation besides its messages, which `useChat` has. */
interface Known extends Pick<ThreadView, "answers" | "asked" | "asking" | "questions" | "revision" | "unfinished"> {
  /** `away` while the server cannot be reached, `missing` for a conversation that cannot exist. */
  readonly connection: "away" | "loading" | "missing" | "online";
  readonly running: boolean;
  /** True while an interrupted turn is continued. */
  readonly continuing: boolean;
  /** True from the moment in which a person acts until the answer begins. */
  readonly acting: boolean;
  /** Latest status message of an agent that is working. */
  readonly status: string | null;
  /** Problem of the last action. */
  readonly problem: string | null;
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

/** A conversation as the page shows it. */
export interface ShownThread extends Known {
  readonly texts: readonly Text[];
}

/** A conversation, and what a person can do with it. */
export interface Conversation extends Omit<ReturnType<typeof conversationOf>, "chat" | "open"> {
  readonly thread: ShownThread;
}

/** True if the last text asks for something that only typed text can answer, and waits for it. */
export const asksInWords = ({ texts, asking, questions, running }: ShownThread): boolean =>
  !running && questions.length === 0 && asking.includes(texts.length - 1);

/** Loads a conversation, runs actions in it, follows the turns of other clients, and keeps what was typed. */
export function useThread(threadId: string): Conversation {
  const [known, setKnown] = useState<Known>(() => ({
    ...EMPTY,
    draft: drafts.read(threadId),
    unsent: unsentTexts.read(threadId),
  }));
  const latest = useRef(known);
  const { chat, open, ...actions } = useMemo(
    () =>
      conversationOf(threadId, latest, (parts) => {
        latest.current = { ...latest.current, ...parts };
        setKnown(latest.current);
      }),
    [threadId],
  );
  const { messages } = useChat({ chat });
  useEffect(() => open(), [open]);
  const texts = useMemo(() => textsIn(messages), [messages]);
  return { thread: { ...known, texts }, ...actions };
}

const EMPTY: Known = {
  connection: "loading",
  asked: [],
  asking: [],
  answers: [],
  questions: [],
  revision: null,
  unfinished: false,
  running: false,
  continuing: false,
  acting: false,
  status: null,
  problem: null,
  draft: "",
  unsent: [],
  early: null,
};

const NOT_SENT = "Your last message was not sent. It is in the message field.";
const NOT_LOADED = "The conversation could not be loaded.";
const NOT_SENT_KEPT = "Your last message was not sent. It is kept above the message field.";

/** Time that a turn takes at least that can be followed, in milliseconds. */
const MOMENT_MS = 100;

/** Refusals that tell what to do with the conversation rather than what went wrong. */
const TEXTS: Readonly<Record<string, string>> = {
  "stream/closedQuestion": "This question was already answered elsewhere.",
  alreadyResolved: "This question was already answered elsewhere.",
};

function conversationOf(
  threadId: string,
  latest: { readonly current: Known },
  change: (parts: Partial<Known>) => void,
) {
  let isOpen = false;
  /** Revisions that were continued without a click. A turn that ends its server would otherwise do so again and again. */
  const continued = new Set<string | null>();
  /** What became of the request that runs. */
  let request: { isAccepted: boolean; error: Error | null; code: unknown } = {
    isAccepted: false,
    error: null,
    code: null,
  };

  const chat = new Chat<UIMessage>({
    id: threadId,
    transport: chatTransport(() => (request.isAccepted = true)),
    onData(part) {
      const valueOf = (key: string): unknown => Reflect.get(Object(part.data), key);
      const status = valueOf("message");
      if (part.type === "data-error") request.code = valueOf("code");
      if (part.type === "data-event" && valueOf("type") === "status" && typeof status === "string") change({ status });
    },
    onError: (error) => void (request.error = error),
  });
  const said = () => ({ texts: textsIn(chat.messages), asked: latest.current.asked });
  const asksNow = (): boolean => asksInWords({ ...latest.current, texts: said().texts });

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

  /** Puts the beginning of a message into the message field. What the person has written there stays, as an unsent text. */
  function begin(text: string): void {
    const { draft, unsent, problem } = latest.current;
    const own = draft.trim();
    if (own !== "" && draft !== begun) keepUnsent([...unsent.filter((each) => each !== own), own]);
    begun = text;
    type(text);
    if (problem === NOT_SENT) change({ problem: null });
  }

  /** Takes an unsent text away: sends it, puts it back into the message field, or forgets it. */
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

  /** Sends the text in the message field when the running turn has ended. */
  function sendLater(): void {
    if (latest.current.running && latest.current.draft.trim() !== "") change({ early: "waiting" });
  }

  /** Sends the text that waited for the end of the turn, unless something has to be read first. */
  function sendEarly(): void {
    const { early, running, connection, questions, unfinished, problem, draft } = latest.current;
    if (early !== "waiting" || running) return;
    const isAsked = questions.length > 0 || asksNow();
    if (connection !== "online" || isAsked || unfinished || problem !== null) {
      change({ early: connection === "online" && isAsked ? "kept" : null });
      return;
    }
    type("");
    void run({ kind: "say", text: draft.trim() });
  }

  /** Takes back a text that did not arrive; forgets one that did. */
  function settleSent({ running, unfinished }: ThreadView): void {
    const sent = outbox.read(threadId);
    const { draft, unsent } = latest.current;
    if (sent === null) return;
    const { text } = sent;
    if (hasArrived(sent, said())) {
      outbox.clear(threadId);
      if (draft.trim() === text) type("");
      if (unsent.includes(text)) keepUnsent(unsent.filter((each) => each !== text));
    } else if (!running && !unfinished) {
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
      const view = await read<ThreadView>(pathOf(threadId));
      if (!isOpen || latest.current.running) return;
      const { messages, running, ...stored } = view;
      const { connection, problem: before } = latest.current;
      const problem = connection === "away" || before === NOT_LOADED ? null : before;
      chat.messages = messages;
      change({ ...stored, connection: "online", problem });
      settleSent(view);
      if (running) void run({ kind: "followTurn" });
      else if (view.unfinished && !continued.has(view.revision)) {
        continued.add(view.revision);
        if (mayContinue) void run({ kind: "continueTurn" });
      }
    } catch (error) {
      if (!isOpen) return;
      if (error instanceof Refused && error.code === 404) change({ connection: "missing" });
      else if (error instanceof Refused) change({ connection: "online", problem: NOT_LOADED });
      else lose();
    }
  }

  function lose(): void {
    const sent = outbox.read(threadId);
    const { draft, running, unsent } = latest.current;
    // A text that is in sight as a message stays there, until the server says whether it has arrived.
    const isNowhere = sent !== null && draft === "" && !unsent.includes(sent.text);
    if (isNowhere && !running && !hasArrived(sent, said())) type(sent.text);
    change({ connection: "away" });
  }

  /** Sends the request of an action, and waits for the end of its turn. */
  async function send(action: Run): Promise<void> {
    switch (action.kind) {
      case "say":
        return chat.sendMessage({ text: action.text });
      case "answer": {
        const { interruptId, answer } = action;
        return chat.sendMessage(undefined, { body: { answers: [{ interruptId, answer }] } });
      }
      case "continueTurn":
        return chat.sendMessage(undefined, { body: { trigger: "regenerate-message" } });
      case "followTurn":
      default:
        return chat.resumeStream();
    }
  }

  async function run(action: Run): Promise<void> {
    if (latest.current.running || !isOpen) return;
    const { asked, questions } = latest.current;
    const before = chat.messages;
    if (action.kind === "say") outbox.write(threadId, { text: action.text, before: timesSaid(action.text, said()) });
    request = { isAccepted: false, error: null, code: null };
    change(startOf(action, { ...latest.current, texts: said().texts }));
    const started = Date.now();
    await send(action);
    // A turn that cannot be followed any more is about to end.
    if (action.kind === "followTurn" && Date.now() - started < MOMENT_MS)
      await new Promise((resolve) => setTimeout(resolve, 2 * MOMENT_MS));
    if (!isOpen) return;
    const { isAccepted, error, code } = request;
    const reason = String(error instanceof Refused ? error.code : code);
    const isQuiet = reason.endsWith("nothingToContinue");
    // Without an answer of the server, the next read tells what became of the turn.
    const isLost = error instanceof TypeError;
    const text = error === null || isLost || isQuiet ? null : error.message;
    const problem = text === null ? null : (TEXTS[reason] ?? text);
    chat.clearError();
    // What could not be sent is asked again.
    if (!isAccepted && error !== null) chat.messages = before;
    change({ running: false, continuing: false, acting: false, status: null, problem });
    if (!isAccepted && isLost) change({ asked, questions });
    await load({ mayContinue: problem === null });
    if (isOpen) sendEarly();
  }

  function open(): () => void {
    isOpen = true;
    void load();
    const stop = watchThread(threadId, {
      changed({ revision, running }) {
        const { connection, running: isRunning, revision: shown } = latest.current;
        if (!isRunning && (connection === "away" || running || revision !== shown)) void load();
        // A new conversation is listed as soon as its first message is stored.
        else if (isRunning && shown === null) change({ revision });
      },
      lost() {
        if (latest.current.connection !== "missing") lose();
      },
    });
    return () => {
      isOpen = false;
      stop();
      void chat.stop();
    };
  }

  const act = (action: Action): void => void run(action);
  /** Tries again to reach the server. */
  const retry = (): void => void load();
  return { chat, open, type, begin, takeUnsent, sendLater, act, retry };
}

/** Changes at the start of a run. What was asked stays in sight, with the answer that is on its way. */
function startOf(action: Run, { questions, asked, texts }: ShownThread): Partial<Known> {
  const begun = { running: true, problem: null, status: null, unfinished: false, questions: [] };
  const place = texts.length;
  const answered = (question: QuestionView, choice?: QuestionView["choices"][number]): AskedView => {
    const { label: text, role, isDestructive = false } = choice ?? ({ label: "…", role: "typed" } as const);
    return { ...question, place, answer: { text, role, isDestructive, typed: null, by: null, at: null } };
  };
  switch (action.kind) {
    case "say":
      // The typed answer is shown as a message.
      return { ...begun, acting: true, asked: [...asked, ...questions.slice(0, 1).map((each) => answered(each))] };
    case "answer": {
      const question = questions.find(({ interruptId }) => interruptId === action.interruptId);
      if (question === undefined) return { ...begun, acting: true };
      const choice = question.choices.find(({ answer }) => answer === action.answer);
      return { ...begun, acting: true, asked: [...asked, answered(question, choice)] };
    }
    case "continueTurn":
      return { ...begun, continuing: true };
    case "followTurn":
    default:
      return begun;
  }
}
