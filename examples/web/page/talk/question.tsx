import { type ReactNode, useEffect, useRef, useState } from "react";
import type { AnswerView, AskedView, QuestionView } from "../../src/api.ts";
import type { TypedAnswer } from "../../src/application.ts";
import { Icon } from "../icons.tsx";
import { focusField, isWaiting } from "./focus.ts";
import { Markdown } from "./markdown.tsx";
import { questionParts, QuestionText } from "./question-text.tsx";
import { Time, Whole } from "./text.tsx";

/** A count with its noun: "1 note", "2 notes". */
const countOf = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? "" : "s"}`;

const List = ({ items }: { readonly items: readonly string[] }) => (
  <ul>
    {items.map((item) => (
      <li key={item} className={item.includes("\n") ? "text" : undefined}>
        {item.includes("\n") ? <Markdown text={item} /> : <Whole text={item} />}
      </li>
    ))}
  </ul>
);

interface CollapsedListProps {
  readonly items: readonly string[];
  /** Number of items to show; the others are behind a click. */
  readonly shown: number;
  /** Title of the click if no item is shown. */
  readonly title: ReactNode;
}

/** Sentences, the first of which are shown. */
const CollapsedList = ({ items, shown, title }: CollapsedListProps) => (
  <>
    {shown > 0 && <List items={items.slice(0, shown)} />}
    {items.length > shown && (
      <details>
        <summary>{shown > 0 ? `${items.length - shown} more` : title}</summary>
        <List items={items.slice(shown)} />
      </details>
    )}
  </>
);

/** Additional information about a question or a choice. */
const Notes = ({ notes, shown }: { readonly notes: readonly string[]; readonly shown: number }) =>
  notes.length > 0 && (
    <div className="notes">
      <CollapsedList items={notes} shown={shown} title={countOf(notes.length, "note")} />
    </div>
  );

interface ConflictsProps {
  readonly conflicts: readonly string[] | undefined;
  /** True if the person has read them before: all of them are behind a click. */
  readonly isCollapsed: boolean;
}

/** What a proposal conflicts with, with the warning sign that its events have in the calendar. The first four are shown. */
function Conflicts({ conflicts = [], isCollapsed }: ConflictsProps) {
  if (conflicts.length === 0) return null;
  const title = (
    <>
      <Icon name="warning" /> {countOf(conflicts.length, "conflict")}
    </>
  );
  return (
    <div className="conflicts">
      {!isCollapsed && <p className="conflicts-title">{title}</p>}
      <CollapsedList items={conflicts} shown={isCollapsed ? 0 : 4} title={title} />
    </div>
  );
}

type Choice = QuestionView["choices"][number];

interface ChoiceButtonProps {
  readonly label: string;
  /** Number of the choice; null without one. */
  readonly number?: number | null;
  readonly kind?: string;
  /** Id of the button's label. */
  readonly id?: string;
  /** True while the server cannot be reached, so that no choice can be sent. */
  readonly isAway: boolean;
  readonly choose: () => void;
  readonly notes?: readonly string[];
  readonly children?: ReactNode;
}

const ChoiceButton = ({
  label,
  number = null,
  kind = "",
  id,
  isAway,
  choose,
  notes = [],
  children,
}: ChoiceButtonProps) => (
  <li>
    <button
      type="button"
      className={`choice ${kind}`}
      aria-disabled={isAway || undefined}
      aria-labelledby={id}
      aria-describedby={id !== undefined && notes.length > 0 ? `${id}-notes` : undefined}
      onClick={() => {
        if (isAway) return;
        choose();
        focusField();
      }}
    >
      {number !== null && <span className="number">{number}</span>}
      <span id={id} className="label">
        <Whole text={label} />
      </span>
      {children}
    </button>
    <div id={id && `${id}-notes`}>
      <Notes notes={notes} shown={1} />
    </div>
  </li>
);

interface AnswersProps {
  readonly answers: readonly TypedAnswer[];
  /** True if the question numbers its answers. An answer that sends its number shows it in any case. */
  readonly hasNumbers: boolean;
  readonly isAway: boolean;
  readonly say: (text: string) => void;
}

/** Buttons for a question that typed text answers. Each sends its text as if it had been typed. */
export const Answers = ({ answers, hasNumbers, isAway, say }: AnswersProps) => (
  <ul className="choices">
    {answers.map(({ label, text }, index) => {
      const number = hasNumbers || text === String(index + 1) ? index + 1 : null;
      return <ChoiceButton key={text} {...{ label, number, isAway }} choose={() => say(text)} />;
    })}
  </ul>
);

interface QuestionCardProps {
  readonly question: QuestionView;
  /** True if the person has read it before: its notes and conflicts are behind a click. */
  readonly isAgain: boolean;
  /** True above the view of the application, where conflicts and long choices would hide it: they are behind a click. */
  readonly isOverView: boolean;
  readonly isAway: boolean;
  readonly choose: (answer: unknown) => void;
}

/** Number of choices besides the refusal that are shown at first. */
const MAX_SHOWN = 3;

/** An open question, with one button per choice: the recommended one first, and the refusal always in sight. */
export function QuestionCard({ question, isAgain, isOverView, isAway, choose }: QuestionCardProps) {
  const { interruptId, text, notes, conflicts = [], choices } = question;
  const [all, setAll] = useState(false);
  const heading = useRef<HTMLHeadingElement>(null);
  const list = useRef<HTMLUListElement>(null);
  // Move the focus to the question for a person who is waiting for it, and leave it where a person is writing or reading.
  useEffect(() => {
    // One of the two cards of a question is hidden.
    if (heading.current?.checkVisibility() === true && isWaiting()) heading.current.focus({ preventScroll: true });
  }, [interruptId]);
  const { offered, refusals } = ordered(choices);
  const shown = all || offered.length <= MAX_SHOWN + 1 ? offered : offered.slice(0, MAX_SHOWN);
  const hidden = offered.length - shown.length;
  const id = `${isOverView ? "view-question" : "question"}-${interruptId}`;
  // A person who is asked for a number needs those of the choices.
  const hasNumbers = [text, ...notes].some((sentence) => /\bnumber\b/i.test(sentence));
  const item = ({ choice, number }: Numbered) => (
    <ChoiceButton
      key={number}
      label={choice.label}
      number={hasNumbers ? number : null}
      kind={choice.isDestructive === true ? "destructive" : choice.role}
      id={`${id}-${number}`}
      isAway={isAway}
      notes={choice.notes}
      choose={() => choose(choice.answer)}
    >
      {choice.role === "recommended" && offered.length > 1 && <span className="badge">Recommended</span>}
    </ChoiceButton>
  );
  const showAll = (): void => {
    setAll(true);
    requestAnimationFrame(() => {
      list.current?.closest(".card")?.scrollIntoView({ block: "end" });
      list.current?.querySelectorAll<HTMLElement>(".choice")[MAX_SHOWN]?.focus();
    });
  };
  const details = (
    <>
      {/* Read and collapsed in the conversation, they are still to be read where only the view was seen. */}
      <Conflicts conflicts={conflicts} isCollapsed={isAgain && !isOverView} />
      {offered.length > 0 && (
        <ul className="choices" ref={list}>
          {shown.map(item)}
        </ul>
      )}
      {(refusals.length > 0 || hidden > 0) && (
        <ul className="choices refusals">
          {hidden > 0 && (
            <li>
              <button type="button" className="more" aria-expanded={false} onClick={showAll}>
                {hidden} more choices
              </button>
            </li>
          )}
          {refusals.map(item)}
        </ul>
      )}
    </>
  );
  const counts = [conflicts.length > 0 && countOf(conflicts.length, "conflict"), countOf(choices.length, "choice")];
  return (
    <section className={isOverView ? "question card over-view" : "question card"} aria-labelledby={id}>
      <div className="asked">
        <QuestionText text={text} heading={{ id, ref: heading }} />
        <Notes notes={notes} shown={isAgain ? 0 : 2} />
      </div>
      {isOverView ? (
        <details open={conflicts.length === 0}>
          <summary>
            {conflicts.length > 0 && <Icon name="warning" />} {counts.filter(Boolean).join(", ")}
          </summary>
          <div className="over-view-details">{details}</div>
        </details>
      ) : (
        details
      )}
    </section>
  );
}

/** A choice with its number in the order in which the question was asked, from 1. */
interface Numbered {
  readonly choice: Choice;
  readonly number: number;
}

/** The recommended choices, then the neutral ones; and the refusals, which stay with their requests if there are many. */
function ordered(choices: readonly Choice[]): Readonly<Record<"offered" | "refusals", readonly Numbered[]>> {
  const numbered = choices.map((choice, index) => ({ choice, number: index + 1 }));
  const of = (role: Choice["role"]) => numbered.filter(({ choice }) => choice.role === role);
  if (of("refusal").length > 1) return { offered: numbered, refusals: [] };
  return { offered: [...of("recommended"), ...of("plain")], refusals: of("refusal") };
}

interface WordedQuestionProps {
  readonly text: string;
  /** Goes to the message field. */
  readonly answer: () => void;
}

/** A question that only typed text can answer, above the view of the application. */
export const WordedQuestion = ({ text, answer }: WordedQuestionProps) => (
  <section className="question card over-view" aria-label="Question">
    <div className="asked">
      <QuestionText text={text} />
    </div>
    <button type="button" className="choice recommended" onClick={answer}>
      Answer in the conversation
    </button>
  </section>
);

interface AskedCardProps {
  readonly asked: AskedView;
  /** True if the same question was asked again, because the answer was unclear: its notes are shown where it was asked last. */
  readonly isRepeated: boolean;
}

/** A question of the past: what was asked, what was noted, and what was answered, by whom and when. */
export function AskedCard({ asked: { text, notes, conflicts, choices, answer }, isRepeated }: AskedCardProps) {
  const { question } = questionParts(text);
  // A question without choices is answered by any text, and one that was asked again waits there.
  const isReplaced = answer?.role === "typed" && answer.at !== null && choices.length > 0 && !isRepeated;
  const others = choices.filter(({ label }) => label !== answer?.text);
  const isChosen = answer !== null && answer.role !== "typed";
  return (
    <>
      <article className="past card" aria-label={`Question: ${question}`}>
        <QuestionText text={isRepeated ? question : text} />
        {!isRepeated && <Conflicts conflicts={conflicts} isCollapsed />}
        {/* What was noted is read again only by who looks for it. */}
        {!isRepeated && <Notes notes={notes} shown={notes.length === 1 ? 1 : 0} />}
        {(answer === null || isReplaced) && <p className="outcome neutral">Not answered: a new message came first.</p>}
        {isChosen && <Outcome answer={answer} />}
        {isChosen && others.length > 0 && (
          <details className="others">
            <summary>{others.length === 1 ? "1 other choice" : `${others.length} other choices`}</summary>
            <List items={others.map(({ label }) => label)} />
          </details>
        )}
      </article>
      {answer !== null && answer.typed !== null && <Said title="You answered" text={answer.typed} />}
    </>
  );
}

const Outcome = ({ answer: { text, role, isDestructive, by, at } }: { readonly answer: AnswerView }) => (
  <p className={role === "refusal" || isDestructive ? "outcome neutral" : "outcome"}>
    <Icon name={role === "refusal" ? "cross" : "tick"} />
    <span>
      <strong>
        <Whole text={text} />
      </strong>{" "}
      <span className="quiet">
        {at === null ? (
          "Sending …"
        ) : (
          <>
            Answered {by !== null && `by ${by} `}
            <Time at={at} isInSentence />
          </>
        )}
      </span>
    </span>
  </p>
);

/** What a person said. */
export const Said = ({ title = "You", text }: { readonly title?: string; readonly text: string }) => (
  <article className="message user">
    <h2 className="hidden">{title}</h2>
    <p className="plain">
      <Whole text={text} />
    </p>
  </article>
);
