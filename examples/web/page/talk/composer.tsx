import { useEffect, useRef } from "react";
import { Icon } from "../icons.tsx";
import { asksInWords, type Conversation, type ShownThread } from "../thread/use-thread.ts";
import { focusField } from "./focus.ts";
import { Whole } from "./text.tsx";

/** Longest message, in characters. */
const MAX_LENGTH = 4000;

/** Input form, with the current status and the last problem. */
export function Composer({ thread, act, sendLater, type, takeUnsent, retry }: Conversation) {
  const { connection, running, draft, problem, questions, early, unsent } = thread;
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
    <div className="composer">
      <p className={running || early !== null ? "status" : "status hidden"} role="status">
        {statusLine(thread)}
      </p>
      <div className="problem" role="alert">
        {connection === "away" ? (
          <>
            The server cannot be reached. What you write here is kept
            {questions.length > 0 && ", and the question can be answered when it is back"}.{" "}
            <button type="button" className="link" onClick={retry}>
              Try again
            </button>
          </>
        ) : (
          problem
        )}
      </div>
      {unsent.length > 0 && <Unsent texts={unsent} isBusy={running} take={takeUnsent} />}
      <form
        aria-label="Message"
        onSubmit={(event) => {
          event.preventDefault();
          send();
        }}
      >
        <label className="hidden" htmlFor="say">
          {isAsked ? "Your answer, or a new message" : "Message"}
        </label>
        <textarea
          id="say"
          ref={field}
          rows={1}
          maxLength={MAX_LENGTH}
          placeholder={isAsked ? "Your answer" : "Write a message"}
          value={draft}
          onChange={({ currentTarget }) => type(currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key !== "Enter" || event.shiftKey || event.nativeEvent.isComposing) return;
            event.preventDefault();
            send();
          }}
        />
        <button type="submit" className="send" aria-label="Send" aria-disabled={!canSend}>
          <Icon name="send" />
        </button>
      </form>
    </div>
  );
}

interface UnsentProps {
  readonly texts: readonly string[];
  /** True while a turn runs, so that nothing can be sent. */
  readonly isBusy: boolean;
  readonly take: Conversation["takeUnsent"];
}

/** Messages that were typed and not sent, and that another text has replaced in the message field. */
const Unsent = ({ texts, isBusy, take }: UnsentProps) => (
  <ul className="unsent" aria-label="Not sent">
    {texts.map((text) => {
      const act = (then: "edit" | "forget" | "send"): void => {
        take(text, then);
        focusField();
      };
      return (
        <li key={text}>
          <p>
            <span className="quiet">Not sent:</span> <Whole text={text} />
          </p>
          <button type="button" className="link" aria-disabled={isBusy} onClick={() => act("send")}>
            Send it
          </button>
          <button type="button" className="link" onClick={() => act("edit")}>
            Edit it
          </button>
          <button type="button" className="link" onClick={() => act("forget")}>
            Discard it
          </button>
        </li>
      );
    })}
  </ul>
);

/** What is being done, or that an answer is needed, which is in sight in the conversation. */
function statusLine(thread: ShownThread): string | null {
  const { running, continuing, early, status, questions } = thread;
  const work = continuing && status === null ? "The last turn is being continued" : (status ?? "Working");
  if (running) return `${work} …${early === null ? "" : " Your message is sent after the answer."}`;
  if (early === "kept") return "Your message was not sent: there is a question first.";
  return questions.length > 0 || asksInWords(thread) ? "Waiting for your answer." : null;
}
