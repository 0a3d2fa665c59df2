import type { PageView } from "@tidemark/web/view";
import { useEffect, useRef } from "react";
import type { CalendarData, ShownEvent } from "../src/page/calendar-data.ts";
import { ConflictMark, stateText } from "./event-content.tsx";
import { Whole } from "./whole.tsx";

interface EventDetailsProps {
  readonly event: ShownEvent | null;
  readonly data: CalendarData;
  readonly onClose: () => void;
  readonly page: Pick<PageView, "draft" | "showQuestion">;
}

/** Everything about an event, in a dialog that Escape closes. */
export function EventDetails({ event, data, onClose, page }: EventDetailsProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    if (event !== null) dialog.current?.showModal();
  }, [event]);
  const rows =
    event === null
      ? []
      : ([
          ["When", whenText(event, data.timeZone)],
          ["Who", names(data.people, event.people)],
          ["Needs", names(data.resources, event.resources)],
          ["Where", event.location ?? ""],
          ["Repeats", event.repeats],
          ["Notes", event.description ?? ""],
        ] as const);
  return (
    <dialog
      ref={dialog}
      className="event-details"
      aria-labelledby="event-details-title"
      onClose={onClose}
      onClick={({ target, currentTarget }) => target === currentTarget && currentTarget.close()}
    >
      {event !== null && (
        <div className="event-details-content">
          <h2 id="event-details-title">{event.title}</h2>
          {event.state !== "stored" && <p className="event-state">{stateText[event.state]}</p>}
          <dl>
            {rows.map(([name, text]) =>
              text === "" ? null : (
                <div key={name}>
                  <dt>{name}</dt>
                  <dd>
                    <Whole text={text} />
                  </dd>
                </div>
              ),
            )}
          </dl>
          {event.conflicts.length > 0 && (
            <ul className="event-conflicts" aria-label="Conflicts">
              {event.conflicts.map((text) => (
                <li key={text}>
                  <ConflictMark /> <Whole text={text} />
                </li>
              ))}
            </ul>
          )}
          <div className="event-details-buttons">
            {event.state !== "stored" && (
              <button
                onClick={() => {
                  dialog.current?.close();
                  page.showQuestion();
                }}
              >
                Go to the question
              </button>
            )}
            {event.state === "stored" &&
              ["Move", "Cancel"].map((verb) => (
                <button
                  key={verb}
                  onClick={() => {
                    dialog.current?.close();
                    page.draft(
                      `${verb} "${event.title}" on ${dayText(event, data.timeZone)}${verb === "Move" ? " to " : ""}`,
                    );
                  }}
                >
                  {verb} event …
                </button>
              ))}
            <button className="event-details-close" onClick={() => dialog.current?.close()}>
              Close
            </button>
          </div>
        </div>
      )}
    </dialog>
  );
}

const names = (list: CalendarData["people"], ids: readonly string[]): string =>
  ids.map((id) => list.find((item) => item.id === id)?.name ?? id).join(", ");

/** Day of an event as a request names it: "26 November 2026". */
const dayText = ({ start, allDay }: ShownEvent, timeZone: string): string =>
  new Intl.DateTimeFormat("en-GB", { dateStyle: "long", timeZone: allDay ? "UTC" : timeZone }).format(new Date(start));

const dayFormat = { weekday: "long", day: "numeric", month: "long" } as const;

function whenText({ start, end, allDay }: ShownEvent, timeZone: string): string {
  if (!allDay)
    return new Intl.DateTimeFormat("en-GB", {
      ...dayFormat,
      timeZone,
      hour: "2-digit",
      minute: "2-digit",
    }).formatRange(new Date(start), new Date(end));
  const days = new Intl.DateTimeFormat("en-GB", { ...dayFormat, timeZone: "UTC" });
  return `${days.formatRange(new Date(start), new Date(Date.parse(end) - 1))}, all day`;
}
