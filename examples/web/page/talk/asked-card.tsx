import type { AnswerView, AskedView } from "../../src/api.ts";
import { CrossIcon, TickIcon } from "../icons.tsx";
import { Conflicts } from "./conflicts.tsx";
import { Notes } from "./notes.tsx";
import { questionParts, QuestionText } from "./question-text.tsx";
import { Time } from "./time.tsx";
import { Whole } from "./whole.tsx";

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
  const isDropped = answer === null || isReplaced;
  const others = choices.filter(({ label }) => label !== answer?.text);
  const typed = (answer?.typed ?? null) !== null && (
    <article class="message user">
      <h2 class="hidden">You answered</h2>
      <p class="plain">
        <Whole text={answer?.typed ?? ""} />
      </p>
    </article>
  );
  return (
    <>
      <article class="past card" aria-label={`Question: ${question}`}>
        <QuestionText text={isRepeated ? question : text} />
        {!isRepeated && <Conflicts conflicts={conflicts} isCollapsed />}
        {/* What was noted is read again only by who looks for it. */}
        {!isRepeated && <Notes notes={notes} shown={notes.length === 1 ? 1 : 0} />}
        {isDropped && <p class="outcome neutral">Not answered: a new message came first.</p>}
        {answer !== null && answer.role !== "typed" && <Outcome answer={answer} />}
        {answer !== null && others.length > 0 && answer.role !== "typed" && (
          <details class="others">
            <summary>{others.length === 1 ? "1 other choice" : `${others.length} other choices`}</summary>
            <ul>
              {others.map(({ label }) => (
                <li key={label}>
                  <Whole text={label} />
                </li>
              ))}
            </ul>
          </details>
        )}
      </article>
      {typed}
    </>
  );
}

function Outcome({ answer: { text, role, isDestructive, by, at } }: { readonly answer: AnswerView }) {
  return (
    <p class={role === "refusal" || isDestructive ? "outcome neutral" : "outcome"}>
      {role === "refusal" ? <CrossIcon /> : <TickIcon />}
      <span>
        <strong>
          <Whole text={text} />
        </strong>{" "}
        <span class="quiet">
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
}
