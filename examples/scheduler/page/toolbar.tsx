import type { ReactNode } from "react";
import type { CalendarControls, ViewName } from "./controls.ts";
import { EarlierIcon, LaterIcon, UndoIcon } from "./icons.tsx";

/** Why the calendar cannot be changed otherwise while a question is open. */
export const ANSWER_FIRST = "Answer the open question first";

interface ToolbarProps {
  readonly title: string;
  readonly view: ViewName;
  readonly isNarrow: boolean;
  readonly onView: (view: ViewName) => void;
  readonly controls: CalendarControls;
  /** Sentence about the change that an undo would take back; null if there is none. */
  readonly undo: string | null;
  readonly isBusy: boolean;
  /** True while a question is open, which an undo would drop. */
  readonly isAsked: boolean;
  readonly onUndo: () => void;
  /** Further buttons. */
  readonly children: ReactNode;
}

/** Moves through the days, switches the view, and asks to undo the last change. */
export function Toolbar(props: ToolbarProps) {
  const { title, view, isNarrow, onView, controls, undo, isBusy, isAsked, onUndo, children } = props;
  const views: readonly (readonly [ViewName, string])[] = [
    // A phone is too narrow for a month.
    ...(isNarrow ? [] : ([["month", "Month"]] as const)),
    ["week", isNarrow ? "2 days" : "Week"],
    ["day", "Day"],
    ["agenda", "Agenda"],
  ];
  return (
    <div className="calendar-toolbar">
      <h2 className="calendar-title" aria-live="polite">
        {title}
      </h2>
      <div className="calendar-buttons">
        <div className="calendar-group">
          <button aria-label="Earlier" onClick={controls.previous}>
            <EarlierIcon />
          </button>
          <button onClick={controls.today}>Today</button>
          <button aria-label="Later" onClick={controls.next}>
            <LaterIcon />
          </button>
        </div>
        <div className="calendar-group" role="group" aria-label="View">
          {views.map(([name, label]) => (
            <button key={name} aria-pressed={name === view} onClick={() => onView(name)}>
              {label}
            </button>
          ))}
        </div>
      </div>
      <div className="calendar-changes">
        {children}
        <button
          className="calendar-undo"
          disabled={undo === null || isBusy || isAsked}
          title={undo === null ? "There is nothing to undo" : isAsked ? ANSWER_FIRST : `Undo: ${undo}`}
          onClick={onUndo}
        >
          <UndoIcon />
          <span className="calendar-label">Undo</span>
        </button>
      </div>
    </div>
  );
}
