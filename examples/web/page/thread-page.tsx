import { useEffect, useState } from "react";
import type { ApplicationView } from "../src/api.ts";
import { Composer } from "./talk/composer.tsx";
import { Conversation, isAskedAgain } from "./talk/conversation.tsx";
import { focusField } from "./talk/focus.ts";
import { QuestionCard, WordedQuestion } from "./talk/question.tsx";
import { asksInWords, useThread } from "./thread/use-thread.ts";
import { ViewPane } from "./view-pane.tsx";

interface ThreadPageProps {
  readonly application: ApplicationView;
  readonly threadId: string;
  /** Called when the conversation has changed. */
  readonly changed: () => void;
  /** Opens a new conversation. */
  readonly begin: () => void;
}

/** An open conversation, with the view of the application beside it. */
export function ThreadPage({ application, threadId, changed, begin }: ThreadPageProps) {
  const conversation = useThread(threadId);
  const { thread, act } = conversation;
  const { intro, hint, suggestions, hasSources, view } = application;
  const [tab, setTab] = useState<"talk" | "view">("talk");
  const [isViewRenewed, setViewRenewed] = useState(false);
  const [isViewSeen, setViewSeen] = useState(false);
  const select = (next: "talk" | "view"): void => {
    setTab(next);
    setViewRenewed(false);
    if (next === "view") setViewSeen(true);
  };
  const write = (): void => {
    select("talk");
    // The field is hidden in the other tab.
    setTimeout(() => document.querySelector<HTMLElement>("#say")?.focus(), 0);
  };
  const draft = (text: string): void => {
    conversation.begin(text);
    write();
  };
  const showQuestion = (): void => {
    select("talk");
    setTimeout(() => document.querySelector<HTMLElement>(".talk .question h2")?.focus(), 0);
  };
  const questionCards = (isOverView: boolean) =>
    thread.questions.map((each) => (
      <QuestionCard
        key={each.interruptId}
        question={each}
        isAgain={isAskedAgain(thread)}
        isOverView={isOverView}
        isAway={thread.connection === "away"}
        choose={(answer) => act({ kind: "answer", interruptId: each.interruptId, answer })}
      />
    ));
  const isNew = thread.connection === "online" && thread.texts.length === 0 && !thread.running;
  useEffect(() => {
    if (thread.revision !== null || thread.texts.length > 0) changed();
  }, [thread.running, thread.revision, thread.texts.length]);
  if (thread.connection === "missing")
    return (
      <main className="missing">
        <p role="alert">This conversation does not exist.</p>
        <button type="button" className="primary" onClick={begin}>
          New conversation
        </button>
      </main>
    );
  return (
    <main className={tab === "view" ? "thread shows-view" : "thread"}>
      {view !== null && (
        <div className="tabs" role="tablist" aria-label="Parts of the page">
          <Tab
            id="talk"
            label="Conversation"
            tab={tab}
            select={select}
            hasDot={thread.questions.length > 0 || asksInWords(thread)}
          />
          <Tab id="view" label={view} tab={tab} select={select} hasDot={isViewRenewed} />
        </div>
      )}
      <section id="talk-panel" className="talk" aria-label="Conversation">
        <Conversation
          thread={thread}
          threadId={threadId}
          hasSources={hasSources}
          say={(text) => act({ kind: "say", text })}
        >
          {isNew && (
            <div className="welcome">
              <div className="opening">
                <h2 className="intro">{intro}</h2>
                {hint !== null && <p className="hint">{hint}</p>}
              </div>
              {suggestions.length > 0 && <Suggestions texts={suggestions} say={(text) => act({ kind: "say", text })} />}
            </div>
          )}
          {view !== null &&
            !isNew &&
            !isViewSeen &&
            !thread.running &&
            thread.questions.length === 0 &&
            !asksInWords(thread) && (
              <button type="button" className="link to-view" onClick={() => select("view")}>
                More is in the tab “{view}”
              </button>
            )}
          {questionCards(false)}
          {thread.unfinished && !thread.running && (
            <section className="card interrupted" aria-label="Unfinished turn">
              <p>This turn was interrupted before it ended. Nothing that you wrote is lost.</p>
              <button type="button" className="primary" onClick={() => act({ kind: "continueTurn" })}>
                Continue it
              </button>
            </section>
          )}
        </Conversation>
        <Composer {...conversation} />
      </section>
      {view !== null && (
        <ViewPane
          title={view}
          threadId={threadId}
          thread={thread}
          act={act}
          draft={draft}
          showQuestion={showQuestion}
          renewed={() => {
            setViewRenewed(true);
            setViewSeen(false);
          }}
        >
          {questionCards(true)}
          {asksInWords(thread) && <WordedQuestion text={thread.texts.at(-1)?.text ?? ""} answer={write} />}
        </ViewPane>
      )}
    </main>
  );
}

interface SuggestionsProps {
  readonly texts: readonly string[];
  readonly say: (text: string) => void;
}

/** Example messages. Choosing one sends it. */
const Suggestions = ({ texts, say }: SuggestionsProps) => (
  <section className="suggestions" aria-labelledby="suggestions">
    <h2 id="suggestions">Try an example</h2>
    <ul>
      {texts.map((text) => (
        <li key={text}>
          <button
            type="button"
            onClick={() => {
              say(text);
              focusField();
            }}
          >
            {text}
          </button>
        </li>
      ))}
    </ul>
  </section>
);

interface TabProps {
  readonly id: "talk" | "view";
  readonly label: string;
  readonly tab: "talk" | "view";
  readonly select: (tab: "talk" | "view") => void;
  /** True if something in the other tab waits for the person, or is new. */
  readonly hasDot: boolean;
}

const Tab = ({ id, label, tab, select, hasDot }: TabProps) => (
  <button
    type="button"
    role="tab"
    aria-controls={`${id}-panel`}
    aria-selected={tab === id}
    tabIndex={tab === id ? 0 : -1}
    onClick={() => select(id)}
    onKeyDown={({ key, currentTarget }) => {
      if (key !== "ArrowLeft" && key !== "ArrowRight") return;
      select(id === "talk" ? "view" : "talk");
      const other = currentTarget.nextElementSibling ?? currentTarget.previousElementSibling;
      if (other instanceof HTMLElement) other.focus();
    }}
  >
    {label}
    {hasDot && tab !== id && (
      <>
        <span className="dot" />
        <span className="hidden">({id === "talk" ? "waiting for your answer" : "changed"})</span>
      </>
    )}
  </button>
);
