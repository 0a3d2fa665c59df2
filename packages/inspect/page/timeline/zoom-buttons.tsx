import { resetZoom, zoom, ZOOM_STEP, zoomBy, zoomLimits } from "./zoom.ts";

/** Zooms the timeline. */
export function ZoomButtons() {
  const { least, most } = zoomLimits.value;
  return (
    <div class="zoom" role="group" aria-label="Zoom">
      <button
        type="button"
        class="tool icon"
        aria-label="Zoom out"
        title="Zoom out (−)"
        disabled={zoom.value <= least}
        onClick={() => zoomBy(1 / ZOOM_STEP)}
      >
        −
      </button>
      <button
        type="button"
        class="tool icon"
        aria-label="Zoom in"
        title="Zoom in (+)"
        disabled={zoom.value >= most}
        onClick={() => zoomBy(ZOOM_STEP)}
      >
        +
      </button>
      <button
        type="button"
        class="tool"
        aria-label="Reset zoom"
        title="Reset zoom (0)"
        disabled={zoom.value === 1}
        onClick={resetZoom}
      >
        Reset
      </button>
    </div>
  );
}
