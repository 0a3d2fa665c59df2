import type { CalendarControls, ViewName } from "./controls.ts";

interface ToolbarProps {
  readonly title: string;
  readonly view: ViewName;
  readonly isNarrow: boolean;
  readonly onView: (view: ViewName) => void;
  readonly controls: CalendarControls;
  /** Sentence about the change that an undo would take back; null if there is none. */
  readonly undo: string | null;
  readonly isBusy: boolean;
  readonly onUndo: () => void;
}

/** Moves through the days, switches the view, and asks to undo the last change. */
export function Toolbar({ title, view, isNarrow, onView, controls, undo, isBusy, onUndo }: ToolbarProps) {
  const views: readonly (readonly [ViewName, string])[] = [
    ["week", isNarrow ? "3 days" : "Week"],
    ["day", "Day"],
    ["agenda", "Agenda"],
  ];
  return (
    <div class="calendar-toolbar">
      <h2 class="calendar-title" aria-live="polite">
        {title}
      </h2>
      <div class="calendar-buttons">
        <div class="calendar-group">
          <button aria-label="Earlier" onClick={controls.previous}>
            ‹
          </button>
          <button onClick={controls.today}>Today</button>
          <button aria-label="Later" onClick={controls.next}>
            ›
          </button>
        </div>
        <div class="calendar-group" role="group" aria-label="View">
          {views.map(([name, label]) => (
            <button key={name} aria-pressed={name === view} onClick={() => onView(name)}>
              {label}
            </button>
          ))}
        </div>
      </div>
      <button class="calendar-undo" disabled={undo === null || isBusy} title={undo ?? ""} onClick={onUndo}>
        Undo
      </button>
    </div>
  );
}
