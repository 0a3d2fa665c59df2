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
