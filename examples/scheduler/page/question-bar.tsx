import type { PageView } from "@tidemark/web/view";

interface QuestionBarProps {
  readonly page: PageView;
  /** Maximum number of choices beside the refusal; the conversation has all of them. */
  readonly limit: number;
}

/** The open question with its first choices, so that a proposal can be answered where it is seen. */
export function QuestionBar({ page, limit }: QuestionBarProps) {
  const [question] = page.questions();
  if (question === undefined) return null;
  const { interruptId, text, choices } = question;
  const shown = choices.filter(({ role }) => role !== "refusal").slice(0, limit);
  const refusal = choices.find(({ role }) => role === "refusal");
  const more = choices.length - shown.length - (refusal === undefined ? 0 : 1);
  return (
    <section class="calendar-question" aria-label="Open question">
      <p>{text}</p>
      <div class="calendar-answers">
        {[...shown, ...(refusal === undefined ? [] : [refusal])].map(({ label, answer, role }) => (
          <button key={label} class={role} disabled={page.running()} onClick={() => page.answer(interruptId, answer)}>
            {label}
          </button>
        ))}
        {more > 0 && <span class="calendar-more">{`${more} more in the conversation`}</span>}
      </div>
    </section>
  );
}
