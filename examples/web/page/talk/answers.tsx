import { focusField } from "./focus.ts";
import { Whole } from "./whole.tsx";

interface AnswersProps {
  readonly answers: readonly string[];
  /** True if the question numbers its answers. */
  readonly hasNumbers: boolean;
  /** True while the server cannot be reached, so that no answer can be sent. */
  readonly isAway: boolean;
  readonly say: (text: string) => void;
}

/** Buttons for a question that typed text answers. Each sends its label as if it had been typed. */
export const Answers = ({ answers, hasNumbers, isAway, say }: AnswersProps) => (
  <ul class="choices">
    {answers.map((text, index) => (
      <li key={text}>
        <button
          type="button"
          class="choice"
          aria-disabled={isAway || undefined}
          onClick={() => {
            if (isAway) return;
            say(text);
            focusField();
          }}
        >
          {hasNumbers && (
            <span class="number" aria-hidden="true">
              {index + 1}
            </span>
          )}
          <span class="label">
            <Whole text={text} />
          </span>
        </button>
      </li>
    ))}
  </ul>
);
