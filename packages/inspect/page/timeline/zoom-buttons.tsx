import { Tool } from "../elements/buttons.tsx";
import { resetZoom, zoom, ZOOM_STEP, zoomBy, zoomLimits } from "./zoom.ts";

/** Zooms the timeline. */
export function ZoomButtons() {
  const { least, most } = zoomLimits.value;
  return (
    <div class="zoom" role="group" aria-label="Zoom">
      <Tool label="Zoom out" title="Zoom out (−)" isOff={zoom.value <= least} onChoose={() => zoomBy(1 / ZOOM_STEP)}>
        −
      </Tool>
      <Tool label="Zoom in" title="Zoom in (+)" isOff={zoom.value >= most} onChoose={() => zoomBy(ZOOM_STEP)}>
        +
      </Tool>
      <Tool label="Reset zoom" title="Reset zoom (0)" isOff={zoom.value === 1} onChoose={resetZoom}>
        Reset
      </Tool>
    </div>
  );
}
