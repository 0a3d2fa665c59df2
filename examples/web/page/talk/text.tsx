import { wholeParts } from "../../src/view.ts";

/** Text whose dates, times, prices and references stay on one line. */
export const Whole = ({ text }: { readonly text: string }) => (
  <>
    {wholeParts(text).map((part, index) =>
      index % 2 === 0 ? (
        part
      ) : (
        // oxlint-disable-next-line react/no-array-index-key -- a text can repeat a date
        <span key={index} className="whole">
          {part}
        </span>
      ),
    )}
  </>
);

/** The clock of every page has 24 hours, as the texts and the views of the applications do. */
const time = new Intl.DateTimeFormat(undefined, { hour: "2-digit", minute: "2-digit", hourCycle: "h23" });
const day = new Intl.DateTimeFormat(undefined, { day: "numeric", month: "short" });
const dayOfYear = new Intl.DateTimeFormat(undefined, { day: "numeric", month: "short", year: "numeric" });

interface TimeProps {
  readonly at: string;
  /** Puts `at` before an hour, and `on` before a day. */
  readonly isInSentence?: boolean;
}

/** A time as people read it: the hour of today, the day of this year, otherwise the date. */
export function Time({ at, isInSentence = false }: TimeProps) {
  const [date, now] = [new Date(at), new Date()];
  const isToday = date.toDateString() === now.toDateString();
  return (
    <time dateTime={at} title={date.toLocaleString(undefined, { hourCycle: "h23" })}>
      {isInSentence && (isToday ? "at " : "on ")}
      {isToday ? time.format(date) : (date.getFullYear() === now.getFullYear() ? day : dayOfYear).format(date)}
    </time>
  );
}
