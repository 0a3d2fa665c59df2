import type { StepOrder } from "./step-order.ts";
import { layoutOf, pixelsOf, type TimePosition, type TimeScale } from "./timeline-layout.ts";

/** Minimum widths without zoom. */
const NARROW = 12;
const TURN = 148;
const PAUSE = 48;

/** Part of the view that the longest step takes without zoom. */
const LONGEST = 0.35;

/** Pixels of a millisecond beyond which a longer bar says nothing more. */
const MOST = 20;

/** Pixels beyond which browsers no longer place elements exactly. */
const WIDEST = 6_000_000;

/** Factor by which the minimum widths may shrink. */
const SMALLEST = 0.25;

const shrunk = (pixels: number, zoom: number): number => pixels * Math.max(SMALLEST, Math.min(1, zoom));

function scaleOf(pixels: number, zoom: number): TimeScale {
  return {
    pixels: pixels * zoom,
    narrow: shrunk(NARROW, zoom),
    turn: shrunk(TURN, zoom),
    pause: shrunk(PAUSE, zoom),
  };
}

/** The scales of a thread in a view. A zoom of 1 shows all of a short thread, and each step of a long one. */
export interface Zooming {
  readonly scale: (zoom: number) => TimeScale;
  readonly least: number;
  readonly most: number;
}

/** Chooses the scales at which the steps of a thread can be read in a view of this width. */
export function zoomingOf(order: StepOrder, room: number): Zooming {
  const times = order.turns.flatMap(({ steps }) => steps.map(({ step }) => step.milliseconds ?? 0));
  const longest = Math.max(
    1,
    times.reduce((most, each) => Math.max(most, each), 0),
  );
  const total = times.reduce((sum, each) => sum + each, 0);
  const most = (room * LONGEST) / longest;
  const widthOf = (pixels: number): number => layoutOf(order, scaleOf(pixels, 1)).width;
  const fits = widthOf(0) <= room;
  // In a long thread, the times take as much room together as the minimum widths.
  const pixels = fits
    ? largest(most, (each) => widthOf(each) <= room)
    : Math.min(most, (NARROW * times.length) / Math.max(1, total));
  const width = widthOf(pixels);
  return {
    scale: (zoom) => scaleOf(pixels, zoom),
    least: fits ? 1 : Math.min(1, Math.max(SMALLEST, room / width)),
    most: pixels === 0 ? 1 : Math.max(1, Math.min(MOST / pixels, WIDEST / Math.max(1, width))),
  };
}

/** Largest number up to `most` that is accepted, if every smaller one is. */
function largest(most: number, accepts: (each: number) => boolean): number {
  if (accepts(most)) return most;
  let [low, high] = [0, most];
  for (let count = 0; count < 24; count += 1) {
    const middle = (low + high) / 2;
    if (accepts(middle)) low = middle;
    else high = middle;
  }
  return low;
}

/** The zoom at which the time between two places fills a view. */
export function zoomFor(
  order: StepOrder,
  { scale, least, most }: Zooming,
  { from, to, room }: { readonly from: TimePosition; readonly to: TimePosition; readonly room: number },
): number {
  const found = largest(Math.log(most / least), (each) => {
    const layout = layoutOf(order, scale(least * Math.exp(each)));
    return pixelsOf(layout, to) - pixelsOf(layout, from) <= room;
  });
  return least * Math.exp(found);
}

/** A round duration and its width, as the scale of a map. Null if no time is drawn. */
export function scaleMark({ pixels }: TimeScale): { readonly milliseconds: number; readonly width: number } | null {
  if (pixels <= 0) return null;
  const unit = 10 ** Math.floor(Math.log10(LONG_MARK / pixels));
  const factor = [5, 2, 1].find((each) => each * unit * pixels <= LONG_MARK) ?? 1;
  const milliseconds = factor * unit;
  return milliseconds < 1 ? null : { milliseconds, width: milliseconds * pixels };
}

/** Maximum pixels of the mark of a scale. */
const LONG_MARK = 72;
