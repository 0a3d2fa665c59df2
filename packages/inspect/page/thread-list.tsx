import { isNewThreadOpen, writing } from "./acting.ts";
import { Notice, Skeleton } from "./notice.tsx";
import { loadThreads, now, onlyWaiting, search, showThread, threadId, threads } from "./store.ts";
import { agoText, countText, exactText } from "./text.ts";
import { VirtualList } from "./virtual-list.tsx";

const STATUS = { waiting: "Waiting", failed: "Failed", idle: "" } as const;

/** The threads of the database. */
export function ThreadList() {
  const { value, isLoading } = threads.value;
  const listed = value?.threads ?? [];
  return (
    <nav class="threads" aria-label="Threads">
      <div class="threads-head">
        <h1>Threads</h1>
        <span class="dim">{value === null ? "" : value.total.toLocaleString("en")}</span>
        <button
          type="button"
          class={`chip${onlyWaiting.value ? " on" : ""}`}
          aria-pressed={onlyWaiting.value}
          onClick={() => {
            onlyWaiting.value = !onlyWaiting.value;
            void loadThreads();
          }}
        >
          Waiting
        </button>
        {writing.value === null ? null : (
          <button
            type="button"
            class="tool new"
            aria-label="New thread"
            title="New thread (n)"
            onClick={() => {
              isNewThreadOpen.value = true;
            }}
          >
            +
          </button>
        )}
      </div>
      <input
        class="search"
        type="search"
        placeholder="Find a thread"
        aria-label="Find a thread by its id"
        value={search.value}
        onInput={(event) => {
          search.value = event.currentTarget.value;
          void loadThreads();
        }}
      />
      {value === null && isLoading ? <Skeleton lines={8} /> : null}
      {value !== null && value.total === 0 ? (
        <Notice title="No threads yet">A thread appears here as soon as a graph has stored its first step.</Notice>
      ) : null}
      {value !== null && value.total > 0 && listed.length === 0 ? (
        <Notice title="No thread matches">
          {onlyWaiting.value ? "No thread waits for a person. " : ""}
          {search.value === "" ? "" : `No id contains “${search.value.slice(0, 60)}”.`}
        </Notice>
      ) : null}
      {listed.length === 0 ? null : (
        <VirtualList
          items={listed}
          rowHeight={46}
          selected={listed.findIndex((each) => each.threadId === threadId.value)}
          label="Threads"
        >
          {({ threadId: id, status, checkpoints, updatedAt }) => (
            <button
              type="button"
              key={id}
              role="option"
              aria-selected={id === threadId.value}
              class={`thread ${status}${id === threadId.value ? " on" : ""}`}
              onClick={() => void showThread(id)}
            >
              <span class="thread-name" title={id}>
                {id}
              </span>
              <span class="thread-facts">
                {STATUS[status] === "" ? null : <span class={`status ${status}`}>{STATUS[status]}</span>}
                <span title={exactText(updatedAt)}>{agoText(updatedAt, now.value)}</span>
                <span>{countText(checkpoints, "step")}</span>
              </span>
            </button>
          )}
        </VirtualList>
      )}
    </nav>
  );
}
