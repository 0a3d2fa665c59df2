import { QuestionText } from "./question-text.tsx";

interface WordedQuestionProps {
  readonly text: string;
  /** Goes to the message field. */
  readonly answer: () => void;
}

/** A question that only typed text can answer, above the view of the application. */
export const WordedQuestion = ({ text, answer }: WordedQuestionProps) => (
  <section class="question card over-view" aria-label="Question">
    <div class="asked">
      <QuestionText text={text} />
    </div>
    <button type="button" class="choice recommended" onClick={answer}>
      Answer in the conversation
    </button>
  </section>
);
