import { useEffect, useRef, useState } from "preact/hooks";
import type { QuestionView } from "../../src/api.ts";
import { WarningIcon } from "../icons.tsx";
import { Conflicts } from "./conflicts.tsx";
import { focusField, isWaiting } from "./focus.ts";
import { countOf, Notes } from "./notes.tsx";
import { QuestionText } from "./question-text.tsx";
import { Whole } from "./whole.tsx";

interface QuestionCardProps {
  readonly question: QuestionView;
  /** True if the person has read it before: its notes and conflicts are behind a click. */
  readonly isAgain: boolean;
  /** True above the view of the application, where conflicts and long choices would hide it: they are behind a click. */
  readonly isOverView?: boolean;
  /** True while the server cannot be reached, so that no choice can be sent. */
  readonly isAway: boolean;
  readonly choose: (answer: unknown) => void;
}

type Choice = QuestionView["choices"][number];

/** A choice with its number in the order in which the question was asked, from 1. */
interface Numbered {
  readonly choice: Choice;
  readonly number: number;
}

/** Number of choices besides the refusal that are shown at first. */
const MAX_SHOWN = 3;

/** An open question, with one button per choice: the recommended one first, and the refusal always in sight. */
export function QuestionCard({ question, isAgain, isOverView = false, isAway, choose }: QuestionCardProps) {
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
  const named = {
    idPrefix: `${isOverView ? "view-question" : "question"}-${interruptId}`,
    hasNumbers: asksForNumber(question),
    hasSeveral: offered.length > 1,
    isAway,
    choose,
  };
  const details = (
    <>
      {/* Read and collapsed in the conversation, they are still to be read where only the view was seen. */}
      <Conflicts conflicts={conflicts} isCollapsed={isAgain && !isOverView} />
      {offered.length > 0 && (
        <ul class="choices" ref={list}>
          {shown.map((each) => (
            <ChoiceItem key={each.number} numbered={each} {...named} />
          ))}
        </ul>
      )}
      {(refusals.length > 0 || hidden > 0) && (
        <ul class="choices refusals">
          {hidden > 0 && (
            <li>
              <button
                type="button"
                class="more"
                aria-expanded={false}
                onClick={() => {
                  setAll(true);
                  requestAnimationFrame(() => {
                    list.current?.closest(".card")?.scrollIntoView({ block: "end" });
                    list.current?.querySelectorAll<HTMLElement>(".choice")[MAX_SHOWN]?.focus();
                  });
                }}
              >
                {hidden} more choices
              </button>
            </li>
          )}
          {refusals.map((each) => (
            <ChoiceItem key={each.number} numbered={each} {...named} />
          ))}
        </ul>
      )}
    </>
  );
  const counts = [conflicts.length > 0 && countOf(conflicts.length, "conflict"), countOf(choices.length, "choice")];
  return (
    <section class={isOverView ? "question card over-view" : "question card"} aria-labelledby={named.idPrefix}>
      <div class="asked">
        <QuestionText text={text} heading={{ id: named.idPrefix, ref: heading }} />
        <Notes notes={notes} shown={isAgain ? 0 : 2} />
      </div>
      {isOverView ? (
        <details open={conflicts.length === 0}>
          <summary>
            {conflicts.length > 0 && <WarningIcon />} {counts.filter(Boolean).join(", ")}
          </summary>
          <div class="over-view-details">{details}</div>
        </details>
      ) : (
        details
      )}
    </section>
  );
}

interface ChoiceItemProps {
  readonly numbered: Numbered;
  readonly idPrefix: string;
  readonly hasNumbers: boolean;
  readonly hasSeveral: boolean;
  readonly isAway: boolean;
  readonly choose: (answer: unknown) => void;
}

function ChoiceItem({ numbered, idPrefix, hasNumbers, hasSeveral, isAway, choose }: ChoiceItemProps) {
  const { choice, number } = numbered;
  const { label, notes, answer, role, isDestructive = false } = choice;
  const id = `${idPrefix}-${number}`;
  return (
    <li>
      <button
        type="button"
        class={`choice ${isDestructive ? "destructive" : role}`}
        aria-disabled={isAway || undefined}
        aria-labelledby={`${id}-label`}
        aria-describedby={notes.length > 0 ? `${id}-notes` : undefined}
        onClick={() => {
          if (isAway) return;
          choose(answer);
          focusField();
        }}
      >
        {hasNumbers && <span class="number">{number}</span>}
        <span id={`${id}-label`} class="label">
          <Whole text={label} />
        </span>
        {role === "recommended" && hasSeveral && <span class="badge">Recommended</span>}
      </button>
      <div id={`${id}-notes`}>
        <Notes notes={notes} shown={1} />
      </div>
    </li>
  );
}

/** The recommended choices, then the neutral ones; and the refusals, which stay with their requests if there are many. */
function ordered(choices: readonly Choice[]): {
  readonly offered: readonly Numbered[];
  readonly refusals: readonly Numbered[];
} {
  const numbered = choices.map((choice, index) => ({ choice, number: index + 1 }));
  const of = (role: Choice["role"]) => numbered.filter(({ choice }) => choice.role === role);
  if (of("refusal").length > 1) return { offered: numbered, refusals: [] };
  return { offered: [...of("recommended"), ...of("plain")], refusals: of("refusal") };
}

/** True if the person is asked for a number, so that the choices need theirs. */
const asksForNumber = ({ text, notes }: QuestionView): boolean =>
  [text, ...notes].some((sentence) => /\bnumber\b/i.test(sentence));
