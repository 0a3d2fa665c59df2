import { useMemo, useRef, useState } from "preact/hooks";
import type { TimelineLayout } from "../time/timeline-layout.ts";

/** Height of the drawing. */
const HEIGHT = 18;
const MAX_ROWS = 9;
/** Pixels of the edges of the window, and of a drag that is still a click. */
const EDGE = 6;
/** Minimum pixels of the window. */
const SLIM = 8;

/** Part of the timeline between two places, from 0 to 1. */
export interface Range {
  readonly from: number;
  readonly to: number;
}

type Drag = { readonly kind: "pan" | "from" | "to" | "range"; readonly at: number; readonly range: Range };

const clamp = (value: number, least = 0, most = 1): number => Math.max(least, Math.min(most, value));

/** The range while a pointer moves to `at`. */
function dragged({ kind, at: begin, range }: Drag, at: number): Range {
  if (kind === "pan") {
    const from = clamp(range.from + at - begin, 0, 1 - (range.to - range.from));
    return { from, to: from + range.to - range.from };
  }
  if (kind === "from") return { from: Math.min(at, range.to), to: range.to };
  if (kind === "to") return { from: range.from, to: Math.max(at, range.from) };
  return { from: Math.min(begin, at), to: Math.max(begin, at) };
}

/** The whole thread in a strip, with a window over the part in view: drag it to pan, drag its edges or beside it to zoom. */
export function Overview({
  layout,
  room,
  total,
  margin,
  shown,
  chosen,
  end,
  text,
  onPan,
  onRange,
}: {
  readonly layout: TimelineLayout;
  /** Pixels of the strip. */
  readonly room: number;
  /** Pixels of the timeline that it stands for. */
  readonly total: number;
  /** Pixels of the timeline after the last step. */
  readonly margin: number;
  /** Part in view. */
  readonly shown: Range;
  /** Place of the chosen step. Null for none. */
  readonly chosen: number | null;
  readonly end: "waiting" | "failed" | null;
  /** Part in view, in words. */
  readonly text: string;
  /** Called with the part that is to be in view, at the same zoom. */
  readonly onPan: (from: number) => void;
  /** Called with the part that is to fill the view. */
  readonly onRange: (range: Range) => void;
}) {
  const strip = useRef<HTMLDivElement>(null);
  const [drag, setDrag] = useState<Drag | null>(null);
  const [range, setRange] = useState<Range | null>(null);
  const paths = useMemo(() => pathsOf(layout, room / total), [layout, room, total]);
  const placeOf = (event: PointerEvent): number => {
    const { left, width } = strip.current?.getBoundingClientRect() ?? { left: 0, width: 1 };
    return clamp((event.clientX - left) / Math.max(1, width));
  };
  const window = range ?? shown;
  const size = shown.to - shown.from;
  const begin = (event: PointerEvent): void => {
    if (event.button !== 0) return;
    const at = placeOf(event);
    const edge = EDGE / Math.max(1, room);
    const isAll = size > 0.999;
    const kind =
      !isAll && Math.abs(at - shown.from) <= edge
        ? "from"
        : !isAll && Math.abs(at - shown.to) <= edge
          ? "to"
          : !isAll && at > shown.from && at < shown.to
            ? "pan"
            : "range";
    strip.current?.setPointerCapture(event.pointerId);
    setDrag({ kind, at, range: shown });
  };
  const move = (event: PointerEvent): void => {
    if (drag === null) return;
    const next = dragged(drag, placeOf(event));
    setRange(next);
    if (drag.kind === "pan") onPan(next.from);
  };
  const finish = (event: PointerEvent): void => {
    if (drag === null) return;
    const next = dragged(drag, placeOf(event));
    const isClick = Math.abs(placeOf(event) - drag.at) * room < EDGE;
    if (isClick && drag.kind === "range") onPan(clamp(drag.at - size / 2, 0, 1 - size));
    else if (!isClick && drag.kind !== "pan") onRange(next);
    setDrag(null);
    setRange(null);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const places: Readonly<Record<string, number>> = {
      ArrowLeft: shown.from - size / 4,
      ArrowRight: shown.from + size / 4,
      PageUp: shown.from - size,
      PageDown: shown.from + size,
      Home: 0,
      End: 1 - size,
    };
    const place = Object.hasOwn(places, event.key) && !event.shiftKey ? places[event.key] : undefined;
    if (place === undefined) return;
    event.preventDefault();
    // The arrow keys move by steps everywhere else.
    event.stopPropagation();
    onPan(clamp(place, 0, 1 - size));
  };
  return (
    <div
      class="overview"
      ref={strip}
      role="scrollbar"
      tabIndex={0}
      aria-label="Part of the timeline in view"
      aria-controls="timeline-scroll"
      aria-orientation="horizontal"
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={Math.round(100 * (size >= 1 ? 0 : shown.from / (1 - size)))}
      aria-valuetext={text}
      title="Drag to zoom to a part of the thread"
      onPointerDown={begin}
      onPointerMove={move}
      onPointerUp={finish}
      onPointerCancel={() => {
        setDrag(null);
        setRange(null);
      }}
      onKeyDown={onKeyDown}
    >
      <svg width={room} height={HEIGHT} aria-hidden="true">
        {paths.map(([lane, path]) => (
          <path key={lane} class={`h${lane % 10}`} d={path} />
        ))}
      </svg>
      {end === null ? null : (
        <span
          class={`overview-end ${end}`}
          style={{ left: `${(layout.width * 100) / total}%`, width: `${(margin * 100) / total}%` }}
        />
      )}
      {chosen === null ? null : <span class="overview-step" style={{ left: `${chosen * 100}%` }} />}
      <span
        class={`overview-window${drag === null ? "" : " dragged"}${range === null && size > 0.999 ? " whole" : ""}`}
        style={{
          left: `${window.from * 100}%`,
          width: `max(${SLIM}px, ${(window.to - window.from) * 100}%)`,
        }}
      />
    </div>
  );
}

/** What is drawn of each lane. */
function pathsOf({ steps }: TimelineLayout, scale: number): readonly (readonly [number, string])[] {
  const parts = new Map<number, string[]>();
  const rows = Math.min(MAX_ROWS, 1 + steps.reduce((most, { lanes }) => Math.max(most, ...lanes), 0));
  const height = HEIGHT / rows;
  for (const { x, width: wide, lanes } of steps) {
    for (const lane of lanes) {
      const part = parts.get(lane) ?? [];
      parts.set(lane, part);
      const y = Math.min(lane, rows - 1) * height + height / 2;
      part.push(`M${(x * scale).toFixed(1)} ${y.toFixed(1)}h${Math.max(1, wide * scale).toFixed(1)}`);
    }
  }
  return [...parts].map(([lane, part]) => [lane, part.join("")]);
}
