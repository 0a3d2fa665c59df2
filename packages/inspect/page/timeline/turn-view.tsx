import type { PlacedPause, PlacedStep, PlacedTurn } from "../time/timeline-layout.ts";
import type { ThreadStep } from "../../src/history/thread-steps.ts";
import { hueOf, layout, marked, showStep, stepId, timeline } from "../store/store.ts";
import { visibleText } from "../../src/values/visible-text.ts";
import { countText, durationText, exactText, ranText, timeText } from "../values/text.ts";

export const LANE = 20;
export const MAX_LANES = 9;
/** Pixels above the lanes, and below them. */
export const HEAD = 40;
export const FOOT = 20;

/** Pixels of a turn below which its text would be a piece of a word. */
const SLIVER = 80;

/** Pixels of a turn below which its number would be cut. */
const NUMBER = 30;

/** Pixels of a pause below which its time does not fit. */
const NARROW_PAUSE = 40;

/** A turn: what the user wrote, the steps in their lanes, and the pauses between them. */
export function TurnView({
  turn,
  room,
  text,
  tokens,
  height,
}: {
  readonly turn: PlacedTurn;
  /** Pixels of the turn that are in view, or right of it. */
  readonly room: number;
  readonly text: string | null;
  readonly tokens: string;
  /** Pixels of the lanes. */
  readonly height: number;
}) {
  const name = turn.number === 0 ? "Before turn 1" : `Turn ${turn.number}`;
  const seen = Math.min(room, turn.width);
  // A turn that is zoomed out keeps its number.
  const isShort = seen < SLIVER && seen >= NUMBER && turn.width < SLIVER;
  return (
    <div
      class={`turn${turn.branch === 0 ? "" : " left"}`}
      style={{ left: `${turn.x}px`, width: `${turn.width}px`, height: `${HEAD + height + FOOT}px` }}
    >
      <div
        class={seen < SLIVER && !isShort ? "turn-head unseen" : "turn-head"}
        style={{ maxWidth: `${Math.max(0, seen)}px` }}
        title={isShort ? `${name} ${text ?? ""}` : (text ?? "")}
      >
        <div class="turn-first">
          <span class="turn-name">
            {isShort && turn.number > 0 ? turn.number : name}
            {turn.branch === 0 || isShort ? "" : " · earlier branch"}
          </span>
          {isShort ? null : <span class="dim">{tokens}</span>}
        </div>
        {isShort ? null : <div class="turn-text">{visibleText(text ?? "")}</div>}
      </div>
      {turn.pauses.map((each) => (
        <Pause key={each.x} pause={each} left={each.x - turn.x} height={height} />
      ))}
      {turn.steps.map((each) => (
        <Step key={each.step.id} placed={each} left={each.x - turn.x} height={height} />
      ))}
    </div>
  );
}

/** Time in which nothing ran, cut to a mark that says how long it was. */
function Pause({
  pause: { width, milliseconds },
  left,
  height,
}: {
  readonly pause: PlacedPause;
  readonly left: number;
  readonly height: number;
}) {
  const text = durationText(Math.round(milliseconds));
  return (
    <span
      class="pause"
      role="img"
      aria-label={`Nothing ran for ${text}`}
      title={`Nothing ran for ${text}`}
      style={{ left: `${left}px`, width: `${width}px`, top: `${HEAD}px`, height: `${height}px` }}
    >
      {width < NARROW_PAUSE ? null : <span class="pause-text">{text}</span>}
    </span>
  );
}

/** Work of a node in a step. Of nodes that ran side by side, as long as each of them ran, or a pale bar where the thread does not say. */
function Bar({ step, lane, isAlone }: { readonly step: ThreadStep; readonly lane: number; readonly isAlone: boolean }) {
  const { nodes, times = {}, milliseconds } = step;
  const name = layout.value.lanes[lane] ?? "";
  const count = nodes.filter((node) => node === name).length;
  const time = Object.hasOwn(times, name) ? times[name] : undefined;
  const all = Math.max(1, milliseconds ?? 1);
  const place =
    time === undefined ? null : { left: `${(100 * time.from) / all}%`, right: `${100 - (100 * time.to) / all}%` };
  return (
    <span
      class={`bar ${hueOf(name)}${isAlone || time !== undefined ? "" : " untimed"}`}
      style={{ top: `${6 + Math.min(lane, MAX_LANES - 1) * LANE}px`, ...place }}
    >
      {count > 1 ? <small>×{count}</small> : null}
    </span>
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
  const facts = [
    `Step ${step.label}`,
    ranText(step),
    timeText(step),
    ...Object.entries(step.times ?? {}).map(([name, { from, to }]) => `${name} ${durationText(to - from)}`),
    lanes.length > 1 && step.times === undefined ? "side by side: how long each ran is not stored" : "",
    // A saver of LangGraph does not compare values: the step may have written the same one.
    timeline.value.value?.savedBy === "langgraph"
      ? `${countText(step.changed.length, "field")} written`
      : countText(step.changed.length, "changed field"),
    step.isAbandoned ? "left unanswered" : "",
    exactText(step.at),
  ];
  const title = facts.filter((fact) => fact !== "").join(" · ");
  const kinds = [
    "step",
    isOn ? "on" : "",
    step.id === marked.value ? "marked" : "",
    step.isAbandoned ? "abandoned" : "",
  ];
  return (
    <button
      type="button"
      class={kinds.filter((kind) => kind !== "").join(" ")}
      style={{ left: `${left}px`, width: `${width}px`, top: `${HEAD - 2}px`, height: `${height + FOOT}px` }}
      title={title}
      aria-label={title}
      aria-current={isOn ? "step" : undefined}
      onClick={() => void showStep(step.id)}
    >
      {lanes.map((lane) => (
        <Bar key={lane} step={step} lane={lane} isAlone={lanes.length === 1} />
      ))}
      {lanes.length === 0 ? <span class="event" style={{ height: `${height}px` }} /> : null}
      <span class="ticks">
        {step.changed.slice(0, Math.max(1, Math.floor((width - 2) / 3))).map((name) => (
          <i key={name} />
        ))}
      </span>
    </button>
  );
}
