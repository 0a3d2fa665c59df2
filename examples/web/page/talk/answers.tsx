import type { TypedAnswer } from "../../src/application.ts";
import { focusField } from "./focus.ts";
import { Whole } from "./whole.tsx";

interface AnswersProps {
  readonly answers: readonly TypedAnswer[];
  /** True if the question numbers its answers. An answer that sends its number shows it in any case. */
  readonly hasNumbers: boolean;
  /** True while the server cannot be reached, so that no answer can be sent. */
  readonly isAway: boolean;
  readonly say: (text: string) => void;
}

/** Buttons for a question that typed text answers. Each sends its text as if it had been typed. */
export const Answers = ({ answers, hasNumbers, isAway, say }: AnswersProps) => (
  <ul class="choices">
    {answers.map(({ label, text }, index) => (
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
          {(hasNumbers || text === String(index + 1)) && (
            <span class="number" aria-hidden="true">
              {index + 1}
            </span>
          )}
          <span class="label">
            <Whole text={label} />
          </span>
        </button>
      </li>
    ))}
  </ul>
);
