/** The clock of every page has 24 hours, as the texts and the views of the applications do. */
const time = new Intl.DateTimeFormat(undefined, { hour: "2-digit", minute: "2-digit", hourCycle: "h23" });
const day = new Intl.DateTimeFormat(undefined, { day: "numeric", month: "short" });
const dayOfYear = new Intl.DateTimeFormat(undefined, { day: "numeric", month: "short", year: "numeric" });

/** A time as people read it: the hour of today, the day of this year, otherwise the date. */
export function Time({ at }: { readonly at: string }) {
  const date = new Date(at);
  return (
    <time dateTime={at} title={date.toLocaleString(undefined, { hourCycle: "h23" })}>
      {textOf(date, new Date())}
    </time>
  );
}

function textOf(date: Date, now: Date): string {
  if (date.toDateString() === now.toDateString()) return time.format(date);
  return (date.getFullYear() === now.getFullYear() ? day : dayOfYear).format(date);
}
