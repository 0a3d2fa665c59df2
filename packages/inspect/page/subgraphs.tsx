import { isShared } from "./api.ts";
import { namespace, showNamespace, threadId, timeline } from "./store.ts";
import { useOuterAnswer } from "./use-answer.ts";

/** Chooses a subgraph of the thread, if it has any. */
export function Subgraphs() {
  const newest = timeline.value.value?.newest ?? "";
  const id = threadId.value;
  const found = useOuterAnswer<{ readonly namespaces: readonly string[] }>(
    "subgraphs",
    id === null || isShared() ? null : { thread: id, at: namespace.value === "" ? newest : "" },
  );
  const namespaces = found.value?.namespaces ?? [];
  if (namespaces.length === 0 && namespace.value === "") return null;
  return (
    <select
      class="sort"
      aria-label="Graph or subgraph"
      value={namespace.value}
      onChange={(event) => void showNamespace(event.currentTarget.value)}
    >
      <option value="">Graph</option>
      {[...new Set([...namespaces, namespace.value])].flatMap((each) =>
        each === ""
          ? []
          : [
              <option key={each} value={each}>
                {namespaceText(each)}
              </option>,
            ],
      )}
    </select>
  );
}

/** Nodes that lead to a subgraph, with the beginning of the ids of their tasks. */
const namespaceText = (name: string): string =>
  name
    .split("|")
    .map((part) => {
      const [node = part, task] = part.split(":");
      return task === undefined ? node : `${node} ${task.slice(0, 6)}`;
    })
    .join(" › ");
