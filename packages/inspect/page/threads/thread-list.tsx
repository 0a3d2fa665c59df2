import { Tool } from "../elements/buttons.tsx";
import { isNewThreadOpen, writing } from "../acting/acting.ts";
import { Notice, Skeleton } from "../elements/notice.tsx";
import {
  loadThreads,
  now,
  search,
  showThread,
  type ThreadFilter,
  threadFilter,
  threadId,
  threadSort,
  threads,
} from "../store/store.ts";
import { isShared } from "../server/api.ts";
import { lookAtThreads } from "../store/shown-threads.ts";
import type { ThreadSort } from "../../src/reader/thread-list.ts";
import { statusText } from "../../src/reader/thread-status.ts";
import { visibleText } from "../../src/values/visible-text.ts";
import { agoText, countText, exactText, upperText } from "../values/text.ts";
import { VirtualList } from "../elements/virtual-list.tsx";

const FILTERS: readonly (readonly [ThreadFilter, string])[] = [
  ["all", "All"],
  ["waiting", "Waiting"],
  ["running", "Running"],
  ["failed", "Failed"],
  ["unfinished", "Unfinished"],
  ["idle", "Idle"],
];

const SORTS: readonly (readonly [ThreadSort, string])[] = [
  ["updated", "Newest"],
  ["size", "Most checkpoints"],
  ["id", "ID"],
];

/** Lists only the threads of a kind. */
export function filterThreads(filter: ThreadFilter): void {
  threadFilter.value = filter;
  void loadThreads();
}

/** Lists the threads in another order. */
export function sortThreads(sort: ThreadSort): void {
  threadSort.value = sort;
  void loadThreads();
}

/** The threads of the database. */
export function ThreadList() {
  const { value, isLoading } = threads.value;
  const listed = value?.threads ?? [];
  return (
    <nav class="threads" aria-label="Threads">
      <div class="threads-head">
        <h2>Threads</h2>
        <span class="dim">{value === null ? "" : value.total.toLocaleString("en")}</span>
        <select
          class="sort"
          aria-label="Sort threads"
          value={threadSort.value}
          onChange={(event) => {
            const chosen = event.currentTarget.value;
            sortThreads(SORTS.find(([name]) => name === chosen)?.[0] ?? "updated");
          }}
        >
          {SORTS.map(([name, text]) => (
            <option key={name} value={name}>
              {text}
            </option>
          ))}
        </select>
        {writing.value === null ? null : (
          <Tool label="New thread" title="New thread (n)" onChoose={() => void (isNewThreadOpen.value = true)}>
            +
          </Tool>
        )}
      </div>
      <input
        class="search"
        type="search"
        id="thread-search"
        placeholder="Search ID, user or text"
        aria-label="Find a thread by its ID, its user or what the user wrote last"
        value={search.value}
        onInput={(event) => {
          search.value = event.currentTarget.value;
          void loadThreads();
        }}
      />
      <div class="filters" role="group" aria-label="Threads to list">
        {FILTERS.map(([name, text]) => (
          <button
            type="button"
            key={name}
            class={`chip ${name}${threadFilter.value === name ? " on" : ""}`}
            aria-pressed={threadFilter.value === name}
            onClick={() => filterThreads(name)}
          >
            {text}
          </button>
        ))}
        {value !== null && !value.isComplete ? (
          <span class="dim" role="status">
            {search.value === ""
              ? "loading…"
              : `searched ${countText(value.searched, "thread")} of ${value.total.toLocaleString("en")}`}
          </span>
        ) : null}
      </div>
      {value === null && isLoading ? <Skeleton lines={8} /> : null}
      {value !== null && value.total === 0 ? (
        <Notice title="No threads yet">A thread appears here when a graph stores its first checkpoint.</Notice>
      ) : null}
      {value !== null && value.total > 0 && listed.length === 0 ? (
        <Notice title="No thread matches">
          {threadFilter.value === "waiting" ? "No thread is waiting for a person. " : ""}
          {threadFilter.value === "running" ? "No process is known to run a thread. " : ""}
          {threadFilter.value === "idle" ? "No thread has ended its turn. " : ""}
          {threadFilter.value === "failed" ? "No thread has failed. " : ""}
          {threadFilter.value === "unfinished" ? "Every turn has ended, or is running. " : ""}
          {search.value === "" ? "" : `No ID, user or last message contains “${search.value.slice(0, 60)}”.`}
        </Notice>
      ) : null}
      {listed.length === 0 ? null : (
        <VirtualList
          items={listed}
          rowHeight={62}
          selected={listed.findIndex((each) => each.threadId === threadId.value)}
          label="Threads"
          onShown={(shown) => (isShared() ? undefined : lookAtThreads(shown, loadThreads))}
        >
          {({ threadId: id, status, next, checkpoints, updatedAt, user, text }) => (
            <button
              type="button"
              key={id}
              role="option"
              aria-selected={id === threadId.value}
              class={`thread ${status}${id === threadId.value ? " on" : ""}`}
              onClick={() => void showThread(id)}
            >
              <span class="thread-name" title={id}>
                {visibleText(id)}
                {user === null || user === id ? null : <span class="dim"> {user}</span>}
              </span>
              <span class="thread-text" title={text ?? ""}>
                {visibleText(text ?? "")}
              </span>
              <span class="thread-facts" title={countText(checkpoints, "checkpoint")}>
                {status === null || status === "idle" ? null : (
                  <span class={`status ${status}`}>{upperText(statusText({ status, next }))}</span>
                )}
                <span title={exactText(updatedAt)}>{agoText(updatedAt, now.value)}</span>
                {threadSort.value === "size" ? <span>{countText(checkpoints, "checkpoint")}</span> : null}
              </span>
            </button>
          )}
        </VirtualList>
      )}
    </nav>
  );
}
