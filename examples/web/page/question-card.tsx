import { useEffect, useRef } from "preact/hooks";
import type { QuestionView } from "../src/api.ts";

interface QuestionCardProps {
  readonly question: QuestionView;
  readonly busy: boolean;
  readonly choose: (answer: unknown) => void;
}

/** Number of notes to show; the others are behind a click. */
const MAX_NOTES = 3;

/** An open question, with one button per choice. */
export function QuestionCard({ question, busy, choose }: QuestionCardProps) {
  const { interruptId, text, notes, choices } = question;
  const heading = useRef<HTMLHeadingElement>(null);
  // Move the focus to the question for a person who is waiting for it, and leave it where a person is reading elsewhere.
  useEffect(() => {
    if (document.activeElement === document.body || document.activeElement?.id === "say") heading.current?.focus();
  }, [interruptId]);
  const titleId = `question-${interruptId}`;
  return (
    <section class="card question" aria-labelledby={titleId}>
      <h2 id={titleId} tabIndex={-1} ref={heading}>
        {text}
      </h2>
      <Notes notes={notes} />
      {choices.length > 0 && (
        <ul class="choices">
          {choices.map(({ label, notes: details, answer, role }, index) => (
            <li key={label}>
              <button
                type="button"
                class={role}
                disabled={busy}
                aria-describedby={details.length > 0 ? `${titleId}-${index}` : undefined}
                onClick={() => {
                  choose(answer);
                  document.querySelector<HTMLElement>("#say")?.focus();
                }}
              >
                {label}
                {role === "recommended" && choices.length > 2 && <small> Recommended</small>}
              </button>
              <div id={`${titleId}-${index}`}>
                <Notes notes={details} />
              </div>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

function Notes({ notes }: { readonly notes: readonly string[] }) {
  const rest = notes.slice(MAX_NOTES);
  if (notes.length === 0) return null;
  return (
    <>
      <ul class="notes">
        {notes.slice(0, MAX_NOTES).map((note) => (
          <li key={note}>{note}</li>
        ))}
      </ul>
      {rest.length > 0 && (
        <details>
          <summary>{rest.length} more</summary>
          <ul class="notes">
            {rest.map((note) => (
              <li key={note}>{note}</li>
            ))}
          </ul>
        </details>
      )}
    </>
  );
}
