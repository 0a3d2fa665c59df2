import { signal } from "@preact/signals";

/** Factor between the scale of the timeline and the one at which it opens. */
export const zoom = signal(1);

/** Limits of the zoom of the thread that is shown. */
export const zoomLimits = signal({ least: 1, most: 1 });

/** Pixels from the left of the view to the moment that stays in its place when the zoom changes. Null for the chosen step. */
export const anchor = signal<number | null>(null);

/** Factor of one press of a key or a button. */
export const ZOOM_STEP = 1.6;

/** Sets the zoom, around a moment. */
export function zoomTo(next: number, around: number | null = null): void {
  const { least, most } = zoomLimits.value;
  anchor.value = around;
  zoom.value = Math.max(least, Math.min(most, next));
}

/** Zooms in or out, around the chosen step. */
export const zoomBy = (factor: number): void => zoomTo(zoom.value * factor);

/** Shows the timeline as it opens. */
export const resetZoom = (): void => zoomTo(1);
