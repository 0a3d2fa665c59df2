/** Views of the calendar. */
export type ViewName = "month" | "week" | "day" | "agenda";

/** Moves the calendar to other days. */
export interface CalendarControls {
  readonly previous: () => void;
  readonly next: () => void;
  readonly today: () => void;
  /** Shows the day of a proposal, and scrolls to it. */
  readonly show: (instant: string) => void;
}
