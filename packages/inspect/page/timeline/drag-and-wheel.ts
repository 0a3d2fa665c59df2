import { zoom, zoomTo } from "./zoom.ts";

/** Pixels that a pointer moves in a click. */
const CLICK = 4;

/** Zooms by the wheel with Ctrl, and pans by the wheel and by dragging. Returns what stops it. */
export function followPointer(box: HTMLElement): () => void {
  const stop = new AbortController();
  const { signal } = stop;
  let start: { readonly x: number; readonly left: number } | null = null;
  let isDragged = false;
  const end = (): void => {
    start = null;
    delete box.dataset["dragged"];
  };
  box.addEventListener(
    "wheel",
    (event) => {
      if (event.ctrlKey || event.metaKey) {
        event.preventDefault();
        zoomTo(zoom.value * Math.exp(-event.deltaY / 300), event.clientX - box.getBoundingClientRect().left);
      } else if (event.deltaX === 0 && !event.shiftKey && box.scrollWidth > box.clientWidth) {
        event.preventDefault();
        box.scrollLeft += event.deltaY;
      }
    },
    { passive: false, signal },
  );
  box.addEventListener(
    "pointerdown",
    (event) => {
      isDragged = false;
      // Fingers scroll without help.
      if (event.pointerType === "mouse" && event.button === 0) start = { x: event.clientX, left: box.scrollLeft };
    },
    { signal },
  );
  box.addEventListener(
    "pointermove",
    (event) => {
      if (start === null) return;
      const moved = event.clientX - start.x;
      if (!isDragged && Math.abs(moved) < CLICK) return;
      if (!isDragged) box.setPointerCapture(event.pointerId);
      isDragged = true;
      box.dataset["dragged"] = "";
      box.scrollLeft = start.left - moved;
    },
    { signal },
  );
  box.addEventListener("pointerup", end, { signal });
  box.addEventListener("pointercancel", end, { signal });
  box.addEventListener(
    "click",
    (event) => {
      // The end of a drag chooses no step. A key that is pressed on a step does.
      if (!isDragged || event.detail === 0) return;
      isDragged = false;
      event.stopPropagation();
      event.preventDefault();
    },
    { capture: true, signal },
  );
  return () => stop.abort();
}
