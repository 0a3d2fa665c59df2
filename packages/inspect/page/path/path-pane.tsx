import type { StepFacts } from "../../src/reader/step-facts.ts";
import { type DrawnEdge, type DrawnNode, GraphView } from "./graph-view.tsx";
import { Notice } from "../elements/notice.tsx";
import { hueOf, ordered, showStep, step, stepQuery } from "../store/store.ts";
import { BEGIN, takenPath } from "./taken-path.ts";
import { countText } from "../values/text.ts";
import { useAnswer } from "../store/use-answer.ts";

/** The graph with the path that the turn took, and the plan with the state of each step. */
export function PathPane() {
  const { value } = useAnswer<StepFacts>("facts", stepQuery.value);
  const plan = value?.plan ?? null;
  return (
    <div class={plan === null ? "pane path" : "pane path two"}>
      <Taken />
      {plan === null ? null : (
        <section>
          <h3>Plan</h3>
          {plan.query === "" ? null : <p class="dim">{plan.query}</p>}
          <PlanGraph plan={plan} />
        </section>
      )}
    </div>
  );
}

/** False for the input, which is drawn among the nodes. */
const isNode = (name: string): boolean => name !== BEGIN;

function Taken() {
  const at = step.value;
  const path = takenPath(ordered.value, at);
  if (path.nodes.length === 0)
    return <Notice title="No node has run yet">The graph appears after its first step.</Notice>;
  const running = path.here;
  const next = new Set(at?.next);
  const nodes = path.nodes.map((name): DrawnNode => {
    const last = ordered.value.findLast(({ nodes: ran, turn }) => ran.includes(name) && turn === at?.turn);
    const count = last?.nodes.filter((node) => node === name).length ?? 0;
    const kinds = [
      hueOf(name),
      path.onPath.has(name) ? "on" : "",
      running.has(name) ? "here" : "",
      next.has(name) ? "next" : "",
    ];
    return {
      key: name,
      title: count > 1 ? `${name} ×${count}` : name,
      note: running.has(name)
        ? "this step"
        : next.has(name)
          ? "runs next"
          : path.onPath.has(name)
            ? "ran in this turn"
            : "",
      kind: kinds.filter((kind) => kind !== "").join(" "),
      onChoose: last === undefined ? undefined : () => void showStep(last.id),
    };
  });
  const edges = path.edges.map(({ from, to, isOnPath }): DrawnEdge => ({ from, to, isOn: isOnPath }));
  return (
    <section>
      <h3>Path</h3>
      <p class="dim">
        {at === null ? "" : `Turn ${at.turn} up to step ${at.label}: `}
        {[...path.onPath].filter(isNode).length} of {countText(path.nodes.filter(isNode).length, "node")} ran.
        {next.size > 0 ? " Dashed nodes run next." : ""}
      </p>
      <GraphView label="Path through the graph" nodes={nodes} edges={edges} />
    </section>
  );
}

const STATES = {
  pending: { text: "pending", sign: "○" },
  in_progress: { text: "in progress", sign: "◐" },
  completed: { text: "completed", sign: "●" },
  failed: { text: "failed", sign: "✕" },
  skipped: { text: "skipped", sign: "–" },
} as const;

function PlanGraph({ plan }: { readonly plan: NonNullable<StepFacts["plan"]> }) {
  const nodes = plan.steps.map(({ agent, status, isCurrent }, index): DrawnNode => {
    const { text, sign } = STATES[status];
    return {
      key: String(index),
      title: agent === "" ? `Step ${index + 1}` : agent,
      note: text,
      sign,
      kind: `plan-step ${status}${isCurrent ? " here" : ""}`,
    };
  });
  const edges = plan.steps.flatMap(({ needs }, index) =>
    needs.map((needed): DrawnEdge => ({
      from: String(needed),
      to: String(index),
      isOn: plan.steps[needed]?.status === "completed",
    })),
  );
  return (
    <>
      <GraphView label="Plan" nodes={nodes} edges={edges} />
      <ol class="plan-list">
        {plan.steps.map(({ agent, task, status, note }, index) => (
          <li key={index}>
            <span class={`plan-state ${status}`}>
              <span aria-hidden="true">{STATES[status].sign}</span> {STATES[status].text}
            </span>
            <span>
              <b>{agent}</b> {task}
              {note === null ? null : <span class="dim"> · {note}</span>}
            </span>
          </li>
        ))}
      </ol>
    </>
  );
}
