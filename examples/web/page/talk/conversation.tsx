import type { ComponentChildren } from "preact";
import { useEffect, useRef } from "preact/hooks";
import type { AskedView, MessageView } from "../../src/api.ts";
import { asksInWords, type ShownThread } from "../thread/use-thread.ts";
import { Answers } from "./answers.tsx";
import { AskedCard } from "./asked-card.tsx";
import { type CitedSource, messageParts, referenceParts } from "./citations.ts";
import { Markdown } from "./markdown.tsx";
import { QuestionText } from "./question-text.tsx";
import { Whole } from "./whole.tsx";
import { workLine } from "./work-line.ts";

interface ConversationProps {
  readonly thread: ShownThread;
  readonly threadId: string;
  /** True if citations are links. */
  readonly hasSources: boolean;
  readonly say: (text: string) => void;
  /** What follows the messages: open questions. */
  readonly children: ComponentChildren;
}

/** Distance from the end within which the conversation follows new text, in pixels. */
const NEAR = 120;

/** Keys that scroll. */
const SCROLLING = ["ArrowUp", "ArrowDown", "PageUp", "PageDown", "Home", "End", " "];

/** Space above what the person said last, in pixels. */
const ABOVE = 16;

/** Space above an open question that does not fit, in pixels. */
const ABOVE_QUESTION = 8;

/** Position in a conversation, and whether a person has scrolled away from the end. */
interface Place {
  readonly top: number;
  readonly isMoved: boolean;
}

/** Where a person reads a conversation, for a reload and for the way back from a source, as long as there are no new messages. */
const places = {
  keep(threadId: string, messages: number, { top, isMoved }: Place): void {
    sessionStorage.setItem(`place:${threadId}`, `${messages}/${top}${isMoved ? "/moved" : ""}`);
  },
  take(threadId: string, messages: number): Place | null {
    const [count, top, moved] = (sessionStorage.getItem(`place:${threadId}`) ?? "").split("/");
    sessionStorage.removeItem(`place:${threadId}`);
    return Number(count) === messages ? { top: Number(top), isMoved: moved !== undefined } : null;
  },
};

/** Share of the visible part that a message of the person takes at most, so that the answer to a long one is in view. */
const MAX_SHARE = 0.4;

/** Position of what the person said or chose last: the start of a long answer to it is read first. */
function beginningOfTurn(element: HTMLElement): number {
  const last = [...element.querySelectorAll(".message.user, .past .outcome")].at(-1);
  if (last === undefined) return element.scrollHeight;
  const { top, bottom } = last.getBoundingClientRect();
  const start = Math.max(top - ABOVE, bottom - element.clientHeight * MAX_SHARE);
  return start - element.getBoundingClientRect().top + element.scrollTop;
}

/** Position of the open question: its start, if it is taller than what is visible, otherwise its end. */
function beginningOfQuestion(element: HTMLElement): number {
  const card = element.querySelector(".question");
  if (card === null) return element.scrollHeight;
  return card.getBoundingClientRect().top - element.getBoundingClientRect().top + element.scrollTop - ABOVE_QUESTION;
}

/** True if an open question waits again after an answer to something else. */
export const isAskedAgain = ({ messages, asked, questions }: Pick<ShownThread, "asked" | "messages" | "questions">) => {
  const [last, before] = [messages.at(-1), asked.at(-1)];
  return last?.speaker === "assistant" && before?.after !== last.id && before?.text === questions[0]?.text;
};

/** Messages and past questions of the conversation; new ones are read aloud by screen readers. */
export function Conversation({ thread, threadId, hasSources, say, children }: ConversationProps) {
  const { messages, asked, sending, running, questions, connection } = thread;
  const place = useRef<HTMLDivElement>(null);
  /** True when a person has scrolled since the page did. The browser scrolls too, when what is above becomes higher or lower. */
  const byHand = useRef(false);
  /** True when a person has scrolled away from the end, and is left there. */
  const isMoved = useRef(false);
  const isOpened = useRef(false);
  /** What was in the conversation when it was opened where a person had left it: only something new moves it. */
  const restored = useRef<string | null>(null);
  const shown = messages.filter(({ text }) => text !== "");
  // Who says or chooses something looks at what comes of it.
  const isActing = sending !== null || (running && asked.at(-1)?.answer?.at === null);
  const scroll = (): void => {
    const { current: element } = place;
    if (element === null) return;
    // The answer to a question in between comes first, and then the question that still waits.
    const showsQuestion = questions.length > 0 && !isAskedAgain(thread);
    element.scrollTop = showsQuestion ? beginningOfQuestion(element) : beginningOfTurn(element);
    [byHand.current, isMoved.current] = [false, false];
  };
  const latest = useRef(scroll);
  latest.current = scroll;
  useEffect(() => {
    const leave = (): void => {
      const top = place.current?.scrollTop;
      if (top !== undefined) places.keep(threadId, messages.length, { top, isMoved: isMoved.current });
    };
    addEventListener("pagehide", leave);
    return () => removeEventListener("pagehide", leave);
  }, [threadId, messages.length]);
  useEffect(() => {
    const kept = messages.length > 0 && !isOpened.current ? places.take(threadId, messages.length) : null;
    isOpened.current ||= messages.length > 0;
    const content = [messages.length, asked.length, ...questions.map(({ interruptId }) => interruptId)].join(" ");
    if (kept !== null && place.current !== null) {
      place.current.scrollTop = kept.top;
      // Where a person was reading, the page stays. Otherwise it follows the turn that still runs.
      [byHand.current, isMoved.current] = [true, kept.isMoved];
      restored.current = content;
    } else if (isActing || (!isMoved.current && content !== restored.current)) {
      restored.current = null;
      scroll();
    }
  }, [messages, asked, sending, questions]);
  useEffect(() => {
    // The keyboard of a phone, or a longer text in the message field, leaves less room.
    const observer = new ResizeObserver(() => {
      if (!byHand.current) latest.current();
    });
    if (place.current !== null) observer.observe(place.current);
    return () => observer.disconnect();
  }, []);
  const touched = (): void => void (byHand.current = true);
  const known = new Set(messages.map(({ id }) => id));
  const first = asked.filter(({ after }) => after === null || !known.has(after));
  const open = questions.map(({ text }) => text);
  const openId = asksInWords(thread) ? messages.at(-1)?.id : undefined;
  const said = (message: MessageView) => {
    const question = message.id === openId ? "open" : thread.asking.includes(message.id) ? "past" : null;
    const sources = hasSources ? threadId : null;
    const answers = question === "open" && thread.answers.length > 0 && (
      <Answers
        answers={thread.answers}
        hasNumbers={message.text.includes("(1)")}
        isAway={connection === "away"}
        say={say}
      />
    );
    const next = shown[shown.indexOf(message) + 1];
    const answer = next?.speaker === "user" ? next.text : undefined;
    return <Said key={message.id} {...{ message, question, answers, answer, asked, open, sources }} />;
  };
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls has to be reachable by keyboard
    <div
      class="talk-scroll"
      ref={place}
      role="region"
      aria-label="Messages and questions"
      tabIndex={0}
      onWheel={touched}
      onTouchMove={touched}
      onPointerDown={({ target, currentTarget }) => {
        // The scroll bar.
        if (target === currentTarget) touched();
      }}
      onKeyDown={({ key }) => {
        if (SCROLLING.includes(key)) touched();
      }}
      onScroll={({ currentTarget: { scrollHeight, scrollTop, clientHeight } }) => {
        if (byHand.current) isMoved.current = scrollHeight - scrollTop - clientHeight > NEAR;
      }}
    >
      <div class="talk-content">
        <div class="messages" role="log" aria-live="polite" aria-busy={running} aria-label="Messages">
          <Asked asked={first} open={open} />
          {shown.slice(0, sending?.place).map(said)}
          {sending !== null && (
            <>
              <article class="message user sending">
                <h2 class="hidden">You</h2>
                <p class="plain">
                  <Whole text={sending.text} />
                </p>
              </article>
              {shown.slice(sending.place).map(said)}
            </>
          )}
        </div>
        {/* The message field has the status for screen readers. */}
        {running && (
          <p class="working" aria-hidden="true">
            {workLine(thread)}
          </p>
        )}
        {connection === "away" && questions.length === 0 && messages.at(-1)?.speaker === "user" && (
          <p class="quiet unconfirmed">Not confirmed yet</p>
        )}
        {children}
      </div>
    </div>
  );
}

interface SaidProps {
  readonly message: MessageView;
  /** Whether the message is a question that typed text answers, and whether it waits for it. */
  readonly question: "open" | "past" | null;
  /** Buttons with answers to it. */
  readonly answers: ComponentChildren;
  /** Message of the person that follows it. */
  readonly answer: string | undefined;
  readonly asked: readonly AskedView[];
  readonly open: readonly string[];
  /** Conversation to which the sources of a message lead back; null if citations are plain text. */
  readonly sources: string | null;
}

/** A message, and the questions that followed it. */
const Said = ({ message, question, answers, answer, asked, open, sources }: SaidProps) => (
  <>
    <Message {...{ message, question, answers, answer, sources }} />
    <Asked asked={asked.filter(({ after }) => after === message.id)} open={open} />
  </>
);

interface AskedProps {
  readonly asked: readonly AskedView[];
  /** Texts of the open questions. */
  readonly open: readonly string[];
}

const Asked = ({ asked, open }: AskedProps) => (
  <>
    {asked.map((each, index) => {
      const isRepeated = open.includes(each.text) || asked.slice(index + 1).some(({ text }) => text === each.text);
      return <AskedCard key={each.interruptId} asked={each} isRepeated={isRepeated && each.answer?.role === "typed"} />;
    })}
  </>
);

function Message({
  message: { speaker, text },
  question,
  answers,
  answer,
  sources: thread,
}: Pick<SaidProps, "answer" | "answers" | "message" | "question" | "sources">) {
  if (speaker === "user")
    return (
      <article class="message user">
        <h2 class="hidden">You</h2>
        <p class="plain">
          <Whole text={text} />
        </p>
      </article>
    );
  const parts = thread === null ? [text] : messageParts(text, thread);
  const sources = parts.flatMap((part) => (typeof part === "string" ? [] : part));
  return (
    <article
      class={
        question === null ? "message assistant" : `message assistant asks ${question === "open" ? "open " : ""}card`
      }
    >
      <h2 class="hidden">{question === null ? "Assistant" : "Question"}</h2>
      {parts.map((part, index) => {
        if (typeof part !== "string") return <Sources sources={part} />;
        if (question !== null) return <QuestionText text={part} hasButtons={answers !== false} answer={answer} />;
        // What follows the sources is about them.
        const content = <Markdown text={part} sources={sources} />;
        return index === 0 ? content : <div class="about-sources">{content}</div>;
      })}
      {answers}
      {question === "open" && (
        <p class="quiet">{answers === false ? "Type your answer below." : "Or type your answer below."}</p>
      )}
    </article>
  );
}

/** A source opens in the same tab; its page leads back. */
const Sources = ({ sources }: { readonly sources: readonly CitedSource[] }) => (
  <ul class="sources" aria-label="Sources">
    {sources.map(({ number, reference, address, isCited }) => {
      const { title, place } = referenceParts(reference);
      // Without a citation, the whole section or document is meant.
      const shown = (text: string): string => (isCited ? text : text.replace(/(?::|, line )\d+$/, ""));
      return (
        <li key={number}>
          <a href={address}>
            {isCited && <span class="citation">[{number}] </span>}
            {shown(title)}
          </a>{" "}
          {place !== "" && <span class="quiet">{shown(place)}</span>}
        </li>
      );
    })}
  </ul>
);
