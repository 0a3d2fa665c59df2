import type { ApplicationView } from "../src/api.ts";
import { ActivityPanel } from "./activity-panel.tsx";
import { Composer } from "./composer.tsx";
import { Conversation } from "./conversation.tsx";
import { FieldPanel } from "./field-panel.tsx";
import { PlanPanel } from "./plan-panel.tsx";
import { QuestionCard } from "./question-card.tsx";
import { ViewPane } from "./view-pane.tsx";
import { type ShownThread, useThread } from "./use-thread.ts";

/** The page: the conversation, with the state next to it. */
export function App({ application, threadId }: { readonly application: ApplicationView; readonly threadId: string }) {
  const { thread, act } = useThread(threadId);
  const { title, intro, suggestions, fields, hasSources } = application;
  const isNew = thread.messages.length === 0 && !thread.running;
  const [question] = thread.questions;
  return (
    <>
      <a class="skip" href="#say" onClick={toComposer}>
        Skip to the message field
      </a>
      <header class="top">
        <h1>{title}</h1>
        <p>
          {intro} <span class="thread">Conversation: {threadId}</span>
        </p>
      </header>
      <main class="talk" aria-label="Conversation">
        <Conversation messages={thread.messages} hasSources={hasSources} />
        {thread.questions.map((each) => (
          <QuestionCard
            key={each.interruptId}
            question={each}
            busy={thread.running}
            choose={(answer) => act({ kind: "answer", interruptId: each.interruptId, answer })}
          />
        ))}
        {thread.unfinished && (
          <section class="card" aria-label="Unfinished turn">
            <p>A turn is running elsewhere, or was interrupted.</p>
            <button type="button" onClick={() => act({ kind: "continueTurn" })}>
              Continue it
            </button>
          </section>
        )}
        <Composer
          running={thread.running}
          status={statusLine(thread)}
          problem={thread.problem}
          isAnswer={question !== undefined}
          suggestions={isNew ? suggestions : []}
          say={(text) => act({ kind: "say", text })}
        />
      </main>
      {application.view !== null && <ViewPane title={application.view} threadId={threadId} thread={thread} act={act} />}
      <aside class="state" aria-label="State of the conversation">
        <PlanPanel thread={thread} />
        <ActivityPanel values={thread.values} />
        <FieldPanel fields={fields} values={thread.values} threadId={threadId} revision={thread.revision} />
      </aside>
    </>
  );
}

/** Moves the focus without changing the address. */
function toComposer(event: Event): void {
  event.preventDefault();
  document.querySelector<HTMLElement>("#say")?.focus();
}

/** Short status text, read aloud by screen readers: who is working, or that an answer is needed. */
function statusLine({ running, status, steps, questions }: ShownThread): string | null {
  if (!running) return questions.length === 0 ? null : "Waiting for your answer.";
  const working = steps.filter(({ state }) => state === "working").map(({ name }) => name);
  const who = working.length === 0 ? "Working" : working.join(", ").replaceAll("_", " ");
  return status === null ? `${who} …` : `${who}: ${status}`;
}
