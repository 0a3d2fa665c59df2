import { isNewThreadOpen, openFork, writing } from "../acting/acting.ts";
import {
  areKeysShown,
  field,
  isAtEnd,
  isPaletteOpen,
  move,
  moveTurn,
  onlyChanged,
  showField,
  showsInfrastructure,
  showView,
  toggleMark,
} from "../store/store.ts";
import { form } from "../store/form.ts";
import { focusOn } from "./focus-on.ts";
import { resetZoom, ZOOM_STEP, zoomBy } from "../timeline/zoom.ts";
import { moveField } from "../store/shown-fields.ts";

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement;

/** Keys of a page that may write. */
const writingKeys: Readonly<Record<string, () => void>> = {
  f: () => openFork(),
  e: () => {
    if (field.value !== null && isAtEnd.value) form.value = "edit";
  },
  w: () => focusOn("#composer"),
  n: () => {
    isNewThreadOpen.value = true;
  },
};

/** Does what the pressed key stands for. */
export function onKey(event: KeyboardEvent): void {
  if ((event.metaKey || event.ctrlKey) && event.key.toLowerCase() === "k") {
    event.preventDefault();
    isPaletteOpen.value = !isPaletteOpen.value;
    return;
  }
  if (
    isPaletteOpen.value ||
    areKeysShown.value ||
    isNewThreadOpen.value ||
    event.metaKey ||
    event.ctrlKey ||
    event.altKey
  )
    return;
  if (isTyping(event.target)) {
    if (event.key === "Escape" && event.target instanceof HTMLElement) event.target.blur();
    return;
  }
  const actions: Readonly<Record<string, () => void>> = {
    ArrowLeft: () => (event.shiftKey ? moveTurn(-1) : move(-1)),
    ArrowRight: () => (event.shiftKey ? moveTurn(1) : move(1)),
    ArrowUp: () => moveField(-1),
    ArrowDown: () => moveField(1),
    c: () => {
      onlyChanged.value = true;
      showView("state");
    },
    a: () => {
      onlyChanged.value = false;
      showView("state");
    },
    d: () => showView("diff"),
    g: () => showView("path"),
    m: () => showView("calls"),
    s: () => showView("storage"),
    i: () => {
      showsInfrastructure.value = !showsInfrastructure.value;
    },
    t: () => focusOn("#thread-search"),
    p: () => showView("proposals"),
    v: () => showView("compare"),
    ...(writing.value !== null && writingKeys),
    x: toggleMark,
    "+": () => zoomBy(ZOOM_STEP),
    // The key of the plus sign without Shift.
    "=": () => zoomBy(ZOOM_STEP),
    "-": () => zoomBy(1 / ZOOM_STEP),
    "0": resetZoom,
    "/": () => {
      showView("state");
      focusOn("#field-search");
    },
    "?": () => {
      areKeysShown.value = true;
    },
    Escape: () => {
      if (form.value === null) showField(null);
      form.value = null;
    },
  };
  const action = Object.hasOwn(actions, event.key) ? actions[event.key] : undefined;
  if (action === undefined) return;
  event.preventDefault();
  action();
}
