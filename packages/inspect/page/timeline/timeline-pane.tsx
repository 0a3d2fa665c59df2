import { useEffect, useLayoutEffect, useMemo, useRef, useState } from "preact/hooks";
import { scaleMark, zoomFor, zoomingOf } from "../time/time-scale.ts";
import { layoutOf, pixelsOf, positionAt, type TimelineLayout, visibleTurns } from "../time/timeline-layout.ts";
import { failureTitle } from "../store/failure-title.ts";
import { isNarrow } from "../elements/narrow.ts";
import { Skeleton } from "../elements/notice.tsx";
import { isAtEnd, layout as order, screen, showEnd, stepId, stepsById, threadId, timeline } from "../store/store.ts";
import { countText, durationText, previewText } from "../values/text.ts";
import { followPointer } from "./drag-and-wheel.ts";
import { Overview, type Range } from "./overview.tsx";
import { FOOT, HEAD, LANE, MAX_LANES, TurnView } from "./turn-view.tsx";
import { ZoomButtons } from "./zoom-buttons.tsx";
import { anchor, resetZoom, zoom, zoomLimits, zoomTo } from "./zoom.ts";

/** Room for what waits or failed at the end. */
const END_WIDTH = 226;
const NARROW_END = 132;

/** Pixels before the mark of a node that waits or failed. */
const STOP = 4;

/** Room after the last step. */
const MARGIN = 24;

/** Pixels of the view in which the chosen step is too near to its border. */
const BORDER = 40;

/** Pixels beside the view in which turns exist already. */
const BESIDE = 400;

/** Time from left to right: turns, their steps in one lane for each node, and what waits at the end. */
export function TimelinePane() {
  const { value } = timeline.value;
  const box = useRef<HTMLDivElement>(null);
  const [span, setSpan] = useState({ left: 0, width: 1_200 });
  /** Where the view is, before its scroll event comes. */
  const left = useRef(0);
  const scrollTo = (element: HTMLElement, pixels: number): void => {
    element.scrollLeft = pixels;
    left.current = element.scrollLeft;
    setSpan({ left: element.scrollLeft, width: element.clientWidth });
  };
  const waits = (value?.interrupts.length ?? 0) > 0;
  const failed = (value?.errors.length ?? 0) > 0;
  const margin = waits || failed ? (isNarrow.value ? NARROW_END : END_WIDTH) : MARGIN;
  const steps = order.value;
  const zooming = useMemo(() => zoomingOf(steps, Math.max(200, span.width - margin)), [steps, span.width, margin]);
  const whole = useMemo(() => layoutOf(steps, zooming.scale(1)), [steps, zooming]);
  const scale = zooming.scale(zoom.value);
  const layout = useMemo(
    () => (zoom.value === 1 ? whole : layoutOf(steps, zooming.scale(zoom.value))),
    [whole, zoom.value],
  );
  const placed = layout.byId.get(stepId.value ?? "");
  useEffect(resetZoom, [threadId.value]);
  useEffect(() => {
    zoomLimits.value = { least: zooming.least, most: zooming.most };
  }, [zooming]);
  useLayoutEffect(() => {
    const element = box.current;
    if (element === null) return undefined;
    const observer = new ResizeObserver(() => setSpan({ left: element.scrollLeft, width: element.clientWidth }));
    observer.observe(element);
    const stop = followPointer(element);
    return () => {
      observer.disconnect();
      stop();
    };
  }, [value === null]);
  const before = useRef<{ readonly layout: TimelineLayout; readonly id: string | null }>({ layout, id: null });
  useLayoutEffect(() => {
    const element = box.current;
    const last = before.current;
    before.current = { layout, id: threadId.value };
    if (element === null || last.layout === layout || last.id !== threadId.value) return;
    const chosen = last.layout.byId.get(stepId.value ?? "");
    const middle = chosen === undefined ? -1 : chosen.x + chosen.width / 2 - left.current;
    const isSeen = anchor.value === null && placed !== undefined && middle >= 0 && middle <= span.width;
    // What the reader looks at stays where it is.
    const still = anchor.value ?? span.width / 2;
    scrollTo(
      element,
      isSeen
        ? placed.x + placed.width / 2 - middle
        : pixelsOf(layout, positionAt(last.layout, left.current + still)) - still,
    );
  }, [layout]);
  useEffect(() => {
    const element = box.current;
    if (element === null || placed === undefined) return;
    const room = element.clientWidth;
    const isSeen =
      placed.x >= left.current + BORDER && placed.x + Math.min(placed.width, room / 2) <= left.current + room - BORDER;
    // The end of a thread is seen with what waits there.
    if (isAtEnd.value) scrollTo(element, Math.min(layout.width + margin - room, placed.x - BORDER));
    else if (!isSeen) scrollTo(element, placed.x - room * (placed.width > room * 0.3 ? 0.1 : 0.6));
  }, [stepId.value, screen.value, placed === undefined, value?.isWhole]);
  if (value === null) {
    return (
      <section class="timeline" aria-label="Timeline">
        <Skeleton lines={5} />
      </section>
    );
  }
  const { lanes } = steps;
  const height = Math.min(Math.max(1, lanes.length), MAX_LANES) * LANE;
  // The last lane is shared if there are more nodes than lanes.
  const named = lanes.length > MAX_LANES ? MAX_LANES - 1 : lanes.length;
  /** Lanes of the nodes that wait or failed. */
  const stopped = (stepsById.value.get(value.newest)?.next ?? [])
    .map((name) => lanes.indexOf(name))
    .filter((lane) => lane >= 0);
  const mark = scaleMark(scale);
  const all = layout.width + margin;
  const seen = visibleTurns(layout.turns, span.left, span.left + span.width);
  /** Pixels of the whole thread as it opens. */
  const total = Math.max(whole.width + margin, span.width);
  /** Part of the whole thread at these pixels of the timeline. */
  const partAt = (pixels: number): number => {
    if (pixels >= layout.width) return Math.min(1, (whole.width + pixels - layout.width) / total);
    return pixelsOf(whole, positionAt(layout, Math.max(0, pixels))) / total;
  };
  const pixelsAt = (part: number): number => {
    const pixels = part * total;
    if (pixels >= whole.width) return layout.width + pixels - whole.width;
    return pixelsOf(layout, positionAt(whole, pixels));
  };
  const pan = (from: number): void => {
    if (box.current !== null) scrollTo(box.current, pixelsAt(from));
  };
  const zoomIn = ({ from, to }: Range): void => {
    const [begin, end] = [from, to].map((part) => positionAt(whole, Math.min(whole.width, part * total)));
    if (begin === undefined || end === undefined) return;
    const next = zoomFor(steps, zooming, { from: begin, to: end, room: span.width });
    zoomTo(next, 0);
    const found = layoutOf(steps, zooming.scale(zoom.value));
    // After the new layout is there.
    requestAnimationFrame(() => {
      if (box.current !== null) scrollTo(box.current, pixelsOf(found, begin));
    });
  };
  const shown = { from: partAt(span.left), to: Math.min(1, partAt(span.left + span.width)) };
  const chosen = whole.byId.get(stepId.value ?? "");
  return (
    <section class="timeline" aria-label="Timeline">
      <ZoomButtons />
      <Overview
        layout={whole}
        room={Math.max(1, span.width)}
        total={total}
        margin={margin}
        shown={shown}
        chosen={chosen === undefined ? null : (chosen.x + chosen.width / 2) / total}
        end={waits ? "waiting" : failed ? "failed" : null}
        text={turnsText(seen.map(({ number }) => number))}
        onPan={pan}
        onRange={zoomIn}
      />
      <div class="lane-names" style={{ height: `${HEAD + height + FOOT}px` }}>
        {mark === null ? null : (
          <div
            class="scale dim"
            title="Width of this time. Shorter steps are drawn wider, and longer pauses are cut."
            style={{ top: "4px" }}
          >
            {durationText(mark.milliseconds).replace(".0 ", " ")}
            <span class="scale-bar" style={{ width: `${mark.width}px` }} />
          </div>
        )}
        {lanes.slice(0, named).map((name, index) => (
          <div key={name} class={`lane-name h${index % 10}`} title={name}>
            {name}
          </div>
        ))}
        {named < lanes.length ? (
          <div class="lane-name dim" title={lanes.slice(named).join(", ")}>
            {countText(lanes.length - named, "other node")}
          </div>
        ) : null}
        <div class="lane-name dim">changes</div>
      </div>
      <div
        class="timeline-scroll"
        id="timeline-scroll"
        ref={box}
        onScroll={(event) => {
          left.current = event.currentTarget.scrollLeft;
          setSpan({ left: left.current, width: event.currentTarget.clientWidth });
        }}
      >
        <div class="timeline-all" style={{ width: `${all}px`, height: `${HEAD + height + FOOT}px` }}>
          {lanes.slice(0, MAX_LANES).map((name, index) => (
            <div key={name} class="lane" style={{ top: `${HEAD + LANE / 2 + index * LANE}px` }} />
          ))}
          {visibleTurns(layout.turns, span.left - BESIDE, span.left + span.width + BESIDE).map((turn) => (
            <TurnView
              key={`${turn.number}/${turn.branch}`}
              turn={turn}
              room={turn.x + turn.width - span.left}
              text={turn.branch === 0 ? (value.turns[turn.number - 1]?.text ?? null) : null}
              tokens={tokensText(value.turns[turn.number - 1]?.tokens ?? null)}
              height={height}
            />
          ))}
          {waits || failed
            ? stopped.map((lane) => (
                <span
                  key={lane}
                  class={`stop ${waits ? "waiting" : "failed"}`}
                  style={{
                    left: `${layout.width + STOP}px`,
                    top: `${HEAD + 4 + Math.min(lane, MAX_LANES - 1) * LANE}px`,
                  }}
                />
              ))
            : null}
          {waits || failed ? (
            <button
              type="button"
              class={`end ${waits ? "waiting" : "failed"}`}
              style={{
                left: `${layout.width + STOP + 20}px`,
                width: `${margin - STOP - 34}px`,
                height: `${HEAD + height + FOOT - 8}px`,
              }}
              title={waits ? "Show the question" : value.errors[0]}
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

/** Turns in view, in words. */
function turnsText(numbers: readonly number[]): string {
  const [first, last] = [numbers[0], numbers.at(-1)];
  if (first === undefined || last === undefined) return "No turn";
  return first === last ? `Turn ${first}` : `Turns ${first} to ${last}`;
}

const COMPACT = new Intl.NumberFormat("en", { notation: "compact" });

const tokensText = (tokens: { readonly input: number; readonly output: number } | null): string =>
  tokens === null ? "" : `${COMPACT.format(tokens.input + tokens.output)} tokens`;
