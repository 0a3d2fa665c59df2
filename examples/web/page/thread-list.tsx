import { useState } from "react";
import type { ThreadSummary } from "../src/api.ts";
import { addressOf } from "./address.ts";
import { Icon } from "./icons.tsx";
import { Time } from "./talk/text.tsx";

interface ThreadListProps {
  readonly threads: readonly ThreadSummary[];
  readonly current: string;
  readonly open: (threadId: string) => void;
  readonly begin: () => void;
}

/** Number of conversations from which on they can be searched. */
const MANY = 8;

/** Conversations in the database, the most recently changed first. */
export function ThreadList({ threads, current, open, begin }: ThreadListProps) {
  const [search, setSearch] = useState("");
  const words = search.toLowerCase().split(/\s+/);
  const found = threads.filter(({ title, threadId }) =>
    words.every((word) => `${title} ${threadId}`.toLowerCase().includes(word)),
  );
  return (
    <>
      <button type="button" className="begin" onClick={begin}>
        <Icon name="plus" /> New conversation
      </button>
      {threads.length > MANY && (
        <label className="search">
          <span className="hidden">Search conversations</span>
          <input
            type="search"
            placeholder="Search"
            value={search}
            onChange={({ currentTarget }) => setSearch(currentTarget.value)}
          />
        </label>
      )}
      <ul className="threads">
        {found.map(({ threadId, title, updatedAt, isWaiting }) => (
          <li key={threadId}>
            <a
              href={addressOf(threadId)}
              aria-current={threadId === current ? "page" : undefined}
              onClick={(event) => {
                // A click with a key opens another tab, as links do.
                if (event.metaKey || event.ctrlKey || event.shiftKey) return;
                event.preventDefault();
                open(threadId);
              }}
            >
              <span className="title">{title}</span>
              <span className="when">
                {isWaiting && <span className="waiting">Waiting for you</span>}
                <Time at={updatedAt} />
              </span>
            </a>
          </li>
        ))}
      </ul>
      {found.length === 0 && (
        <p className="quiet">{threads.length === 0 ? "No conversations yet." : "No conversation found."}</p>
      )}
    </>
  );
}
