import { useEffect, useRef } from "preact/hooks";
import { SendIcon } from "../icons.tsx";
import { asksInWords, type Conversation, type ShownThread } from "../thread/use-thread.ts";
import { workLine } from "./work-line.ts";

/** Longest message, in characters. */
const MAX_LENGTH = 4000;

/** Input form, with the current status and the last problem. */
export function Composer({ thread, act, sendLater, type, retry }: Conversation) {
  const { connection, running, draft, problem, questions, early } = thread;
  const field = useRef<HTMLTextAreaElement>(null);
  const isAsked = questions.length > 0 || asksInWords(thread);
  // Where the browser does not let the field grow with its text.
  useEffect(() => {
    const { current: area } = field;
    if (area === null || CSS.supports("field-sizing", "content")) return;
    area.style.height = "auto";
    area.style.height = `${area.scrollHeight}px`;
  }, [draft]);
  const canSend = early !== "waiting" && draft.trim() !== "" && connection !== "missing";
  const send = (): void => {
    if (!canSend) return;
    if (running) {
      sendLater();
      return;
    }
    const text = draft.trim();
    type("");
    act({ kind: "say", text });
  };
  return (
    <div class="composer">
      {/* What is being done, and what is asked, is in sight. */}
      <p class={early === null ? "status hidden" : "status"} role="status" data-agents={workingIn(thread)}>
        {statusLine(thread)}
      </p>
      <div class="problem" role="alert">
        {connection === "away" ? (
          <>
            The server cannot be reached. What you write here is kept
            {questions.length > 0 && ", and the question can be answered when it is back"}.{" "}
            <button type="button" class="link" onClick={retry}>
              Try again
            </button>
          </>
        ) : (
          problem
        )}
      </div>
      <form
        aria-label="Message"
        onSubmit={(event) => {
          event.preventDefault();
          send();
        }}
      >
        <label class="hidden" for="say">
          {isAsked ? "Your answer, or a new message" : "Message"}
        </label>
        <textarea
          id="say"
          ref={field}
          rows={1}
          maxLength={MAX_LENGTH}
          placeholder={isAsked ? "Your answer" : "Write a message"}
          value={draft}
          onInput={({ currentTarget }) => type(currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key !== "Enter" || event.shiftKey || event.isComposing) return;
            event.preventDefault();
            send();
          }}
        />
        <button type="submit" class="send" aria-label="Send" aria-disabled={!canSend}>
          <SendIcon />
        </button>
      </form>
    </div>
  );
}

/** Agents that work, for developers. */
const workingIn = ({ steps }: ShownThread): string =>
  steps.flatMap(({ name, state }) => (state === "working" ? [name] : [])).join(" ");

/** Short status text, read aloud by screen readers: what is being done, or that an answer is needed. The drawer names the agents. */
function statusLine(thread: ShownThread): string | null {
  const { running, early, questions } = thread;
  if (running) return early === null ? workLine(thread) : `${workLine(thread)} Your message is sent after the answer.`;
  if (early === "kept") return "Your message was not sent: there is a question first.";
  return questions.length > 0 || asksInWords(thread) ? "Waiting for your answer." : null;
}
