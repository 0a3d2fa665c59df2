import { Fragment, type ReactNode, useEffect, useRef } from "react";
import type { Text } from "../../src/texts.ts";
import { asksInWords, type ShownThread } from "../thread/use-thread.ts";
import { type CitedSource, messageParts, referenceParts } from "./citations.ts";
import { Markdown } from "./markdown.tsx";
import { QuestionText } from "./question-text.tsx";
import { Answers, AskedCard, Said } from "./question.tsx";

interface ConversationProps {
  readonly thread: ShownThread;
  readonly threadId: string;
  /** True if citations are links. */
  readonly hasSources: boolean;
  readonly say: (text: string) => void;
  /** What follows the messages: open questions. */
  readonly children: ReactNode;
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
export const isAskedAgain = ({
  texts,
  asked,
  questions,
}: Pick<ShownThread, "asked" | "questions" | "texts">): boolean => {
  const before = asked.at(-1);
  return texts.at(-1)?.speaker === "assistant" && before?.place !== texts.length && before?.text === questions[0]?.text;
};

/** Keeps the place where a person reads, and follows what is new. */
function useScrolling(thread: ShownThread, threadId: string) {
  const { texts, asked, acting, questions } = thread;
  const place = useRef<HTMLDivElement>(null);
  /** True when a person has scrolled since the page did. The browser scrolls too, when what is above becomes higher or lower. */
  const byHand = useRef(false);
  /** True when a person has scrolled away from the end, and is left there. */
  const isMoved = useRef(false);
  const isOpened = useRef(false);
  /** What was in the conversation when it was opened where a person had left it: only something new moves it. */
  const restored = useRef<string | null>(null);
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
      if (top !== undefined) places.keep(threadId, texts.length, { top, isMoved: isMoved.current });
    };
    addEventListener("pagehide", leave);
    return () => removeEventListener("pagehide", leave);
  }, [threadId, texts.length]);
  useEffect(() => {
    const kept = texts.length > 0 && !isOpened.current ? places.take(threadId, texts.length) : null;
    isOpened.current ||= texts.length > 0;
    const content = [texts.length, asked.length, ...questions.map(({ interruptId }) => interruptId)].join(" ");
    if (kept !== null && place.current !== null) {
      place.current.scrollTop = kept.top;
      // Where a person was reading, the page stays. Otherwise it follows the turn that still runs.
      [byHand.current, isMoved.current] = [true, kept.isMoved];
      restored.current = content;
    } else if (acting || (!isMoved.current && content !== restored.current)) {
      // Who says or chooses something looks at what comes of it.
      restored.current = null;
      scroll();
    }
  }, [texts, asked, acting, questions]);
  useEffect(() => {
    // The keyboard of a phone, or a longer text in the message field, leaves less room.
    const observer = new ResizeObserver(() => {
      if (!byHand.current) latest.current();
    });
    if (place.current !== null) observer.observe(place.current);
    return () => observer.disconnect();
  }, []);
  return { place, byHand, isMoved };
}

/** Messages and past questions of the conversation; new ones are read aloud by screen readers. */
export function Conversation({ thread, threadId, hasSources, say, children }: ConversationProps) {
  const { texts, asked, answers, running, questions, connection } = thread;
  const { place, byHand, isMoved } = useScrolling(thread, threadId);
  const touched = (): void => void (byHand.current = true);
  const openPlace = asksInWords(thread) ? texts.length - 1 : null;
  const questionAt = (at: number): "open" | "past" | null =>
    at === openPlace ? "open" : thread.asking.includes(at) ? "past" : null;
  const pastAt = (at: number) =>
    asked.map((each, index) => {
      if (Math.min(each.place, texts.length) !== at) return null;
      const isRepeated = [...questions, ...asked.slice(index + 1)].some(({ text }) => text === each.text);
      return <AskedCard key={each.interruptId} asked={each} isRepeated={isRepeated && each.answer?.role === "typed"} />;
    });
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls has to be reachable by keyboard
    <div
      className="talk-scroll"
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
      <div className="talk-content">
        <div className="messages" role="log" aria-live="polite" aria-busy={running} aria-label="Messages">
          {pastAt(0)}
          {texts.map((text, at) => {
            const question = questionAt(at);
            const next = texts[at + 1];
            const buttons = question === "open" && answers.length > 0 && (
              <Answers {...{ answers, say }} hasNumbers={text.text.includes("(1)")} isAway={connection === "away"} />
            );
            return (
              <Fragment key={text.key}>
                {text.speaker === "user" ? (
                  <Said text={text.text} />
                ) : (
                  <Message
                    {...{ text, question, buttons }}
                    answer={next?.speaker === "user" ? next.text : undefined}
                    sourcesOf={hasSources ? threadId : null}
                  />
                )}
                {pastAt(at + 1)}
              </Fragment>
            );
          })}
        </div>
        {connection === "away" && questions.length === 0 && texts.at(-1)?.speaker === "user" && (
          <p className="quiet unconfirmed">Not confirmed yet</p>
        )}
        {children}
      </div>
    </div>
  );
}

interface MessageProps {
  readonly text: Text;
  /** Whether the message is a question that typed text answers, and whether it waits for it. */
  readonly question: "open" | "past" | null;
  /** Buttons with answers to it. */
  readonly buttons: ReactNode;
  /** Message of the person that follows it. */
  readonly answer: string | undefined;
  /** Conversation to which the sources of a message lead back; null if citations are plain text. */
  readonly sourcesOf: string | null;
}

/** A message of an agent, which can be a question. */
function Message({ text: { text }, question, buttons, answer, sourcesOf }: MessageProps) {
  const parts = sourcesOf === null ? [text] : messageParts(text, sourcesOf);
  const sources = parts.flatMap((part) => (typeof part === "string" ? [] : part));
  const kind = question === null ? "message assistant" : `message assistant asks ${question} card`;
  return (
    <article className={kind}>
      <h2 className="hidden">{question === null ? "Assistant" : "Question"}</h2>
      {parts.map((part, index) => {
        // oxlint-disable react/no-array-index-key -- the parts of a message keep their places
        if (typeof part !== "string") return <Sources key={index} sources={part} />;
        if (question !== null)
          return <QuestionText key={index} text={part} hasButtons={buttons !== false} answer={answer} />;
        // What follows the sources is about them.
        return (
          <div key={index} className={index === 0 ? undefined : "about-sources"}>
            <Markdown text={part} sources={sources} />
          </div>
        );
        // oxlint-enable react/no-array-index-key
      })}
      {buttons}
      {question === "open" && (
        <p className="quiet">{buttons === false ? "Type your answer below." : "Or type your answer below."}</p>
      )}
    </article>
  );
}

/** A source opens in the same tab; its page leads back. */
const Sources = ({ sources }: { readonly sources: readonly CitedSource[] }) => (
  <ul className="sources" aria-label="Sources">
    {sources.map(({ number, reference, address, isCited }) => {
      const { title, place } = referenceParts(reference);
      // Without a citation, the whole section or document is meant.
      const shown = (text: string): string => (isCited ? text : text.replace(/(?::|, line )\d+$/, ""));
      return (
        <li key={number}>
          <a href={address}>
            {isCited && <span className="citation">[{number}] </span>}
            {shown(title)}
          </a>{" "}
          {place !== "" && <span className="quiet">{shown(place)}</span>}
        </li>
      );
    })}
  </ul>
);
