import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import type { PlacedStep, PlacedTurn } from "./layout.ts";
import { visibleTurns } from "./layout.ts";
import { Skeleton } from "./notice.tsx";
import { layout, marked, screen, showStep, stepId, timeline } from "./store.ts";
import { countText, durationText, exactText, ranText } from "./text.ts";

const LANE = 20;
const MAX_LANES = 9;

/** Time from left to right: turns, their steps in one lane for each node, and what waits at the end. */
export function TimelinePane() {
  const { value } = timeline.value;
  const box = useRef<HTMLDivElement>(null);
  const [span, setSpan] = useState({ left: 0, width: 1_200 });
  const placed = layout.value.byId.get(stepId.value ?? "");
  useLayoutEffect(() => {
    const element = box.current;
    if (element === null) return undefined;
    const observer = new ResizeObserver(() => setSpan({ left: element.scrollLeft, width: element.clientWidth }));
    observer.observe(element);
    return () => observer.disconnect();
  }, [value === null]);
  useEffect(() => {
    const element = box.current;
    if (element === null || placed === undefined) return;
    const room = element.clientWidth;
    if (placed.x < element.scrollLeft + 40 || placed.x + placed.width > element.scrollLeft + room - 40)
      element.scrollLeft = Math.max(0, placed.x - room * 0.6);
  }, [placed, screen.value]);
  if (value === null) {
    return (
      <section class="timeline" aria-label="Timeline">
        <Skeleton lines={5} />
      </section>
    );
  }
  const { lanes, turns, width } = layout.value;
  const shown = visibleTurns(turns, span.left - 400, span.left + span.width + 400);
  const height = Math.min(Math.max(1, lanes.length), MAX_LANES) * LANE;
  const waits = value.interrupts.length > 0;
  return (
    <section class="timeline" aria-label="Timeline">
      <div class="lane-names" style={{ height: `${height + 52}px` }}>
        {lanes.slice(0, MAX_LANES).map((name, index) => (
          <div key={name} class={`lane-name h${index % 10}`} title={name}>
            <span>{name}</span>
          </div>
        ))}
        {lanes.length > MAX_LANES ? (
          <div class="lane-more">{countText(lanes.length - MAX_LANES, "more node")} in the last lane</div>
        ) : null}
      </div>
      <div
        class="timeline-scroll"
        ref={box}
        onScroll={(event) => setSpan({ left: event.currentTarget.scrollLeft, width: event.currentTarget.clientWidth })}
      >
        <div class="timeline-all" style={{ width: `${width + (waits ? 190 : 24)}px`, height: `${height + 52}px` }}>
          {lanes.slice(0, MAX_LANES).map((name, index) => (
            <div key={name} class="lane" style={{ top: `${40 + index * LANE}px` }} />
          ))}
          {shown.map((turn) => (
            <Turn
              key={`${turn.number}/${turn.branch}`}
              turn={turn}
              text={turn.branch === 0 ? (value.turns[turn.number - 1]?.text ?? null) : null}
              tokens={tokensText(value.turns[turn.number - 1]?.tokens ?? null)}
              height={height}
            />
          ))}
          {waits ? (
            <div class="waiting-end" style={{ left: `${width}px`, height: `${height + 44}px` }}>
              <strong>Waiting for a person</strong>
              <span>{countText(value.interrupts.length, "open question")}</span>
            </div>
          ) : null}
        </div>
      </div>
    </section>
  );
}

const COMPACT = new Intl.NumberFormat("en", { notation: "compact" });

const tokensText = (tokens: { readonly input: number; readonly output: number } | null): string =>
  tokens === null ? "" : `${COMPACT.format(tokens.input + tokens.output)} tokens`;

function Turn({
  turn,
  text,
  tokens,
  height,
}: {
  readonly turn: PlacedTurn;
  readonly text: string | null;
  readonly tokens: string;
  readonly height: number;
}) {
  const name = turn.number === 0 ? "Before the first turn" : `Turn ${turn.number}`;
  return (
    <div
      class={`turn${turn.branch === 0 ? "" : " left"}`}
      style={{ left: `${turn.x}px`, width: `${turn.width}px`, height: `${height + 52}px` }}
    >
      <div class="turn-head">
        <div class="turn-first">
          <span class="turn-name">
            {name}
            {turn.branch === 0 ? "" : " · left by a fork"}
          </span>
          <span class="dim">{tokens}</span>
        </div>
        <div class="turn-text" title={text ?? ""}>
          {text ?? ""}
        </div>
      </div>
      {turn.steps.map((each) => (
        <Step key={each.step.id} placed={each} left={each.x - turn.x} height={height} />
      ))}
    </div>
  );
}

function Step({
  placed: { step, width, lanes },
  left,
  height,
}: {
  readonly placed: PlacedStep;
  readonly left: number;
  readonly height: number;
}) {
  const isOn = step.id === stepId.value;
  const failed = timeline.value.value?.newest === step.id && timeline.value.value.errors.length > 0;
  const facts = [
    `Step ${step.label}`,
    ranText(step),
    durationText(step.milliseconds),
    countText(step.changed.length, "changed field"),
    step.isAbandoned ? "abandoned" : "",
    exactText(step.at),
  ];
  const title = facts.filter((fact) => fact !== "").join(" · ");
  return (
    <button
      type="button"
      class={`step${isOn ? " on" : ""}${step.id === marked.value ? " marked" : ""}${failed ? " failed" : ""}${step.isAbandoned ? " abandoned" : ""}${lanes.length === 0 ? " still" : ""}`}
      style={{ left: `${left}px`, width: `${width}px`, height: `${height + 12}px` }}
      title={title}
      aria-label={title}
      aria-current={isOn ? "step" : undefined}
      onClick={() => void showStep(step.id)}
    >
      {lanes.map((lane) => (
        <span key={lane} class={`bar h${lane % 10}`} style={{ top: `${4 + Math.min(lane, MAX_LANES - 1) * LANE}px` }} />
      ))}
      {lanes.length === 0 ? <span class="dot" /> : null}
      <span class="ticks">
        {step.changed.slice(0, 6).map((name) => (
          <i key={name} />
        ))}
      </span>
    </button>
  );
}
