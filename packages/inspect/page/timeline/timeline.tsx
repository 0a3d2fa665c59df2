import { useEffect, useLayoutEffect, useMemo, useRef, useState } from "preact/hooks";
import type { PlacedStep, PlacedTurn } from "../time/timeline-layout.ts";
import { layoutOf, visibleTurns } from "../time/timeline-layout.ts";
import { Skeleton } from "../elements/notice.tsx";
import { failureTitle, layout, marked, ordered, screen, showEnd, showStep, stepId, timeline } from "../store/store.ts";
import { countText, exactText, previewText, ranText, timeText } from "../values/text.ts";

const LANE = 20;
const MAX_LANES = 9;
/** Room for what waits or failed at the end. */
const END_WIDTH = 190;
/** Pixels of a turn below which its text would be a piece of a word. */
const SLIVER = 80;
/** Largest factor by which a short thread is widened. */
const MAX_SCALE = 2.5;

/** Time from left to right: turns, their steps in one lane for each node, and what waits at the end. */
export function TimelinePane() {
  const { value } = timeline.value;
  const box = useRef<HTMLDivElement>(null);
  const [span, setSpan] = useState({ left: 0, width: 1_200 });
  // A short thread fills the room that it has.
  const scale = Math.min(MAX_SCALE, Math.max(1, (span.width - END_WIDTH) / Math.max(1, layout.value.width)));
  const { lanes, turns, width, byId } = useMemo(
    () => (scale === 1 ? layout.value : layoutOf(ordered.value, scale)),
    [layout.value, scale],
  );
  const placed = byId.get(stepId.value ?? "");
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
  const height = Math.min(Math.max(1, lanes.length), MAX_LANES) * LANE;
  const waits = value.interrupts.length > 0;
  const failed = value.errors.length > 0;
  // The last lane is shared if there are more nodes than lanes.
  const named = lanes.length > MAX_LANES ? MAX_LANES - 1 : lanes.length;
  return (
    <section class="timeline" aria-label="Timeline">
      <div class="lane-names" style={{ height: `${height + 52}px` }}>
        {lanes.slice(0, named).map((name, index) => (
          <div key={name} class={`lane-name h${index % 10}`} title={name}>
            <span>{name}</span>
          </div>
        ))}
        {named < lanes.length ? (
          <div class="lane-name dim" title={lanes.slice(named).join(", ")}>
            {countText(lanes.length - named, "other node")}
          </div>
        ) : null}
        <div class="lane-changes dim">changes</div>
      </div>
      <div
        class="timeline-scroll"
        ref={box}
        onScroll={(event) => setSpan({ left: event.currentTarget.scrollLeft, width: event.currentTarget.clientWidth })}
      >
        <div
          class="timeline-all"
          style={{ width: `${width + (waits || failed ? END_WIDTH : 24)}px`, height: `${height + 52}px` }}
        >
          {lanes.slice(0, MAX_LANES).map((name, index) => (
            <div key={name} class="lane" style={{ top: `${40 + index * LANE}px` }} />
          ))}
          {visibleTurns(turns, span.left - 400, span.left + span.width + 400).map((turn) => (
            <Turn
              key={`${turn.number}/${turn.branch}`}
              turn={turn}
              isSliver={turn.x + turn.width - span.left < SLIVER}
              text={turn.branch === 0 ? (value.turns[turn.number - 1]?.text ?? null) : null}
              tokens={tokensText(value.turns[turn.number - 1]?.tokens ?? null)}
              height={height}
            />
          ))}
          {waits || failed ? (
            <button
              type="button"
              class={`end ${waits ? "waiting" : "failed"}`}
              style={{ left: `${width}px`, height: `${height + 44}px` }}
              onClick={showEnd}
            >
              <strong>{waits ? "Waiting for a person" : failureTitle.value}</strong>
              <span>
                {waits ? countText(value.interrupts.length, "open question") : previewText(value.errors[0] ?? "", 48)}
              </span>
            </button>
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
  isSliver,
  text,
  tokens,
  height,
}: {
  readonly turn: PlacedTurn;
  /** True if too little of the turn is in view for its text. */
  readonly isSliver: boolean;
  readonly text: string | null;
  readonly tokens: string;
  readonly height: number;
}) {
  const name = turn.number === 0 ? "Before turn 1" : `Turn ${turn.number}`;
  return (
    <div
      class={`turn${turn.branch === 0 ? "" : " left"}`}
      style={{ left: `${turn.x}px`, width: `${turn.width}px`, height: `${height + 52}px` }}
    >
      <div class={isSliver ? "turn-head unseen" : "turn-head"}>
        <div class="turn-first">
          <span class="turn-name">
            {name}
            {turn.branch === 0 ? "" : " · earlier branch"}
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
    timeText(step),
    countText(step.changed.length, "changed field"),
    step.isAbandoned ? "left unanswered" : "",
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
