import { canContinue, continueTurn, isNewThreadOpen, openFork, stopRun, writing } from "../acting/acting.ts";
import { replay } from "../compare/replaying.ts";
import { isShared } from "../server/api.ts";
import { form } from "../store/form.ts";
import { shareThread } from "../store/share-thread.ts";
import { chooseFields, moveField, shownField } from "../store/shown-fields.ts";
import {
  areKeysShown,
  isAtEnd,
  move,
  moveTurn,
  namespace,
  showEnd,
  showNamespace,
  showsInfrastructure,
  showStep,
  showView,
  timeline,
  toggleMark,
} from "../store/store.ts";
import { toggleTheme } from "../store/theme.ts";
import { filterThreads, sortThreads } from "../threads/thread-list.tsx";
import { resetZoom, ZOOM_STEP, zoomBy } from "../timeline/zoom.ts";
import { focusOn } from "./focus-on.ts";

/** Something that a person can do, by its key or its name. */
export interface Command {
  readonly name: string;
  readonly kind: string;
  /** Key as it is written on the keyboard of an Apple computer. */
  readonly key?: string;
  readonly run: () => void;
}

/** Everything that a person can do now. */
export function commands(): readonly Command[] {
  const { value: thread } = timeline.value;
  const isOwn = writing.value !== null;
  const isEditable = shownField.value !== null && isAtEnd.value;
  const isStopped = thread !== null && thread.interrupts.length + thread.errors.length > 0;
  const some = (isThere: boolean, ...each: readonly Command[]): readonly Command[] => (isThere ? each : []);
  return [
    { name: "Show changed fields", kind: "View", key: "c", run: () => chooseFields(true) },
    { name: "Show all fields", kind: "View", key: "a", run: () => chooseFields(false) },
    { name: "Show the changes since the previous step", kind: "View", key: "d", run: () => showView("diff") },
    { name: "Use this step as the base of the diff", kind: "Action", key: "x", run: toggleMark },
    { name: "Compare with another thread", kind: "View", key: "v", run: () => showView("compare") },
    ...some(
      isOwn,
      { name: "Fork at this step", kind: "Action", key: "f", run: () => openFork() },
      { name: "Replay this turn with today's code", kind: "Action", key: "r", run: () => void replay() },
      { name: "New thread", kind: "Action", key: "n", run: () => void (isNewThreadOpen.value = true) },
      { name: "Send a message", kind: "Action", key: "w", run: () => focusOn("#composer") },
    ),
    ...some(isOwn && isEditable, {
      name: "Edit the field",
      kind: "Action",
      key: "e",
      run: () => void (form.value = "edit"),
    }),
    ...some(canContinue.value, { name: "Continue the turn", kind: "Action", run: () => void continueTurn() }),
    ...some(isOwn, { name: "Stop the run", kind: "Action", run: () => void stopRun() }),
    { name: "Show the path through the graph and the plan", kind: "View", key: "g", run: () => showView("path") },
    { name: "Show model and tool calls", kind: "View", key: "m", run: () => showView("calls") },
    { name: "Show proposals and approvals", kind: "View", key: "p", run: () => showView("proposals") },
    { name: "Show storage", kind: "View", key: "s", run: () => showView("storage") },
    {
      name: "Show or hide internal fields of Tidemark",
      kind: "Action",
      key: "i",
      run: () => void (showsInfrastructure.value = !showsInfrastructure.value),
    },
    { name: "Previous step", kind: "Move", key: "←", run: () => move(-1) },
    { name: "Next step", kind: "Move", key: "→", run: () => move(1) },
    { name: "Previous turn", kind: "Move", key: "⇧←", run: () => moveTurn(-1) },
    { name: "Next turn", kind: "Move", key: "⇧→", run: () => moveTurn(1) },
    { name: "Previous field", kind: "Move", key: "↑", run: () => moveField(-1) },
    { name: "Next field", kind: "Move", key: "↓", run: () => moveField(1) },
    { name: "Zoom in", kind: "Timeline", key: "+", run: () => zoomBy(ZOOM_STEP) },
    { name: "Zoom out", kind: "Timeline", key: "−", run: () => zoomBy(1 / ZOOM_STEP) },
    { name: "Reset zoom", kind: "Timeline", key: "0", run: resetZoom },
    { name: "Search fields", kind: "Field", key: "/", run: () => (showView("state"), focusOn("#field-search")) },
    { name: "Search threads", kind: "Threads", key: "t", run: () => focusOn("#thread-search") },
    { name: "Show keyboard shortcuts", kind: "Help", key: "?", run: () => void (areKeysShown.value = true) },
    ...some(isStopped, { name: "Show the open question or the error", kind: "Move", run: showEnd }),
    ...some(thread !== null, { name: "Newest step", kind: "Move", run: () => void showStep(thread?.newest ?? "") }),
    { name: "List all threads", kind: "Threads", run: () => filterThreads("all") },
    { name: "List threads that are waiting for a person", kind: "Threads", run: () => filterThreads("waiting") },
    { name: "List threads that failed", kind: "Threads", run: () => filterThreads("failed") },
    { name: "List threads whose turn is unfinished", kind: "Threads", run: () => filterThreads("unfinished") },
    ...some(
      !isShared(),
      { name: "Share the thread as one HTML file", kind: "Action", run: () => void shareThread() },
      { name: "Copy a link to this view", kind: "Action", run: copyLink },
    ),
    { name: "Sort threads: newest first", kind: "Threads", run: () => sortThreads("updated") },
    { name: "Sort threads: most checkpoints first", kind: "Threads", run: () => sortThreads("size") },
    { name: "Sort threads: by ID", kind: "Threads", run: () => sortThreads("id") },
    ...some(namespace.value !== "", { name: "Back to the graph", kind: "Action", run: () => void showNamespace("") }),
    { name: "Switch between light and dark colors", kind: "Action", run: toggleTheme },
  ];
}

const copyLink = (): void => void navigator.clipboard.writeText(location.href).catch(() => null);
