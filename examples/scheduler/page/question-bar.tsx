import type { PageView } from "@tidemark/web/view";
import { Whole } from "./whole.tsx";

/**
 * The open question with all its choices, so that a proposal can be answered where it is seen. Hidden in a wide window, which has the
 * conversation beside the calendar.
 */
export function QuestionBar({ page }: { readonly page: PageView }) {
  const [question] = page.questions();
  if (question === undefined) return null;
  const { interruptId, text, notes, choices } = question;
  const [title, ...rest] = text.split("\n");
  const answers = (
    <div class="calendar-answers">
      {choices.map(({ label, answer, role }) => (
        <button key={label} class={role} disabled={page.running()} onClick={() => page.answer(interruptId, answer)}>
          <Whole text={label} />
        </button>
      ))}
    </div>
  );
  return (
    <section class="calendar-question" aria-label="Open question">
      <p>
        <Whole text={title ?? ""} />
      </p>
      {rest.length > 0 && (
        <p class="calendar-quiet">
          <Whole text={rest.join(" ")} />
        </p>
      )}
      {/* The long choices of a conflict, which has notes, would hide the calendar. */}
      <details open={notes.length === 0}>
        <summary>{choices.length} choices</summary>
        {answers}
      </details>
    </section>
  );
}
