import { useState } from "preact/hooks";
import type { ThreadSummary } from "../src/api.ts";
import { addressOf } from "./address.ts";
import { PlusIcon } from "./icons.tsx";
import { Time } from "./talk/time.tsx";

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
      <button type="button" class="begin" onClick={begin}>
        <PlusIcon /> New conversation
      </button>
      {threads.length > MANY && (
        <label class="search">
          <span class="hidden">Search conversations</span>
          <input
            type="search"
            placeholder="Search"
            value={search}
            onInput={({ currentTarget }) => setSearch(currentTarget.value)}
          />
        </label>
      )}
      <ul class="threads">
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
              <span class="title">{title}</span>
              <span class="when">
                {isWaiting && <span class="waiting">Waiting for you</span>}
                <Time at={updatedAt} />
              </span>
            </a>
          </li>
        ))}
      </ul>
      {found.length === 0 && (
        <p class="quiet">{threads.length === 0 ? "No conversations yet." : "No conversation found."}</p>
      )}
    </>
  );
}
