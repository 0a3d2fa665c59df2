import { useCallback, useEffect, useRef, useState } from "react";
import type { ApplicationView, ThreadSummary } from "../src/api.ts";
import { newThreadId, useAddress } from "./address.ts";
import { Icon } from "./icons.tsx";
import { ThreadList } from "./thread-list.tsx";
import { ThreadPage } from "./thread-page.tsx";
import { read } from "./thread/server.ts";

/** The page: the list of conversations, and the open conversation. */
export function App({ application }: { readonly application: ApplicationView }) {
  const [threadId, openThread] = useAddress(application.thread);
  const [threads, reload] = useThreads();
  const [isListOpen, setListOpen] = useState(false);
  const listButton = useRef<HTMLButtonElement>(null);
  const list = useRef<HTMLElement>(null);
  const current = threads.find((each) => each.threadId === threadId);
  useEffect(() => {
    document.title = current === undefined ? application.title : `${current.title} · ${application.title}`;
  }, [current?.title, application.title]);
  const open = (id: string): void => {
    setListOpen(false);
    openThread(id);
  };
  const closeList = (): void => {
    setListOpen(false);
    listButton.current?.focus();
  };
  const waiting = threads.filter((each) => each.isWaiting && each.threadId !== threadId).length;
  return (
    <>
      <a className="skip" href="#say" onClick={toComposer}>
        Skip to the message field
      </a>
      <header className="top">
        <button
          type="button"
          className="icon-button list-button"
          ref={listButton}
          aria-expanded={isListOpen}
          aria-controls="conversations"
          aria-label={waiting === 0 ? "Conversations" : `Conversations, ${waiting} waiting for you`}
          title="Conversations"
          onClick={() => {
            reload();
            setListOpen(!isListOpen);
            requestAnimationFrame(() => list.current?.querySelector<HTMLElement>("button")?.focus());
          }}
        >
          <Icon name="list" />
          {waiting > 0 && <span className="dot" />}
        </button>
        <h1>{application.title}</h1>
        <button
          type="button"
          className="icon-button new-button"
          aria-label="New conversation"
          title="New conversation"
          onClick={() => open(newThreadId())}
        >
          <Icon name="plus" />
          <span className="label">New</span>
        </button>
        <a
          className="icon-button"
          href={`inspect/?thread=${encodeURIComponent(threadId)}`}
          target="_blank"
          rel="noreferrer"
          title="State of the conversation, for developers"
        >
          State
        </a>
      </header>
      <div className={application.view === null ? "body" : "body with-view"}>
        {isListOpen && <div className="backdrop" onClick={closeList} />}
        <nav
          id="conversations"
          className={isListOpen ? "list open" : "list"}
          aria-label="Conversations"
          ref={list}
          onKeyDown={({ key }) => {
            if (key === "Escape" && isListOpen) closeList();
          }}
        >
          <button type="button" className="icon-button close" aria-label="Close the list" onClick={closeList}>
            <Icon name="cross" />
          </button>
          <ThreadList threads={threads} current={threadId} open={open} begin={() => open(newThreadId())} />
        </nav>
        <ThreadPage
          key={threadId}
          application={application}
          threadId={threadId}
          changed={reload}
          begin={() => open(newThreadId())}
        />
      </div>
    </>
  );
}

/** The conversations in the database, read again when the page gets the focus. */
function useThreads(): readonly [threads: readonly ThreadSummary[], reload: () => void] {
  const [threads, setThreads] = useState<readonly ThreadSummary[]>([]);
  const reload = useCallback((): void => {
    read<readonly ThreadSummary[]>("api/threads").then(setThreads, () => undefined);
  }, []);
  useEffect(() => {
    reload();
    addEventListener("focus", reload);
    return () => removeEventListener("focus", reload);
  }, [reload]);
  return [threads, reload];
}

/** Moves the focus without changing the address. */
function toComposer(event: { preventDefault(): void }): void {
  event.preventDefault();
  document.querySelector<HTMLElement>("#say")?.focus();
}
