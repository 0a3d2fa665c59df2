import { useState } from "preact/hooks";

interface ComposerProps {
  readonly running: boolean;
  readonly status: string | null;
  readonly problem: string | null;
  /** True while a question is open: the typed text may answer it. */
  readonly isAnswer: boolean;
  readonly suggestions: readonly string[];
  readonly say: (text: string) => void;
}

/** Input form, with the current status and the last problem. */
export function Composer({ running, status, problem, isAnswer, suggestions, say }: ComposerProps) {
  const [text, setText] = useState("");
  const send = (): void => {
    const message = text.trim();
    if (message === "" || running) return;
    setText("");
    say(message);
  };
  return (
    <div class="composer">
      {suggestions.length > 0 && (
        <ul class="suggestions" aria-label="Suggestions">
          {suggestions.map((each) => (
            <li key={each}>
              <button type="button" onClick={() => say(each)}>
                {each}
              </button>
            </li>
          ))}
        </ul>
      )}
      <p class="status" role="status">
        {status}
      </p>
      <p class="problem" role="alert">
        {problem}
      </p>
      <form
        aria-label="Message"
        onSubmit={(event) => {
          event.preventDefault();
          send();
        }}
      >
        <label for="say">{isAnswer ? "Your answer, or a new message" : "Message"}</label>
        <div class="row">
          <textarea
            id="say"
            rows={2}
            maxLength={4000}
            value={text}
            onInput={(event) => setText(event.currentTarget.value)}
            onKeyDown={(event) => {
              if (event.key !== "Enter" || event.shiftKey || event.isComposing) return;
              event.preventDefault();
              send();
            }}
          />
          <button type="submit" class="recommended" aria-disabled={running || text.trim() === ""}>
            Send
          </button>
        </div>
      </form>
    </div>
  );
}
