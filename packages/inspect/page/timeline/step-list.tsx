import { hueOf, ordered, screen, showStep, stepId } from "../store/store.ts";
import { countText, durationText, ranText } from "../values/text.ts";
import { VirtualList } from "../elements/virtual-list.tsx";

/** The steps from top to bottom, for screens that are too narrow for the timeline. */
export function StepList() {
  if (screen.value !== "time") return null;
  const steps = ordered.value;
  return (
    <section class="step-list" aria-label="Steps">
      <VirtualList
        items={steps}
        rowHeight={44}
        selected={steps.findIndex(({ id }) => id === stepId.value)}
        label="Steps"
      >
        {(step) => (
          <button
            type="button"
            key={step.id}
            role="option"
            aria-selected={step.id === stepId.value}
            class={`step-row${step.id === stepId.value ? " on" : ""}`}
            onClick={() => {
              screen.value = "state";
              void showStep(step.id);
            }}
          >
            <span class="dim">{step.label}</span>
            <span class={hueOf(step.nodes[0] ?? "")}>{ranText(step)}</span>
            <span class="dim">{durationText(step.milliseconds ?? step.waited ?? step.stopped)}</span>
            <span class="dim">{countText(step.changed.length, "change")}</span>
          </button>
        )}
      </VirtualList>
    </section>
  );
}
