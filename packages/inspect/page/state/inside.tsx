import { Link } from "../elements/buttons.tsx";
import type { Subgraph } from "../../src/history/subgraph-steps.ts";
import { isShared } from "../server/api.ts";
import { namespace, showNamespace, step, threadId, timeline } from "../store/store.ts";
import { useOuterAnswer } from "../store/use-answer.ts";

/** Subgraphs of the thread. A shared thread has none. */
export function useSubgraphs(): readonly Subgraph[] {
  const id = threadId.value;
  const at = namespace.value === "" ? (timeline.value.value?.newest ?? "") : "";
  const query = id === null || isShared() ? null : { thread: id, at };
  return useOuterAnswer<{ readonly subgraphs: readonly Subgraph[] }>("subgraphs", query).value?.subgraphs ?? [];
}

/** Name of a subgraph: the nodes that lead to it, and the step in which it ran. */
export const subgraphText = ({ nodes, step: ran }: Subgraph): string =>
  `${nodes.join(" › ")}${ran === null ? "" : ` · step ${ran.label}`}`;

/** Leads from a step into the subgraphs that its nodes ran. */
export function Inside() {
  const found = useSubgraphs().filter((each) => each.step?.id === step.value?.id);
  if (step.value === null || found.length === 0) return null;
  return (
    <section>
      <h3 class="label">Inside this step</h3>
      <ul>
        {found.map((each, index) => (
          <li key={each.namespace}>
            <Link onChoose={() => void showNamespace(each.namespace)}>
              Steps of {each.nodes.join(" › ")}
              {found.length > 1 ? ` (${index + 1} of ${found.length})` : ""}
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
